//! Where picture and words lie on a card.

use egui::{Margin, Rect};

/// Room for the words beside the picture, with the space before and after them, in points.
const WORDS: f32 = GAP + 128.0 + END;
/// From the edges of the card to the picture.
const MARGIN: Margin = Margin { left: 8, right: 0, top: 8, bottom: 12 };
/// Between the picture and the words, and right of them.
pub(super) const GAP: f32 = 12.0;
pub(super) const END: f32 = 8.0;

/// The place of the picture on a card; the picture fills it along one axis.
pub(super) fn picture(card: Rect) -> Rect {
    let mut place = card - MARGIN;
    place.max.x = card.right() - WORDS;
    place
}
