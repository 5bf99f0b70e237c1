//! Bounds of a script: whatever it does, a run ends within [`LONGEST`] and takes at most 64 MB.
//!
//! The interpreter counts operations, and holds what a script keeps at once to these numbers. Their product is the memory of a
//! run, so none of them can grow alone; a test computes it.

use web_time::Duration;

/// The longest script, in bytes.
pub const LONGEST_TEXT: usize = 16 << 10;

/// The longest that a script may run.
pub(super) const LONGEST: Duration = Duration::from_secs(2);

/// The most visits, however large the box: what a recording of them has room for.
pub(super) const MOST_VISITS: u64 = 2_000_000;

/// The most elements of an array, those of arrays in it included.
pub(super) const MOST_ELEMENTS: usize = 512;
/// The longest text that a script can make, in bytes.
pub(super) const LONGEST_STRING: usize = 1_024;
/// The deepest nesting of calls: halving a box of 65,536 cells a side calls itself 32 times.
pub(super) const DEEPEST_CALL: usize = 34;
/// The most variables in a function, its parameters included.
pub(super) const MOST_VARIABLES: usize = 28;
/// The most arguments of a call. Those before the last wait, each with a value, while the last is computed.
pub(super) const MOST_ARGUMENTS: usize = 8;
/// The deepest nesting of expressions and statements outside of functions, as the parser counts: an `if` counts for three.
pub(super) const DEEPEST_SCRIPT: usize = 32;
/// The deepest nesting in a function, which may call itself.
pub(super) const DEEPEST_FUNCTION: usize = 18;
/// The most functions.
pub(super) const MOST_FUNCTIONS: usize = 64;

#[cfg(test)]
mod tests {
    use rhai::Dynamic;

    use super::super::engine::check;
    use super::*;
    use crate::scan::probe::VisitOutcome;
    use crate::scan::visit::Visit;

    /// The most bytes that a run takes.
    const MOST_BYTES: usize = 64_000_000;

    #[test]
    fn all_that_a_run_can_hold_at_once_is_within_its_memory() {
        // A call in an argument counts for two, and the innermost for the rest.
        let nested_calls = DEEPEST_FUNCTION / 2 - 2;
        let in_a_function = |calls| format!("fn f() {{ {}f(){} }}", "g(1, ".repeat(calls), ")".repeat(calls));
        assert_eq!(check(&in_a_function(nested_calls)), Ok(()));
        assert!(check(&in_a_function(nested_calls + 1)).is_err());
        let values = MOST_VARIABLES + nested_calls * (MOST_ARGUMENTS - 1);
        let of_script = DEEPEST_CALL * values * MOST_ELEMENTS * size_of::<Dynamic>();
        let a_visit = size_of::<Visit>() + size_of::<VisitOutcome>() + size_of::<u16>();
        let of_visits = usize::try_from(MOST_VISITS).expect("few") * a_visit;
        let of_largest_box = 4_096 * 4_096 / 64 * size_of::<(u64, u64)>();
        let all = of_script + of_visits + of_largest_box;
        assert!(all <= MOST_BYTES, "{of_script} + {of_visits} + {of_largest_box} = {all}");
    }
}
