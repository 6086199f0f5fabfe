//! Which assertion of an edited test became which.

use super::sides::Edited;
use crate::lang::clues::{Check, Reading};
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// How alike two assertions must be for the one to be taken for the other edited, from 0 to 1.
const ALIKE: f64 = 0.45;

/// The assertions of an edited test that differ.
pub(super) struct Pairing {
    /// Those that became another one.
    pub(super) altered: Vec<(Check, Check)>,
    /// Those that are gone.
    pub(super) lost: Vec<Check>,
    /// Those that are new.
    pub(super) gained: Vec<Check>,
}

/// Pairs the assertions of a test: equal ones are left out, then the most alike go together, each once.
pub(super) fn pairing([before, after]: &[Reading<'_>; 2], test: &Edited<'_>) -> Pairing {
    let mut lost = before.checks(&test.base.span);
    let mut gained = after.checks(&test.head.span);
    lost.retain(|one| match gained.iter().position(|other| other.tokens == one.tokens) {
        Some(at) => {
            gained.remove(at);
            false
        }
        None => true,
    });
    let mut candidates = Vec::new();
    for (at, one) in lost.iter().enumerate() {
        for (there, other) in gained.iter().enumerate() {
            candidates.push((likeness(&one.tokens, &other.tokens), at, there));
        }
    }
    candidates.retain(|(alike, ..)| *alike >= ALIKE);
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2))));
    let (mut from, mut to) = (vec![None; lost.len()], vec![false; gained.len()]);
    for (_, at, there) in candidates {
        if from[at].is_none() && !to[there] {
            (from[at], to[there]) = (Some(there), true);
        }
    }
    let altered = lost.iter().zip(&from).filter_map(|(one, to)| Some((one.clone(), gained[(*to)?].clone())));
    let altered = altered.collect();
    let unpaired = |all: Vec<Check>, is_paired: Vec<bool>| {
        all.into_iter().zip(is_paired).filter(|(_, paired)| !paired).map(|(one, _)| one).collect()
    };
    let from = from.iter().map(Option::is_some).collect();
    Pairing { altered, lost: unpaired(lost, from), gained: unpaired(gained, to) }
}

/// The share of tokens that two assertions have in common, in order.
pub(super) fn likeness(one: &[String], other: &[String]) -> f64 {
    let all = (one.len() + other.len()).max(1);
    let operations = capture_diff_slices(Algorithm::Myers, one, other).into_iter();
    let equal = operations.filter(|operation| operation.tag() == DiffTag::Equal);
    2.0 * equal.map(|operation| operation.old_range().len()).sum::<usize>() as f64 / all as f64
}

/// A stretch of tokens that became another one.
pub(super) struct Swap<'a> {
    /// Where it begins in the new tokens.
    pub(super) at: usize,
    /// What it was.
    pub(super) old: &'a [String],
    /// What it is.
    pub(super) new: &'a [String],
}

/// The stretches in which two token lists differ.
pub(super) fn swaps<'a>(old: &'a [String], new: &'a [String]) -> Vec<Swap<'a>> {
    let operations = capture_diff_slices(Algorithm::Myers, old, new).into_iter();
    let differing = operations.filter(|operation| operation.tag() != DiffTag::Equal);
    let swap = |operation: similar::DiffOp| Swap {
        at: operation.new_range().start,
        old: &old[operation.old_range()],
        new: &new[operation.new_range()],
    };
    differing.map(swap).collect()
}

/// Two stretches as one short line each, from where they begin to differ.
pub(super) fn shown_apart(old: &[String], new: &[String]) -> (String, String) {
    const KNOWN: usize = 24;
    let (one, other) = (joined(old), joined(new));
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let behind = |line: &str| match same > KNOWN && line.chars().count() > LONGEST {
        true => format!("…{}", line.chars().skip(same - KNOWN / 2).collect::<String>()),
        false => line.to_owned(),
    };
    (short(&behind(&one)), short(&behind(&other)))
}

/// How much of a line is shown.
const LONGEST: usize = 60;

fn short(line: &str) -> String {
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

/// Tokens as one short line.
pub(super) fn shown(tokens: &[String]) -> String {
    short(&joined(tokens))
}

fn joined(tokens: &[String]) -> String {
    let mut line = String::new();
    for token in tokens {
        let after_word = line.ends_with(|c: char| c.is_alphanumeric() || "_)]!'\"".contains(c));
        let glued = line.is_empty()
            || line.ends_with(['(', '[', '{', '.', '!', '$'])
            || line.ends_with("->")
            || matches!(token.as_str(), ")" | "]" | "}" | "," | "." | ":" | ";" | "!" | "::" | "->" | "?.")
            || (after_word && matches!(token.as_str(), "(" | "["))
            || line.ends_with("::");
        line.push_str(if glued { "" } else { " " });
        line.push_str(&token.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    line
}
