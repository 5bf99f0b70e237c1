//! Numbers as the window writes and reads them: thousands with a comma, minus as `−`.

use std::ops::RangeInclusive;

use crate::words::grouped;
pub use crate::words::thousands as count;

/// `value` with as few of the allowed `decimals` as show it well.
pub fn format(value: f64, decimals: RangeInclusive<usize>) -> String {
    let plain = egui::emath::format_with_decimals_in_range(value.abs(), decimals);
    let (whole, fraction) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let rounded_to_zero = plain.chars().all(|c| matches!(c, '0' | '.'));
    let sign = if value < 0.0 && !rounded_to_zero { "−" } else { "" };
    format!("{sign}{}{fraction}", grouped(whole))
}

/// The number in `text`, if there is one and it lies in `range`. Anything else is refused, never bent into place.
pub fn parse(text: &str, range: &RangeInclusive<f64>) -> Option<f64> {
    let plain: String =
        text.chars().filter(|c| !c.is_whitespace() && *c != ',').map(|c| if c == '−' { '-' } else { c }).collect();
    plain.parse().ok().filter(|value| range.contains(value))
}

/// `value` without its fraction; a cast brings what no `u64` holds to the nearest that does.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates, as it should here")]
pub fn whole(value: f64) -> u64 {
    value as u64
}

/// A place on the screen as the number of a column or row: without its fraction, and 0 at least.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates, as it should here")]
pub fn place(value: f32) -> u32 {
    value as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_have_commas_and_minus_is_a_minus() {
        assert_eq!(format(0.0, 0..=0), "0");
        assert_eq!(format(-17.0, 0..=0), "−17");
        assert_eq!(format(-0.2, 0..=0), "0");
        assert_eq!(format(999.0, 0..=0), "999");
        assert_eq!(format(1234.5, 0..=2), "1,234.5");
        assert_eq!(format(-10_000_000.0, 0..=0), "−10,000,000");
        assert_eq!(count(720), "720");
        assert_eq!(count(16_777_216), "16,777,216");
    }

    #[test]
    fn what_is_written_can_be_read_and_what_is_out_of_range_is_refused() {
        let range = -1000.0..=1000.0;
        assert_eq!(parse(" −17 ", &range), Some(-17.0));
        assert_eq!(parse("1,000", &range), Some(1000.0));
        assert_eq!(parse("1001", &range), None);
        assert_eq!(parse("NaN", &range), None);
        assert_eq!(parse("ten", &range), None);
        assert_eq!(parse("", &range), None);
    }
}
