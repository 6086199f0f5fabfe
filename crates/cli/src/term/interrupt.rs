//! Ctrl-C: the first one asks the run to stop, the second one ends the process.

use crate::exit;
use counterproof_engine::world::Stop;
use signal_hook::{consts::TERM_SIGNALS, flag, iterator::Signals};
use std::{
    io,
    sync::{Arc, atomic::AtomicBool},
    thread,
};

/// A cord that an interrupt pulls.
pub(crate) fn stop_on_interrupt() -> io::Result<Arc<Stop>> {
    let stop = Arc::new(Stop::new()?);
    let once = Arc::new(AtomicBool::new(false));
    for signal in TERM_SIGNALS {
        // In this order: the flag is still down when the first signal comes, and up when the second does.
        flag::register_conditional_shutdown(*signal, exit::INTERRUPTED.into(), Arc::clone(&once))?;
        flag::register(*signal, Arc::clone(&once))?;
    }
    let mut signals = Signals::new(TERM_SIGNALS)?;
    let cord = Arc::clone(&stop);
    thread::spawn(move || signals.forever().take(1).for_each(|_| cord.pull()));
    Ok(stop)
}
