//! TOML files.

use super::{KeyPath, Patterns, Plan, matches, plan, split};
use crate::domain::{Part, Role};
use serde_json::Value;
use std::ops::Range;
use toml_edit::{Document, DocumentMut, Item, Table, TableLike};

fn parse(text: &str) -> Option<Value> {
    toml::from_str(text).ok()
}

/// Code and harness, for comparison.
pub(in super::super) fn strands(text: &str, patterns: Patterns) -> Option<(String, String)> {
    let (code, harness) = split(&parse(text)?, patterns);
    Some((code.to_string(), harness.to_string()))
}

/// The code of the first text with the harness of the second.
pub(in super::super) fn graft(code: &str, tests: &str, patterns: Patterns) -> String {
    let (Some(ours), Some(theirs)) = (parse(code), parse(tests)) else { return code.to_owned() };
    match plan(&ours, &theirs, patterns) {
        Plan::Code => code.to_owned(),
        Plan::Tests => tests.to_owned(),
        Plan::Mix { out, from_tests } => {
            mix(code, tests, &out, &from_tests).unwrap_or_else(|| code.to_owned())
        }
    }
}

fn mix(code: &str, tests: &str, out: &[KeyPath], from_tests: &[KeyPath]) -> Option<String> {
    let mut mixed: DocumentMut = code.parse().ok()?;
    let theirs: DocumentMut = tests.parse().ok()?;
    for path in out.iter().chain(from_tests) {
        remove(mixed.as_table_mut(), path);
    }
    for path in from_tests {
        let (first, rest) = path.split_first()?;
        let item = rest.iter().try_fold(theirs.get(first)?, |item, key| item.as_table_like()?.get(key))?;
        set(mixed.as_table_mut(), path, item.clone())?;
    }
    Some(mixed.to_string())
}

fn remove(table: &mut dyn TableLike, path: &[String]) {
    let Some((key, rest)) = path.split_first() else { return };
    match table.get_mut(key).and_then(Item::as_table_like_mut).filter(|_| !rest.is_empty()) {
        Some(inner) => {
            remove(inner, rest);
            if inner.is_empty() {
                table.remove(key);
            }
        }
        None if rest.is_empty() => {
            table.remove(key);
        }
        None => {}
    }
}

/// Puts an item in; tables on the way are made. `None` if something else than a table is in the way.
fn set(table: &mut dyn TableLike, path: &[String], item: Item) -> Option<()> {
    let (key, rest) = path.split_first()?;
    if rest.is_empty() {
        table.insert(key, item);
        return Some(());
    }
    if !table.contains_key(key) {
        let mut between = Table::new();
        between.set_implicit(true);
        table.insert(key, Item::Table(between));
    }
    set(table.get_mut(key)?.as_table_like_mut()?, rest, item)
}

/// The parts of a file: harness tables from their header to the next, and harness keys in whole lines.
pub(in super::super) fn cut(text: &str, patterns: Patterns) -> Vec<Part> {
    let Ok(document) = Document::parse(text) else { return Part::around(&[], Role::Harness, text.len()) };
    let mut reader = Reader { patterns, headers: Vec::new(), keys: Vec::new() };
    reader.table(document.as_table(), &mut KeyPath::new(), false);
    Part::around(&reader.ranges(text), Role::Harness, text.len())
}

struct Reader {
    patterns: Patterns,
    /// Where each header begins, and whether what follows is harness.
    headers: Vec<(usize, bool)>,
    /// Keys and values that are harness.
    keys: Vec<Range<usize>>,
}

impl Reader {
    fn table(&mut self, table: &dyn TableLike, here: &mut KeyPath, harness: bool) {
        for (key, item) in table.iter() {
            here.push(key.to_owned());
            let harness = harness || self.patterns.iter().any(|pattern| matches(pattern, here));
            let start = table.key(key).and_then(|key| key.span()).map(|span| span.start);
            self.item(item, start, here, harness);
            here.pop();
        }
    }

    fn item(&mut self, item: &Item, key: Option<usize>, here: &mut KeyPath, harness: bool) {
        match item {
            Item::Table(table) => {
                self.header(table, harness);
                self.table(table, here, harness);
            }
            Item::ArrayOfTables(tables) => {
                for table in tables {
                    self.header(table, harness);
                    self.table(table, here, harness);
                }
            }
            Item::Value(value) if harness => {
                if let (Some(start), Some(span)) = (key, value.span()) {
                    self.keys.push(start..span.end);
                }
            }
            _ => {}
        }
    }

    fn header(&mut self, table: &Table, harness: bool) {
        if let Some(span) = table.span().filter(|_| !table.is_implicit() && !table.is_dotted()) {
            self.headers.push((span.start, harness));
        }
    }

    /// All harness ranges, in order and apart.
    fn ranges(mut self, text: &str) -> Vec<Range<usize>> {
        self.headers.sort_unstable();
        let ends = self.headers.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
        let tables = self.headers.iter().zip(ends).filter(|((_, harness), _)| *harness);
        let mut ranges: Vec<_> = tables.map(|((start, _), end)| *start..end).collect();
        let keys = self.keys.iter().map(|key| lines(text, key.clone()));
        let alone =
            keys.filter(|key| !ranges.iter().any(|table| table.contains(&key.start))).collect::<Vec<_>>();
        ranges.extend(alone);
        ranges.sort_by_key(|range| (range.start, range.end));
        ranges.dedup_by(|next, last| next.start < last.end);
        ranges
    }
}

/// The whole lines of a range.
fn lines(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
    start..text[range.end..].find('\n').map_or(text.len(), |newline| range.end + newline + 1)
}
