//! Numbers as a file writes them: `7` or `7.0`, with at most 4 decimals.

use std::ops::Range;

use super::edits::ByteEdit;
use maskscope_core::geom::Point;

/// The distance below which two numbers are written alike.
pub(super) const NEAR: f64 = 5e-5;

/// The form of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberStyle {
    /// `7`.
    Plain,
    /// `7.0`.
    Pointed,
}

impl NumberStyle {
    /// The style of written numbers: pointed if a whole one has decimals.
    fn of<'a>(numbers: impl IntoIterator<Item = &'a str>) -> Self {
        let is_pointed =
            |number: &str| number.split_once('.').is_some_and(|(_, rest)| rest.bytes().all(|it| it == b'0'));
        if numbers.into_iter().any(is_pointed) { Self::Pointed } else { Self::Plain }
    }

    /// A number in this style.
    pub(super) fn written(self, number: f64) -> String {
        // Adding 0 makes −0 a 0.
        let text = ((number * 1e4).round() / 1e4 + 0.0).to_string();
        if self == Self::Pointed && !text.contains('.') { text + ".0" } else { text }
    }
}

/// The numbers in a text, by their places.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_part = |byte: &u8| byte.is_ascii_digit() || b".+-eE".contains(byte);
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let sign = usize::from(b"+-".contains(&bytes[at]));
        let point = usize::from(bytes.get(at + sign) == Some(&b'.'));
        if is_digit(at + sign + point) {
            let length = bytes[at + 1..].iter().take_while(|byte| is_part(byte)).count();
            found.push(at..at + 1 + length);
            at += length;
        }
        at += 1;
    }
    found
}

/// The edits by which the numbers in a `part` of `text` become others, the same number of them; those that are equal stay as they
/// are. `None` if the part has another number of them.
pub(super) fn replaced(text: &str, part: Range<usize>, new: &[f64]) -> Option<Vec<ByteEdit>> {
    let inner = text.get(part.clone())?;
    let places = numbers(inner);
    if places.len() != new.len() {
        return None;
    }
    let style = NumberStyle::of(places.iter().map(|place| &inner[place.clone()]));
    let mut edits = Vec::new();
    for (place, &number) in places.into_iter().zip(new) {
        let old: f64 = inner[place.clone()].parse().ok()?;
        if (old - number).abs() > NEAR {
            let range = part.start + place.start..part.start + place.end;
            edits.push(ByteEdit { range, text: style.written(number) });
        }
    }
    Some(edits)
}

/// The edit by which the corners in a `part` of `text` become others, of any number, with the same text between all of them;
/// empty if they are equal. `None` if the part has fewer than two corners, or uneven text between them, such as a comment.
pub(super) fn replaced_corners(text: &str, part: Range<usize>, new: &[Point]) -> Option<Vec<ByteEdit>> {
    let inner = text.get(part.clone())?;
    let places = numbers(inner);
    let [x, y, next, ..] = &places[..] else { return None };
    let (within, between) = (&inner[x.end..y.start], &inner[y.end..next.start]);
    let mut gaps = places.windows(2).enumerate();
    let is_even = |(at, pair): (usize, &[Range<usize>])| {
        inner[pair[0].end..pair[1].start] == *if at.is_multiple_of(2) { within } else { between }
    };
    if places.len() % 2 == 1 || !gaps.all(is_even) {
        return None;
    }
    let old = places.iter().map(|place| inner[place.clone()].parse::<f64>().ok()).collect::<Option<Vec<_>>>()?;
    let numbers: Vec<_> = new.iter().flat_map(|&(x, y)| [x, y]).collect();
    let is_equal =
        old.len() == numbers.len() && old.iter().zip(&numbers).all(|(one, other)| (one - other).abs() <= NEAR);
    if is_equal {
        return Some(Vec::new());
    }
    let style = NumberStyle::of(places.iter().map(|place| &inner[place.clone()]));
    let corner = |&(x, y): &Point| format!("{}{within}{}", style.written(x), style.written(y));
    let corners: Vec<_> = new.iter().map(corner).collect();
    let range = part.start + x.start..part.start + places.last()?.end;
    Some(vec![ByteEdit { range, text: corners.join(between) }])
}

#[cfg(test)]
mod tests {
    use super::super::edits::edited;
    use super::*;

    fn with(text: &str, new: &[f64]) -> Option<String> {
        replaced(text, 0..text.len(), new).and_then(|edits| edited(text, &edits))
    }

    #[test]
    fn numbers_keep_their_style() {
        for (text, new, expected) in [
            ("( 8, 6 )", &[7.0, 6.5][..], "( 7, 6.5 )"),
            ("7.0", &[8.0], "8.0"),
            ("7.25", &[8.0], "8"),
            ("-1.5, +2e1, .5", &[-1.5, 20.0, 0.25], "-1.5, +2e1, 0.25"),
            ("1.123456, 2", &[1.12345, 2.123_456], "1.123456, 2.1235"),
            ("x=\"1\"", &[-0.000_001], "x=\"0\""),
        ] {
            assert_eq!(with(text, new).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(with("1, 2", &[1.0]), None);
        assert_eq!(with("1, a-b", &[3.0]).as_deref(), Some("3, a-b"));
    }

    #[test]
    fn corners_are_added_and_dropped_in_the_layout_of_the_others() {
        let new = [(0.0, 0.0), (5.0, 0.0), (5.0, 2.5), (0.0, 3.0)];
        for (text, expected) in [
            ("(0, 0, 4, 0, 2, 3)", "(0, 0, 5, 0, 5, 2.5, 0, 3)"),
            ("0,0 4,0 2,3", "0,0 5,0 5,2.5 0,3"),
            (
                "[{\"x\":0, \"y\":0.0},{\"x\":4, \"y\":0},{\"x\":2, \"y\":3}]",
                "[{\"x\":0.0, \"y\":0.0},{\"x\":5.0, \
              \"y\":0.0},{\"x\":5.0, \"y\":2.5},{\"x\":0.0, \"y\":3.0}]",
            ),
        ] {
            let edits = replaced_corners(text, 0..text.len(), &new).expect("corners");
            assert_eq!(edited(text, &edits).as_deref(), Some(expected));
            let twice = replaced_corners(expected, 0..expected.len(), &new);
            assert_eq!(twice, Some(Vec::new()));
        }
        for uneven in ["0,0", "0,0 4,0 2", "0,0 4,0, 2,3", ""] {
            assert_eq!(replaced_corners(uneven, 0..uneven.len(), &new), None, "{uneven}");
        }
    }
}
