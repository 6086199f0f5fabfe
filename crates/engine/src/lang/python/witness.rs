//! Bodies of Python tests that leave marks.

use super::{
    edit::{Replacements, at_end, at_start},
    parse, undecorated,
};
use crate::{
    domain::{Mark, Turn},
    lang::{
        WITNESS, Witnessed,
        syntax::{node_at, splice},
    },
};
use tree_sitter::Node;

/// A decorator that turns a test into its contrary. What skips a test, or ends the process, does so as ever.
const TURNED: &str = r#"
def turned(number):
    import functools, inspect, os, pathlib
    quiet = {"KeyboardInterrupt", "SystemExit", "GeneratorExit", "CancelledError", "Skipped", "SkipTest", "XFailed", "Exit"}
    def mark(what):
        pathlib.Path(os.environ["COUNTERPROOF_WITNESS"], number + "." + what).touch()
    def judge(error):
        if error is None:
            mark("ended")
            raise AssertionError("counterproof")
        if any(kind.__name__ in quiet for kind in type(error).__mro__):
            raise error
        mark("failed")
    def around(test):
        if inspect.iscoroutinefunction(test):
            @functools.wraps(test)
            async def run(*words, **named):
                mark("entered")
                error = None
                try:
                    await test(*words, **named)
                except BaseException as raised:
                    error = raised
                judge(error)
        else:
            @functools.wraps(test)
            def run(*words, **named):
                mark("entered")
                error = None
                try:
                    test(*words, **named)
                except BaseException as raised:
                    error = raised
                judge(error)
        return run
    return around
"#;

/// The file with bodies that leave marks.
pub(super) fn witness(text: &str, witnessed: &[Witnessed<'_>]) -> Option<String> {
    let tree = parse(text)?;
    let replacements = witnessed.iter().map(|one| {
        let function = undecorated(node_at(&tree, &one.test.span)?);
        match one.turn {
            Turn::AsItIs => marked(function, one.number, text),
            Turn::Inverted => Some(vec![turned(function, one.number, text)]),
        }
    });
    Some(splice(text, replacements.collect::<Option<Vec<_>>>()?.concat()))
}

/// Marks before the first statement and behind the last one: what returns on the way does not get to its end.
fn marked(function: Node<'_>, number: usize, text: &str) -> Option<Replacements> {
    let body = function.child_by_field_name("body")?;
    let mark = |mark: Mark| {
        let name = mark.name();
        format!(
            "__import__(\"pathlib\").Path(__import__(\"os\").environ[\"{WITNESS}\"], \"{number}.{name}\").touch()"
        )
    };
    let entered = at_start(function, body, &mark(Mark::Entered), text);
    let ended = at_end(function, body, &mark(Mark::Ended), text);
    Some([entered].into_iter().chain(ended).collect())
}

/// A decorator of our own, the innermost. A call of a plain name is what every version takes there.
fn turned(function: Node<'_>, number: usize, text: &str) -> (std::ops::Range<usize>, String) {
    let start = function.start_byte();
    let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let indent = &text[line..start];
    let code = TURNED.replace('"', "\\\\x22").replace('\n', "\\\\n");
    let decorator = format!(
        "@eval(\"(lambda names: exec('{code}', names) or names['turned']('{number}'))({{}})\")\n{indent}"
    );
    (start..start, decorator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::RepoPath,
        lang::python::{PYTHON, find},
    };

    fn all(text: &str, turn: Turn) -> String {
        let tests = find::tests(&RepoPath::from("test_a.py"), text);
        let witnessed: Vec<_> =
            tests.iter().enumerate().map(|(number, test)| Witnessed { test, turn, number }).collect();
        (PYTHON.witness)(text, &witnessed).unwrap()
    }

    #[test]
    fn a_body_as_it_is_is_marked_before_its_first_statement_and_behind_its_last() {
        let text = all("def test_a():\n    x()\n    y()\n", Turn::AsItIs);
        let (entered, ended) = (text.find("0.entered").unwrap(), text.find("0.ended").unwrap());
        let body = text.find("x()").unwrap()..text.find("y()").unwrap();
        assert!(entered < body.start && body.end < ended, "{text}");
    }

    #[test]
    fn an_inverted_test_gets_an_innermost_decorator_in_its_own_line() {
        let text = all("class TestA:\n    @deco\n    async def test_a(self): x()\n", Turn::Inverted);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[1], lines[3]), ("    @deco", "    async def test_a(self): x()"));
        assert!(
            lines[2].starts_with("    @eval(\"(lambda names: exec('\\\\ndef turned(number):"),
            "{}",
            lines[2]
        );
        assert!(lines[2].ends_with("or names['turned']('0'))({})\")"), "{}", lines[2]);
    }
}
