//! How the window writes what it says: counts, points, times, shares and ratios.

pub use super::widgets::number::count;
use crate::{
    geom::{Cell, Offset},
    session::Zoom,
};

/// `−17`: a coordinate, without commas, which a point needs for itself.
pub fn coordinate(value: i64) -> String {
    value.to_string().replace('-', "−")
}

/// `26,16`.
pub fn point(cell: Cell) -> String {
    format!("{},{}", coordinate(cell.x), coordinate(cell.y))
}

/// `10,-17`, as the command line reads it.
pub fn at_argument(offset: Offset) -> String {
    format!("{},{}", offset.x, offset.y)
}

/// `#497`: a visit, counted from 1; `rank` counts from 0.
pub fn visit(rank: u64) -> String {
    format!("#{}", count(rank + 1))
}

/// `1.8 %` of something, with so many decimals; never 0 % of something nor 100 % of less than all.
pub fn percent(part: u64, whole: u64, decimals: usize) -> String {
    if part == 0 || whole == 0 {
        return "0 %".to_owned();
    }
    if part >= whole {
        return "100 %".to_owned();
    }
    let least = 0.1_f64.powi(i32::try_from(decimals).unwrap_or(0));
    let percent = 100.0 * part as f64 / whole as f64;
    let shown = percent.clamp(least, 100.0 - least);
    let under = if percent < least / 2.0 { "<" } else { "" };
    format!("{under}{shown:.decimals$} %")
}

/// `453 ns`, `3.1 µs`, `12 ms`: two digits at least, three at most.
pub fn time(nanos: f64) -> String {
    let (value, unit) = match nanos {
        n if n < 999.5 => (n, "ns"),
        n if n < 999.5e3 => (n / 1e3, "µs"),
        n if n < 999.5e6 => (n / 1e6, "ms"),
        n => (n / 1e9, "s"),
    };
    let decimals = usize::from(value < 9.95);
    format!("{value:.decimals$} {unit}")
}

/// `8.0` or `29`: how many times `part` goes into `whole`; nothing where it is not known.
pub fn ratio(whole: u64, part: u64) -> String {
    if part == 0 || whole == 0 {
        return String::new();
    }
    let ratio = whole as f64 / part as f64;
    if ratio < 9.95 { format!("{ratio:.1}") } else { crate::app::widgets::number::format(ratio, 0..=0) }
}

/// `10×`, or `1/4×` where a pixel of the screen shows several cells.
pub fn zoom(zoom: Zoom) -> String {
    match zoom {
        Zoom::In(pixels) => format!("{pixels}×"),
        Zoom::Out(cells) => format!("1/{cells}×"),
    }
}

/// A count for a narrow column: `4.19 M` from a million on.
pub fn short_count(value: u64) -> String {
    match value {
        0..1_000_000 => count(value),
        _ => format!("{:.*} M", if value < 10_000_000 { 2 } else { 1 }, value as f64 / 1e6),
    }
}

/// `1 visit`, `2 visits`.
pub fn plural(amount: u64, one: &str) -> String {
    let ending = if amount == 1 { "" } else { "s" };
    format!("{} {one}{ending}", count(amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_a_real_minus_and_no_thousands() {
        assert_eq!(point(Cell::new(10, -17)), "10,−17");
        assert_eq!(point(Cell::new(-1_000_000, 1_000)), "−1000000,1000");
        assert_eq!(at_argument(Offset::new(10, -17)), "10,-17");
    }

    #[test]
    fn a_share_is_never_rounded_to_nothing_or_to_all() {
        assert_eq!(percent(13, 720, 1), "1.8 %");
        assert_eq!(percent(764, 1_680, 0), "45 %");
        assert_eq!(percent(0, 720, 1), "0 %");
        assert_eq!(percent(1, 1_000_000, 1), "<0.1 %");
        assert_eq!(percent(999_999, 1_000_000, 1), "99.9 %");
        assert_eq!(percent(5, 5, 1), "100 %");
        assert_eq!(percent(1, 1_680, 0), "<1 %");
    }

    #[test]
    fn narrow_columns_hold_millions() {
        assert_eq!(short_count(999_999), "999,999");
        assert_eq!(short_count(4_194_304), "4.19 M");
        assert_eq!(short_count(16_777_216), "16.8 M");
    }

    #[test]
    fn times_keep_two_digits() {
        assert_eq!(time(0.84), "0.8 ns");
        assert_eq!(time(453.2), "453 ns");
        assert_eq!(time(3_080.0), "3.1 µs");
        assert_eq!(time(999_600.0), "1.0 ms");
        assert_eq!(time(12.4e6), "12 ms");
        assert_eq!(time(2.5e9), "2.5 s");
    }

    #[test]
    fn ratios_keep_a_decimal_while_they_are_small() {
        assert_eq!(ratio(497, 401), "1.2");
        assert_eq!(ratio(497, 17), "29");
        assert_eq!(ratio(4_194_304, 1), "4,194,304");
        assert_eq!(ratio(0, 3), "");
    }
}
