//! The terminal: colours, streams, progress, panics.

pub(crate) mod interrupt;
pub(crate) mod panics;
pub(crate) mod progress;
pub(crate) mod prose;
pub(crate) mod trace;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use counterproof_engine::report::printable;
use std::io::{self, ErrorKind, Write};

/// When to use colours. `auto` follows NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM, and whether it is a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// If the terminal shows them
    #[default]
    Auto,
    /// Even into a pipe
    Always,
    /// Not at all
    Never,
}

/// Whether stdout gets colours.
pub(crate) fn colours_on_stdout(color: Color) -> bool {
    resolved(color, &io::stdout()) != ColorChoice::Never
}

/// Stderr, with colours left out where they are not wanted.
pub(crate) fn stderr(color: Color) -> AutoStream<io::Stderr> {
    let stream = io::stderr();
    let choice = resolved(color, &stream);
    AutoStream::new(stream, choice)
}

fn resolved(color: Color, stream: &impl anstream::stream::RawStream) -> ColorChoice {
    match color {
        Color::Auto => AutoStream::choice(stream),
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
}

/// Bold and of this colour.
pub(crate) fn ink(colour: AnsiColor) -> Style {
    Style::new().bold().fg_color(Some(colour.into()))
}

/// Columns to wrap at: the terminal's, within reason, or 100 where there is none.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(columns, _)| usize::from(columns.0).clamp(40, 120))
}

/// The text with all but its line ends made safe to show.
pub(crate) fn printable_lines(text: &str) -> String {
    text.lines().map(|line| printable(line).into_owned()).collect::<Vec<_>>().join("\n")
}

/// Writes a result to stdout. A reader that went away (`| head`) is no error.
pub(crate) fn out(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
