//! Log lines on stderr, for those who ask: `-vv` shows what the engine does, `-vvv` everything.

use tracing_subscriber::{EnvFilter, fmt};

/// Starts logging. `COUNTERPROOF_LOG` (in the form of `RUST_LOG`) overrules the verbosity.
pub(crate) fn install(verbosity: i8) {
    let level = match verbosity {
        ..=1 => "warn",
        2 => "debug",
        _ => "trace",
    };
    let filter = EnvFilter::try_from_env("COUNTERPROOF_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    let log = fmt().with_env_filter(filter).with_writer(std::io::stderr).without_time().with_target(false);
    // Only fails if logging was started before, as tests of one process do.
    let _ = log.with_ansi(false).try_init();
}
