//! Offer for an image that has just been opened.

use std::sync::{Arc, Weak};

use super::slot::Slot;
use crate::scene::{Grid, Picture, Sprite};

/// The sheets that were opened last, and the grids that would cut them.
#[derive(Debug, Default)]
pub(super) struct Offers([Option<(Weak<Picture>, Grid)>; 2]);

impl Offers {
    /// A sprite has been opened.
    pub(super) fn opened(&mut self, slot: Slot, sprite: &Sprite) {
        self.0[slot as usize] = sprite.suggested_grid().map(|grid| (Arc::downgrade(sprite.sheet()), grid));
    }

    /// Nothing is offered for `sprite` any more.
    pub(super) fn withdraw(&mut self, sprite: &Sprite) {
        for offer in &mut self.0 {
            offer.take_if(|(sheet, _)| sheet.ptr_eq(&Arc::downgrade(sprite.sheet())));
        }
    }

    /// The grid that is offered for `sprite`.
    pub(super) fn of(&self, sprite: &Sprite) -> Option<Grid> {
        let sheet = Arc::downgrade(sprite.sheet());
        self.0.iter().flatten().find(|(known, _)| known.ptr_eq(&sheet)).map(|(_, grid)| *grid)
    }
}
