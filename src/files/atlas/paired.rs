//! Hitboxes with the frames that their file says they belong to, for a look at all files of a project.

use std::collections::BTreeMap;
use std::{path::Path, sync::Arc};

use super::layout::Layout;
use super::sheets::Sheets;
use crate::files::reading::LeftOut;
use crate::files::{FileError, Limits};
use maskscope_core::mask::Mask;
use maskscope_core::scene::{Editor, Frames, MaskRule, OfferedHitboxes, Raster, SolidRule};
use maskscope_core::shape::Hitbox;

/// The hitboxes of a file, by the sprites that they belong to, and those that belong to none.
#[derive(Debug, Default)]
pub(super) struct PairedLayouts {
    /// The sprites before their sheets are read.
    pub layouts: Vec<PairedLayout>,
    /// Hitboxes that cannot be judged, by the reason, as a phrase about one.
    pub left_out: LeftOut,
}

/// A sprite before its sheets are read, and its hitboxes.
#[derive(Debug, Default)]
pub(super) struct PairedLayout {
    /// Its frames; the offers are replaced.
    pub layout: Layout,
    pub hitboxes: Vec<PairedHitbox>,
}

/// A sprite of a project's file.
#[derive(Debug)]
pub(in crate::files) struct PairedSprite {
    pub frames: Frames,
    pub hitboxes: Vec<PairedHitbox>,
}

impl PairedSprite {
    /// The solid pixels of a frame, counted from 0.
    pub(in crate::files) fn mask(&self, frame: usize) -> Mask {
        mask_of(&self.frames, frame)
    }
}

/// The solid pixels of one of several frames, counted from 0.
pub(in crate::files) fn mask_of(frames: &Frames, frame: usize) -> Mask {
    let all = frames.all();
    let at = frame.min(all.len() - 1);
    Raster::new((at, &all[at]), &SolidRule::default()).mask().mask().clone()
}

/// A hitbox that belongs to frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::files) struct PairedHitbox {
    /// Identity in its file, which outlives an edit; empty for the only one of its file.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// The hitbox of each frame that is tested by it, counted from 0.
    pub frames: BTreeMap<usize, Hitbox>,
    /// True if the editor can draw any other shape of its kind in its place.
    pub is_free: bool,
    /// True for a part of the ground, which no picture judges.
    pub is_terrain: bool,
    /// The reason why its numbers cannot be written in place of those in the file; `None` if they can.
    pub refusal: Option<&'static str>,
}

/// The sprites of a project's file.
#[derive(Debug, Default)]
pub(in crate::files) struct PairedSprites {
    pub sprites: Vec<PairedSprite>,
    /// Hitboxes that cannot be judged, by the reason, as a phrase about one.
    pub left_out: LeftOut,
}

/// The reason for hitboxes whose picture cannot be read.
pub(super) const NO_PICTURE: &str = "picture that is missing or cannot be read";

impl PairedLayouts {
    /// Counts hitboxes that cannot be judged.
    pub(super) fn leave_out(&mut self, reason: &'static str, amount: u64) {
        *self.left_out.entry(reason).or_default() += amount;
    }

    /// Cuts the frames from their sheets. A sprite whose picture cannot be read costs its own hitboxes alone.
    pub(super) fn cut(self, path: &Path, limits: &Limits, sheets: &mut Sheets<'_>) -> PairedSprites {
        let mut cut = PairedSprites { sprites: Vec::new(), left_out: self.left_out };
        for layout in self.layouts {
            let count = layout.hitboxes.len() as u64;
            match layout.cut(path, limits, sheets) {
                Ok(sprite) => cut.sprites.push(sprite),
                Err(_) => *cut.left_out.entry(NO_PICTURE).or_default() += count,
            }
        }
        cut.left_out.retain(|_, amount| *amount > 0);
        cut
    }
}

impl PairedLayout {
    fn cut(self, path: &Path, limits: &Limits, sheets: &mut Sheets<'_>) -> Result<PairedSprite, FileError> {
        const EDITOR: Editor = Editor { name: "", tested: None };
        let Self { mut layout, mut hitboxes } = self;
        layout.check(limits).map_err(|reason| reason.at(path))?;
        // Frames that are not whole may be left out: offers follow them.
        let offered = |hitbox: &mut PairedHitbox| {
            let (title, mask) = (String::new(), MaskRule::default());
            let frames = std::mem::take(&mut hitbox.frames);
            Arc::new(OfferedHitboxes { title, editor: EDITOR, frames, otherwise: None, mask, is_paired: true })
        };
        layout.offers.hitboxes = hitboxes.iter_mut().map(offered).collect();
        let frames = layout.cut(path, limits, sheets)?;
        for (hitbox, offered) in hitboxes.iter_mut().zip(&frames.offers.hitboxes) {
            hitbox.frames.clone_from(&offered.frames);
        }
        Ok(PairedSprite { frames, hitboxes })
    }
}
