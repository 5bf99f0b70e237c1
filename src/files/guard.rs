//! Decoders meet bytes that nobody foresaw. A panic in one is a damaged image: not the end of the program, and not a
//! page of internals on standard error.

use std::{
    cell::Cell,
    panic::{self, AssertUnwindSafe, catch_unwind},
    sync::Once,
};

use super::Reason;

thread_local! {
    /// True while this thread runs something whose panics are expected.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `decode`, which starts no threads; where it panics, in silence, the image of `format` is damaged.
pub(super) fn guarded<T>(format: &'static str, decode: impl FnOnce() -> Result<T, Reason>) -> Result<T, Reason> {
    caught(decode).unwrap_or_else(|| Err(Reason::damaged(format, "its decoder gave up")))
}

/// What `decode` returns, or `None` where it panics.
fn caught<T>(decode: impl FnOnce() -> T) -> Option<T> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                report(panic);
            }
        }));
    });
    GUARDED.set(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode)).ok();
    GUARDED.set(false);
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_none_and_the_guard_ends_with_it() {
        assert_eq!(caught(|| 7), Some(7));
        assert_eq!(caught(|| -> u8 { panic!("not shown") }), None);
        assert!(!GUARDED.get());
    }
}
