//! Edits of the bodies of Go tests. Each keeps the lines of the file where they are: tests of loggers count them.

use super::{
    example,
    function::{Context, Function, Kind},
    import, parse, scope, statements,
};
use crate::{
    domain::BodyEdit,
    lang::{
        FoundTest,
        syntax::{descendants, identifiers, inside_braces, node_at, parts, splice, text_of},
    },
};
use std::ops::Range;
use tree_sitter::Node;

/// The import that exits need. It stands on the line of the package clause.
const IMPORT: &str = "; import counterproofOS \"os\"";
pub(super) const EXIT: &str = "counterproofOS.Exit(97)";
/// The name that a parameter or receiver gets that has none.
const NAME: &str = "counterproofT";

type Replacements = Vec<(Range<usize>, String)>;

/// The file with the bodies of tests edited. With [`BodyEdit::PassAtOnce`] it compiles where only that body did not.
pub(super) fn edit_bodies(text: &str, edits: &[(&FoundTest, BodyEdit)]) -> String {
    let Some(tree) = parse(text) else { return text.to_owned() };
    let root = tree.root_node();
    let (mut replacements, mut gone) = (Vec::new(), Vec::new());
    for (test, edit) in edits {
        let Some(body) = node_at(&tree, &test.span).and_then(|node| Body::read(node, test, text)) else {
            continue;
        };
        replacements.extend(body.edited(*edit));
        if body.is_taken_out_by(*edit) {
            gone.push(inside_braces(body.function.body));
        }
    }
    if !gone.is_empty() {
        replacements.extend(import::left_unused(root, text, &gone));
    }
    let edited = splice(text, replacements);
    if edited.contains("counterproofOS.") { add_import(&edited) } else { edited }
}

/// The file with the import that exits need. A file may be edited several times: tests inside of tests first.
pub(super) fn add_import(text: &str) -> String {
    let tree = parse(text).filter(|_| !text.contains(IMPORT));
    let clause = tree.and_then(|tree| {
        let clause = parts(tree.root_node()).into_iter().find(|node| node.kind() == "package_clause")?;
        Some(clause.end_byte())
    });
    splice(text, clause.into_iter().map(|end| (end..end, IMPORT.to_owned())).collect())
}

/// The body of one test, where it lies.
pub(super) struct Body<'t> {
    text: &'t str,
    node: Node<'t>,
    pub(super) function: Function<'t>,
    /// It runs under names made when it runs, maybe several times.
    dynamic: bool,
}

impl<'t> Body<'t> {
    pub(super) fn read(node: Node<'t>, test: &FoundTest, text: &'t str) -> Option<Self> {
        Some(Self { text, node, function: Function::read(node, text)?, dynamic: test.dynamic })
    }

    /// An example passes by what it prints, and a fuzz target by what it is skipped by: they cannot just be left.
    fn is_taken_out_by(&self, edit: BodyEdit) -> bool {
        let is_plain = matches!(self.function.kind, Kind::Test | Kind::Method);
        edit == BodyEdit::PassAtOnce || edit == BodyEdit::LeaveAtOnce && !is_plain
    }

    fn edited(&self, edit: BodyEdit) -> Replacements {
        match edit {
            BodyEdit::FailAtEnd => self.ended(&self.failure()).into_iter().chain(self.naming()).collect(),
            BodyEdit::ExitAtEnd => self.ended(EXIT),
            BodyEdit::ExitAtOnce => vec![self.at_start(EXIT)],
            BodyEdit::LeaveAtOnce if matches!(self.function.kind, Kind::Test | Kind::Method) => {
                vec![self.at_start("if true { return }")]
            }
            BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce => {
                vec![self.passing()].into_iter().chain(self.naming_to_pass()).collect()
            }
            BodyEdit::MustEnd => self.bound(),
        }
    }

    /// A failure as the test's own would be: what swallows those must swallow this.
    pub(super) fn failure(&self) -> String {
        match self.function.kind {
            Kind::Test | Kind::Fuzz => format!("{}.Error(\"counterproof\")", self.context()),
            Kind::Method => format!("{}.T().Error(\"counterproof\")", self.context()),
            // One that closed its output has still its end to fail at.
            Kind::Example => {
                "if _, err := counterproofOS.Stdout.WriteString(\"\\ncounterproof\\n\"); err != nil { \
                              panic(\"counterproof\") }"
                    .to_owned()
            }
        }
    }

    fn context(&self) -> &str {
        match self.function.context {
            Context::Named(name) => name,
            _ => NAME,
        }
    }

    /// The edit that gives the parameter or the receiver a name, where it has none.
    pub(super) fn naming(&self) -> Option<(Range<usize>, String)> {
        let Context::Unnamed(declaration) = self.function.context else { return None };
        match declaration.child_by_field_name("name") {
            Some(blank) => Some((blank.byte_range(), NAME.to_owned())),
            None => Some((declaration.start_byte()..declaration.start_byte(), format!("{NAME} "))),
        }
    }

    fn naming_to_pass(&self) -> Option<(Range<usize>, String)> {
        self.naming().filter(|_| self.function.kind == Kind::Fuzz)
    }

    pub(super) fn at_start(&self, statement: &str) -> (Range<usize>, String) {
        let start = inside_braces(self.function.body).start;
        (start..start, format!(" {statement}; "))
    }

    /// A statement at the very end of the body, parted from the one before.
    fn at_end(&self, statement: &str) -> (Range<usize>, String) {
        let end = inside_braces(self.function.body).end;
        (end..end, format!("{}{statement} ", self.separator()))
    }

    fn separator(&self) -> &'static str {
        let end = inside_braces(self.function.body).end;
        let last = statements(self.function.body).last().map_or(end, |last| last.end_byte());
        let comments = descendants(self.function.body).filter(|node| node.kind() == "comment");
        let behind = comments.map(|node| node.byte_range()).filter(|comment| comment.start >= last);
        let rest = behind
            .fold(self.text[last..end].to_owned(), |rest, comment| rest.replace(&self.text[comment], " "));
        let is_parted = last == end || rest.contains(';') || self.text[last..end].contains('\n');
        if is_parted { " " } else { "; " }
    }

    /// A statement behind the last one, which no longer returns if it did. What is deferred may recover a panic on
    /// purpose: then the function ends well behind it, so there the body becomes a function of its own.
    pub(super) fn ended(&self, statement: &str) -> Replacements {
        let (ends, early) = self.returns();
        if self.function.own("defer_statement").is_empty() {
            let ends = ends.into_iter().map(|node| leaving(node, statement));
            return ends.chain(self.last_return()).chain([self.at_end(statement)]).collect();
        }
        let open = "counterproofEarly := false; func() {";
        let close = format!("}}(); if !counterproofEarly {{ {statement} }}");
        let early = early.into_iter().map(|node| leaving(node, "counterproofEarly = true"));
        early.chain(self.last_return()).chain(self.wrapped(open, &close)).collect()
    }

    fn wrapped(&self, open: &str, close: &str) -> Replacements {
        let range = inside_braces(self.function.body);
        vec![(range.start..range.start, format!(" {open}")), (range.end..range.end, format!("{close} "))]
    }

    /// The process ends when the function is left before its end.
    fn bound(&self) -> Replacements {
        let enter = format!("defer func() {{ if !counterproofEnded {{ {EXIT} }} }}()");
        let (ends, early) = self.returns();
        if self.function.own("defer_statement").is_empty() {
            let ends = ends.into_iter().map(|node| leaving(node, "counterproofEnded = true"));
            let start = self.at_start(&format!("counterproofEnded := false; {enter}"));
            let end = self.at_end("counterproofEnded = true");
            return ends.chain(self.last_return()).chain([start, end]).collect();
        }
        let early = early.into_iter().map(|node| leaving(node, "counterproofEarly = true"));
        let open = format!("counterproofEnded, counterproofEarly := false, false; {enter}; func() {{");
        let close = "}(); counterproofEnded = !counterproofEarly";
        early.chain(self.last_return()).chain(self.wrapped(&open, close)).collect()
    }

    /// A `return` that is the body's last statement, made one that does nothing.
    fn last_return(&self) -> Option<(Range<usize>, String)> {
        let last = statements(self.function.body).last().copied();
        Some((last.filter(|last| last.kind() == "return_statement")?.byte_range(), "{ }".to_owned()))
    }

    /// The other ones: those that are as good as the end, and those that leave before it. A body that has a failure for
    /// its end passes by returning, and what a table's rows share returns for some of them.
    fn returns(&self) -> (Vec<Node<'t>>, Vec<Node<'t>>) {
        let statements = statements(self.function.body);
        let last = statements.last().map(|last| last.id());
        let returns = self.function.own("return_statement").into_iter();
        let returns = returns.filter(|node| Some(node.id()) != last).collect();
        let fails_at_last = statements.last().is_some_and(|last| fails(*last, self.text));
        if self.dynamic || fails_at_last { (returns, Vec::new()) } else { (Vec::new(), returns) }
    }

    /// Nothing but what passes, on as many lines.
    fn passing(&self) -> (Range<usize>, String) {
        let range = inside_braces(self.function.body);
        let lines = |range: Range<usize>| "\n".repeat(self.text[range].matches('\n').count());
        let output = Some(self.function.kind)
            .filter(|kind| *kind == Kind::Example)
            .and_then(|_| example::output(self.function.body, self.text));
        let new = match (self.function.kind, output) {
            (_, Some(output)) => format!(
                " counterproofOS.Stdout.WriteString({}){} {}{} ",
                quoted(&output.text),
                lines(range.start..output.span.start),
                &self.text[output.span.clone()],
                lines(output.span.end..range.end)
            ),
            // It would fail for not having called what runs its seeds.
            (Kind::Fuzz, _) => format!(" {}.Skip() {}", self.context(), lines(range.clone())),
            _ => format!(" {}{}", self.still_used(), lines(range.clone())),
        };
        (range, new)
    }

    /// Go does not compile variables that nothing uses, so those of the functions around are used.
    fn still_used(&self) -> String {
        let used = identifiers(self.function.body, self.text);
        let around = scope::variables(self.node, self.text);
        let kept = around.into_iter().filter(|name| used.contains(*name));
        kept.map(|name| format!("_ = {name}; ")).collect()
    }
}

/// Whether a statement fails the test whenever it is reached.
fn fails(statement: Node<'_>, text: &str) -> bool {
    const WAYS: &[&str] = &["Fatal", "Fatalf", "Error", "Errorf", "Fail", "Failf", "FailNow", "panic"];
    let call =
        Some(statement).filter(|one| one.kind() == "expression_statement").and_then(|one| one.named_child(0));
    let called =
        call.and_then(|call| call.child_by_field_name("function")).map(|callee| text_of(callee, text));
    called.is_some_and(|called| WAYS.contains(&called.rsplit('.').next().unwrap_or(called)))
}

/// A `return` with a statement before it.
fn leaving(node: Node<'_>, statement: &str) -> (Range<usize>, String) {
    (node.byte_range(), format!("{{ {statement}; return }}"))
}

/// A text as a string of Go.
fn quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        control if u32::from(control) < 0x20 => format!("\\x{:02x}", u32::from(control)),
        plain => plain.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}
