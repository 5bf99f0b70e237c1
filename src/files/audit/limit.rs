//! [`GainLimit`]: the gain above which a hitbox fails.

use std::str::FromStr;

/// The largest gain that is accepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GainLimit {
    /// Pixels, all frames together.
    Pixels(u64),
    /// Per cent of the solid pixels of all frames.
    Percent(f64),
}

impl GainLimit {
    /// True if a gain of pixels is above it, for a picture of this number of solid pixels.
    #[expect(clippy::cast_precision_loss, reason = "no picture has so large a number of pixels")]
    pub fn is_below(self, gain: u64, solid: u64) -> bool {
        match self {
            Self::Pixels(most) => gain > most,
            Self::Percent(most) => 100.0 * gain as f64 > most * solid as f64,
        }
    }
}

/// `30` for pixels, `5%` for a share of the solid ones.
impl FromStr for GainLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "a limit is a number of pixels, as in 30, or a share of the solid pixels, as in 5%";
        let Some(percent) = text.strip_suffix('%') else {
            return text.parse().map(Self::Pixels).map_err(|_| EXPECTED);
        };
        let percent = percent.trim_end().parse().ok().filter(|percent: &f64| *percent >= 0.0 && percent.is_finite());
        percent.map(Self::Percent).ok_or(EXPECTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_pixels_or_shares() {
        for (text, gain, solid, is_below) in [
            ("30", 30, 100, false),
            ("30", 31, 100, true),
            ("0", 0, 0, false),
            ("5%", 5, 100, false),
            ("5%", 6, 100, true),
            ("2.5 %", 3, 100, true),
            ("0%", 1, 100, true),
        ] {
            let limit: GainLimit = text.parse().expect(text);
            assert_eq!(limit.is_below(gain, solid), is_below, "{text}, {gain} of {solid}");
        }
        for text in ["", "%", "-1", "-1%", "1.5", "inf%", "5 px"] {
            assert!(text.parse::<GainLimit>().is_err(), "{text}");
        }
    }
}
