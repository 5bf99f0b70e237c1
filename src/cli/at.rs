//! `--at X,Y`: the position of B.

use std::str::FromStr;

use crate::geom::{Offset, Rounding};

/// Position of B before rounding: the two numbers of `--at X,Y`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct At {
    x: f64,
    y: f64,
}

impl At {
    /// The cell after `rounding`, or a message if it does not fit `i32`.
    pub(super) fn round(self, rounding: Rounding) -> Result<Offset, String> {
        let whole = |value: f64| {
            let cell = rounding.round(value);
            // The typed number may have three hundred digits.
            let typed = if value.abs() < 1e15 { value.to_string() } else { format!("{value:e}") };
            cell.ok_or_else(|| format!("--at: {typed} is outside {} to {}", i32::MIN, i32::MAX))
        };
        Ok(Offset::new(whole(self.x)?, whole(self.y)?))
    }
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number =
            |text: &str| text.parse().map_err(|_| format!("'{text}' is not a number; a position is X,Y as in -5,3"));
        let (x, y) = text.split_once(',').ok_or("a position is two numbers, X,Y as in -5,3")?;
        Ok(Self { x: number(x)?, y: number(y)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(text: &str, rounding: Rounding) -> Option<(i32, i32)> {
        let offset = text.parse::<At>().ok()?.round(rounding).ok()?;
        Some((offset.x, offset.y))
    }

    #[test]
    fn whole_numbers_and_decimals() {
        assert_eq!(placed("-5,3", Rounding::HalfUp), Some((-5, 3)));
        assert_eq!(placed("-2147483648,2147483647", Rounding::HalfUp), Some((i32::MIN, i32::MAX)));
        assert_eq!(placed("-2.5,2.5", Rounding::HalfUp), Some((-2, 3)));
        assert_eq!(placed("-2.5,2.5", Rounding::HalfAway), Some((-3, 3)));
        assert_eq!(placed("2147483647.4,0", Rounding::HalfUp), Some((i32::MAX, 0)));
    }

    #[test]
    fn what_is_no_place() {
        for text in ["", "5", "5,", ",5", "5;3", "1,2,3", "a,b", "NaN,0", "inf,0", "2147483648,0", "0,-2147483649"] {
            assert_eq!(placed(text, Rounding::HalfUp), None, "{text}");
        }
    }
}
