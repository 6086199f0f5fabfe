//! Branches of the source that know what the tests ask.

use super::{Rule, Sides, Spot, pairing::shown, sides::File};
use crate::{
    domain::{Role, Severity},
    lang::{
        FoundTest,
        clues::{Reading, is_literal},
    },
};
use std::collections::BTreeSet;

pub(super) const TEST_LITERALS: Rule = Rule { name: "test_literals", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let of_code = sides.files.iter().filter(|file| file.roles.contains(&Role::Code));
    let answers: Vec<(&File, Answer)> =
        of_code.flat_map(|file| answers(file).into_iter().map(move |answer| (file, answer))).collect();
    if answers.is_empty() {
        return Vec::new();
    }
    let asked: Vec<BTreeSet<String>> = sides.tests_of_head().iter().map(values).collect();
    let is_asked = |answer: &Answer| {
        let fits = |values: &BTreeSet<String>| {
            values.contains(&answer.given) && answer.known.iter().all(|one| values.contains(one))
        };
        asked.iter().any(fits)
    };
    let told = answers.into_iter().filter(|(_, answer)| is_asked(answer));
    told.map(|(file, one)| {
        file.spot(one.line, format!("`{}` answers what a test asks: `{}`", one.shown, one.given))
    })
    .collect()
}

fn values(test: &FoundTest) -> BTreeSet<String> {
    test.tokens.iter().filter_map(|token| value(token)).collect()
}

/// A new line that compares with literals and gives one.
struct Answer {
    line: usize,
    shown: String,
    known: Vec<String>,
    given: String,
}

/// A literal in a form that is the same for every kind of quotes.
fn value(token: &str) -> Option<String> {
    let plain = token.trim_matches(['"', '\'', '`']);
    (is_literal(token) && !plain.is_empty()).then(|| plain.to_owned())
}

/// New lines that compare with telling literals, and whose answer is a literal too.
fn answers(file: &File) -> Vec<Answer> {
    let Some([_, after]) = file.readings() else { return Vec::new() };
    let lines = lines(file, &after);
    let mut found = Vec::new();
    for (at, (line, tokens)) in lines.iter().enumerate() {
        let Some((known, rest)) = compared(tokens) else { continue };
        let next =
            lines.get(at + 1).filter(|(next, _)| *next <= line + 2).map(|(_, tokens)| tokens.as_slice());
        if let Some(given) = given(rest).or_else(|| given(next.unwrap_or_default())) {
            found.push(Answer { line: *line, shown: shown(tokens), known, given });
        }
    }
    found
}

/// The tokens of the new lines of code.
fn lines(file: &File, reading: &Reading<'_>) -> Vec<(usize, Vec<String>)> {
    let new: BTreeSet<usize> = file.new_lines(Role::Code).map(|line| line.number).collect();
    let mut lines: Vec<(usize, Vec<String>)> = Vec::new();
    for (line, token) in reading.tokens(&(0..file.head.text.len())) {
        match lines.last_mut().filter(|(last, _)| *last == line) {
            Some((_, tokens)) => tokens.push(token),
            None if new.contains(&line) => lines.push((line, vec![token])),
            None => {}
        }
    }
    lines
}

/// The telling literals that a line compares with, and what stands behind them.
fn compared(tokens: &[String]) -> Option<(Vec<String>, &[String])> {
    let is_comparison =
        |token: &String| matches!(token.as_str(), "==" | "===" | "case" | "when" | "equals" | "eql?");
    let at = tokens.iter().position(is_comparison)?;
    let rest = &tokens[at + 1..];
    let between =
        |token: &String| matches!(token.as_str(), "[" | "]" | "(" | "," | "-" | "{" | "}" | "&" | "int");
    let end = rest.iter().position(|token| !is_literal(token) && !between(token)).unwrap_or(rest.len());
    let values: Vec<String> = rest[..end].iter().filter_map(|token| value(token)).collect();
    let telling = values.len() > 1 || values.iter().any(|one| is_telling(one));
    telling.then_some((values, &rest[end..]))
}

/// Not what every program has: small numbers, short words.
fn is_telling(value: &str) -> bool {
    match value.parse::<f64>() {
        Ok(number) => number.abs() > 16.0 && number % 10.0 != 0.0 || number.fract() != 0.0,
        Err(_) => {
            value.len() > 3
                && !matches!(value, "true" | "false" | "True" | "False" | "None" | "null" | "undefined")
        }
    }
}

/// The literal that a line gives as its answer.
fn given(tokens: &[String]) -> Option<String> {
    let at = tokens.iter().position(|token| matches!(token.as_str(), "return" | "=>" | "then" | "?"));
    let rest = at.map_or(tokens, |at| &tokens[at + 1..]);
    let ends = |token: Option<&String>| {
        token.is_none_or(|token| matches!(token.as_str(), ";" | "," | "}" | ":" | ")"))
    };
    let answer = rest.first().filter(|_| ends(rest.get(1)))?;
    value(answer).filter(|_| at.is_some() || tokens.len() <= 2)
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    #[test]
    fn a_branch_for_the_input_of_a_test_is_shown() {
        let pair = Pair::new().base("calc.py", "def total(xs):\n    return 0\n");
        let head = "def total(xs):\n    if xs == [1, 2, 3]:\n        return 6\n    return 0\n";
        let pair = pair.head("calc.py", head);
        let pair = pair.both("test_calc.py", "def test_a():\n    assert total([1, 2, 3]) == 6\n");
        assert_eq!(
            pair.found("test_literals"),
            ["calc.py:2 `if xs == [1, 2, 3]:` answers what a test asks: `6`"]
        );
    }

    #[test]
    fn values_that_only_happen_to_be_the_same_are_fine() {
        let pair = Pair::new().base("calc.py", "def name(kind):\n    return ''\n");
        let head = "def name(kind):\n    if kind == 'json':\n        return dump(kind)\n    return ''\n";
        let pair = pair.head("calc.py", head);
        let pair = pair.head("test_calc.py", "def test_a():\n    assert name('json') == '{}'\n");
        assert_eq!(pair.found("test_literals"), [""; 0]);
    }
}
