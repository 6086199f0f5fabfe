//! Ctrl-C: the first one asks the run to stop, the second one ends the process.

use crate::exit;
use counterproof_engine::world::Stop;
use signal_hook::{consts::TERM_SIGNALS, flag, iterator::Signals};
use std::{
    io,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
    thread,
};

/// A cord that an interrupt pulls.
pub(crate) fn stop_on_interrupt() -> io::Result<Arc<Stop>> {
    Ear::open()?.cord()
}

/// Hears interrupts for one run after the other. A run pulls its own cord at its end, so each gets a new one.
pub(crate) struct Ear(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    heard: bool,
    cord: Option<Arc<Stop>>,
}

impl State {
    fn hear(&mut self) {
        self.heard = true;
        self.cord.iter().for_each(|cord| cord.pull());
    }
}

impl Ear {
    /// Listens from now on.
    pub(crate) fn open() -> io::Result<Self> {
        let once = Arc::new(AtomicBool::new(false));
        for signal in TERM_SIGNALS {
            // In this order: the flag is still down when the first signal comes, and up when the second does.
            flag::register_conditional_shutdown(*signal, exit::INTERRUPTED.into(), Arc::clone(&once))?;
            flag::register(*signal, Arc::clone(&once))?;
        }
        let mut signals = Signals::new(TERM_SIGNALS)?;
        let state = Arc::<Mutex<State>>::default();
        let heard = Arc::clone(&state);
        thread::spawn(move || {
            signals
                .forever()
                .take(1)
                .for_each(|_| heard.lock().unwrap_or_else(PoisonError::into_inner).hear());
        });
        Ok(Self(state))
    }

    /// The cord of the next run; pulled already if an interrupt was heard.
    pub(crate) fn cord(&self) -> io::Result<Arc<Stop>> {
        let cord = Arc::new(Stop::new()?);
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.heard {
            cord.pull();
        }
        state.cord = Some(Arc::clone(&cord));
        Ok(cord)
    }
}
