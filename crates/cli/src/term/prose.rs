//! The little Markdown of the documentation, made fit for a terminal: paragraphs, lists, headings, bold words.

use anstyle::Style;

/// The text with its paragraphs wrapped at a width, its marks turned into bold, or taken away, and its code standing in.
pub(crate) fn shown(text: &str, width: usize, colours: bool) -> String {
    let pieces = text.split("```").enumerate();
    pieces.map(|(at, piece)| if at % 2 == 1 { code(piece) } else { prose(piece, width, colours) }).collect()
}

/// A block of code, its language left out.
fn code(block: &str) -> String {
    block.lines().skip(1).map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect()
}

fn prose(text: &str, width: usize, colours: bool) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    for line in text.strip_prefix('\n').unwrap_or(text).lines() {
        match paragraphs.last_mut() {
            Some(last) if continues(last, line) => *last = format!("{last} {}", line.trim()),
            _ => paragraphs.push(line.to_owned()),
        }
    }
    let lines = paragraphs.iter().map(|paragraph| inked(&wrapped(paragraph, width), colours) + "\n");
    lines.collect()
}

/// True if the line goes on with the paragraph before it.
fn continues(before: &str, line: &str) -> bool {
    let alone = |line: &str| line.trim().is_empty() || line.starts_with('#') || line.starts_with('|');
    !alone(before) && !alone(line) && !line.starts_with("- ")
}

/// One paragraph on as many lines as it needs; a list's further lines stand in from its mark.
fn wrapped(paragraph: &str, width: usize) -> String {
    if paragraph.starts_with('|') {
        return paragraph.to_owned();
    }
    let indent = if paragraph.starts_with("- ") { "  " } else { "" };
    let mut text = String::new();
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            text.push_str(indent);
            column = indent.len();
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}

fn inked(text: &str, colours: bool) -> String {
    let bold = if colours { Style::new().bold() } else { Style::new() };
    if let Some(title) = text.strip_prefix("# ") {
        return format!("{bold}{title}{bold:#}");
    }
    let marked = text.split("**").enumerate();
    marked
        .map(|(at, part)| if at % 2 == 1 { format!("{bold}{part}{bold:#}") } else { part.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "# title\n\nOne **two**\nthree four.\n\n- five six\n  seven\n- eight\n\n| a | b |\n|---|---|\n";

    #[test]
    fn paragraphs_and_lists_are_wrapped_and_tables_are_left_alone() {
        let expected =
            "title\n\nOne two\nthree four.\n\n- five six\n  seven\n- eight\n\n| a | b |\n|---|---|\n";
        assert_eq!(shown(PAGE, 11, false), expected);
        assert!(shown(PAGE, 80, false).contains("One two three four.\n\n- five six seven\n- eight\n"));
    }

    #[test]
    fn code_is_left_as_it_is() {
        let page = "See:\n\n```toml\n[a]\n\nb = \"**\"\n```\n\nand so\non.\n";
        assert_eq!(shown(page, 80, true), "See:\n\n    [a]\n\n    b = \"**\"\n\nand so on.\n");
    }

    #[test]
    fn bold_words_are_bold_where_there_are_colours() {
        assert!(shown(PAGE, 80, true).contains("\u{1b}[1mtwo\u{1b}[0m"));
    }
}
