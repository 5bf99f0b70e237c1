//! Texts of lessons: words, some of them stressed, and numbers that are computed from what is shown.

use std::{fmt, str::FromStr};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::super::stage::Slot;
use maskscope_core::scan::Scan;

/// A text in which numbers stand as facts that are computed when it is shown.
///
/// `` `rows` stops after {visits:rows} of {cells} cells ``: words between backticks are stressed, braces hold a fact.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonText(Vec<TextPart>);

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum TextPart {
    Words(String),
    Stressed(String),
    Fact(Fact),
}

/// A piece of a text that is shown in one manner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The words.
    pub text: String,
    /// True if they are stressed.
    pub is_stressed: bool,
}

impl LessonText {
    /// Its parts, in order.
    pub(in super::super) fn parts(&self) -> &[TextPart] {
        &self.0
    }

    /// The words that are written, without what is computed.
    pub fn written(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            TextPart::Words(words) | TextPart::Stressed(words) => Some(words.as_str()),
            TextPart::Fact(_) => None,
        })
    }
}

impl FromStr for LessonText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut parts, mut rest) = (Vec::new(), text);
        while let Some(at) = rest.find(['`', '{']) {
            let (words, marked) = rest.split_at(at);
            if !words.is_empty() {
                parts.push(TextPart::Words(words.to_owned()));
            }
            let end = if marked.starts_with('`') { '`' } else { '}' };
            let Some((inside, after)) = marked[1..].split_once(end) else {
                return Err(format!("there is no {end} after '{marked}'"));
            };
            parts.push(if end == '`' {
                TextPart::Stressed(inside.to_owned())
            } else {
                TextPart::Fact(inside.parse()?)
            });
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(TextPart::Words(rest.to_owned()));
        }
        Ok(Self(parts))
    }
}

impl<'de> Deserialize<'de> for LessonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A number about what is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Fact {
    /// `visits:SCAN`: how many visits a scan makes.
    Visits(Scan),
    /// `visits:own`: how many visits the selected own scan makes.
    OwnVisits,
    /// `covered:SCAN`: how many cells its visits cover.
    Covered(Scan),
    /// `times:SCAN/SCAN`: the ratio of the first scan's visits to the second's.
    Times(Scan, Scan),
    /// `row:SCAN`: in which row of the box a scan hits, from 1.
    Row(Scan),
    /// `column:SCAN`: in which column of the box a scan hits, from 1.
    Column(Scan),
    /// `rows-above:SCAN`: how many rows of the box lie above its hit.
    RowsAbove(Scan),
    /// `cells`: cells of the overlap box.
    Cells,
    /// `width`: its columns.
    Width,
    /// `height`: its rows.
    Height,
    /// `shared`: pixels solid in both masks.
    Shared,
    /// `outside`: clear pixels that the shape of B covers.
    Outside,
    /// `left-out`: solid pixels of B that its shape leaves out.
    LeftOut,
    /// `solid:a`, `solid:b`: solid pixels of a sprite.
    Solid(Slot),
    /// `size:a`, `size:b`: the size of a sprite's box.
    Size(Slot),
    /// `threshold`: the threshold of A.
    Threshold,
    /// `turn`: by how many degrees B is turned.
    Turn,
}

impl FromStr for Fact {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, of) = text.split_once(':').unwrap_or((text, ""));
        let scan = |name: &str| name.parse::<Scan>().map_err(|error| error.to_string());
        let sprite = match of {
            "a" => Some(Slot::A),
            "b" => Some(Slot::B),
            _ => None,
        };
        Ok(match (name, of, sprite) {
            ("visits", "own", _) => Self::OwnVisits,
            ("visits", of, _) => Self::Visits(scan(of)?),
            ("covered", of, _) => Self::Covered(scan(of)?),
            ("row", of, _) => Self::Row(scan(of)?),
            ("column", of, _) => Self::Column(scan(of)?),
            ("rows-above", of, _) => Self::RowsAbove(scan(of)?),
            ("times", of, _) => {
                let (more, fewer) = of.split_once('/').ok_or("times needs two scans: times:rows/columns")?;
                Self::Times(scan(more)?, scan(fewer)?)
            }
            ("solid", _, Some(slot)) => Self::Solid(slot),
            ("size", _, Some(slot)) => Self::Size(slot),
            ("cells", "", _) => Self::Cells,
            ("width", "", _) => Self::Width,
            ("height", "", _) => Self::Height,
            ("shared", "", _) => Self::Shared,
            ("outside", "", _) => Self::Outside,
            ("left-out", "", _) => Self::LeftOut,
            ("threshold", "", _) => Self::Threshold,
            ("turn", "", _) => Self::Turn,
            _ => return Err(format!("'{text}' is not a fact")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::scan::Scan;

    #[test]
    fn words_stresses_and_facts_are_distinguished() {
        let text: LessonText = "`rows` needs {visits:rows}.".parse().expect("a text");
        let words = |words: &str| TextPart::Words(words.to_owned());
        let parts = [
            TextPart::Stressed("rows".to_owned()),
            words(" needs "),
            TextPart::Fact(Fact::Visits(Scan::ROWS)),
            words("."),
        ];
        assert_eq!(text, LessonText(parts.to_vec()));
        assert_eq!(text.written().collect::<String>(), "rows needs .");
    }

    #[test]
    fn what_is_not_a_fact_is_named() {
        for (text, why) in [
            ("{visits:rocks}", "rocks"),
            ("{nothing}", "'nothing' is not a fact"),
            ("{cells", "there is no } after '{cells'"),
            ("`rows", "there is no ` after '`rows'"),
        ] {
            let error = text.parse::<LessonText>().expect_err("no text");
            assert!(error.contains(why), "{error}");
        }
    }
}
