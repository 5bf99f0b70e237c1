//! The view of a scene in the window, by the names in scene files.

use serde::{Deserialize, Deserializer, Serialize};
use strum::{EnumMessage, EnumProperty, IntoStaticStr, VariantArray};

use super::PreChecking;

/// The view of a scene in the window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SceneView {
    /// The tab.
    #[serde(deserialize_with = "or_usual", skip_serializing_if = "Tab::is_usual")]
    pub tab: Tab,
    /// Visible layers; `None` for the usual ones.
    pub layers: Option<Vec<Layer>>,
    /// The pre-check and its use, if one is chosen.
    pub pre_check: Option<PreChecking>,
    /// True if the window counts coordinates from A's top left pixel, instead of the world's 0,0.
    #[serde(rename = "count_from_a", skip_serializing_if = "std::ops::Not::not")]
    pub counts_from_a: bool,
}

/// The usual tab in place of `null`.
fn or_usual<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Tab, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Content of the window: one of the tabs along the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Tab {
    /// Shows two sprites, and the visits of each scan.
    #[default]
    #[strum(message = "Inspect")]
    Inspect,
    /// Runs every scan over the same overlap, one visit each per step.
    #[strum(message = "Race")]
    Race,
    /// Asks about every placement at once: cost, winners, wrong answers, areas.
    #[strum(message = "Survey")]
    Survey,
    /// Shows the checks of a running game, of a recorded drag or of a table, and marks the wrong ones.
    #[strum(message = "Replay")]
    Replay,
    /// Audits the hitboxes in the folder of a project, those that fit their pictures worst first, and saves better ones.
    #[strum(message = "Project")]
    Project,
    /// Plays a ball on hills held up by one probe point, and shows its failures.
    #[strum(message = "Terrain")]
    Terrain,
}

impl Tab {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// An overlay on the canvas that can be switched, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage, EnumProperty)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Layer {
    /// Shows the boxes of both sprites: A solid, B dashed.
    #[strum(message = "Boxes")]
    Boxes,
    // Not usual: it is mostly the box.
    /// Shows the smallest box around the solid pixels of each sprite.
    #[strum(message = "Tight bounds", props(usual = false))]
    TightBounds,
    /// Shows the bounds that the pre-check tests, once one is chosen.
    #[strum(message = "Bounds used")]
    BoundsUsed,
    /// Shows the shapes that are tested in place of the masks, if a sprite has one.
    #[strum(message = "Tested shapes")]
    Shapes,
    /// Shows where a tested shape reaches past its sprite's pixels: unfair hits.
    #[strum(message = "Outside the mask")]
    Unfair,
    /// Shows the solid pixels that a tested shape leaves out: touches that it forgives.
    #[strum(message = "Mask left out")]
    Forgiven,
    /// Shows the overlap box, with its size.
    #[strum(message = "Intersection")]
    Intersection,
    /// Shows the outlines of both masks.
    #[strum(message = "Outlines")]
    Outlines,
    /// Shows the cells of the intersection that are solid only in A.
    #[strum(message = "A only")]
    BitsA,
    /// Shows the cells of the intersection that are solid only in B.
    #[strum(message = "B only")]
    BitsB,
    /// Shows the cells of the intersection that are solid in both.
    #[strum(message = "Both")]
    BitsBoth,
    // Not usual: it shows the bits another way.
    /// Shows the intersection as Gilbert's bitmap: A in red, B in green, both in yellow, on black.
    #[strum(message = "Channels: red, green", props(usual = false))]
    Channels,
    /// Shows the first column of each word in both masks, while words or stripes is selected.
    #[strum(message = "Words of the masks")]
    Words,
    /// Shows the visited cells, coloured from first to last.
    #[strum(message = "Visits, first to last")]
    Visits,
    /// Shows the last played visit.
    #[strum(message = "Now")]
    CurrentVisit,
    /// Shows the hit of the scan.
    #[strum(message = "First hit")]
    FirstHit,
    /// Shows the closest pixels of both masks and their distance, where they share nothing.
    #[strum(message = "Distance")]
    Distance,
    /// Shows lines between cells once they are large.
    #[strum(message = "Grid")]
    Grid,
    /// Shows the previous frame faintly, if there are several.
    #[strum(message = "Previous frame")]
    OnionSkin,
    /// Shows the handles for turning, scaling and anchoring the active sprite, near the pointer.
    #[strum(message = "Handles")]
    Handles,
    /// Shows the outlines of B at the three checks before and after the shown one.
    #[strum(message = "± 3 frames")]
    NearbyFrames,
    /// Shows the positions of B at the checks around the shown one.
    #[strum(message = "Trail", props(usual = false))]
    Trail,
    /// Shows the game's screen in a corner, where the log has a picture of it.
    #[strum(message = "Game's screen")]
    Screen,
    /// Shows the way of the ball.
    #[strum(message = "Trail of the ball")]
    BallTrail,
    /// Shows the movement of the ball in the next step.
    #[strum(message = "Velocity")]
    Velocity,
    /// Shows where the ball was tried before it was moved.
    #[strum(message = "Tried position")]
    TriedPlace,
    /// Shows the pixels that the probe read, and the contact.
    #[strum(message = "Probe")]
    Probe,
}

impl Layer {
    /// True if `tab` can show it.
    pub const fn is_in(self, tab: Tab) -> bool {
        use Layer as L;
        match self {
            L::BallTrail | L::Velocity | L::TriedPlace | L::Probe => matches!(tab, Tab::Terrain),
            L::Grid => matches!(tab, Tab::Inspect | Tab::Replay | Tab::Terrain),
            L::NearbyFrames | L::Trail | L::Screen => matches!(tab, Tab::Replay),
            L::Visits | L::CurrentVisit | L::FirstHit | L::Words | L::BoundsUsed | L::Unfair | L::Forgiven => {
                matches!(tab, Tab::Inspect)
            }
            _ => matches!(tab, Tab::Inspect | Tab::Replay),
        }
    }

    /// True if it is shown until it is switched off.
    pub fn is_usual(self) -> bool {
        self.get_bool("usual").unwrap_or(true)
    }
}
