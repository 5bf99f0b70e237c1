//! Decoders meet bytes that nobody foresaw, and the window meets systems that lack what it needs. A panic there is a
//! sentence: not the end of the program, and not a page of internals on standard error.

use std::{
    any::Any,
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
    caught(decode).unwrap_or_else(|_| Err(Reason::damaged(format, "its decoder gave up")))
}

/// What `act` returns on this thread, or, where it panics, what it said, in silence.
pub fn caught<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                report(panic);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(act)).map_err(|payload| said(payload.as_ref()));
    GUARDED.set(outer);
    done
}

/// The words of a panic.
fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it gave up without a word").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_what_it_said_and_the_guard_ends_with_it() {
        assert_eq!(caught(|| 7), Ok(7));
        assert_eq!(caught(|| -> u8 { panic!("not shown") }), Err("not shown".to_owned()));
        let number = 3;
        assert_eq!(caught(|| -> u8 { panic!("not shown, {number}") }), Err("not shown, 3".to_owned()));
        assert!(!GUARDED.get());
    }

    #[test]
    fn guards_nest() {
        let inner = caught(|| {
            assert!(caught(|| panic!("the inner one")).is_err());
            GUARDED.get()
        });
        assert_eq!((inner, GUARDED.get()), (Ok(true), false));
    }
}
