//! Edits of the bodies of Java tests. What is edited still compiles: no statement stands where the compiler sees that it
//! is not reached, no checked exception is thrown, every way out gives a value where one is promised.

use super::{annotation::Modifiers, last_name, parse, skip::ABORTING};
use crate::{
    domain::BodyEdit,
    lang::{
        FoundTest,
        syntax::{descendants, node_at, parts, splice, text_of},
    },
};
use std::ops::Range;
use tree_sitter::Node;

pub(super) const FAIL: &str = "throw new java.lang.AssertionError(\"counterproof\");";
/// `halt` runs no hooks and asks no security manager of the test's.
const EXIT: &str = "java.lang.Runtime.getRuntime().halt(97);";
const ENDED: &str = "counterproofEnded = true;";

/// Throws an instance of any exception, checked or not, whatever its constructors ask for.
const RAISE: &str = "class CounterproofRaise { @java.lang.SuppressWarnings(\"unchecked\") \
    <T extends java.lang.Throwable> void raise(final java.lang.Class<?> type) throws T { \
    final java.lang.Object made; try { \
    final java.lang.Class<?> maker = java.lang.Class.forName(\"sun.misc.Unsafe\"); \
    final java.lang.reflect.Field field = maker.getDeclaredField(\"theUnsafe\"); field.setAccessible(true); \
    made = maker.getMethod(\"allocateInstance\", java.lang.Class.class).invoke(field.get(null), type); \
    } catch (final java.lang.ReflectiveOperationException wrong) { \
    throw new java.lang.IllegalStateException(wrong); } throw (T) made; } } ";

/// The file with the bodies of tests edited.
pub(super) fn edit_bodies(text: &str, edits: &[(&FoundTest, BodyEdit)]) -> String {
    let Some(tree) = parse(text) else { return text.to_owned() };
    let of_test = |(test, edit): &(&FoundTest, BodyEdit)| {
        let method = Method::read(node_at(&tree, &test.span)?, test.body.clone(), text)?;
        Some((test.body.clone(), method.edited(*edit)))
    };
    splice(text, edits.iter().filter_map(of_test).collect())
}

/// A test's method.
pub(super) struct Method<'a> {
    text: &'a str,
    pub(super) body: Range<usize>,
    /// What it gives, as written; `None` for nothing.
    returns: Option<&'a str>,
    /// The `return` that is its last statement, and what that gives.
    last_return: Option<(Range<usize>, Option<&'a str>)>,
    passes_by: PassesBy<'a>,
}

/// How a test passes.
enum PassesBy<'a> {
    /// It gets to its end.
    Ending,
    /// It throws an instance of this class.
    Throwing(&'a str),
    /// It throws what its body tells a rule to expect.
    ThrowingAsTold,
    /// It gives tests, which pass.
    GivingTests,
}

impl<'a> Method<'a> {
    pub(super) fn read(method: Node<'_>, body: Range<usize>, text: &'a str) -> Option<Self> {
        let block = method.child_by_field_name("body")?;
        let returns = method.child_by_field_name("type").filter(|node| node.kind() != "void_type");
        Some(Self {
            text,
            body,
            returns: returns.map(|node| &text[node.byte_range()]),
            last_return: last_return(block, text),
            passes_by: passes_by(method, block, text),
        })
    }

    fn edited(&self, edit: BodyEdit) -> String {
        match (edit, self.throws()) {
            (BodyEdit::PassAtOnce, _) => self.passing(),
            (BodyEdit::LeaveAtOnce, _) => {
                let leave = if self.is_plain() { "return;".to_owned() } else { self.passing() };
                format!(" if (true) {{ {leave} }} {}", &self.text[self.body.clone()])
            }
            (BodyEdit::ExitAtOnce, _) => format!(" {EXIT} {}", &self.text[self.body.clone()]),
            // Without an exception it fails.
            (BodyEdit::FailAtEnd, true) => self.caught(""),
            (BodyEdit::ExitAtEnd, true) => self.caught(EXIT),
            (BodyEdit::FailAtEnd, false) => format!("{} {FAIL} ", self.whole()),
            (BodyEdit::ExitAtEnd, false) => {
                format!("{} {EXIT} {}", self.whole(), self.returns.map_or("", |_| FAIL))
            }
            (BodyEdit::MustEnd, _) => self.bound(),
        }
    }

    /// Whether it gives nothing and passes by getting to its end.
    pub(super) fn is_plain(&self) -> bool {
        self.returns.is_none() && matches!(self.passes_by, PassesBy::Ending)
    }

    fn throws(&self) -> bool {
        matches!(self.passes_by, PassesBy::Throwing(_) | PassesBy::ThrowingAsTold)
    }

    /// The body as a statement. The compiler takes the end of an `if` to be reached whatever is inside.
    pub(super) fn whole(&self) -> String {
        let kept = |value: &str, of_type: &str| format!("{of_type} counterproofGiven = {value};");
        format!(" if (true) {{{}\n}}", self.without_last_return(kept))
    }

    /// The body, its last `return` turned into what `kept` makes of the value and its type.
    fn without_last_return(&self, kept: impl Fn(&str, &str) -> String) -> String {
        let body = &self.text[self.body.clone()];
        let Some((range, value)) = &self.last_return else { return body.to_owned() };
        let (before, after) =
            (&self.text[self.body.start..range.start], &self.text[range.end..self.body.end]);
        let new = value.zip(self.returns).map(|(value, of_type)| kept(value, of_type)).unwrap_or_default();
        format!("{before}{new}{after}")
    }

    /// The body with what it throws caught, then `ending`. An assumption that does not hold is thrown on.
    fn caught(&self, ending: &str) -> String {
        format!(
            " try {{{}\n}} catch (final java.lang.Throwable counterproofThrown) \
             {{ if ({}) throw counterproofThrown; }} {ending} ",
            self.whole(),
            is_aborting()
        )
    }

    /// The body, with the end of the process in every way out of it but its end. A test that passes by throwing has its
    /// end there too.
    fn bound(&self) -> String {
        let kept = |value: &str, of_type: &str| {
            format!("{of_type} counterproofGiven = {value}; {ENDED} return counterproofGiven;")
        };
        let body = match self.returns {
            None => format!("{} {ENDED}", self.whole()),
            Some(_) => self.without_last_return(kept) + "\n",
        };
        let thrown = match self.throws() {
            false => String::new(),
            true => format!(
                "catch (final java.lang.Throwable counterproofThrown) \
                 {{ counterproofEnded = !({}); throw counterproofThrown; }}",
                is_aborting()
            ),
        };
        format!(
            " boolean counterproofEnded = false; try {{{body} }} {thrown} \
             finally {{ if (!counterproofEnded) {EXIT} }} "
        )
    }

    fn passing(&self) -> String {
        match (&self.passes_by, self.returns) {
            (PassesBy::Throwing(class), _) => {
                format!(" {RAISE}new CounterproofRaise().<java.lang.RuntimeException>raise({class}); ")
            }
            (PassesBy::GivingTests, Some(returns)) => format!(" {} ", one_test(returns)),
            (_, Some(returns)) => format!(" return {}; ", nothing_of(returns)),
            (_, None) => String::new(),
        }
    }
}

/// That what was thrown aborts a test without failing it, as a condition.
pub(super) fn is_aborting() -> String {
    let names = ABORTING.join("|");
    format!("counterproofThrown.getClass().getName().matches(\".*({names})\")")
}

fn last_return<'a>(block: Node<'_>, text: &'a str) -> Option<(Range<usize>, Option<&'a str>)> {
    let last = parts(block).pop().filter(|last| last.kind() == "return_statement")?;
    Some((last.byte_range(), parts(last).first().map(|value| &text[value.byte_range()])))
}

fn passes_by<'a>(method: Node<'_>, block: Node<'_>, text: &'a str) -> PassesBy<'a> {
    let modifiers = Modifiers::of(method, text);
    if modifiers.annotation("TestFactory").is_some() {
        return PassesBy::GivingTests;
    }
    let expected = modifiers.annotation("Test").and_then(|annotation| {
        let value = annotation.value("expected").or_else(|| annotation.value("expectedExceptions"))?;
        descendants(value).find(|node| node.kind() == "class_literal")
    });
    match expected.map(|class| &text[class.byte_range()]) {
        Some(class) => PassesBy::Throwing(class),
        None if tells_a_rule(block, text) => PassesBy::ThrowingAsTold,
        None => PassesBy::Ending,
    }
}

/// Whether the body tells an `ExpectedException` of its file what to expect.
fn tells_a_rule(block: Node<'_>, text: &str) -> bool {
    let root = std::iter::successors(Some(block), |node| node.parent()).last().unwrap_or(block);
    let is_rule = |field: &Node<'_>| {
        let of_type = field.child_by_field_name("type").map_or("", |of_type| last_name(of_type, text));
        field.kind() == "field_declaration" && of_type == "ExpectedException"
    };
    let rules: Vec<&str> = descendants(root)
        .filter(is_rule)
        .filter_map(|field| field.child_by_field_name("declarator")?.child_by_field_name("name"))
        .map(|name| text_of(name, text))
        .collect();
    !rules.is_empty()
        && descendants(block).filter(|node| node.kind() == "method_invocation").any(|call| {
            let object = call.child_by_field_name("object").map_or("", |object| last_name(object, text));
            let name = call.child_by_field_name("name").map_or("", |name| text_of(name, text));
            rules.contains(&object) && name.starts_with("expect")
        })
}

/// Gives one test that passes: a factory without tests is red for some versions of Surefire. The way over `Object` fits
/// whatever the elements are.
fn one_test(returns: &str) -> String {
    const TEST: &str = "org.junit.jupiter.api.DynamicTest.dynamicTest(\"counterproof\", () -> {})";
    let outer = returns.split(['<', '[']).next().unwrap_or(returns).trim();
    let value = match outer.rsplit('.').next().unwrap_or(outer) {
        _ if returns.ends_with(']') => {
            let element = returns.trim_end_matches(['[', ']', ' ']);
            return format!("return new {element}[] {{ {TEST} }};");
        }
        "Stream" => format!("java.util.stream.Stream.of({TEST})"),
        "Iterator" => format!("java.util.Collections.singletonList({TEST}).iterator()"),
        "Set" => format!("java.util.Collections.singleton({TEST})"),
        "DynamicContainer" => format!(
            "org.junit.jupiter.api.DynamicContainer.dynamicContainer(\"counterproof\", \
             java.util.Collections.singletonList({TEST}))"
        ),
        "DynamicTest" | "DynamicNode" => TEST.to_owned(),
        _ => format!("java.util.Collections.singletonList({TEST})"),
    };
    format!(
        "final java.lang.Object counterproofOne = {value}; @java.lang.SuppressWarnings(\"unchecked\") \
         final {returns} counterproofGiven = ({returns}) counterproofOne; return counterproofGiven;"
    )
}

/// A value of a type that no test looks at.
pub(super) fn nothing_of(returns: &str) -> &'static str {
    match returns.trim() {
        "boolean" => "false",
        "byte" | "short" | "char" | "int" | "long" | "float" | "double" => "0",
        _ => "null",
    }
}
