//! [`Rounding`]: how a sub-pixel position becomes a cell.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

/// Rounding of a sub-pixel position to a whole cell. The rules differ only at halves and below zero.
///
/// | value | half up | half even | half away | floor | truncate |
/// | ----: | ------: | --------: | --------: | ----: | -------: |
/// |  2.5  |    3    |     2     |     3     |   2   |    2     |
/// | -2.5  |   -2    |    -2     |    -3     |  -3   |   -2     |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Rounding {
    /// Halves up, as Math.round in JavaScript, ActionScript and Haxe.
    #[default]
    HalfUp,
    /// Halves to the even neighbour, as C# and Delphi.
    HalfEven,
    /// Halves away from zero, as round in C and Rust.
    HalfAway,
    /// Down, towards negative infinity.
    Floor,
    /// Towards zero, as a cast does.
    Truncate,
}

impl Rounding {
    /// The cell coordinate for `value`; `None` if `value` is not a number or its cell is outside `i32`.
    pub fn round(self, value: f64) -> Option<i32> {
        let rounded = match self {
            // Not `floor(v + 0.5)`: that sum is rounded itself, so 0.49999999999999994 would become 1.
            Self::HalfUp if value - value.floor() >= 0.5 => value.floor() + 1.0,
            Self::HalfUp | Self::Floor => value.floor(),
            Self::HalfEven => value.round_ties_even(),
            // Not `round`: some C libraries, MinGW's among them, compute it as that sum.
            Self::HalfAway if (value - value.trunc()).abs() >= 0.5 => value.trunc() + value.signum(),
            Self::HalfAway | Self::Truncate => value.trunc(),
        };
        let fits = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&rounded);
        #[expect(clippy::cast_possible_truncation, reason = "whole and inside i32: just checked")]
        fits.then_some(rounded as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Choice as _;

    #[test]
    fn the_rules_differ_at_halves() {
        let at = |value| Rounding::ALL.iter().map(|rule| rule.round(value).expect("in range")).collect::<Vec<_>>();
        assert_eq!(at(2.5), [3, 2, 3, 2, 2]);
        assert_eq!(at(-2.5), [-2, -2, -3, -3, -2]);
        assert_eq!(at(3.5), [4, 4, 4, 3, 3]);
        assert_eq!(at(-0.4), [0, 0, 0, -1, 0]);
        assert_eq!(at(0.499_999_999_999_999_94), [0, 0, 0, 0, 0]);
        assert_eq!(at(-0.499_999_999_999_999_94), [0, 0, 0, -1, 0]);
    }

    #[test]
    fn what_no_cell_holds_is_refused() {
        for rule in Rounding::ALL {
            assert_eq!(rule.round(f64::NAN), None);
            assert_eq!(rule.round(f64::INFINITY), None);
            assert_eq!(rule.round(2_147_483_648.0), None);
            assert_eq!(rule.round(-2_147_483_648.0), Some(i32::MIN));
        }
    }
}
