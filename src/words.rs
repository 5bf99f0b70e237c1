//! Numbers as people read them: `1,165`, `−17`, `3.1 µs`, `1.8 %`.

use crate::geom::{Cell, IntRect};

/// `n` with a comma between thousands: `1,165`.
pub fn thousands(n: u64) -> String {
    grouped(&n.to_string())
}

/// `digits`, which are nothing else, with a comma between thousands.
pub fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `n` with a true minus and a comma between thousands: `−1,017`.
pub fn signed(n: i64) -> String {
    let sign = if n < 0 { "−" } else { "" };
    format!("{sign}{}", thousands(n.unsigned_abs()))
}

/// A cell by column and row: `26,16`. Its numbers have no comma between thousands: `1024,−17`.
pub fn point(cell: Cell) -> String {
    let plain = |n: i64| n.to_string().replace('-', "−");
    format!("{},{}", plain(cell.x), plain(cell.y))
}

/// A box by its size and its top left cell: `30 × 24 at 10,0`.
pub fn located(rect: IntRect) -> String {
    format!("{} at {}", rect.size(), point(rect.origin()))
}

/// `part` of `whole` in per cent with one decimal: `1.8 %`; `0.0 %` of nothing.
pub fn percent(part: u64, whole: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "one decimal is shown")]
    let share = if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    format!("{:.1} %", share * 100.0)
}

/// A time in the unit that leaves one to three digits before the point: `453 ns`, `3.1 µs`, `12 ms`, `1.5 s`.
pub fn duration(nanos: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns")];
    // Half a unit early, so that 999.6 ns reads as 1.0 µs, not as 1000 ns.
    let (scale, unit) = units.into_iter().find(|(scale, _)| nanos >= scale * 0.9995).unwrap_or((1.0, "ns"));
    let value = nanos / scale;
    let decimals = usize::from(value < 9.95);
    format!("{value:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_part_thousands() {
        let texts = [0, 7, 999, 1_000, 65_536, 16_777_216].map(thousands);
        assert_eq!(texts, ["0", "7", "999", "1,000", "65,536", "16,777,216"]);
        assert_eq!(signed(-1_017), "−1,017");
        assert_eq!(signed(i64::MIN), "−9,223,372,036,854,775,808");
    }

    #[test]
    fn places_have_no_commas_within_a_number() {
        assert_eq!(point(Cell::new(1024, -17)), "1024,−17");
        assert_eq!(located(IntRect { x: 10, y: 0, width: 30, height: 24 }), "30 × 24 at 10,0");
    }

    #[test]
    fn shares_have_one_decimal() {
        assert_eq!(percent(13, 720), "1.8 %");
        assert_eq!(percent(0, 0), "0.0 %");
    }

    #[test]
    fn times_choose_their_unit() {
        let texts = [0.0, 1.26, 9.96, 453.2, 999.4, 999.6, 3_140.0, 12.3e6, 1.5e9].map(duration);
        assert_eq!(texts, ["0.0 ns", "1.3 ns", "10 ns", "453 ns", "999 ns", "1.0 µs", "3.1 µs", "12 ms", "1.5 s"]);
    }
}
