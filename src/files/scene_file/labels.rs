//! The labels by which scene files first named tabs and layers, as the window showed them then: they are still read.

use crate::scene::{Layer, Tab};

/// The first labels of the tabs.
pub(super) const TABS: [(&str, Tab); 5] = [
    ("Inspect", Tab::Inspect),
    ("Race", Tab::Race),
    ("Survey", Tab::Survey),
    ("Path", Tab::Replay),
    ("Terrain", Tab::Terrain),
];

/// The first labels of the layers.
pub(super) const LAYERS: [(&str, Layer); 16] = [
    ("Boxes", Layer::Boxes),
    ("Tight bounds", Layer::TightBounds),
    ("Bounds used", Layer::BoundsUsed),
    ("Intersection", Layer::Intersection),
    ("Outlines", Layer::Outlines),
    ("Bits: A only", Layer::BitsA),
    ("Bits: B only", Layer::BitsB),
    ("Bits: both", Layer::BitsBoth),
    ("Channels: red, green", Layer::Channels),
    ("Words of the masks", Layer::Words),
    ("Visits, first to last", Layer::Visits),
    ("Current visit", Layer::CurrentVisit),
    ("First hit", Layer::FirstHit),
    ("Pixel grid", Layer::Grid),
    ("Previous frame", Layer::OnionSkin),
    ("Handles", Layer::Handles),
];
