//! The binary `counterproof`: arguments, screen and exit status around the engine.

mod args;
mod command;
mod error;
mod exit;
mod term;

use std::process::ExitCode;

fn main() -> ExitCode {
    term::panics::install();
    let status = exit::guarded(|| match args::parse() {
        Ok(args) => command::run(&args).unwrap_or_else(|error| error.show(args.global.color)),
        Err(status) => status,
    });
    ExitCode::from(status)
}
