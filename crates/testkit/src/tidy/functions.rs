//! How long functions are.

use super::Source;

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its file, relative to the workspace.
    pub path: String,
    /// Its name.
    pub name: String,
    /// The line it begins in, from 1.
    pub line: usize,
    /// The lines from its `fn` to its closing brace.
    pub lines: usize,
}

/// Finds the functions of a file, nested ones too, in order of their place.
pub fn functions(source: &Source) -> Vec<Function> {
    let code = source.code();
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let name: String = code[at + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let is_word = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if let (true, false, Some(end)) = (is_word, name.is_empty(), end_of_body(&code[at..])) {
            let line = 1 + code[..at].matches('\n').count();
            let lines = 1 + code[at..at + end].matches('\n').count();
            found.push(Function { path: source.path.clone(), name, line, lines });
        }
    }
    found
}

/// The byte behind the closing brace; `None` for a function without a body.
fn end_of_body(code: &str) -> Option<usize> {
    let mut depth = Depth::default();
    let mut opened = false;
    for (at, c) in code.char_indices() {
        depth.step(c);
        opened |= c == '{';
        if !opened && c == ';' && depth.brackets == 0 {
            return None;
        }
        if opened && depth.braces == 0 {
            return Some(at + 1);
        }
    }
    None
}

#[derive(Default)]
struct Depth {
    braces: usize,
    brackets: usize,
}

impl Depth {
    fn step(&mut self, c: char) {
        match c {
            '{' => self.braces += 1,
            '}' => self.braces = self.braces.saturating_sub(1),
            '[' | '(' => self.brackets += 1,
            ']' | ')' => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
    }
}

/// How the lengths of functions are spread, in lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// How many functions there are.
    pub count: usize,
    /// Half of them are not longer.
    pub median: usize,
    /// Nine of ten are not longer.
    pub nine_tenths: usize,
    /// The longest.
    pub longest: usize,
}

impl Lengths {
    /// The spread over some functions.
    pub fn of(functions: &[Function]) -> Self {
        let mut lines: Vec<_> = functions.iter().map(|one| one.lines).collect();
        lines.sort_unstable();
        let at = |tenths: usize| lines.get((lines.len() * tenths / 10).min(lines.len().saturating_sub(1)));
        let at = |tenths| at(tenths).copied().unwrap_or(0);
        Self { count: lines.len(), median: at(5), nine_tenths: at(9), longest: at(10) }
    }
}

impl std::fmt::Display for Lengths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { count, median, nine_tenths, longest } = self;
        write!(f, "{count} functions: median {median} lines, 90 % within {nine_tenths}, longest {longest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(text: &str) -> Vec<(String, usize, usize)> {
        let source = Source { path: "x.rs".to_owned(), text: text.to_owned() };
        functions(&source).into_iter().map(|one| (one.name, one.line, one.lines)).collect()
    }

    fn one(name: &str, line: usize, lines: usize) -> (String, usize, usize) {
        (name.to_owned(), line, lines)
    }

    #[test]
    fn a_function_is_as_long_as_its_lines() {
        assert_eq!(lengths("\nfn a() -> [u8; 2] {\n    if x { y }\n}\n"), [one("a", 2, 3)]);
    }

    #[test]
    fn braces_in_text_do_not_count() {
        assert_eq!(lengths("fn a() {\n  \"}\"; // }\n}\nfn b() {}"), [one("a", 1, 3), one("b", 4, 1)]);
    }

    #[test]
    fn types_of_functions_and_functions_without_body_are_none() {
        assert_eq!(lengths("trait T { fn a(&self, x: [u8; 2]); }\nstruct S { f: fn (u8) }"), []);
    }

    #[test]
    fn the_spread_is_by_rank() {
        let functions: Vec<_> = (1..=10)
            .map(|lines| Function { path: String::new(), name: String::new(), line: 1, lines })
            .collect();
        let spread = Lengths::of(&functions);
        assert_eq!(spread, Lengths { count: 10, median: 6, nine_tenths: 10, longest: 10 });
        assert_eq!(Lengths::of(&[]).longest, 0);
    }
}
