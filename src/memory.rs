//! Large pieces of memory: asked for before they are taken, and refused in words where too little is left.
//!
//! What takes much calls [`claim`] first. Where less is left, the call does not return: it unwinds, without a panic and so
//! without its message, to the nearest [`within`]. So masks, tables and maps are made without a `Result` at every step, as a
//! cancelled scan is left without one.

use std::{
    cell::Cell,
    fmt,
    hint::black_box,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::atomic::{AtomicU64, Ordering},
};

use thiserror::Error;

use crate::words::thousands;

/// Less memory is left than something takes.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{what} takes {} bytes of memory, more than is left; {advice}", thousands(*bytes))]
pub struct OutOfMemory {
    /// What takes it.
    pub what: String,
    /// How much that is.
    pub bytes: u64,
    /// What takes less, as a phrase.
    pub advice: &'static str,
}

/// What takes less where an image does: most advice is this.
pub const SMALLER_IMAGE: &str = "a smaller image takes less";

/// Less than this is taken without being asked for.
const SMALL: u64 = 1 << 20;
/// What is left for that.
const SPARE: u64 = 8 << 20;

/// The most that is given at once.
static MOST: AtomicU64 = AtomicU64::new(u64::MAX);

thread_local! {
    /// True while this thread asks whether there is memory.
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Claims `bytes` for `what`: on return there are as many, and some to spare, for whoever takes them next.
///
/// # Unwinds
/// To the nearest [`within`] where there are not.
pub fn claim(bytes: u64, advice: &'static str, what: fmt::Arguments<'_>) {
    or_unwind(ask(bytes, advice, what));
}

/// What was `claimed`, or the way to the nearest [`within`] where that was refused. Where panics abort, there is no way: the
/// program ends with these words.
pub fn or_unwind<T>(claimed: Result<T, OutOfMemory>) -> T {
    claimed.unwrap_or_else(|refused| {
        if cfg!(panic = "abort") {
            panic!("{refused}");
        }
        resume_unwind(Box::new(refused))
    })
}

/// Asks for `bytes` for `what`, as [`claim`] does.
///
/// # Errors
/// Where there are not as many.
pub fn ask(bytes: u64, advice: &'static str, what: fmt::Arguments<'_>) -> Result<(), OutOfMemory> {
    let is_free = bytes < SMALL || is_left(bytes);
    if is_free { Ok(()) } else { Err(OutOfMemory { what: what.to_string(), bytes, advice }) }
}

/// What `act` returns, or what it could not claim. What it was changing then stays as it is, half done or not.
///
/// # Errors
/// Where less memory was left than something in it took.
pub fn within<T>(act: impl FnOnce() -> T) -> Result<T, OutOfMemory> {
    catch_unwind(AssertUnwindSafe(act)).map_err(|payload| match payload.downcast() {
        Ok(refused) => *refused,
        Err(panic) => resume_unwind(panic),
    })
}

/// Gives at most `bytes` at once from here on, as a smaller machine would: for tests.
pub fn give_at_most(bytes: u64) {
    MOST.store(bytes, Ordering::Relaxed);
}

/// True while this thread asks whether there is memory, and can do without.
pub fn is_asking() -> bool {
    ASKING.get()
}

/// Whether `bytes` and some to spare can be had: takes them, and gives them back untouched.
fn is_left(bytes: u64) -> bool {
    let Ok(length) = usize::try_from(bytes.saturating_add(SPARE)) else { return false };
    let mut block = Vec::<u8>::new();
    ASKING.set(true);
    let is_taken = black_box(&mut block).try_reserve_exact(length).is_ok();
    ASKING.set(false);
    is_taken && bytes <= MOST.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than any machine has.
    const FAR_TOO_MUCH: u64 = 1 << 60;

    #[test]
    fn what_is_too_large_is_refused_in_words_and_the_rest_is_not() {
        let claimed = |bytes| within(|| claim(bytes, SMALLER_IMAGE, format_args!("a mask of {}", 7)));
        assert_eq!([0, 1, SMALL, 64 << 20].map(claimed), [const { Ok(()) }; 4]);
        for bytes in [FAR_TOO_MUCH, u64::MAX - 1, u64::MAX] {
            let refused = claimed(bytes).expect_err("nobody has as much");
            assert_eq!((refused.bytes, refused.what.as_str()), (bytes, "a mask of 7"));
        }
        assert_eq!(
            claimed(FAR_TOO_MUCH).expect_err("nobody has as much").to_string(),
            "a mask of 7 takes 1,152,921,504,606,846,976 bytes of memory, more than is left; a smaller image takes less"
        );
        assert!(!is_asking());
    }

    #[test]
    fn a_panic_goes_on() {
        let panic = catch_unwind(|| within(|| resume_unwind(Box::new("a bug"))));
        assert_eq!(panic.expect_err("it goes on").downcast_ref(), Some(&"a bug"));
    }
}
