//! How the window shows a scene: the names that scene files know.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumProperty, IntoStaticStr, VariantArray};

use super::PreChecking;

/// How the window shows a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SceneView {
    /// The tab.
    pub tab: Tab,
    /// The layers that are shown; `None` for the usual ones.
    pub layers: Option<Vec<Layer>>,
    /// The pre-check and what it is for, if one is chosen.
    pub pre_check: Option<PreChecking>,
    /// Whether the window counts places from A's top left pixel, in place of the world's 0,0.
    pub counts_from_a: bool,
}

/// What fills the window: one of the tabs along the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Tab {
    /// Shows two sprites, and how each scan looks for a shared pixel.
    #[default]
    #[strum(message = "Inspect")]
    Inspect,
    /// Runs every scan over the same overlap, one visit each per step.
    #[strum(message = "Race")]
    Race,
    /// Asks about every placement at once: cost, winners, wrong answers, areas.
    #[strum(message = "Survey")]
    Survey,
    /// Shows the checks of a running game, of a recorded drag or of a table, and which of them are wrong.
    #[strum(message = "Replay", to_string = "replay", serialize = "path")]
    Replay,
    /// Plays a ball on hills that one probe point holds up, and shows where it fails.
    #[strum(message = "Terrain")]
    Terrain,
}

/// An overlay on the canvas that can be switched, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage, EnumProperty)]
#[strum(serialize_all = "kebab-case")]
pub enum Layer {
    /// Shows the boxes of both sprites: A solid, B dashed.
    #[strum(message = "Boxes")]
    Boxes,
    // Not usual: it is mostly the box.
    /// Shows the smallest box around the solid pixels of each sprite.
    #[strum(message = "Tight bounds", props(usual = false))]
    TightBounds,
    /// Shows what the pre-check tests in place of the sprites, once one is chosen.
    #[strum(message = "Bounds used")]
    BoundsUsed,
    /// Shows the box that both boxes share, and its size.
    #[strum(message = "Intersection")]
    Intersection,
    /// Shows the outlines of both masks.
    #[strum(message = "Outlines")]
    Outlines,
    /// Shows the cells of the intersection that are solid only in A.
    #[strum(message = "Bits: A only")]
    BitsA,
    /// Shows the cells of the intersection that are solid only in B.
    #[strum(message = "Bits: B only")]
    BitsB,
    /// Shows the cells of the intersection that are solid in both.
    #[strum(message = "Bits: both")]
    BitsBoth,
    // Not usual: it shows the bits another way.
    /// Shows the intersection as Gilbert's bitmap: A in red, B in green, both in yellow, on black.
    #[strum(message = "Channels: red, green", props(usual = false))]
    Channels,
    /// Shows where the words of both masks begin, while words or stripes is selected.
    #[strum(message = "Words of the masks")]
    Words,
    /// Shows which cells were visited, coloured from first to last.
    #[strum(message = "Visits, first to last")]
    Visits,
    /// Shows the visit that was played last.
    #[strum(message = "Current visit")]
    CurrentVisit,
    /// Shows where the scan found its hit.
    #[strum(message = "First hit")]
    FirstHit,
    /// Shows lines between cells once they are large.
    #[strum(message = "Pixel grid")]
    Grid,
    /// Shows the frame before the one that is tested, faintly, where there are several.
    #[strum(message = "Previous frame")]
    OnionSkin,
    /// Shows the marks by which the active sprite is turned, scaled and anchored, near the pointer.
    #[strum(message = "Handles")]
    Handles,
}

impl Layer {
    /// Whether it is shown until it is switched off.
    pub fn is_usual(self) -> bool {
        self.get_bool("usual").unwrap_or(true)
    }
}
