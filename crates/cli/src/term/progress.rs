//! What is running now, on stderr, while it runs. Never on stdout, and nothing at all where nobody watches.

use super::{Color, printable_lines, stderr};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{io::IsTerminal, io::Write, sync::Mutex, time::Duration};

/// What happens in a run, as far as somebody who waits wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// Something longer begins: "reading the change", "first readings".
    Stage(String),
    /// So many trials are wanted and not done: they run or wait.
    Planned(usize),
    /// A trial began; its label.
    Started(String),
    /// The trial of this label ended.
    Finished(String),
}

/// A line that shows the latest state of a run.
pub(crate) struct Progress {
    bar: ProgressBar,
    running: Mutex<Vec<String>>,
    stages: Option<Color>,
}

impl Progress {
    /// A line on stderr if that is a terminal; with `-v`, otherwise, one line per stage.
    pub(crate) fn new(verbosity: i8, color: Color) -> Self {
        let watched = std::io::stderr().is_terminal() && verbosity >= 0;
        let target = if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let stages = (!watched && verbosity > 0).then_some(color);
        Self::on(target, stages)
    }

    fn on(target: ProgressDrawTarget, stages: Option<Color>) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos}/{len} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        Self { bar, running: Mutex::new(Vec::new()), stages }
    }

    /// Takes note of an event. May be called from any thread.
    pub(crate) fn note(&self, event: Event) {
        match event {
            Event::Stage(name) => self.stage(&name),
            Event::Planned(open) => self.bar.set_length(self.bar.position() + open as u64),
            Event::Started(label) => self.change(|running| running.push(label)),
            Event::Finished(label) => {
                self.bar.inc(1);
                self.change(|running| {
                    if let Some(at) = running.iter().position(|one| *one == label) {
                        running.remove(at);
                    }
                });
            }
        }
    }

    /// Takes the line away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn stage(&self, name: &str) {
        self.bar.set_message(printable_lines(name));
        if let Some(color) = self.stages {
            // With stderr gone, there is nobody left to tell.
            let _ = writeln!(stderr(color), "{}", printable_lines(name));
        }
    }

    fn change(&self, edit: impl FnOnce(&mut Vec<String>)) {
        // The list stays whole even if a thread died while it held it.
        let mut running = self.running.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        edit(&mut running);
        self.bar.set_message(now(&running));
    }
}

/// The trial that began first, and how many others run beside it.
fn now(running: &[String]) -> String {
    let first = running.first().map(|label| printable_lines(label)).unwrap_or_default();
    match running.len() {
        0 | 1 => first,
        more => format!("{first} (+{})", more - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::InMemoryTerm;

    fn shown(events: &[Event]) -> String {
        let screen = InMemoryTerm::new(4, 80);
        let progress = Progress::on(ProgressDrawTarget::term_like(Box::new(screen.clone())), None);
        events.iter().cloned().for_each(|event| progress.note(event));
        progress.bar.tick();
        screen.contents()
    }

    #[test]
    fn it_shows_how_many_are_done_and_what_runs() {
        let label = |text: &str| text.to_owned();
        let screen = shown(&[
            Event::Planned(3),
            Event::Started(label("earned a")),
            Event::Started(label("earned b")),
            Event::Started(label("before c")),
            Event::Finished(label("earned a")),
        ]);
        assert!(screen.contains("1/3"), "{screen}");
        assert!(screen.contains("earned b (+1)"), "{screen}");
    }

    #[test]
    fn a_stage_is_shown_until_a_trial_runs() {
        assert!(shown(&[Event::Stage("reading the change".to_owned())]).contains("reading the change"));
    }

    #[test]
    fn a_label_cannot_steer_the_terminal() {
        let screen = shown(&[Event::Started("evil \u{1b}[2J".to_owned())]);
        assert!(screen.contains("evil \\u{1b}[2J"), "{screen}");
    }

    #[test]
    fn the_line_is_gone_at_the_end() {
        let screen = InMemoryTerm::new(4, 80);
        let progress = Progress::on(ProgressDrawTarget::term_like(Box::new(screen.clone())), None);
        progress.note(Event::Started("a".to_owned()));
        progress.end();
        assert_eq!(screen.contents(), "");
    }
}
