//! Ctrl-C: the first one asks the run to stop, the second one ends the process.

use crate::exit;
use signal_hook::{consts::TERM_SIGNALS, flag};
use std::{
    io,
    sync::{Arc, atomic::AtomicBool},
};

/// A flag that an interrupt sets.
pub(crate) fn flag_on_interrupt() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in TERM_SIGNALS {
        // In this order: the flag is still down when the first signal comes, and up when the second does.
        flag::register_conditional_shutdown(*signal, exit::INTERRUPTED.into(), Arc::clone(&stop))?;
        flag::register(*signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}
