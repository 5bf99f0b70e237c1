//! Panics of our own code, as distinct from those of other crates.

use std::{
    cell::RefCell,
    panic::{self, PanicHookInfo},
    path::Path,
    sync::Once,
};

use maskscope::files::decode;

use super::LIMITS;

thread_local! {
    /// The place of this thread's last panic, caught or not.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Returns the result of `run`. Asserts that only other crates panicked in it: their panics are caught, ours would be
/// bugs.
pub fn none_of_ours<T>(run: impl FnOnce() -> T) -> T {
    watch();
    let answer = run();
    let ours = PLACE.take().filter(|place| !place.contains("/registry/"));
    assert_eq!(ours, None, "a panic of ours was caught");
    answer
}

/// Records panics from now on.
fn watch() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        // The first decoding installs the crate's own hook, which hides caught panics from every hook installed before it.
        drop(decode(b"\x89PNG\r\n\x1A\n", Path::new("no.png"), &LIMITS));
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic: &PanicHookInfo<'_>| {
            PLACE.set(panic.location().map(ToString::to_string));
            report(panic);
        }));
    });
}
