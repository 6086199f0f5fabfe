//! The binary `counterproof`: arguments, screen and exit status around the engine.

mod args;
mod command;
mod error;
mod exit;
mod term;

use counterproof_engine::world;
use std::process::ExitCode;

fn main() -> ExitCode {
    // A world is raised by this same binary, started again: it must come before anything else.
    if std::env::args_os().nth(1).is_some_and(|word| word == world::WORD) {
        world::child_main();
    }
    term::panics::install();
    let status = exit::guarded(|| match args::parse() {
        Ok(args) => command::run(&args).unwrap_or_else(|error| error.show(args.global.color)),
        Err(status) => status,
    });
    ExitCode::from(status)
}
