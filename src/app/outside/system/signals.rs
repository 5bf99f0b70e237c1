//! Signals by which the system asks the program to end.

use std::sync::{Arc, atomic::AtomicI32};

use egui::Context;

/// Hands a request of the system to end (SIGTERM, Ctrl C in its terminal, or SIGHUP of one that is closed) to the window, as its
/// number; ends the program if that does not.
#[cfg(unix)]
pub fn end_on_signals(ctx: &Context, signal: Arc<AtomicI32>) {
    use std::sync::atomic::Ordering;
    use std::{process::exit, thread, time::Duration};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    /// The longest time for writing down what is shown.
    const PATIENCE: Duration = Duration::from_secs(3);
    // A signal that cannot be registered ends the program as usual.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    let ctx = ctx.clone();
    let wait = move || {
        if let Some(number) = signals.forever().next() {
            signal.store(number, Ordering::Relaxed);
            ctx.request_repaint();
            thread::sleep(PATIENCE);
            exit(128 + number);
        }
    };
    // Without a thread, a signal does nothing from here on.
    thread::Builder::new().name("maskscope-signals".to_owned()).spawn(wait).ok();
}

/// Windows closes the window instead.
#[cfg(not(unix))]
pub fn end_on_signals(_: &Context, _: Arc<AtomicI32>) {}
