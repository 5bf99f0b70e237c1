//! [`Solid`]: the rule that says which alpha values are solid.

use std::fmt;

/// The rule for solid alpha values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solid {
    /// `alpha > threshold`: the rule of this program, of pygame and of GameMaker.
    Above(u8),
    /// `alpha >= least`: the rule of Flash's `hitTest` and of HaxeFlixel; 0 makes every pixel solid.
    AtLeast(u8),
    /// `alpha & bits == bits`: the test in Gilbert's code as written.
    HasBits(u8),
}

impl Solid {
    /// True if a pixel of this alpha is solid.
    #[inline]
    pub const fn holds(self, alpha: u8) -> bool {
        match self {
            Self::Above(threshold) => alpha > threshold,
            Self::AtLeast(least) => alpha >= least,
            Self::HasBits(bits) => alpha & bits == bits,
        }
    }
}

impl fmt::Display for Solid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Above(threshold) => write!(f, "alpha > {threshold}"),
            Self::AtLeast(least) => write!(f, "alpha >= {least}"),
            Self::HasBits(bits) => write!(f, "alpha & {bits} == {bits}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_differ_at_their_edges() {
        assert!(!Solid::Above(127).holds(127) && Solid::Above(127).holds(128));
        assert!(!Solid::AtLeast(128).holds(127) && Solid::AtLeast(128).holds(128));
        assert!(Solid::AtLeast(0).holds(0));
        assert!(Solid::HasBits(191).holds(191) && Solid::HasBits(191).holds(255) && !Solid::HasBits(191).holds(254));
    }

    #[test]
    fn as_written_tolerance_0_misses_three_quarters_of_all_visible_pairs() {
        let odd = Solid::HasBits(1);
        let pairs = (1..=255).flat_map(|a| (1..=255).map(move |b| (a, b)));
        let missed = pairs.filter(|&(a, b)| !(odd.holds(a) && odd.holds(b))).count();
        assert_eq!(missed, 255 * 255 - 128 * 128, "all but the pairs of two odd alphas");
        assert_eq!(1000 * missed / (255 * 255), 748, "74.8 %");
    }
}
