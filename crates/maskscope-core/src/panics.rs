//! Panics that become sentences: decoders meet unforeseen bytes, scripts an interpreter's faults, and the window systems that
//! lack what it needs. None may end the program or print internals to standard error.

use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::{any::Any, cell::Cell, fmt, sync::Once};

thread_local! {
    /// True while this thread runs something whose panics are expected.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// Location in the sources of this thread's last guarded panic.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Message of a panic, and its location in the sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// Its words.
    pub message: String,
    /// `src/file.rs:12:34`.
    pub place: String,
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at {}", self.message.trim_end_matches('.'), self.place)
    }
}

impl std::error::Error for Panic {}

/// The result of `act` on this thread, or its panic, which prints nothing to standard error. `act` starts no threads whose
/// panics are expected.
///
/// # Errors
/// If it panics. In a browser, where a panic aborts, it never returns then.
pub fn caught<T>(act: impl FnOnce() -> T) -> Result<T, Panic> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            // Where panics abort, this is the only report of it.
            if GUARDED.get() && cfg!(panic = "unwind") {
                PLACE.set(panic.location().map(ToString::to_string));
            } else {
                report(panic);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(act));
    GUARDED.set(outer);
    done.map_err(|payload| Panic { message: message(payload.as_ref()), place: PLACE.take().unwrap_or_default() })
}

/// The words of a panic.
fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it gave no reason").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_reported_and_the_guard_ends_with_it() {
        assert_eq!(caught(|| 7), Ok(7));
        let number = 3;
        for (panic, message) in [
            (caught(|| -> u8 { panic!("not shown") }), "not shown"),
            (caught(|| -> u8 { panic!("not shown, {number}.") }), "not shown, 3"),
        ] {
            let text = panic.expect_err("it panics").to_string();
            assert!(text.starts_with(&format!("{message}, at ")) && text.contains("panics.rs:"), "{text}");
        }
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
