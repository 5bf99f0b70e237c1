//! The hitboxes of a file, each with its frames; and the sprites of GameMaker that objects use.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use super::folder::{ProjectEngine, game_folder};
use crate::files::atlas::{PairedHitbox, PairedSprite, PairedSprites, paired_sprites, sprite_id, sprites_of_object};
use crate::files::disk::read;
use crate::files::{FileError, Limits, load_frames};
use maskscope_core::scene::OfferedHitboxes;

/// The most bytes of an object.
const LIMITS: Limits = Limits { max_side: 0, max_pixels: 0, max_bytes: 16 << 20 };
/// Beginnings of the names of slices that are hitboxes.
const HITBOXES: [&str; 3] = ["hit", "hurt", "body"];

/// A sprite of GameMaker: the folder of its project, and its name or its id.
type SpriteKey = (PathBuf, String);

/// The sprites that objects of GameMaker use.
#[derive(Debug, Default)]
pub(super) struct UsedSprites {
    /// Those that collide.
    tested: HashSet<SpriteKey>,
    /// Those that are drawn where another one collides.
    drawn: HashSet<SpriteKey>,
}

impl UsedSprites {
    /// Reads the objects in these files; one that cannot be read uses nothing.
    pub(super) fn of(objects: &[PathBuf]) -> Self {
        let mut used = Self::default();
        for path in objects {
            let key = |name: String| (game_folder(path).to_owned(), name);
            let object = sprites_of_object(&read(path, &LIMITS).unwrap_or_default());
            match (object.sprite.map(key), object.mask.map(key)) {
                (sprite, Some(mask)) => {
                    used.drawn.extend(sprite);
                    used.tested.insert(mask);
                }
                (sprite, None) => used.tested.extend(sprite),
            }
        }
        used
    }

    /// The reason why the sprite in the file `path` does not collide; `None` if it does.
    fn refusal(&self, path: &Path) -> Option<&'static str> {
        let folder = game_folder(path).to_owned();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.split('.').next().unwrap_or_default().to_owned();
        let id = read(path, &LIMITS).ok().and_then(|bytes| sprite_id(&bytes));
        let keys = [Some(name), id].map(|name| Some((folder.clone(), name?)));
        let is_in = |all: &HashSet<SpriteKey>| keys.iter().flatten().any(|key| all.contains(key));
        if is_in(&self.tested) {
            None
        } else if is_in(&self.drawn) {
            Some("sprite whose objects collide by the mask of another")
        } else {
            Some("sprite that no object uses")
        }
    }
}

/// Reads the sprites in the file `path`.
///
/// # Errors
/// If it cannot be read.
pub(super) fn sprites_in(
    path: &Path,
    engine: ProjectEngine,
    used: &UsedSprites,
    limits: &Limits,
) -> Result<PairedSprites, FileError> {
    let refusal = (engine == ProjectEngine::GameMaker).then(|| used.refusal(path)).flatten();
    match refusal {
        Some(reason) => Ok(PairedSprites { left_out: BTreeMap::from([(reason, 1)]), ..PairedSprites::default() }),
        None => sprites_of(path, engine == ProjectEngine::Aseprite, limits),
    }
}

/// Reads the sprites in the file `path`, whether something collides by them or not.
///
/// # Errors
/// If it cannot be read.
pub(super) fn sprites_of(path: &Path, is_aseprite: bool, limits: &Limits) -> Result<PairedSprites, FileError> {
    if is_aseprite { sliced(path, limits) } else { paired_sprites(path, limits) }
}

/// The slices of an Aseprite file that are called like hitboxes.
fn sliced(path: &Path, limits: &Limits) -> Result<PairedSprites, FileError> {
    let frames = load_frames(path, limits)?;
    let name = |offered: &OfferedHitboxes| {
        let quoted = offered.title.split_once('"').and_then(|(_, rest)| rest.strip_suffix('"'));
        quoted.unwrap_or_default().to_owned()
    };
    let is_hitbox = |name: &str| HITBOXES.iter().any(|start| name.to_lowercase().starts_with(start));
    let mut sprites = PairedSprites::default();
    let mut hitboxes = Vec::new();
    for offered in &frames.offers.hitboxes {
        let name = name(offered);
        if !is_hitbox(&name) {
            *sprites.left_out.entry("slice that is not called hit, hurt or body").or_default() += 1;
            continue;
        }
        let of = offered.taken();
        let hitbox = |frame| Some((frame, of.frames.get(&frame).or(of.otherwise.as_ref())?.clone()));
        let all = (0..frames.all().len()).filter_map(hitbox).collect();
        let (id, refusal) = (name.clone(), Some("files of Aseprite are not written"));
        hitboxes.push(PairedHitbox { id, name, frames: all, is_free: true, is_terrain: false, refusal });
    }
    if !hitboxes.is_empty() {
        sprites.sprites.push(PairedSprite { frames, hitboxes });
    }
    Ok(sprites)
}
