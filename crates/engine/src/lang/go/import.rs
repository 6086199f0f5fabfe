//! What a file imports, and which imports nothing uses once bodies are gone: Go does not compile these.

use super::{name::unquoted, scope::is_variable};
use crate::lang::syntax::{descendants, parts, text_of};
use std::{collections::BTreeSet, ops::Range};
use tree_sitter::Node;

/// One import.
pub(super) struct Import<'t> {
    node: Node<'t>,
    alias: Option<&'t str>,
    /// The path of the package.
    pub path: String,
}

/// The imports of a file.
pub(super) fn imports<'t>(root: Node<'t>, text: &'t str) -> Vec<Import<'t>> {
    let declarations = parts(root).into_iter().filter(|node| node.kind() == "import_declaration");
    let specs = declarations.flat_map(parts).flat_map(|part| match part.kind() {
        "import_spec_list" => parts(part),
        _ => vec![part],
    });
    let read = |node: Node<'t>| {
        let path = unquoted(text_of(node.child_by_field_name("path")?, text));
        Some(Import { node, alias: node.child_by_field_name("name").map(|name| text_of(name, text)), path })
    };
    specs.filter_map(read).collect()
}

impl Import<'_> {
    /// The names that the package may have here, likeliest first: only its own source knows.
    pub(super) fn names(&self) -> Vec<String> {
        if let Some(alias) = self.alias {
            return vec![alias.to_owned()];
        }
        let mut elements = self.path.rsplit('/');
        let last = elements.next().unwrap_or_default();
        let is_version = |word: &str| word.strip_prefix('v').is_some_and(|rest| rest.parse::<u32>().is_ok());
        let named = if is_version(last) { elements.next().unwrap_or(last) } else { last };
        let named = named.split_once(".v").map_or(named, |(name, _)| name);
        let words = named.split(['-', '.']).filter(|word| !word.is_empty());
        let mut names = vec![named.to_owned(), named.replace(['-', '.'], ""), named.replace(['-', '.'], "_")];
        names.extend(words.map(str::to_owned).chain([last.to_owned()]));
        names
    }

    /// The edit that keeps the package imported, but not its name. It has the same effects when it is loaded.
    fn blanked(&self) -> (Range<usize>, String) {
        let start = self.node.start_byte();
        match self.node.child_by_field_name("name") {
            Some(alias) => (alias.byte_range(), "_".to_owned()),
            None => (start..start, "_ ".to_owned()),
        }
    }
}

/// The edits that make blank what is imported only for what lies in these ranges.
pub(super) fn left_unused(root: Node<'_>, text: &str, gone: &[Range<usize>]) -> Vec<(Range<usize>, String)> {
    let imports = imports(root, text);
    let uses = Uses::read(root, text, gone);
    let known: BTreeSet<String> = imports.iter().flat_map(Import::names).collect();
    let is_unused = |import: &&Import<'_>| match import.alias {
        Some("_") => false,
        _ if import.path == "C" => false,
        Some(".") => !uses.has_exported,
        _ => {
            let names = import.names();
            let of = |used: &BTreeSet<String>| names.iter().any(|name| used.contains(name));
            // A name that nobody can guess may be one of those that are not known otherwise.
            !of(&uses.kept) && (of(&uses.gone) || import.alias.is_some() || uses.kept.is_subset(&known))
        }
    };
    imports.iter().filter(is_unused).map(Import::blanked).collect()
}

/// The names that a file takes from packages.
#[derive(Default)]
struct Uses {
    /// Outside of what is gone.
    kept: BTreeSet<String>,
    /// In what is gone.
    gone: BTreeSet<String>,
    /// Outside, there is an exported name that the file itself does not define.
    has_exported: bool,
}

impl Uses {
    fn read(root: Node<'_>, text: &str, gone: &[Range<usize>]) -> Self {
        let mut uses = Self::default();
        let own = super::definitions::definitions(text);
        for node in descendants(root).filter(|node| node.child_count() == 0) {
            let is_gone =
                gone.iter().any(|range| range.start <= node.start_byte() && node.end_byte() <= range.end);
            let name = text_of(node, text);
            if is_qualifier(node) && !is_variable(node, text) {
                let into = if is_gone { &mut uses.gone } else { &mut uses.kept };
                into.insert(name.to_owned());
            }
            let is_free = matches!(node.kind(), "identifier" | "type_identifier") && !own.contains(name);
            uses.has_exported |= is_free && !is_gone && name.starts_with(char::is_uppercase);
        }
        uses
    }
}

/// Whether a name is the `p` of `p.X`.
fn is_qualifier(node: Node<'_>) -> bool {
    let parent = node.parent();
    let is = |kind: &str, field: &str| {
        parent.is_some_and(|parent| parent.kind() == kind && parent.child_by_field_name(field) == Some(node))
    };
    (node.kind() == "identifier" && is("selector_expression", "operand"))
        || (node.kind() == "package_identifier" && is("qualified_type", "package"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{go::parse, syntax::splice};

    /// The text with what stands between `<` and `>` gone, its imports put right.
    fn without(text: &str) -> String {
        let (start, end) = (text.find('<').unwrap(), text.find('>').unwrap());
        let text = text.replace(['<', '>'], " ");
        let tree = parse(&text).unwrap();
        let gone = start..end;
        let mut edits = left_unused(tree.root_node(), &text, std::slice::from_ref(&gone));
        edits.push((gone, String::new()));
        splice(&text, edits)
    }

    fn header(text: &str) -> String {
        let text = without(text);
        text.split_once("func").unwrap().0.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_only_the_body_used_is_imported_without_a_name() {
        let file = "import (\n\t\"strings\"\n\tc \"x/cmp\"\n\t\"testing\"\n)\nfunc TestA(t *testing.T) { <strings.X(c.Y)> }\n";
        assert_eq!(header(file), "import ( _ \"strings\" _ \"x/cmp\" \"testing\" )");
        let more = format!("{file}func f() {{ strings.X(); c.Y() }}");
        assert_eq!(header(&more), "import ( \"strings\" c \"x/cmp\" \"testing\" )");
    }

    #[test]
    fn types_of_a_package_use_it_and_variables_of_its_name_do_not() {
        let file = "import \"path\"\nfunc f() { <path.X()> }\nfunc g() { path := y(); path.Join() }\n";
        assert_eq!(header(file), "import _ \"path\"");
        for more in ["var u *url.URL", "func g(url *url.URL) {}"] {
            let file = format!("import \"url\"\nfunc f() {{ <url.X()> }}\n{more}\n");
            assert_eq!(header(&file), "import \"url\"");
        }
    }

    #[test]
    fn the_name_of_a_package_is_guessed_from_its_path() {
        for (path, name) in [
            ("github.com/go-chi/chi/v5", "chi"),
            ("gopkg.in/yaml.v3", "yaml"),
            ("github.com/mattn/go-sqlite3", "sqlite3"),
            ("github.com/a/b-go", "b"),
            ("k8s.io/api/core/v1", "v1"),
            ("github.com/a/x.y", "xy"),
        ] {
            let file =
                |more: &str| format!("import \"{path}\"\nfunc f() {{ <{name}.X()> }}\nfunc g() {{ {more} }}");
            assert_eq!(header(&file("")), format!("import _ \"{path}\""));
            assert_eq!(header(&file(&format!("{name}.Y()"))), format!("import \"{path}\""));
        }
    }

    #[test]
    fn a_name_that_nobody_can_guess_is_kept_where_another_is_not_known_either() {
        let file = |more: &str| format!("import \"x/odd\"\nfunc f() {{ <even.X()> }}\nfunc g() {{ {more} }}");
        assert_eq!(header(&file("")), "import _ \"x/odd\"");
        assert_eq!(header(&file("even.Y()")), "import \"x/odd\"");
    }

    #[test]
    fn dots_blanks_and_c_stay_as_long_as_they_may_be_used() {
        let file = |more: &str| {
            format!(
                "import . \"x\"\nimport _ \"y\"\nimport \"C\"\nfunc f() {{ <X(C.Z)> }}\nfunc g() {{ {more} }}"
            )
        };
        assert_eq!(header(&file("")), "import _ \"x\" import _ \"y\" import \"C\"");
        assert_eq!(header(&file("X()")), "import . \"x\" import _ \"y\" import \"C\"");
    }
}
