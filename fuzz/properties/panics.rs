use std::{
    cell::RefCell,
    panic::{self, PanicHookInfo},
    path::Path,
    sync::Once,
};

use maskscope::files::decode;

use super::LIMITS;

thread_local! {
    /// Where the last panic of this thread was, caught or not.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What `run` returns. A decoder of another crate may panic in it where that is caught; maskscope's own code may not.
pub fn none_of_ours<T>(run: impl FnOnce() -> T) -> T {
    watch();
    let answer = run();
    let ours = PLACE.take().filter(|place| !place.contains("/registry/"));
    assert_eq!(ours, None, "a panic of ours was caught");
    answer
}

/// Takes note of panics from now on.
fn watch() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        // Makes the crate install its hook, which keeps those panics that are caught from all hooks below it.
        let _ = decode(b"\x89PNG\r\n\x1A\n", Path::new("no.png"), &LIMITS);
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic: &PanicHookInfo<'_>| {
            PLACE.set(panic.location().map(ToString::to_string));
            report(panic);
        }));
    });
}
