//! Where the tests of a file are, and what its code defines.

use super::{
    attribute::{self, Attribute},
    syntax::{Item, children, each_leaf, is_inner_doc, items, name, parse, tokens},
};
use crate::{
    domain::{Disabled, RepoPath},
    lang::{FoundTest, marker::mark},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};
use tree_sitter::Node;

/// The tests of a file: functions with an attribute whose last name ends in `test`, in the file or its inline modules.
pub(super) fn tests(_: &RepoPath, text: &str) -> Vec<FoundTest> {
    let tree = parse(text);
    let mut search = Search { text, found: Vec::new(), ordinals: BTreeMap::new() };
    let disabled = disabling(&attribute::of_scope(tree.root_node(), text));
    search.scope(tree.root_node(), &[], disabled.as_ref());
    mark(&mut search.found, tree.root_node(), text);
    search.found
}

fn disabling(attributes: &[Attribute]) -> Option<Disabled> {
    attributes.iter().find_map(Attribute::disables)
}

struct Search<'a> {
    text: &'a str,
    found: Vec<FoundTest>,
    ordinals: BTreeMap<Vec<String>, usize>,
}

impl Search<'_> {
    fn scope(&mut self, scope: Node, path: &[String], disabled: Option<&Disabled>) {
        for item in items(scope) {
            let Some(name) = name(item.node, self.text) else { continue };
            let path = [path, &[name.to_owned()]].concat();
            let attributes = attribute::of_item(&item, self.text);
            let disabled = disabled.cloned().or_else(|| disabling(&attributes));
            let Some(body) = item.node.child_by_field_name("body") else { continue };
            match item.node.kind() {
                "mod_item" => self.scope(body, &path, disabled.as_ref()),
                "function_item" if attributes.iter().any(Attribute::makes_test) => {
                    let dynamic = is_dynamic(item.node, &attributes, self.text);
                    self.test(&item, body, Marks { name: path, disabled, dynamic });
                }
                _ => {}
            }
        }
    }

    fn test(&mut self, item: &Item, body: Node, marks: Marks) {
        let ordinal = *self.ordinals.entry(marks.name.clone()).and_modify(|count| *count += 1).or_default();
        let mut mentions = BTreeSet::new();
        let mut all_tokens = Vec::new();
        for node in item.attributes.iter().copied().chain([item.node]) {
            all_tokens.extend(tokens(node, self.text));
            collect_identifiers(node, self.text, &mut mentions);
        }
        self.found.push(FoundTest {
            name: marks.name,
            ordinal,
            line: self.text[..item.span.start].matches('\n').count() + 1,
            span: item.span.clone(),
            body: inside(body),
            disabled: marks.disabled,
            characterization: false,
            dynamic: marks.dynamic,
            tokens: all_tokens,
            wrapping: Vec::new(),
            body_tokens: tokens(body, self.text),
            mentions,
            quoted: BTreeSet::new(),
        });
    }
}

/// What is known of a test before its body is read.
struct Marks {
    name: Vec<String>,
    disabled: Option<Disabled>,
    dynamic: bool,
}

/// Cases and value lists make tests with names that only the macro knows.
fn is_dynamic(function: Node, attributes: &[Attribute], text: &str) -> bool {
    let parameters = function.child_by_field_name("parameters").map(|list| &text[list.byte_range()]);
    let lists = |list: &str| ["#[case", "#[values", "#[files"].iter().any(|mark| list.contains(mark));
    attributes.iter().any(|one| one.makes_several() || one.name() == "case") || parameters.is_some_and(lists)
}

/// The inside of a block, behind the inner attributes and inner docs that must stay first.
fn inside(block: Node) -> Range<usize> {
    let first = |child: &Node| child.kind() == "inner_attribute_item" || is_inner_doc(*child);
    let start = children(block).iter().rfind(|child| first(child)).map(|child| child.end_byte());
    start.unwrap_or(block.start_byte() + 1)..block.end_byte().saturating_sub(1)
}

fn collect_identifiers(node: Node, text: &str, into: &mut BTreeSet<String>) {
    each_leaf(node, |leaf| {
        if leaf.kind().ends_with("identifier") {
            into.insert(text[leaf.byte_range()].to_owned());
        }
    });
}

/// The names that the code parts of a file define: items, methods, associated items, variants, fields, aliases of `use`.
pub(super) fn definitions(_: &RepoPath, text: &str) -> BTreeSet<String> {
    let tree = parse(text);
    let mut names = BTreeSet::new();
    if !attribute::of_scope(tree.root_node(), text).iter().any(Attribute::is_for_tests) {
        collect_definitions(tree.root_node(), text, &mut names);
    }
    names
}

fn collect_definitions(scope: Node, text: &str, names: &mut BTreeSet<String>) {
    for item in items(scope) {
        if super::parts::is_for_tests(&item, text) {
            continue;
        }
        names.extend(name(item.node, text).map(str::to_owned));
        match item.node.kind() {
            "use_declaration" => collect_aliases(item.node, text, names),
            "function_item" => {}
            _ => {
                if let Some(body) = item.node.child_by_field_name("body") {
                    collect_definitions(body, text, names);
                }
            }
        }
    }
}

fn collect_aliases(node: Node, text: &str, names: &mut BTreeSet<String>) {
    if let Some(alias) = node.child_by_field_name("alias") {
        names.insert(text[alias.byte_range()].to_owned());
    }
    for child in children(node) {
        collect_aliases(child, text, names);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<FoundTest> {
        tests(&RepoPath::from("src/lib.rs"), text)
    }

    fn names(text: &str) -> Vec<String> {
        found(text).iter().map(|test| test.name.join("::")).collect()
    }

    fn disabled(text: &str) -> Option<String> {
        found(text)[0].disabled.as_ref().map(|disabled| disabled.by.clone())
    }

    #[test]
    fn any_attribute_whose_last_name_ends_in_test_makes_a_test() {
        let text = "#[test] fn a() {}\n#[tokio::test(flavor = \"multi_thread\")] async fn b() {}\n#[rstest] fn c() {}\n\
            #[sqlx::test]\nasync fn d(pool: P) {}\n#[wasm_bindgen_test] fn e() {}\n#[cfg(test)] fn helper() {}\n\
            #[cfg_attr(not(wasm), test)] fn f() {}\nfn g() {}\n#[test_case(1; \"one\")] fn h(n: u8) {}";
        assert_eq!(names(text), ["a", "b", "c", "d", "e", "f", "h"]);
    }

    #[test]
    fn a_name_has_its_inline_modules_and_keeps_raw_names() {
        assert_eq!(
            names("mod tests { mod r#in { #[test] fn r#match() {} }\n#[test] fn a() {} }"),
            ["tests::r#in::r#match", "tests::a"]
        );
    }

    #[test]
    fn tests_made_by_macros_or_inside_of_functions_are_not_found() {
        assert!(
            names("proptest! { #[test] fn x(a in 0..9) { } }\nfn f() { #[test] fn inner() {} }").is_empty()
        );
    }

    #[test]
    fn cases_make_a_test_dynamic_and_plain_rstest_does_not() {
        let text = "#[rstest]\n#[case(1)]\n#[case(2)]\nfn a(#[case] n: u8) {}\n#[rstest] fn b(fix: F) {}\n\
            #[test_case(1 + 1, 2)] #[test_case(2, 4)] fn c(a: u8, b: u8) {}\n#[rstest] fn d(#[values(1, 2)] n: u8) {}";
        let dynamic: Vec<_> = found(text).iter().map(|test| test.dynamic).collect();
        assert_eq!(dynamic, [true, false, true, true]);
    }

    #[test]
    fn ignore_disables_before_and_behind_test_and_with_a_reason() {
        assert_eq!(disabled("#[ignore]\n#[test]\nfn a() {}").unwrap(), "#[ignore]");
        assert_eq!(disabled("#[test]\n#[ignore = \"slow\"]\nfn a() {}").unwrap(), "#[ignore = \"slow\"]");
        assert_eq!(
            disabled("#[test]\n#[cfg_attr(all(), ignore)]\nfn a() {}").unwrap(),
            "#[cfg_attr(all(), ignore)]"
        );
    }

    #[test]
    fn what_may_be_ignored_elsewhere_or_should_panic_is_not_disabled() {
        assert_eq!(disabled("#[test]\n#[cfg_attr(miri, ignore)]\nfn a() {}"), None);
        assert_eq!(disabled("#[test]\n#[should_panic]\nfn a() {}"), None);
        assert_eq!(disabled("#[test]\n#[cfg(all(test, unix))]\nfn a() {}"), None);
        assert_eq!(
            disabled("#[cfg(not(any(windows, target_os = \"x\")))] mod m { #[test]\nfn a() {} }"),
            None
        );
    }

    #[test]
    fn a_condition_that_never_holds_disables_in_every_scope_around() {
        for never in
            ["any()", "FALSE", "false", "not(test)", "not(all())", "all(unix, any())", "any(any(), FALSE)"]
        {
            assert!(disabled(&format!("#[cfg({never})]\n#[test]\nfn a() {{}}")).is_some(), "{never}");
            assert!(
                disabled(&format!("#[cfg({never})] mod m {{ mod n {{ #[test]\nfn a() {{}} }} }}")).is_some()
            );
            assert!(disabled(&format!("mod m {{ #![cfg({never})]\n#[test]\nfn a() {{}} }}")).is_some());
            assert!(disabled(&format!("#![cfg({never})]\n#[test]\nfn a() {{}}")).is_some());
        }
    }

    #[test]
    fn equal_names_are_told_apart_by_their_order() {
        let text = "#[cfg(unix)] #[test] fn a() { 1; }\n#[cfg(windows)] #[test] fn a() { 2; }";
        let ordinals: Vec<_> = found(text).iter().map(|test| test.ordinal).collect();
        assert_eq!(ordinals, [0, 1]);
    }

    #[test]
    fn span_and_line_begin_at_the_first_attribute_and_the_body_behind_inner_attributes() {
        let text = "fn x() {}\n/// Docs.\n#[test]\nfn a() { #![allow(unused)]\n  one();\n}\n";
        let test = &found(text)[0];
        assert_eq!((test.line, &text[test.body.clone()]), (2, "\n  one();\n"));
        assert!(text[test.span.clone()].starts_with("/// Docs."));
    }

    #[test]
    fn layout_comments_and_trailing_commas_change_no_tokens_and_strings_and_tuples_do() {
        let tokens = |body: &str| found(&format!("#[test] fn a() {{ {body}\n }}"))[0].body_tokens.clone();
        assert_eq!(tokens("assert_eq!(a, f(b)); // c"), tokens("assert_eq!(\n  a,\n  f(\n b,\n ),\n);"));
        assert_eq!(tokens("g(long)"), tokens("g(\n  long, // why\n)"));
        assert_ne!(tokens("f(\"a b\")"), tokens("f(\"a  b\")"));
        assert_ne!(tokens("f((1,))"), tokens("f((1))"));
    }

    #[test]
    fn a_test_mentions_identifiers_inside_of_macros_too() {
        let mentions =
            &found("#[test] fn a() { assert_eq!(slug::slugify(x.len), Foo { bar }); }")[0].mentions;
        for name in ["slug", "slugify", "x", "len", "Foo", "bar"] {
            assert!(mentions.contains(name), "{name}");
        }
    }

    #[test]
    fn definitions_are_those_of_the_code_parts() {
        let text = "pub fn f() { fn inner() {} }\nstruct S { field: u8 }\nimpl S { fn method(&self) {} const C: u8 = 1; }\n\
            enum E { Variant { x: u8 } }\ntrait T { type A; fn sig(); }\nmacro_rules! mac { () => {} }\nstatic G: u8 = 1;\n\
            use a::b as c;\nmod m { pub type Alias = u8; }\n#[cfg(test)] mod tests { fn helper() {} }\n#[test] fn t() {}";
        let names = definitions(&RepoPath::from("a.rs"), text);
        let expected = "A Alias C E G S T Variant c f field m mac method sig x";
        assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>().join(" "), expected);
    }
}
