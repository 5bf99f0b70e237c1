//! Formats of numbers in the window, on the command line and in files: `1,165`, `−17`, `3.1 µs`, `1.8 %`. And text from
//! outside, as messages print it.

mod text;

use std::{borrow::Cow, ops::RangeInclusive, path::Path};

use crate::geom::{Cell, IntRect, Offset, Point, Size};

pub use text::on_one_line;
pub use text::{is_unprintable, printable};

/// `n` with a comma between thousands: `1,165`.
pub fn thousands(n: u64) -> String {
    grouped(&n.to_string())
}

/// `digits`, a string of digits only, with a comma between thousands.
fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count for a narrow column: `4.19 M` from a million on.
#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
pub fn short_count(n: u64) -> String {
    match n {
        0..1_000_000 => thousands(n),
        _ => format!("{:.*} M", if n < 10_000_000 { 2 } else { 1 }, n as f64 / 1e6),
    }
}

/// `1,024 × 24`: columns and rows.
pub fn size(size: Size) -> String {
    format!("{} × {}", thousands(size.width.into()), thousands(size.height.into()))
}

/// `1 visit`, `2 visits`, `2 touches`, `2 boxes`.
pub fn plural(amount: u64, one: &str) -> String {
    let ending = match amount {
        1 => "",
        _ if one.ends_with("ch") || one.ends_with('x') => "es",
        _ => "s",
    };
    format!("{} {one}{ending}", thousands(amount))
}

/// True if `typed` is `meant` with one typing error: a letter is another, is missing or is one too many, or two neighbours are
/// exchanged.
pub fn is_typing_error(typed: &str, meant: &str) -> bool {
    let [typed, meant] = [typed, meant].map(|word| word.chars().collect::<Vec<_>>());
    let alike = typed.iter().zip(&meant).take_while(|(one, other)| one == other).count();
    match (&typed[alike..], &meant[alike..]) {
        ([], []) => false,
        ([_, rest @ ..], [_, others @ ..]) if rest == others => true,
        ([one, two, rest @ ..], [first, second, others @ ..]) if (one, two, rest) == (second, first, others) => true,
        (typed, meant) => typed.get(1..) == Some(meant) || meant.get(1..) == Some(typed),
    }
}

/// `1 px is`, `4 px are`.
pub fn px_are(amount: u64) -> String {
    format!("{} px {}", thousands(amount), if amount == 1 { "is" } else { "are" })
}

/// `words`, `words and stripes`, `words, stripes and blocks`, `words, stripes and 3 more`.
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [one, other] => format!("{one} and {other}"),
        [one, other, third] => format!("{one}, {other} and {third}"),
        [one, other, ..] => format!("{one}, {other} and {} more", thousands(names.len() as u64 - 2)),
    }
}

/// The most bytes of a message, and of a word in one that is longer.
const MOST_OF_MESSAGE: usize = 2_000;
const MOST_OF_WORD: usize = 400;

/// `message` in at most 2,000 bytes: of a longer one, long words such as names are cut in their middle, and if that does not
/// suffice, so is the whole.
pub fn shortened(message: String) -> String {
    if message.len() <= MOST_OF_MESSAGE {
        return message;
    }
    let words = message.split_inclusive(char::is_whitespace).map(|word| cut_in_middle(word, MOST_OF_WORD));
    cut_in_middle(&words.collect::<String>(), MOST_OF_MESSAGE).into_owned()
}

/// `text` in at most `most` bytes.
fn cut_in_middle(text: &str, most: usize) -> Cow<'_, str> {
    const CUT: &str = " … ";
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let half = (most - CUT.len()) / 2;
    let (head, tail) = (text.floor_char_boundary(half), text.ceil_char_boundary(text.len() - half));
    Cow::Owned([&text[..head], CUT, &text[tail..]].concat())
}

/// `0 of 1 checks`, `3 of 8 checks`: after *of* the noun is always plural.
pub fn of(part: u64, all: u64, many: &str) -> String {
    format!("{} of {} {many}", thousands(part), thousands(all))
}

/// `hit` or `miss`.
pub const fn hit_or_miss(is_hit: bool) -> &'static str {
    if is_hit { "hit" } else { "miss" }
}

/// `third`, `11th`: an ordinal counted from 1; in letters up to ten.
pub(crate) fn ordinal(n: u64) -> String {
    const FIRST: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let in_letters = n.checked_sub(1).and_then(|before| FIRST.get(usize::try_from(before).ok()?));
    in_letters.map_or_else(|| place(n), |letters| (*letters).to_owned())
}

/// `1st`, `22nd`: a rank.
pub fn place(n: u64) -> String {
    let ending = match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    thousands(n) + ending
}

/// The last part of a path, for messages.
pub fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.display().to_string())
}

/// A phrase as a sentence, with a capital and a full stop.
pub fn sentence(phrase: &str) -> String {
    capitalised(phrase) + "."
}

/// A phrase with a capital.
pub fn capitalised(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// `#497`: a visit, counted from 1; `rank` counts from 0.
pub fn visit(rank: u64) -> String {
    format!("#{}", thousands(rank + 1))
}

/// `value` with the fewest of the allowed `decimals` that show it to about six digits: `−1,234.5`.
pub fn number(value: f64, decimals: RangeInclusive<usize>) -> String {
    let (value, is_negative) = (value.abs(), value < 0.0);
    let most = *decimals.end();
    // A few times the precision of an f32, so that a field holding one still shows the number typed.
    let close = value * 16.0 * f64::from(f32::EPSILON);
    let shows_all = |text: &String| text.parse().is_ok_and(|shown: f64| (shown - value).abs() <= close);
    let plain = decimals.map(|decimals| format!("{value:.decimals$}")).find(shows_all);
    let plain = plain.unwrap_or_else(|| format!("{value:.most$}"));
    let (whole, fraction) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let is_zero = plain.chars().all(|c| matches!(c, '0' | '.'));
    let sign = if is_negative && !is_zero { "−" } else { "" };
    format!("{sign}{}{fraction}", grouped(whole))
}

/// `text` with a plain minus before its numbers, as shells and options take it: `10,-17` for `10,−17`. What is typed or pasted
/// may have either.
pub fn plain_minus(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_sign = c == '−'
            && chars.peek().is_some_and(|next| next.is_ascii_digit() || *next == '.')
            && !plain.ends_with(|before: char| before.is_alphanumeric());
        plain.push(if is_sign { '-' } else { c });
    }
    plain
}

/// A coordinate: `1024`, `−17`, without commas, since a comma separates the two of a point.
pub fn coordinate(n: i64) -> String {
    n.to_string().replace('-', "−")
}

/// A coordinate between cells, to a hundredth and without commas: `361.5`, `−17`.
pub fn fine_coordinate(n: f64) -> String {
    // Adding 0 turns negative zero into zero.
    ((n * 100.0).round() / 100.0 + 0.0).to_string().replace('-', "−")
}

/// A cell by column and row: `26,16`.
pub fn point(cell: Cell) -> String {
    pair(&coordinate(cell.x), &coordinate(cell.y))
}

/// A point that may lie between cells, to a hundredth: `29.5,20`; with a space where it would read as one number: `32, 331.5`.
pub fn fine_point((x, y): Point) -> String {
    let (column, row) = (fine_coordinate(x), fine_coordinate(y));
    let digits = row.split('.').next().map_or(0, |whole| whole.bytes().filter(u8::is_ascii_digit).count());
    let is_like_one_number = y > 0.0 && digits > 2 && !column.contains('.');
    if is_like_one_number { format!("{column}, {row}") } else { pair(&column, &row) }
}

/// The common form of points.
fn pair(x: &str, y: &str) -> String {
    format!("{x},{y}")
}

/// B's top left relative to A's, with the word: `offset 10,−17`.
pub fn offset(offset: Offset) -> String {
    format!("offset {}", point(offset.cell()))
}

/// A rectangle between cells by its size and its top left corner: `6.25 × 4 at 9.5,6.25`.
pub fn located_between(origin: Point, (width, height): (f64, f64)) -> String {
    format!("{} × {} at {}", fine_coordinate(width), fine_coordinate(height), fine_point(origin))
}

/// A box by its size and its top left cell: `30 × 24 at 10,0`.
pub fn located(rect: IntRect) -> String {
    format!("{} at {}", rect.size(), point(rect.origin()))
}

/// `part` of `whole` in per cent with one decimal: `1.8 %`. Only zero is `0 %`, and only all is `100 %`; more than all
/// is possible.
pub fn percent(part: u64, whole: u64) -> String {
    share(part, whole, 1)
}

/// The spread of times about their median, as a share of it: `± 2 %`, as wide as `±12 %`.
pub fn spread(share: f64) -> String {
    format!("±{:>2.0} %", 100.0 * share)
}

/// Like [`percent`] without decimals: `45 %`, `<1 %`.
pub fn whole_percent(part: u64, whole: u64) -> String {
    share(part, whole, 0)
}

#[expect(clippy::cast_precision_loss, reason = "few decimals are shown, and the ends are separated before")]
fn share(part: u64, whole: u64, decimals: usize) -> String {
    if part == 0 || whole == 0 {
        return "0 %".to_owned();
    }
    if part == whole {
        return "100 %".to_owned();
    }
    let least = if decimals == 0 { 1.0 } else { 0.1 };
    let percent = 100.0 * part as f64 / whole as f64;
    let shown = if part > whole { percent.max(100.0 + least) } else { percent.clamp(least, 100.0 - least) };
    let under = if percent < least / 2.0 { "<" } else { "" };
    format!("{under}{shown:.decimals$} %")
}

/// `8.0`, `29` or `1/22`: the ratio of `whole` to `part`; empty if either is 0.
#[expect(clippy::cast_precision_loss, reason = "few digits are shown")]
pub fn ratio(whole: u64, part: u64) -> String {
    if part == 0 || whole == 0 {
        return String::new();
    }
    let ratio = whole as f64 / part as f64;
    match ratio {
        0.0..0.095 => format!("1/{}", number(ratio.recip(), 0..=0)),
        ..9.95 => format!("{ratio:.1}"),
        _ => number(ratio, 0..=0),
    }
}

/// A time in the largest unit that keeps it at 1 or more: `453 ns`, `3.1 µs`, `12 ms`, `1.5 s`, `12 min`, `2.5 h`;
/// `< 1 ns` below the smallest.
pub fn duration(nanos: f64) -> String {
    let Some((scale, unit)) = unit(nanos) else { return "< 1 ns".to_owned() };
    let value = nanos / scale;
    let decimals = usize::from(value < 9.95);
    format!("{value:.decimals$} {unit}")
}

/// A time and its error in the unit of [`duration`], and that unit: `["20", "2", "ns"]`.
pub fn duration_with_error(nanos: f64, error: f64) -> [String; 3] {
    let (scale, unit) = unit(nanos).unwrap_or((1.0, "ns"));
    let [nanos, error] = self::nanos(nanos / scale, error / scale);
    [nanos, error, unit.to_owned()]
}

/// The largest unit that keeps a time at 1 or more, in nanoseconds, and its name; `None` below the smallest.
fn unit(nanos: f64) -> Option<(f64, &'static str)> {
    let units = [(3.6e12, "h"), (6e10, "min"), (1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns")];
    // Half a unit early, so that 999.6 ns reads as 1.0 µs, not as 1000 ns.
    units.into_iter().find(|(scale, _)| nanos >= scale * 0.9995)
}

/// The time and its error in nanoseconds, without their unit: `["20", "2"]`, with a decimal if the time is short.
pub fn nanos(nanos: f64, error: f64) -> [String; 2] {
    let decimals = usize::from(nanos < 9.95);
    [nanos, error].map(|nanos| number(nanos, decimals..=decimals))
}

/// A time in the past: `3 minutes ago`.
pub fn ago(seconds: u64) -> String {
    match seconds {
        0..60 => "less than a minute ago".to_owned(),
        60..3_600 => format!("{} ago", plural(seconds / 60, "minute")),
        3_600..86_400 => format!("{} ago", plural(seconds / 3_600, "hour")),
        _ => format!("{} ago", plural(seconds / 86_400, "day")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_cut_in_its_middle_at_2000_bytes() {
        for short in [String::new(), "é".repeat(1_000), "word ".repeat(400)] {
            assert_eq!(shortened(short.clone()), short);
        }
        let long = |letter: &str| format!("{}.png", letter.repeat(100_000));
        let message = shortened(format!("{}: it is not a mask of {}", long("a"), long("é")));
        assert!(
            message.len() <= 2_000 && message.contains(".png: it is not a mask of éé") && message.ends_with("éé.png")
        );
        for length in [1_999, 2_000, 2_001, 2_400, 9_999, 100_000] {
            for text in ["a", "é", "✓", "a b ", "\u{1f600}"].map(|part| part.repeat(length)) {
                let cut = shortened(text.clone());
                assert!(cut.len() <= 2_000, "{} bytes of {length}", cut.len());
                let (head, tail) = cut.split_once(" … ").unwrap_or((&cut, &cut));
                assert!(text.starts_with(head) && text.ends_with(tail), "{cut}");
            }
        }
    }

    #[test]
    fn after_of_the_noun_is_plural() {
        let texts = [(0, 1), (1, 1), (3, 8), (1_000, 3_000)].map(|(part, all)| of(part, all, "checks"));
        assert_eq!(texts, ["0 of 1 checks", "1 of 1 checks", "3 of 8 checks", "1,000 of 3,000 checks"]);
    }

    #[test]
    fn places_are_written_in_letters_and_figures() {
        assert_eq!([1, 3, 10, 11, 21].map(ordinal), ["first", "third", "tenth", "11th", "21st"]);
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 13, 22, 103, 1_011].map(place),
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "22nd", "103rd", "1,011th"]
        );
    }

    #[test]
    fn thousands_are_separated_by_commas() {
        let texts = [0, 7, 999, 1_000, 65_536, 16_777_216].map(thousands);
        assert_eq!(texts, ["0", "7", "999", "1,000", "65,536", "16,777,216"]);
        assert_eq!(plural(1, "visit"), "1 visit");
        assert_eq!(plural(1_165, "visit"), "1,165 visits");
        assert_eq!(visit(1_164), "#1,165");
    }

    #[test]
    fn narrow_columns_hold_millions() {
        assert_eq!(short_count(999_999), "999,999");
        assert_eq!(short_count(4_194_304), "4.19 M");
        assert_eq!(short_count(16_777_216), "16.8 M");
    }

    #[test]
    fn numbers_have_a_true_minus_and_no_needless_decimals() {
        assert_eq!(number(0.0, 0..=0), "0");
        assert_eq!(number(-17.0, 0..=0), "−17");
        assert_eq!(number(-0.2, 0..=0), "0");
        assert_eq!(number(999.0, 0..=0), "999");
        assert_eq!(number(1234.5, 0..=2), "1,234.5");
        assert_eq!(number(f64::from(0.1_f32), 0..=9), "0.1");
        assert_eq!(number(-10_000_000.0, 0..=0), "−10,000,000");
        assert_eq!(number(f64::NAN, 0..=2), "NaN");
    }

    #[test]
    fn points_have_no_commas_within_a_number() {
        assert_eq!(point(Cell::new(10, -17)), "10,−17");
        assert_eq!(plain_minus("at 10,−17 (−.5) a−1.png − 4"), "at 10,-17 (-.5) a−1.png − 4");
        assert_eq!(point(Cell::new(-1_000_000, 1_000)), "−1000000,1000");
        assert_eq!(fine_point((29.5, -20.0)), "29.5,−20");
        assert_eq!(fine_point((12_345.678, -0.001)), "12345.68,0");
        assert_eq!(
            [(32.0, 331.5), (32.5, 331.5), (32.0, -331.5)].map(fine_point),
            ["32, 331.5", "32.5,331.5", "32,−331.5"]
        );
        assert_eq!(offset(Offset::new(10, -17)), "offset 10,−17");
        assert_eq!(located(IntRect { x: 10, y: 0, width: 30, height: 24 }), "30 × 24 at 10,0");
        assert_eq!(located_between((-0.5, 7.0), (6.25, 4.0)), "6.25 × 4 at −0.5,7");
    }

    #[test]
    fn a_share_is_never_rounded_to_nothing_or_to_all() {
        assert_eq!(percent(13, 720), "1.8 %");
        assert_eq!(percent(0, 720), "0 %");
        assert_eq!(percent(0, 0), "0 %");
        assert_eq!(percent(1, 1_000_000), "<0.1 %");
        assert_eq!(percent(999_999, 1_000_000), "99.9 %");
        assert_eq!(percent(u64::MAX - 1, u64::MAX), "99.9 %");
        assert_eq!(percent(5, 5), "100 %");
        assert_eq!(percent(1_000_001, 1_000_000), "100.1 %");
        assert_eq!(percent(25, 18), "138.9 %");
        assert_eq!(whole_percent(764, 1_680), "45 %");
        assert_eq!(whole_percent(1, 1_680), "<1 %");
    }

    #[test]
    fn one_typing_error_is_forgiven() {
        let meant = "visit";
        for typed in ["vist", "vissit", "visot", "vsiit", "visi", "visitt", "isit"] {
            assert!(is_typing_error(typed, meant), "{typed}");
        }
        for typed in ["visit", "vst", "vis", "count", "", "visiiit", "ivsti"] {
            assert!(!is_typing_error(typed, meant), "{typed}");
        }
    }

    #[test]
    fn ratios_keep_a_decimal_while_they_are_small() {
        assert_eq!(ratio(497, 401), "1.2");
        assert_eq!(ratio(497, 17), "29");
        assert_eq!([ratio(1, 22), ratio(1, 10), ratio(2, 23), ratio(1, 4_000)], ["1/22", "0.1", "1/12", "1/4,000"]);
        assert_eq!(ratio(4_194_304, 1), "4,194,304");
        assert_eq!(ratio(0, 3), "");
    }

    #[test]
    fn times_choose_their_unit() {
        assert_eq!([spread(0.02), spread(0.12)], ["± 2 %", "±12 %"], "of one width");
        let texts = [0.0, 0.99, 1.0, 1.26, 9.96, 453.2, 999.4, 999.6, 3_140.0, 12.3e6, 999.6e6, 1.5e9].map(duration);
        let expected = [
            "< 1 ns", "< 1 ns", "1.0 ns", "1.3 ns", "10 ns", "453 ns", "999 ns", "1.0 µs", "3.1 µs", "12 ms", "1.0 s",
            "1.5 s",
        ];
        assert_eq!(texts, expected);
        assert_eq!(
            [59e9, 59.99e9, 90e9, 720e9, 3_599e9, 9_000e9].map(duration),
            ["59 s", "1.0 min", "1.5 min", "12 min", "1.0 h", "2.5 h"]
        );
    }
}
