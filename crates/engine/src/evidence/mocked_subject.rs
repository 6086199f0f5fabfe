//! Mocks in the place of what the change is about.

use super::{Rule, Sides, Spot, sides::File};
use crate::{
    domain::{Role, Severity},
    lang::clues::Mock,
};

pub(super) const MOCKED_SUBJECT: Rule = Rule { name: "mocked_subject", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let of_code = |file: &&File| file.roles.contains(&Role::Code) && file.head.exists;
    let subjects: Vec<&File> = sides.files.iter().filter(of_code).collect();
    let mut spots = Vec::new();
    for file in sides.files.iter().filter(|file| file.roles.contains(&Role::Test)) {
        let Some([_, after]) = file.readings() else { continue };
        let new = after.mocks().into_iter().filter(|mock| file.head.owns(mock.line));
        for mock in new.filter(|mock| subjects.iter().any(|subject| stands_for(mock, subject, file))) {
            let what = [mock.place.as_str(), mock.name.as_str()].join(" ");
            spots.push(
                file.spot(mock.line, format!("`{}` is changed here and mocked in its test", what.trim())),
            );
        }
    }
    spots
}

/// Whether a mock takes the place of something that a changed file defines, in the test of that very file.
fn stands_for(mock: &Mock, subject: &File, test: &File) -> bool {
    let (of_subject, of_test) = (stem(subject), stem(test));
    let bare = ["test", "tests", "spec"].iter().fold(of_test.as_str(), |name, word| {
        let name = name.strip_prefix(word).unwrap_or(name);
        name.strip_suffix(word).unwrap_or(name)
    });
    let is_its_test = bare == of_subject;
    let at_its_place = mock.place.rsplit(['.', '/', ':']).any(|part| plain(part) == of_subject);
    let Some(language) = subject.language.filter(|_| is_its_test) else { return false };
    if mock.name.is_empty() {
        return at_its_place && mock.place.starts_with('.');
    }
    let defines = (language.definitions)(&subject.path, &subject.head.text).contains(&mock.name);
    let is_there = at_its_place || mock.place.is_empty() || plain(&mock.place) == of_subject;
    defines && is_there && is_altered(subject, &mock.name)
}

/// Whether a function does something else than before; of what is no function, whether a new line mentions it.
fn is_altered(file: &File, name: &str) -> bool {
    let Some(language) = file.language else { return false };
    let of = |path, text| {
        let functions = (language.outline)(path, text).functions.into_iter();
        let named = functions.filter(|one| one.name.last().is_some_and(|last| last == name));
        named.map(|one| one.body_tokens).collect::<Vec<_>>()
    };
    let (was, is) = (of(&file.was, &file.base.text), of(&file.path, &file.head.text));
    let is_no_function = was.is_empty() && is.is_empty();
    was != is || is_no_function && file.head.own.iter().any(|line| line.text.contains(name))
}

/// A file's name without what marks it as a file or a test, in one case: `calc` for `calc.py`, `Calc.test.js`.
fn stem(file: &File) -> String {
    let name = String::from_utf8_lossy(file.path.name()).into_owned();
    plain(name.split('.').next().unwrap_or_default())
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', '-'], "")
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    const TEST: &str = "from unittest.mock import patch\nimport calc\n\ndef test_a():\n    with patch('calc.total', return_value=6):\n        assert calc.total([1]) == 6\n";

    #[test]
    fn a_mock_of_what_changed_is_shown() {
        let pair = Pair::new().base("calc.py", "def total(x):\n    return 1\n");
        let pair = pair.head("calc.py", "def total(xs):\n    return sum(xs)\n").head("test_calc.py", TEST);
        assert_eq!(
            pair.found("mocked_subject"),
            ["test_calc.py:5 `calc total` is changed here and mocked in its test"]
        );
        let pair =
            Pair::new().base("src/m.js", "exports.f = () => 1;\n").head("src/m.js", "exports.f = () => 2;\n");
        let test = "jest.mock('./mod');\ntest('a', () => { expect(f()).toBe(2); });\n";
        let pair =
            pair.base("src/mod.js", "exports.f = () => 1;\n").head("src/mod.js", "exports.f = () => 2;\n");
        assert_eq!(pair.head("src/mod.test.js", test).found("mocked_subject").len(), 1);
    }

    #[test]
    fn a_mock_in_the_test_of_another_file_is_fine() {
        let pair = Pair::new().base("calc.py", "def total(x):\n    return 1\n");
        let pair = pair.head("calc.py", "def total(xs):\n    return sum(xs)\n");
        assert_eq!(pair.head("test_cli_calc.py", TEST).found("mocked_subject"), [""; 0]);
    }

    #[test]
    fn a_mock_of_something_else_is_fine() {
        let pair = Pair::new().base("calc.py", "def total(x):\n    return 1\n");
        let pair = pair.head("calc.py", "def total(xs):\n    return fetch(xs)\n");
        let pair = pair.head("test_calc.py", &TEST.replace("calc.total'", "net.fetch'"));
        assert_eq!(pair.found("mocked_subject"), [""; 0]);
    }
}
