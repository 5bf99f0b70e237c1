//! Conditions of tasks on the session.

use serde::Deserialize;

use crate::scan::Scan;

/// Something that holds or does not, of what is shown now.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Condition {
    /// The boxes overlap.
    BoxesOverlap,
    /// The boxes overlap, and no pixel is shared.
    Miss,
    /// The masks share exactly this number of pixels.
    Shared(u64),
    /// Both sprites stand where the step has put them.
    InPlace,
    /// The scan of this strategy is selected.
    Selected(Scan),
    /// The selected scan has been played to its end.
    Played,
    /// A scan gives the wrong answer.
    Wrong(Scan),
    /// A scan hits.
    Hit(Scan),
    /// A scan makes a number of visits.
    Visits {
        /// The scan.
        of: Scan,
        /// Exactly this number.
        exactly: Option<u64>,
        /// At most this number.
        at_most: Option<u64>,
    },
    /// A scan hits, and makes fewer visits than another: at least some times fewer.
    Fewer {
        /// The one with fewer visits.
        of: Scan,
        /// The other.
        than: Scan,
        /// The least ratio.
        times: u64,
    },
    /// The ball has passed through solid ground unseen, at one of these places.
    FellThrough(Ground),
    /// The probe of the ball is swept.
    Swept,
    /// The ball stands there.
    StandsOn(Ground),
}

/// A part of the ground of the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// The first and the last column.
    pub x: [i64; 2],
    /// The first and the last row.
    pub y: [i64; 2],
}

impl Ground {
    /// True if a place lies in it.
    pub(in super::super) const fn has(self, x: i64, y: i64) -> bool {
        self.x[0] <= x && x <= self.x[1] && self.y[0] <= y && y <= self.y[1]
    }
}
