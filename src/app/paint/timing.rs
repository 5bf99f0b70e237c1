//! Timings as the window shows them.

use crate::app::prelude::*;
use crate::measure::Timing;

/// The reason why a timing is dimmed.
pub const DISTURBED: &str = "Other work disturbed this timing. It is repeated while the window is idle, up to twice.";

/// The median; with a tilde where it was disturbed: `453 ns`, `~453 ns`.
pub fn median(timing: &Timing) -> String {
    let mark = if timing.is_disturbed() { "~" } else { "" };
    format!("{mark}{}", words::duration(timing.median_nanos))
}

/// The `ink` in which it is written: dimmed where it was disturbed.
pub fn ink(timing: Option<Timing>, ink: Color32, theme: &Theme) -> Color32 {
    if timing.is_some_and(|timing| timing.is_disturbed()) { theme.t3 } else { ink }
}
