//! Files, in and out: the session asks, somebody outside does.

use std::{path::PathBuf, sync::Arc};

use super::{Action, Hint, ScanRow, Session, Slot, StageAction};
use crate::{
    geom::{IntRect, Offset},
    mask::{Mask, Prepared},
    scan::Scan,
    scene::Sprite,
};

/// Something that can be written into a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// One sprite's mask.
    Mask(Slot),
    /// What both masks share, as large as the overlap box.
    Overlap,
    /// The selected scan's visit order, as a plate, an animation, text or data.
    Order,
    /// The table of scans, as data.
    Table,
    /// The canvas as it is seen.
    View,
}

impl Export {
    /// Everything there is to export.
    pub const ALL: [Self; 6] =
        [Self::Mask(Slot::A), Self::Mask(Slot::B), Self::Overlap, Self::Order, Self::Table, Self::View];

    /// What messages call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mask(Slot::A) => "Mask of A",
            Self::Mask(Slot::B) => "Mask of B",
            Self::Overlap => "Overlap mask",
            Self::Order => "Visit order",
            Self::Table => "Table of scans",
            Self::View => "View",
        }
    }
}

/// What is to be written.
#[derive(Debug)]
pub enum Content {
    /// A mask.
    Mask(Mask),
    /// The order of a scan over two sprites.
    Order {
        /// The scan.
        scan: Scan,
        /// Both masks as the scan reads them.
        masks: [Arc<Prepared>; 2],
        /// B's top left seen from A's.
        offset: Offset,
        /// What the sprites are called.
        names: [String; 2],
    },
    /// The table of scans, and the box they ran over, in A's space.
    Table(Vec<ScanRow>, Option<IntRect>),
    /// The canvas, which only the window can see.
    View,
}

/// Something to be done outside the session.
#[derive(Debug)]
pub enum Effect {
    /// Ask for an image file for a place.
    PickImage(Slot),
    /// Read and decode an image.
    LoadImage {
        /// For which place.
        slot: Slot,
        /// From where.
        path: PathBuf,
    },
    /// Ask where to write something.
    PickTarget {
        /// What.
        export: Export,
        /// A name to start from.
        suggestion: String,
    },
    /// Write something.
    Write {
        /// What it is.
        export: Export,
        /// What is in it.
        content: Content,
        /// Where to; the extension says in which format.
        path: PathBuf,
    },
    /// Put the table of scans on the clipboard.
    CopyTable(Vec<ScanRow>, Option<IntRect>),
}

/// What happens with files.
#[derive(Clone, Debug)]
pub enum FileAction {
    /// Somebody wants to choose an image.
    Open(Slot),
    /// Somebody named an image.
    OpenPath(Slot, PathBuf),
    /// An image has been read.
    Loaded(Slot, Sprite),
    /// Somebody wants to export something.
    Export(Export),
    /// Somebody said where to write it.
    ExportTo(Export, PathBuf),
    /// Somebody wants the table of scans on the clipboard.
    CopyTable,
    /// Something failed.
    Failed {
        /// What, in a line.
        title: String,
        /// Why, what to do, what was kept.
        detail: String,
    },
    /// Something was written.
    Done {
        /// What, in a line.
        title: String,
        /// Where.
        detail: String,
    },
    /// A message has been read.
    Close(u64),
}

impl Session {
    pub(super) fn apply_file(&mut self, action: FileAction) -> Option<Effect> {
        match action {
            FileAction::Open(slot) => Some(Effect::PickImage(slot)),
            FileAction::OpenPath(slot, path) => Some(Effect::LoadImage { slot, path }),
            FileAction::Loaded(slot, sprite) => {
                self.view.learnt(Hint::Drop);
                self.apply(Action::Stage(StageAction::Show { slot, sprite }))
            }
            FileAction::Export(export) => {
                let suggestion = self.file_name(export);
                self.content(export).map(|_| Effect::PickTarget { export, suggestion })
            }
            FileAction::ExportTo(export, path) => {
                self.content(export).map(|content| Effect::Write { export, content, path })
            }
            FileAction::CopyTable => Some(Effect::CopyTable(self.rows().to_vec(), self.overlap_box())),
            FileAction::Failed { title, detail } => {
                self.messages.error(title, detail);
                None
            }
            FileAction::Done { title, detail } => {
                self.messages.done(title, detail);
                None
            }
            FileAction::Close(id) => {
                self.messages.close(id);
                None
            }
        }
    }

    /// What is to be exported, as it stands; says why not where there is nothing.
    fn content(&mut self, export: Export) -> Option<Content> {
        let content = match export {
            Export::Mask(slot) => {
                self.stage.get(slot).map(|placed| Content::Mask(placed.raster().mask().mask().clone()))
            }
            Export::Overlap => {
                let both = self.stage.both().zip(self.stage.offset());
                let shared = both
                    .and_then(|((a, b), offset)| a.raster().mask().mask().overlap(b.raster().mask().mask(), offset));
                shared.map(Content::Mask)
            }
            Export::Order => self.order(),
            Export::Table => {
                (!self.rows().is_empty()).then(|| Content::Table(self.rows().to_vec(), self.overlap_box()))
            }
            Export::View => Some(Content::View),
        };
        if content.is_none() {
            let detail = match export {
                Export::Mask(slot) => format!("There is no image in place {}.", slot.letter()),
                Export::Overlap => "The boxes do not overlap, so there is no overlap mask.".to_owned(),
                Export::Order => "The boxes do not overlap, so nothing is visited.".to_owned(),
                Export::Table | Export::View => "Two images are needed.".to_owned(),
            };
            self.messages.error("Nothing to export".to_owned(), detail);
        }
        content
    }

    fn overlap_box(&self) -> Option<IntRect> {
        self.collision()?.overlap_box
    }

    fn order(&self) -> Option<Content> {
        let ((a, b), subject) = self.stage.both().zip(self.subject())?;
        subject.overlap_box()?;
        let scan = self.scans.selected();
        Some(Content::Order {
            scan,
            masks: subject.masks_for(scan),
            offset: subject.offset,
            names: [a.sprite().name.clone(), b.sprite().name.clone()],
        })
    }

    /// A name to start from: `ship-mask.png`, after the sprite; `ship-rock-overlap.png`, after both.
    fn file_name(&self, export: Export) -> String {
        let stem = |slot| {
            let name = self.stage.get(slot).map_or("", |placed| placed.sprite().name.as_str());
            name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
        };
        let both = || format!("{}-{}", stem(Slot::A), stem(Slot::B));
        match export {
            Export::Mask(slot) => format!("{}-mask.png", stem(slot)),
            Export::Overlap => format!("{}-overlap.png", both()),
            Export::Order => format!("{}-{}.png", both(), self.scans.selected().strategy()),
            Export::Table => format!("{}-scans.csv", both()),
            Export::View => format!("{}.png", both()),
        }
    }
}
