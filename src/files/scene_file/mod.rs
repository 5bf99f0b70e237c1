//! Scenes as small text files: JSON that people can read and write.
//!
//! ```json
//! {
//!   "maskscope": 1,
//!   "title": "Ship and rock",
//!   "a": { "image": "ship.png" },
//!   "b": { "image": "rock.png", "position": [10, -17], "rotation": 30, "solid": { "threshold": 127 } },
//!   "path": [[0, 10, -17], [0.5, 12.25, -17]],
//!   "expect": { "masks_overlap": true }
//! }
//! ```
//!
//! - `fields`: the fields of the file, and `tested`: those of a shape; `read` makes a scene of them, `write` them of a scene.
//! - `source`: where pixels come from, `strip`, `art`, `contents`: images in the file and beside it; `written_path`: paths.
//! - `text`: the layout of the JSON.
//!
//! A sprite, and the scene as a whole, may have a `parent`, which may have a `parent`, and so on: places of what stands in a
//! parent count in its space. Names of images are relative to the file. A path says where B goes: rows of seconds, x and y. What a scene does not
//! say is as in a fresh window. A saved session is a scene, too, with the rest of its state in `session`. Unknown fields and names are refused, so that a typing error is not overlooked; so are
//! versions newer than [`VERSION`].

mod art;
pub(crate) mod contents;
mod fields;
mod read;
mod source;
mod strip;
mod tested;
mod text;
mod write;
mod written_path;

use std::path::Path;
pub(crate) use written_path::WrittenPath;

use serde_ignored::Path as FieldPath;

pub(super) use self::fields::ParentFile;
pub use self::fields::VERSION;
use self::fields::file_name;
pub(crate) use self::fields::{ActorFile, SceneFile};
use self::fields::{AnchorFile, FrameFile, ScaleFile, SolidFile};
use self::source::Together;
pub(crate) use self::source::{Open, PixelSource, SpriteReader, cut};
pub(super) use self::tested::{ElsewhereFile, ElsewhereMask, HitBoxesFile, TestedFile};
pub(crate) use self::write::{Images, scene as scene_file, stage as stage_file};
pub(crate) use self::{read::PairFields, strip::Strip};
use super::reading::{SceneVersion, from_json, from_json_noting, is_scene, starts_with_text, without_mark};
use super::{FileError, Limits, Reason, disk::read, formats::Content};
use maskscope_core::scene::Scene;

/// Reads the scene in the file `path`, and the images it names.
///
/// # Errors
/// Where the file cannot be read, is not a scene, has unknown fields or names, or is of a newer version; where an image that it
/// names cannot be opened, the error names the image.
pub fn load_scene(path: &Path, limits: &Limits) -> Result<Scene, FileError> {
    let bytes = read(path, limits).map_err(|reason| reason.at(path))?;
    decode_scene(&bytes, path, limits)
}

/// Reads a scene that is in memory, as if it were in the file `path`.
///
/// # Errors
/// As [`load_scene`].
pub fn decode_scene(bytes: &[u8], path: &Path, limits: &Limits) -> Result<Scene, FileError> {
    let file = parse(without_mark(bytes)).map_err(|reason| reason.at(path))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    SpriteReader::of(path, Some(folder), limits).scene(file, &mut &*limits)
}

/// Reads a scene that came by a link, which errors call `name`. It reads nothing from the disk, and all of its images together
/// have at most the pixels that one may have.
///
/// # Errors
/// As [`load_scene`], and where it names a file.
pub(super) fn decode_linked(bytes: &[u8], name: &Path, limits: &Limits) -> Result<Scene, FileError> {
    let file = parse(bytes).map_err(|reason| reason.at(name))?;
    SpriteReader::of(name, None, limits).scene(file, &mut Together(*limits))
}

/// `scene` as the text of a file in `folder`, which paths are then relative to; without a folder they are absolute.
///
/// With `embed` the masks are written into the text in place of the names of images: the file stands alone. An image that is in
/// no file is written into it in any case.
pub fn encode_scene(scene: &Scene, folder: Option<&Path>, embed: bool) -> String {
    text::pretty(&write::scene(scene, if embed { Images::Masks } else { Images::Named(folder) }))
}

/// `scene` as a text that stands alone: its images are written into it, as their files have them as long as these still show
/// the same. It reads these files, so it takes as long as opening the scene.
pub fn encode_scene_with_art(scene: &Scene) -> String {
    text::pretty(&write::scene(scene, Images::Inside))
}

/// True if `scene`, which a file in `folder` holds, is the `known` one. A scene that stands alone is compared by its masks.
pub fn is_same_scene(scene: &Scene, known: &Scene, folder: Option<&Path>) -> bool {
    let is_alike = |embed| encode_scene(scene, folder, embed) == encode_scene(known, folder, embed);
    is_alike(false) || scene.sprites.iter().all(|actor| actor.sprite.path.is_none()) && is_alike(true)
}

/// Encodes a scene in the fewest bytes.
pub(super) fn encode_small(scene: &Scene) -> String {
    text::compact(&scene_file(scene, Images::Smallest))
}

/// True where the file `path` can be read and holds a scene, of whatever version.
pub fn holds_scene(path: &Path, limits: &Limits) -> bool {
    read(path, limits).is_ok_and(|bytes| is_scene(&bytes))
}

/// False for a file `path` of text that does not begin as a scene does.
pub fn may_be_scene(path: &Path, limits: &Limits) -> bool {
    let is_other = |bytes: &[u8]| {
        let text = without_mark(bytes).trim_ascii_start();
        !text.is_empty() && !text.starts_with(b"{") && starts_with_text(bytes)
    };
    !read(path, limits).is_ok_and(|bytes| is_other(&bytes))
}

pub(crate) fn parse(bytes: &[u8]) -> Result<SceneFile, Reason> {
    let refused = |why: String| Reason::scene(&why);
    match from_json::<SceneVersion>(bytes) {
        Ok(SceneVersion { maskscope }) if maskscope > VERSION => Err(Reason::scene(&format!(
            "it is of version {maskscope}, and this program reads versions up to {VERSION}; a newer maskscope reads it"
        ))),
        Ok(SceneVersion { maskscope: 0 }) => Err(Reason::scene("there is no version 0")),
        Ok(_) => match with_unknown(bytes).map_err(refused)? {
            (file, None) => Ok(file),
            (_, Some(unknown)) => Err(Reason::scene(&unknown)),
        },
        Err(why) => Err(match Content::of(bytes, Path::new("")) {
            Ok(Content::Mask(_)) | Err(_) => refused(why),
            Ok(image) => Reason::scene(&format!("it is an image, {}", image.of_picture())),
        }),
    }
}

/// The scene in `bytes`, and what to say of the first field of a sprite that scenes do not have.
fn with_unknown(bytes: &[u8]) -> Result<(SceneFile, Option<String>), String> {
    let mut unknown = None;
    let file = from_json_noting(bytes, |path| {
        let (parent, field) = fields_of(&path);
        unknown.get_or_insert_with(|| format!("there is no field '{field}' in {parent}"));
    })?;
    Ok((file, unknown))
}

/// The path to an unknown field, such as `a.solid`, and its name.
fn fields_of(path: &FieldPath<'_>) -> (String, String) {
    match path {
        FieldPath::Root => (String::new(), String::new()),
        FieldPath::Map { parent, key } => {
            let (outer, inner) = fields_of(parent);
            (if outer.is_empty() { inner } else { format!("{outer}.{inner}") }, key.clone())
        }
        FieldPath::Seq { parent, .. }
        | FieldPath::Some { parent }
        | FieldPath::NewtypeStruct { parent }
        | FieldPath::NewtypeVariant { parent } => fields_of(parent),
    }
}
