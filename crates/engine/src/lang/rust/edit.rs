//! Edits of a test's body that keep the file compiling, and broken sources.

use super::{
    attribute::{self, Attribute},
    syntax::{children, is_comment, is_inner_doc, items, parse, tokens},
};
use crate::{domain::BodyEdit, lang::FoundTest};
use tree_sitter::{Node, Tree};

/// A failure, as an expression.
pub(super) const PANIC: &str = r#"panic!("counterproof")"#;
/// An exit with our status. `std` by a name of our own: it is there in `no_std` crates, in every edition, and not shadowed.
pub(super) const EXIT: &str = "{ extern crate std as counterproof_std; counterproof_std::process::exit(97) }";

/// What ends the process if the thread, or the process by `std::process::exit` on it, ends behind `counterproof_must_end(false)`
/// and before `counterproof_must_end(true)`. It aborts, since one cannot exit while one exits, and is safe code, since a
/// crate may forbid the other.
pub(super) const MUST_END: &str = "fn counterproof_must_end(ended: bool) { extern crate std as counterproof_std; \
     struct End(counterproof_std::cell::Cell<bool>); \
     impl counterproof_std::ops::Drop for End { fn drop(&mut self) { \
     if !self.0.get() { counterproof_std::process::abort() } } } \
     counterproof_std::thread_local! { static END: End = End(counterproof_std::cell::Cell::new(true)); } \
     END.with(|end| end.0.set(ended)); }";

/// What an edit leaves behind must not fail a crate that denies warnings. Named one by one where a body is taken out:
/// `warnings` does not reach lints that are denied by name, and `unused` is an error where one of its lints is forbidden.
pub(super) const LEFT_UNUSED: &str =
    "warnings, unused_imports, unused_macros, unused_variables, unused_mut, dead_code";

/// The text with bodies of tests edited, last first, so that the places of the others stay where they were found. It
/// compiles where the text did; with [`BodyEdit::PassAtOnce`] also where only that body did not.
///
/// A file that is only `include!`d cannot have the inner attribute that is added, and does not compile when edited.
pub(super) fn edit_bodies(text: &str, edits: &[(&FoundTest, BodyEdit)]) -> String {
    let tree = parse(text);
    let mut edits: Vec<_> =
        edits.iter().filter_map(|edit| Some((edit.0.body.clone(), edited(&tree, text, edit)?))).collect();
    if edits.is_empty() {
        return text.to_owned();
    }
    edits.sort_by_key(|(body, _)| body.start);
    let mut changed = text.to_owned();
    for (body, (words, _)) in edits.iter().rev() {
        changed.replace_range(body.clone(), words);
    }
    let lints = edits.iter().map(|(_, (_, lints))| *lints).find(|lints| *lints == LEFT_UNUSED);
    let lints = lints.unwrap_or("warnings");
    changed.insert_str(inner_attributes_end(tree.root_node(), text), &format!("#![allow({lints})] "));
    changed
}

/// The words of a test's body after an edit, and the lints they would set off. Endings are put behind `if true` so that
/// types fit and nothing is seen to be unreachable.
///
/// A `#[should_panic]` test fails by *not* panicking: its body's panic is caught before the ending, and it passes by
/// panicking with the expected text. In an async one the panic cannot be caught, so its ending is never reached, and it
/// need not be.
fn edited(tree: &Tree, text: &str, (test, edit): &(&FoundTest, BodyEdit)) -> Option<(String, &'static str)> {
    let function = Function::around(tree.root_node(), text, test)?;
    let body = match (edit, function.should_panic) {
        (BodyEdit::FailAtEnd, Some(_)) if !function.is_async => function.caught(""),
        (BodyEdit::ExitAtEnd, Some(_)) if !function.is_async => function.caught(&format!("if true {EXIT}")),
        (BodyEdit::FailAtEnd, _) => function.ended_by(&format!("{{ {PANIC} }}")),
        (BodyEdit::ExitAtEnd, _) => function.ended_by(EXIT),
        (BodyEdit::ExitAtOnce, _) => format!(" if true {EXIT} {}", &text[test.body.clone()]),
        (BodyEdit::PassAtOnce, Some(message)) => format!(r#" panic!("{{}}", {message}) "#),
        (BodyEdit::PassAtOnce, None) => function.passing().to_owned(),
        (BodyEdit::LeaveAtOnce, Some(message)) => {
            format!(r#" if true {{ panic!("{{}}", {message}) }} {}"#, &text[test.body.clone()])
        }
        (BodyEdit::LeaveAtOnce, None) => {
            format!(" if true {{ return {{{}}}; }} {}", function.passing(), &text[test.body.clone()])
        }
        (BodyEdit::MustEnd, None) => {
            let ended = function.ended_by("{ counterproof_must_end(true); }");
            format!(" {MUST_END} counterproof_must_end(false); {ended}")
        }
        (BodyEdit::MustEnd, Some(_)) if !function.is_async => {
            format!(" {MUST_END} {}", function.panicking_between("counterproof_must_end"))
        }
        (BodyEdit::MustEnd, Some(_)) => format!(" {{}} {}", &text[test.body.clone()]),
    };
    Some((body, if *edit == BodyEdit::PassAtOnce { LEFT_UNUSED } else { "warnings" }))
}

/// Where another inner attribute of the file can stand, and has the last word.
pub(super) fn inner_attributes_end(root: Node, text: &str) -> usize {
    let inner = |node: &Node| {
        node.kind() == "inner_attribute_item" || node.kind() == "shebang" || is_inner_doc(*node)
    };
    let last = children(root).iter().rfind(|node| inner(node)).map(Node::end_byte);
    last.unwrap_or(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 })
}

/// The function of a test.
pub(super) struct Function<'a> {
    text: &'a str,
    test: &'a FoundTest,
    /// The return type as written; `None` for `()`.
    pub(super) returns: Option<&'a str>,
    /// The first argument of the return type, if it is a `Result`.
    pub(super) result_of: Option<&'a str>,
    pub(super) is_async: bool,
    /// It is given arguments, by a macro.
    pub(super) has_parameters: bool,
    /// Where the items around it begin: the same for all tests of one module.
    pub(super) scope: usize,
    /// The literal the panic's message must contain.
    pub(super) should_panic: Option<&'a str>,
    /// A `return` that is the body's last statement: from where to where, and its value.
    last_return: Option<(usize, usize, Option<&'a str>)>,
}

impl<'a> Function<'a> {
    pub(super) fn around(root: Node, text: &'a str, test: &'a FoundTest) -> Option<Self> {
        let inside = root.descendant_for_byte_range(test.body.start.saturating_sub(1), test.body.end)?;
        let mut node = inside;
        while node.kind() != "function_item" || node.start_byte() < test.span.start {
            node = node.parent()?;
        }
        let outer = items(node.parent()?).into_iter().find(|item| item.node == node)?;
        let returns = node.child_by_field_name("return_type");
        let modifiers = children(node).into_iter().find(|child| child.kind() == "function_modifiers");
        Some(Self {
            text,
            test,
            returns: returns.filter(|node| node.kind() != "unit_type").map(|node| &text[node.byte_range()]),
            result_of: returns.and_then(|node| result_of(node, text)),
            has_parameters: node
                .child_by_field_name("parameters")
                .is_some_and(|list| list.named_child_count() > 0),
            scope: node.parent()?.start_byte(),
            is_async: modifiers.is_some_and(|node| tokens(node, text).iter().any(|token| token == "async")),
            should_panic: attribute::of_item(&outer, text).iter().find_map(Attribute::should_panic),
            last_return: node.child_by_field_name("body").and_then(|body| last_return(body, text)),
        })
    }

    /// The body with `ending` (a block that diverges) behind its value.
    pub(super) fn ended_by(&self, ending: &str) -> String {
        let body = self.without_last_return();
        match self.returns {
            None => format!(" if true {{{body}\n}} if true {ending} "),
            Some("!") => format!(" if true {{{body}\n}} loop {ending} "),
            Some(_) => {
                let of_type = self.annotation();
                format!(
                    " let _counterproof{of_type} = {{{body}\n}}; #[allow(unreachable_code)] if true {ending} _counterproof "
                )
            }
        }
    }

    /// The body with its panic caught, then `ending`.
    pub(super) fn caught(&self, ending: &str) -> String {
        let body = &self.text[self.test.body.clone()];
        format!(
            " extern crate std as counterproof_std; let _ = counterproof_std::panic::catch_unwind(\
             counterproof_std::panic::AssertUnwindSafe(|| {{{body}\n}})); {ending} "
        )
    }

    /// The body between two calls of a function, with `false` and with `true`, the second also where it panics, as it should.
    pub(super) fn panicking_between(&self, function: &str) -> String {
        let body = &self.text[self.test.body.clone()];
        format!(
            " extern crate std as counterproof_std; {function}(false); \
             let counterproof_panic = counterproof_std::panic::catch_unwind(\
             counterproof_std::panic::AssertUnwindSafe(|| {{{body}\n}})); {function}(true); \
             match counterproof_panic {{ Ok(value) => value, Err(panic) => counterproof_std::panic::resume_unwind(panic) }} "
        )
    }

    /// The body, its last `return x;` made its value, for an ending behind it would not be reached.
    fn without_last_return(&self) -> String {
        let body = &self.text[self.test.body.clone()];
        let Some((start, end, value)) = self.last_return else { return body.to_owned() };
        let (before, after) = (&self.text[self.test.body.start..start], &self.text[end..self.test.body.end]);
        let value = match (value, self.returns) {
            (None, _) => String::new(),
            (Some(value), None) => format!("{value};"),
            // Through a variable: what the value borrows from must outlive it, as it does in a `return`.
            (Some(value), Some(_)) => {
                format!("let counterproof_return{} = {value}; counterproof_return", self.annotation())
            }
        };
        format!("{before}{value}{after}")
    }

    /// `: TYPE` for the returned value, unless it is a type that cannot be written there.
    fn annotation(&self) -> String {
        let named = self.returns.filter(|returns| !returns.split_whitespace().any(|word| word == "impl"));
        named.map(|returns| format!(": {returns}")).unwrap_or_default()
    }

    /// A value of the returned type that means success. Never an exit of the process: it would take the tests beside it
    /// along. An unknown type is taken for an alias of `Result<(), _>`; where it is not, the body does not compile, and
    /// the test cannot be calibrated.
    pub(super) fn passing(&self) -> &'static str {
        let Some(returns) = self.returns else { return "" };
        let last = returns.rsplit("::").next().unwrap_or(returns).trim();
        match self.result_of {
            None if last == "ExitCode" || returns.split_whitespace().any(|word| word == "impl") => {
                " extern crate std as counterproof_std; counterproof_std::process::ExitCode::SUCCESS "
            }
            None | Some("()") => " Ok(()) ",
            Some(_) => " Ok(Default::default()) ",
        }
    }
}

/// `T` of `Result<T, …>`, whatever path the `Result` has.
fn result_of<'a>(node: Node, text: &'a str) -> Option<&'a str> {
    let (of, arguments) = (node.child_by_field_name("type")?, node.child_by_field_name("type_arguments")?);
    let last = text[of.byte_range()].rsplit("::").next()?;
    (last.trim() == "Result").then_some(())?;
    arguments.named_child(0).map(|first| &text[first.byte_range()])
}

fn last_return<'a>(body: Node, text: &'a str) -> Option<(usize, usize, Option<&'a str>)> {
    let last = children(body).into_iter().rfind(|child| child.is_named() && !is_comment(*child))?;
    let inner = if last.kind() == "expression_statement" { last.named_child(0)? } else { last };
    (inner.kind() == "return_expression").then_some(())?;
    let value = children(inner).into_iter().find(|child| child.is_named() && !is_comment(*child));
    Some((last.start_byte(), last.end_byte(), value.map(|value| &text[value.byte_range()])))
}

/// The file with an error at its end, where inner attributes and docs stay first and no test is touched.
pub(super) fn break_source(text: &str) -> String {
    format!("{text}\ncompile_error!(\"counterproof\");\n")
}

#[cfg(test)]
mod tests;
