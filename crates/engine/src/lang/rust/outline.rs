//! What a Rust file does.

use super::syntax::parse;
use crate::{
    domain::RepoPath,
    lang::{
        Outline,
        outline::Shape,
        syntax::{descendants, inside_braces, parts, text_of},
    },
};
use tree_sitter::Node;

const SHAPE: Shape = Shape {
    functions: &["function_item"],
    scopes: &["impl_item", "trait_item", "mod_item", "foreign_mod_item"],
    through: &[],
    bindings: &[],
    inert,
    // That a type has a trait whose functions are all its own says nothing; what it inherits does.
    telling_head: |scope, _| {
        scope.child_by_field_name("trait").is_some()
            && scope.child_by_field_name("body").is_none_or(|body| parts(body).is_empty())
    },
    inside: |function, _| function.child_by_field_name("body").map_or(function.byte_range(), inside_braces),
    hollow,
};

/// The outline of a file.
pub(super) fn outline(_: &RepoPath, text: &str) -> Outline {
    SHAPE.outline(parse(text).root_node(), text)
}

/// What a type can do is in the attributes that derive it.
fn inert(node: Node<'_>, text: &str) -> bool {
    match node.kind() {
        "attribute_item" => !text_of(node, text).contains("derive"),
        "associated_type" | "enum_item" | "extern_crate_declaration" | "function_signature_item" => true,
        "inner_attribute_item" | "struct_item" | "type_item" | "use_declaration" => true,
        "mod_item" => node.child_by_field_name("body").is_none(),
        _ => false,
    }
}

/// The body behind a `return` of the neutral value: it stays, so that nothing is seen to be unused.
fn hollow(function: Node<'_>, text: &str) -> Option<String> {
    let body = &text[inside_braces(function.child_by_field_name("body")?)];
    let value = match function.child_by_field_name("return_type") {
        None => String::new(),
        Some(of_type) => neutral(of_type, text)?,
    };
    Some(format!(" if true {{ return {value}; }} {body}"))
}

/// A value of the type that says nothing; `None` where none is known to be one.
fn neutral(of_type: Node<'_>, text: &str) -> Option<String> {
    let plain = |value: &str| Some(value.to_owned());
    match of_type.kind() {
        "unit_type" => plain("()"),
        "primitive_type" => match text_of(of_type, text) {
            "bool" => plain("false"),
            "char" => plain("'\\0'"),
            "f32" | "f64" => plain("0.0"),
            "str" => None,
            _ => plain("0"),
        },
        "reference_type" => match text_of(of_type.child_by_field_name("type")?, text) {
            "str" => plain("\"\""),
            slice if slice.starts_with('[') && !slice.contains(';') => plain("&[]"),
            _ => None,
        },
        "tuple_type" => {
            let values: Option<Vec<_>> = parts(of_type).into_iter().map(|part| neutral(part, text)).collect();
            values.map(|values| format!("({},)", values.join(", ")))
        }
        "generic_type" => generic(of_type, text),
        "type_identifier" | "scoped_type_identifier" => named(of_type, text),
        _ => None,
    }
}

fn generic(of_type: Node<'_>, text: &str) -> Option<String> {
    const EMPTY: &[&str] = &["BTreeMap", "BTreeSet", "HashMap", "HashSet", "Vec", "VecDeque"];
    let name = last_name(of_type.child_by_field_name("type")?, text);
    let first = || of_type.child_by_field_name("type_arguments")?.named_child(0);
    match name {
        "Option" => Some("None".into()),
        "Result" => neutral(first()?, text).map(|value| format!("Ok({value})")),
        "Box" | "Rc" | "Arc" => neutral(first()?, text).map(|value| format!("{name}::new({value})")),
        name if EMPTY.contains(&name) => Some("Default::default()".into()),
        _ => None,
    }
}

/// A type with a name has a neutral value if this file derives or writes one for it.
fn named(of_type: Node<'_>, text: &str) -> Option<String> {
    let name = last_name(of_type, text);
    if name == "String" {
        return Some("Default::default()".into());
    }
    let root = std::iter::successors(Some(of_type), |node| node.parent()).last()?;
    let derives = |node: Node<'_>| {
        let own = node.child_by_field_name("name").map_or("", |name| text_of(name, text));
        let before = std::iter::successors(node.prev_named_sibling(), |node| node.prev_named_sibling());
        let mut attributes = before.take_while(|node| node.kind() == "attribute_item" || node.is_extra());
        own == name && attributes.any(|node| text_of(node, text).contains("Default"))
    };
    let written = format!("Default for {name}");
    let is_known = text.contains(&written)
        || descendants(root).any(|node| matches!(node.kind(), "struct_item" | "enum_item") && derives(node));
    is_known.then(|| "Default::default()".into())
}

fn last_name<'a>(of_type: Node<'_>, text: &'a str) -> &'a str {
    let path = text_of(of_type, text);
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hollow_of(signature: &str) -> Option<String> {
        let text = format!("#[derive(Default)] struct Known;\nfn f{signature} {{ body() }}\n");
        let function = outline(&"a.rs".into(), &text).functions.remove(0);
        function.hollow.map(|hollow| {
            hollow
                .strip_prefix(" if true { return ")
                .unwrap()
                .strip_suffix("; }  body() ")
                .unwrap()
                .to_owned()
        })
    }

    #[test]
    fn each_type_has_its_neutral_value_or_none() {
        for (signature, value) in [
            ("()", ""),
            ("() -> bool", "false"),
            ("() -> u64", "0"),
            ("() -> &'static str", "\"\""),
            ("() -> String", "Default::default()"),
            ("() -> Result<Option<T>, E>", "Ok(None)"),
            ("() -> (f64, std::vec::Vec<T>)", "(0.0, Default::default(),)"),
            ("() -> Known", "Default::default()"),
        ] {
            assert_eq!(hollow_of(signature).as_deref(), Some(value), "{signature}");
        }
        for signature in
            ["() -> Unknown", "() -> impl Iterator<Item = u8>", "<T>() -> T", "() -> &T", "() -> !"]
        {
            assert_eq!(hollow_of(signature), None, "{signature}");
        }
    }

    #[test]
    fn what_a_type_derives_is_no_function() {
        let text = "use a::b;\nmod c;\n#[derive(Clone)]\nstruct D;\nimpl E for D {}\nimpl F for D { fn g(&self) {} }\nconst H: u8 = 1;\n";
        let outline = outline(&"a.rs".into(), text);
        assert_eq!(outline.functions[0].name, ["impl F for D", "g"]);
        let rest: Vec<_> = outline.rest.iter().map(|piece| piece.tokens.join(" ")).collect();
        assert_eq!(rest, ["# [ derive ( Clone ) ]", "impl E for D", "const H : u8 = 1 ;"]);
    }
}
