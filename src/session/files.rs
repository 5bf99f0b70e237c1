//! Files, in and out: the session asks, somebody outside does.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    route::RouteAction,
    scan_row::ScanRow,
    session::Session,
    slot::Slot,
    stage::{Placed, StageAction},
    terrain::TerrainAction,
    view::Hint,
};
use crate::{
    geom::{IntRect, Offset, Size},
    mask::{Mask, Prepared},
    scan::Scan,
    scene::{
        MaskImage, Scene, SolidRule, SolidSource, Sprite,
        terrain::{KeyList, Rules},
    },
    survey::Answer,
};

/// Something that can be written into a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Export {
    /// One sprite's mask, of the frame that is tested.
    Mask(Slot),
    /// The masks of all frames of a sprite, a file each.
    Frames(Slot),
    /// What both masks share, as large as the overlap box.
    Overlap,
    /// The selected scan's visit order, as a plate, an animation, text or data.
    Order,
    /// The table of scans, as data.
    Table,
    /// What is known of a survey.
    Survey,
    /// The canvas as it is seen.
    View,
    /// The keys that moved the ball on the hills.
    Keys,
    /// The scene: the sprites by their paths, or, where true, their masks themselves.
    Scene {
        /// Whether the masks stand in the file, which then needs no images.
        embeds: bool,
    },
}

impl Export {
    /// What messages call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mask(Slot::A) => "Mask of A",
            Self::Mask(Slot::B) => "Mask of B",
            Self::Frames(Slot::A) => "Masks of all frames of A",
            Self::Frames(Slot::B) => "Masks of all frames of B",
            Self::Overlap => "Overlap mask",
            Self::Order => "Visit order",
            Self::Table => "Table of scans",
            Self::View => "View",
            Self::Keys => "Keys of the run",
            Self::Survey => "Survey",
            Self::Scene { .. } => "Scene",
        }
    }
}

/// What is to be written.
#[derive(Debug)]
pub enum Content {
    /// A mask.
    Mask(Mask),
    /// Masks, each for a file of its own.
    Masks(Vec<Mask>),
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
    /// A survey, and the names of both sprites.
    Survey(Answer, [String; 2]),
    /// The canvas, which only the window can see.
    View,
    /// The keys that moved the ball, by which rules, and how many steps it made.
    Keys(KeyList, Rules, usize),
    /// A scene.
    Scene {
        /// The scene.
        scene: Box<Scene>,
        /// Whether the masks stand in the file.
        embeds: bool,
    },
}

/// Something to be done outside the session.
#[derive(Debug)]
pub enum Effect {
    /// Ask for an image file for a place.
    PickImage(Slot),
    /// Ask for a scene file.
    PickScene,
    /// Read the route of B.
    LoadRoute(PathBuf),
    /// Ask for a file of keys.
    PickKeys,
    /// Read the keys that move the ball.
    LoadKeys(PathBuf),
    /// Ask for the mask image of a sprite.
    PickMaskImage(Slot),
    /// Read an image again that has changed on the disk.
    Reload {
        /// Of which place.
        slot: Slot,
        /// From where.
        path: PathBuf,
    },
    /// Read the mask image of a sprite.
    LoadMaskImage {
        /// Of which place.
        slot: Slot,
        /// From where.
        path: PathBuf,
        /// How large it has to be.
        size: Size,
    },
    /// Read and decode an image, or a scene.
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
    /// Somebody named a file with the route of B.
    OpenRoute(PathBuf),
    /// It has been read.
    RouteLoaded(crate::scene::Route),
    /// Somebody wants to choose a file of keys for the ball.
    OpenKeys,
    /// Somebody named one.
    OpenKeysPath(PathBuf),
    /// It has been read.
    KeysLoaded(KeyList),
    /// Somebody wants to choose a scene.
    OpenScene,
    /// A scene has been read; `None` for one that came from no file.
    SceneLoaded(Box<Scene>, Option<PathBuf>),
    /// Somebody wants to keep the scene: where it came from, or wherever they say.
    SaveScene,
    /// The scene has been written.
    SceneSaved(PathBuf),
    /// Somebody wants to choose the mask image of a sprite.
    PickMaskImage(Slot),
    /// Somebody named the mask image of a sprite.
    MaskImagePath(Slot, PathBuf),
    /// A mask image has been read.
    MaskImageLoaded(Slot, Arc<MaskImage>),
    /// A file has changed on the disk: the image of this sprite, or its mask image, may come from it.
    ChangedOnDisk(Slot, PathBuf),
    /// It has been read again.
    Reloaded(Slot, Sprite),
    /// It is no longer there.
    Gone(PathBuf),
    /// It can no longer be read; why, as a sentence.
    NotReloaded(PathBuf, String),
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
                self.apply(StageAction::Show { slot, sprite }.into())
            }
            FileAction::OpenRoute(path) => Some(Effect::LoadRoute(path)),
            FileAction::RouteLoaded(route) => self.apply(RouteAction::Set(Some(route)).into()),
            FileAction::OpenKeys => Some(Effect::PickKeys),
            FileAction::OpenKeysPath(path) => Some(Effect::LoadKeys(path)),
            FileAction::KeysLoaded(keys) => self.apply(TerrainAction::SetKeys(keys).into()),
            FileAction::OpenScene => Some(Effect::PickScene),
            FileAction::SceneLoaded(scene, path) => {
                self.show_scene(*scene, path);
                None
            }
            FileAction::SaveScene => {
                let export = Export::Scene { embeds: false };
                match self.scene_path().map(Path::to_owned) {
                    Some(path) => self.apply_file(FileAction::ExportTo(export, path)),
                    None => self.apply_file(FileAction::Export(export)),
                }
            }
            FileAction::SceneSaved(path) => {
                self.messages.done("Scene saved".to_owned(), name_of(&path));
                self.scene_saved(path);
                None
            }
            FileAction::PickMaskImage(slot) => Some(Effect::PickMaskImage(slot)),
            FileAction::MaskImagePath(slot, path) => {
                let size = self.stage.get(slot)?.sprite().size();
                Some(Effect::LoadMaskImage { slot, path, size })
            }
            FileAction::MaskImageLoaded(slot, image) => {
                let rule = self.stage.get(slot)?.sprite().rule().clone();
                let rule = SolidRule { source: SolidSource::Image(image), ..rule };
                self.apply(StageAction::SetRule { slot, rule }.into());
                self.apply(StageAction::Settle.into())
            }
            FileAction::ChangedOnDisk(slot, path) => self.effect_of_change(slot, path),
            FileAction::Reloaded(slot, sprite) => {
                // Meanwhile another image may have come to this place.
                let shown = self.stage.get(slot).and_then(|placed| placed.sprite().path.as_ref());
                sprite.path.as_ref().filter(|path| Some(*path) == shown)?;
                for file in sprite.files() {
                    self.messages.withdraw(&[was_deleted(file), not_reloaded(file)]);
                }
                self.apply(StageAction::Reload { slot, sprite }.into());
                self.apply(StageAction::Settle.into())
            }
            FileAction::Gone(path) => {
                let detail = "The picture is kept as it was. Should the file come back, it is read again.".to_owned();
                self.messages.error(was_deleted(&path), detail);
                None
            }
            FileAction::NotReloaded(path, reason) => {
                self.messages.error(not_reloaded(&path), format!("{reason} The picture is kept as it was."));
                None
            }
            FileAction::Export(export) => {
                let suggestion = self.suggested_name(export);
                self.content(export).map(|_| Effect::PickTarget { export, suggestion })
            }
            FileAction::ExportTo(export, path) => {
                let content = self.content(export)?;
                if matches!(export, Export::Scene { .. }) {
                    self.scene_is_saved_to(path.clone());
                }
                Some(Effect::Write { export, content, path })
            }
            FileAction::CopyTable => Some(Effect::CopyTable(self.derived.rows().to_vec(), self.overlap_box())),
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

    /// What to read again for `slot` after the file `path` has changed.
    fn effect_of_change(&self, slot: Slot, path: PathBuf) -> Option<Effect> {
        let sprite = self.stage.get(slot)?.sprite();
        if sprite.files().any(|file| *file == path) {
            return sprite.path.clone().map(|path| Effect::Reload { slot, path });
        }
        match &sprite.rule().source {
            SolidSource::Image(image) if image.path.as_ref() == Some(&path) => {
                Some(Effect::LoadMaskImage { slot, path, size: sprite.size() })
            }
            _ => None,
        }
    }

    /// The files that the stage was read from: whoever watches them says so when they change.
    pub fn watched_files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for sprite in Slot::ALL.into_iter().filter_map(|slot| self.stage.get(slot)).map(Placed::sprite) {
            files.extend(sprite.files().cloned());
            if let SolidSource::Image(image) = &sprite.rule().source {
                files.extend(image.path.clone());
            }
        }
        files.sort();
        files.dedup();
        files
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
            Export::Table => (!self.derived.rows().is_empty())
                .then(|| Content::Table(self.derived.rows().to_vec(), self.overlap_box())),
            Export::View => Some(Content::View),
            Export::Keys => {
                let (room, steps) = (&self.terrain, self.terrain.steps());
                (steps > 0).then(|| Content::Keys(room.keys().clone(), *room.rules(), steps))
            }
            Export::Survey => self
                .derived
                .answer()
                .zip(self.stage.both())
                .map(|(answer, (a, b))| Content::Survey(answer, [a.sprite().name.clone(), b.sprite().name.clone()])),
            Export::Frames(slot) => self.stage.get(slot).map(|placed| Content::Masks(placed.sprite().frame_masks())),
            Export::Scene { embeds } => self.scene().map(|scene| Content::Scene { scene: Box::new(scene), embeds }),
        };
        if content.is_none() {
            let detail = match export {
                Export::Mask(slot) | Export::Frames(slot) => format!("There is no image in place {}.", slot.letter()),
                Export::Overlap => "The boxes do not overlap, so there is no overlap mask.".to_owned(),
                Export::Order => "The boxes do not overlap, so nothing is visited.".to_owned(),
                Export::Keys => "The ball has not moved yet.".to_owned(),
                Export::Table | Export::View | Export::Survey | Export::Scene { .. } => {
                    "Two images are needed.".to_owned()
                }
            };
            self.messages.error("Nothing to export".to_owned(), detail);
        }
        content
    }

    fn overlap_box(&self) -> Option<IntRect> {
        self.derived.collision()?.overlap_box
    }

    fn order(&self) -> Option<Content> {
        let ((a, b), subject) = self.stage.both().zip(self.derived.subject())?;
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
    pub fn suggested_name(&self, export: Export) -> String {
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
            Export::Keys => "keys.txt".to_owned(),
            Export::Survey => format!("{}-survey.png", both()),
            Export::Frames(slot) => format!("{}-mask.png", stem(slot)),
            Export::Scene { .. } => self.scene_name(),
        }
    }
}

fn was_deleted(path: &Path) -> String {
    format!("{} was deleted", name_of(path))
}

fn not_reloaded(path: &Path) -> String {
    format!("{} has changed and can no longer be read", name_of(path))
}

/// The last part of a path, for messages.
fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.display().to_string())
}
