//! Numbers that the texts of lessons state: each is computed from what is shown.

use std::str::FromStr;

use super::super::slot::Slot;
use crate::scan::Scan;

/// A number about what is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Fact {
    /// `visits:SCAN`: how many visits a scan makes.
    Visits(Scan),
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
    /// `cells`: cells of the box that both sprites share.
    Cells,
    /// `width`: its columns.
    Width,
    /// `height`: its rows.
    Height,
    /// `shared`: pixels that both masks share.
    Shared,
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
            ("threshold", "", _) => Self::Threshold,
            ("turn", "", _) => Self::Turn,
            _ => return Err(format!("'{text}' is not a fact")),
        })
    }
}
