//! Bodies that take their edit from a variable when they run, so that one build serves for every edit of every test.
//!
//! What an edit does here it does as text in [`super::edit`] too; a body that does not compile cannot be taken out here.

use super::{
    edit::{Body, EXIT, add_import},
    find,
    function::Kind,
    parse,
};
use crate::{
    domain::Mark,
    lang::{
        EDITS, FoundTest, WITNESS,
        syntax::{node_at, splice},
    },
};
use std::ops::Range;

/// Reads the letter that the variable has for a test; 0 if it has none.
const READER: &str = r#"func NAME(test string) byte { all, test := ","+counterproofOS.Getenv("EDITS"), ","+test; for at := 0; at+len(test) < len(all); at++ { if all[at:at+len(test)] == test { return all[at+len(test)] } }; return 0 }"#;

/// The file with bodies that are switched, and which of them are. Tests inside of tests come first: those around them
/// hold them as they are then.
pub(super) fn switch(text: &str, tests: &[(&FoundTest, usize)]) -> (String, Vec<usize>) {
    // Each file of a package needs a name of its own for it.
    let reader = format!("counterproofEdit{}", tests.first().map_or(0, |(_, number)| *number));
    let (mut changed, mut numbers, mut waiting) = (text.to_owned(), Vec::new(), tests.to_vec());
    while !waiting.is_empty() {
        let holds = |outer: &FoundTest| waiting.iter().any(|(inner, _)| is_inside(&inner.span, &outer.span));
        let (later, now): (Vec<_>, Vec<_>) = waiting.iter().partition(|(test, _)| holds(test));
        if now.is_empty() {
            break;
        }
        let (next, done) = switched(&changed, &now, &reader);
        changed = next;
        numbers.extend(done);
        waiting = later;
    }
    if numbers.is_empty() {
        return (text.to_owned(), numbers);
    }
    let reading = READER.replace("NAME", &reader).replace("EDITS", EDITS);
    (add_import(&format!("{}\n{reading}\n", changed.trim_end_matches('\n'))), numbers)
}

fn is_inside(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    inner != outer && outer.start <= inner.start && inner.end <= outer.end
}

fn switched(text: &str, tests: &[(&FoundTest, usize)], reader: &str) -> (String, Vec<usize>) {
    let Some(tree) = parse(text) else { return (text.to_owned(), Vec::new()) };
    let found = find::tests(text);
    let (mut replacements, mut numbers) = (Vec::new(), Vec::new());
    for (test, number) in tests {
        let now = found.iter().find(|one| one.name == test.name && one.ordinal == test.ordinal);
        let body = now.and_then(|now| Body::read(node_at(&tree, &now.span)?, now, text));
        // An example passes by what it prints, and a fuzz target by calling what runs its seeds.
        let body = body.filter(|body| matches!(body.function.kind, Kind::Test | Kind::Method));
        if let Some(body) = body {
            replacements.extend(of(&body, *number, reader));
            numbers.push(*number);
        }
    }
    (splice(text, replacements), numbers)
}

/// A test has no contrary here: what failed cannot be taken back.
fn of(body: &Body<'_>, number: usize, reader: &str) -> Vec<(Range<usize>, String)> {
    let failure = body.failure();
    let [entered, ended, _] = Mark::ALL.map(|one| mark(number, one));
    let first = format!(
        "counterproof := {reader}(\"{number}=\"); if counterproof == 'x' {{ {EXIT} }}; \
         if counterproof == 'p' {{ return }}; if counterproof == 'i' {{ {failure}; return }}; \
         if counterproof == 'w' {{ {entered} }}; counterproofDone := counterproof != 'm'; \
         defer func() {{ if !counterproofDone {{ {EXIT} }} }}()"
    );
    let last = format!(
        "counterproofDone = true; if counterproof == 'f' {{ {failure} }}; \
         if counterproof == 'e' {{ {EXIT} }}; if counterproof == 'w' {{ {ended} }}"
    );
    [body.at_start(&first)].into_iter().chain(body.ended(&last)).chain(body.naming()).collect()
}

fn mark(number: usize, mark: Mark) -> String {
    let name = mark.name();
    format!("counterproofOS.WriteFile(counterproofOS.Getenv(\"{WITNESS}\")+\"/{number}.{name}\", nil, 0o644)")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> (String, Vec<usize>) {
        let tests = find::tests(text);
        let numbered: Vec<_> = tests.iter().enumerate().map(|(number, test)| (test, number + 3)).collect();
        let (switched, numbers) = switch(text, &numbered);
        assert!(!parse(&switched).unwrap().root_node().has_error(), "{switched}");
        (switched, numbers)
    }

    #[test]
    fn tests_and_those_inside_of_them_are_switched() {
        let text = "package p\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tt.Run(\"b\", func(t *testing.T) { f() })\n}\n\
                    func TestB(*testing.T) { defer f(); return }\n";
        let (switched, mut numbers) = all(text);
        numbers.sort_unstable();
        assert_eq!(numbers, [3, 4, 5]);
        assert_eq!(switched.matches("counterproof := counterproofEdit3(").count(), 3, "{switched}");
        assert_eq!(switched.matches("func counterproofEdit3(test string)").count(), 1, "{switched}");
        assert_eq!(switched.matches("import counterproofOS").count(), 1, "{switched}");
    }

    #[test]
    fn examples_and_fuzz_targets_are_left_alone() {
        let text = "package p\nfunc ExampleA() {\n\tf()\n\t// Output: 1\n}\nfunc FuzzB(f *testing.F) { f.Fuzz(g) }\n";
        assert_eq!(all(text), (text.to_owned(), Vec::new()));
    }
}
