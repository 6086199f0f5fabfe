//! The sheet a text report is written on. Whatever is put on it is made [`printable`] first, so that no name, path or
//! reason can steer the terminal; only inks do.

use super::{Style, printable};
use anstyle::{AnsiColor, Style as Ansi};
use unicode_width::UnicodeWidthStr;

/// What a stretch of text is, and so what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Plain,
    Strong,
    Dim,
    Good,
    Bad,
    Doubt,
}

impl Ink {
    fn ansi(self) -> Ansi {
        let colour = |colour: AnsiColor| Ansi::new().fg_color(Some(colour.into()));
        match self {
            Self::Plain => Ansi::new(),
            Self::Strong => Ansi::new().bold(),
            Self::Dim => Ansi::new().dimmed(),
            Self::Good => colour(AnsiColor::Green),
            Self::Bad => colour(AnsiColor::Red),
            Self::Doubt => colour(AnsiColor::Yellow),
        }
    }

    /// The same colour, to be seen first.
    fn loud(self) -> Ansi {
        self.ansi().bold()
    }
}

/// A text report while it is written.
pub(super) struct Page {
    style: Style,
    text: String,
    column: usize,
}

impl Page {
    pub(super) fn new(style: Style) -> Self {
        Self { style, text: String::new(), column: 0 }
    }

    /// Adds a stretch to the line.
    pub(super) fn put(&mut self, ink: Ink, text: &str) -> &mut Self {
        self.inked(ink.ansi(), text)
    }

    /// Adds a stretch to the line, bold.
    pub(super) fn shout(&mut self, ink: Ink, text: &str) -> &mut Self {
        self.inked(ink.loud(), text)
    }

    fn inked(&mut self, ansi: Ansi, text: &str) -> &mut Self {
        let text = printable(text);
        self.column += text.width();
        if self.style.colour && ansi != Ansi::new() {
            self.text.push_str(&format!("{ansi}{text}{ansi:#}"));
        } else {
            self.text.push_str(&text);
        }
        self
    }

    /// Moves to a column; at least one space if something is in the way.
    pub(super) fn tab(&mut self, column: usize) -> &mut Self {
        let spaces = if self.column < column { column - self.column } else { usize::from(self.column > 0) };
        self.text.push_str(&" ".repeat(spaces));
        self.column += spaces;
        self
    }

    /// Ends the line.
    pub(super) fn end(&mut self) -> &mut Self {
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
        self.column = 0;
        self
    }

    /// An empty line.
    pub(super) fn gap(&mut self) -> &mut Self {
        self.text.push('\n');
        self
    }

    /// Words from the place of the pen on, wrapped at the page's width, all lines beginning at `indent`.
    pub(super) fn words(&mut self, indent: usize, ink: Ink, text: &str) -> &mut Self {
        let text = printable(text).into_owned();
        self.tab(indent);
        let mut fresh = true;
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            if !fresh && self.column + 1 + word.width() > self.style.width {
                self.end().tab(indent);
                fresh = true;
            }
            if !fresh {
                self.put(Ink::Plain, " ");
            }
            self.put(ink, word);
            fresh = false;
        }
        self.end()
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}
