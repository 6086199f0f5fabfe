//! A panic is a bug of ours: said shortly, with what to do, and without a trace unless asked for.

use std::{any::Any, backtrace::BacktraceStatus, io::Write, panic::PanicHookInfo};

/// Replaces Rust's own message.
pub(crate) fn install() {
    std::panic::set_hook(Box::new(|info| {
        // With stderr gone, there is nobody left to tell.
        let _ = std::io::stderr().write_all(message(info).as_bytes());
    }));
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let what = words(info.payload());
    let place = info.location().map(|at| format!(" ({at})")).unwrap_or_default();
    let trace = std::backtrace::Backtrace::capture();
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!(
        "error: this is a bug in counterproof {version}: {what}{place}\n\
         hint: nothing was judged; please report this message together with the command line\n"
    );
    match trace.status() {
        BacktraceStatus::Captured => text.push_str(&trace.to_string()),
        _ => text.push_str("hint: with RUST_BACKTRACE=1 set, it also shows where\n"),
    }
    text
}

/// What the panic was raised with: `panic!` gives one of two types.
fn words(payload: &dyn Any) -> &str {
    let borrowed = payload.downcast_ref::<&str>().copied();
    borrowed.or(payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without words")
}
