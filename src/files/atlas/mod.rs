//! Files that describe images: atlases, which say where frames lie on sheets, and files of engines, with their hitboxes.
//!
//! To add a format: write `atlas/<name>.rs` with its [`AtlasFormat`], and add its word to the list.
//!
//! - `layout`: where frames lie, the same for every format, and how they are cut from their sheets; `packed`: one frame; `odd`:
//!   those that are not whole; `sheets`: these images.
//! - `paired`: hitboxes with the frames that they belong to; `game_maker_objects`: the sprites that objects use.
//! - `format`: how a file is known; `fields`, `plist`: values that several formats share.
//! - `texture_packer`: JSON of TexturePacker, Phaser 3 and Aseprite; `starling`: XML of Sparrow, Starling and TexturePacker;
//!   `libgdx`: text of libGDX and Spine; `cocos`: property lists of Cocos; `dragon_bones`: JSON of DragonBones; `tiled`: tile
//!   sets of Tiled, with their collision objects.
//! - `unity`, `godot`, `game_maker`, `game_maker_1`: sprites of engines; `physics_editor`, `physics_editor_cocos`: shapes of
//!   PhysicsEditor.

mod fields;
mod format;
mod game_maker_objects;
mod layout;
mod odd;
mod packed;
mod paired;
mod plist;
mod sheets;

use std::{
    cell::Cell,
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use format::{AtlasFile, AtlasFormat};
pub(super) use game_maker_objects::{sprite_id, sprites_of_object};
pub(super) use godot::{GodotSection, PairedBodies, PairedBody, PairedShape, paired_bodies};
pub use godot::{ShapeNode, files_below};
use layout::Layout;
pub(super) use paired::{PairedHitbox, PairedSprite, PairedSprites, mask_of};
use sheets::{Sheets, named_alike};

use super::disk::{is_file, names, read};
use super::formats::{decode_layers, image_formats};
use super::reading::{about, remark, starts_with_text, unread, without_mark};
use super::{FileError, Limits, Reason, decode_frames, load, shown};
use maskscope_core::scene::{Frames, MaskImage, Picture};
use maskscope_core::words::printable;

/// Declares the files of the formats, and [`ALL`].
macro_rules! formats {
    ($($file:ident)*) => {
        $(mod $file;)*

        /// Every format, in the order in which they are tried.
        const ALL: &[AtlasFormat] = &[$($file::FORMAT),*];
    };
}

// The list. Those that are known by what they contain come before those that are known by how they begin or by their names.
formats! {
    unity godot game_maker game_maker_1 physics_editor physics_editor_cocos cocos dragon_bones texture_packer tiled
    starling libgdx
}

/// The endings of the files of atlases and of hitboxes, without the dot.
pub fn atlas_endings() -> BTreeSet<&'static str> {
    ALL.iter().flat_map(|format| format.endings).copied().collect()
}

/// The format of `bytes` in the file `path`; `None` for what is not an atlas.
fn format_of(bytes: &[u8], path: &Path) -> Option<&'static AtlasFormat> {
    let text = without_mark(bytes).trim_ascii_start();
    // An Aseprite file begins with its length, whose first byte may be a brace.
    let is_text = text.first() != Some(&b'{') || starts_with_text(bytes);
    ALL.iter().find(|format| is_text && !text.is_empty() && (format.known)(text, path))
}

/// True for the bytes of an atlas in the file `path`.
pub(super) fn is_atlas(bytes: &[u8], path: &Path) -> bool {
    format_of(bytes, path).is_some()
}

/// Parses `bytes`, the content of `path`, within `limits`: at least one frame.
fn parsed(
    format: &AtlasFormat,
    bytes: &[u8],
    path: &Path,
    sheets: &mut Sheets<'_>,
    limits: &Limits,
) -> Result<Layout, Reason> {
    let bytes = without_mark(bytes);
    let layout = (format.read)(AtlasFile { bytes, path }, sheets);
    let checked = layout.and_then(|mut layout| layout.check(limits).map(|()| layout));
    checked.map_err(|reason| unread(bytes, image_formats()).filter(|_| !format.is_sure).unwrap_or(reason))
}

/// Reads all frames of the image or of the atlas in the file `path`.
///
/// # Errors
/// If there is no regular file, or it cannot be read, or [`decode_frames`] or [`decode_atlas`] refuses what is in it.
pub fn load_frames(path: &Path, limits: &Limits) -> Result<Frames, FileError> {
    load_frames_on(None, path, limits)
}

/// Same as [`load_frames`], with the file `sheet` in place of the sheet that an atlas names: of several, of the one that is
/// missing.
///
/// # Errors
/// Also if a sheet is given for what is not an atlas, or for several missing ones.
pub fn load_frames_on(sheet: Option<&Path>, path: &Path, limits: &Limits) -> Result<Frames, FileError> {
    let bytes = read(path, limits).map_err(|reason| reason.at(path))?;
    match (format_of(&bytes, path), sheet) {
        (Some(_), _) => decode_atlas_on(sheet, &bytes, path, limits),
        (None, None) => decode_frames(&bytes, path, limits),
        (None, Some(_)) => Err(Reason::Refused("it is not an atlas, so it has no sheet to name".to_owned()).at(path)),
    }
}

/// Same as [`load_frames`], of the layers and groups of the names that are `chosen`, alone.
///
/// # Errors
/// Also if the format has no layers, or the image has none of such a name.
pub fn load_layers(chosen: &[String], path: &Path, limits: &Limits) -> Result<Frames, FileError> {
    let bytes = read(path, limits).map_err(|reason| reason.at(path))?;
    decode_layers(chosen, &bytes, path, limits)
}

/// Reads a layer of the image `path` as the mask image of all its frames.
///
/// # Errors
/// As [`load_layers`].
pub fn load_mask_layer(layer: &str, path: &Path, limits: &Limits) -> Result<MaskImage, FileError> {
    let frames = load_layers(&[layer.to_owned()], path, limits)?;
    Ok(MaskImage::of_layer(layer.to_owned(), path.to_owned(), &frames))
}

/// Reads the frames that `bytes`, the content of the atlas `path`, describe. The paths of their sheets are relative to it.
///
/// # Errors
/// The error names the atlas where it is damaged, not an atlas, without frames or without a pixel on its sheets, or where all
/// frames together are beyond `limits`. It names the sheet, too, where that is missing or [`load`] refuses it.
pub fn decode_atlas(bytes: &[u8], path: &Path, limits: &Limits) -> Result<Frames, FileError> {
    decode_atlas_on(None, bytes, path, limits)
}

/// Reads the file `path` for its hitboxes, which are for a sprite with these `frames`: those called like images that it names are
/// taken for these where they are missing.
///
/// # Errors
/// As [`load_frames`].
pub fn load_frames_for(frames: &Frames, path: &Path, limits: &Limits) -> Result<Frames, FileError> {
    load_frames(path, limits).or_else(|error| {
        let bytes = read(path, limits).map_err(|reason| reason.at(path))?;
        if !is_atlas(&bytes, path) {
            return Err(error);
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        decode_atlas_of(&bytes, path, limits, |image| {
            let file = sheet_file(folder, image).map_err(|reason| reason.at(path))?;
            let bare = |name: &str| Path::new(name).with_extension("");
            match frames.all().iter().find(|frame| bare(&frame.name) == bare(image)) {
                Some(frame) if !is_file(&file) => Ok(Picture::clone(&frame.picture)),
                _ if is_file(&file) => load(&file, limits),
                _ => Err(Reason::NoSheet(file).at(path)),
            }
        })
    })
}

fn decode_atlas_on(given: Option<&Path>, bytes: &[u8], path: &Path, limits: &Limits) -> Result<Frames, FileError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    // Until the frames are known, every sheet may be one of several.
    let is_only = Cell::new(false);
    let mut replaced: Option<String> = None;
    let mut used: Vec<PathBuf> = Vec::new();
    let mut sheet_of = |image: &str| {
        let own = sheet_file(folder, image).map_err(|reason| reason.at(path))?;
        let sheet = match given {
            Some(given) if is_only.get() || !is_file(&own) => {
                if replaced.replace(image.to_owned()).is_some_and(|other| other != image) {
                    let why = "several of its sheets are missing, and one is named";
                    return Err(Reason::Refused(why.to_owned()).at(path));
                }
                given.to_owned()
            }
            _ if is_file(&own) => own,
            _ => match named_alike(path).filter(|_| is_only.get()) {
                Some(alike) => {
                    about(path, || {
                        remark(&format!("its sheet {} is missing: {} is taken", shown(&own), shown(&alike)));
                    });
                    alike
                }
                // A folder or a device is refused as one.
                None if own.exists() => own,
                None => return Err(Reason::NoSheet(own).at(path)),
            },
        };
        let what = |reason| Reason::Held { what: format!("its sheet {}", shown(&sheet)), reason: Box::new(reason) };
        let picture = load(&sheet, limits).map_err(|error| what(error.reason).at(path))?;
        if !used.contains(&sheet) {
            used.push(sheet);
        }
        Ok(picture)
    };
    let mut sheets = Sheets::new(&mut sheet_of);
    let layout = layout_of(bytes, path, &mut sheets, limits)?;
    is_only.set(layout.pages.iter().all(|page| page.image == layout.pages[0].image));
    let mut frames = layout.cut(path, limits, &mut sheets)?;
    frames.sheets = used;
    Ok(frames)
}

/// The file that an atlas in `folder` calls `image`.
fn sheet_file(folder: &Path, image: &str) -> Result<PathBuf, Reason> {
    if let Some(why) = names::refused(image) {
        return Err(Reason::Refused(format!("its sheet is '{}', {why}", printable(image))));
    }
    if let Some(path) = image.strip_prefix(godot::ROOT) {
        return godot::file_of_project(folder, path);
    }
    // An absolute name from another machine: its file may have come along.
    let here = image.rsplit('\\').next().map(|name| folder.join(name)).filter(|sheet| is_file(sheet));
    Ok(here.filter(|_| image.contains('\\')).unwrap_or_else(|| folder.join(image)))
}

/// The sheets of the atlas `bytes` in the file `path`, as it calls them, and their files; none for what is not an atlas. `None` for
/// an atlas that cannot be read.
pub(super) fn sheets_of(bytes: &[u8], path: &Path, limits: &Limits) -> Option<Vec<(String, PathBuf)>> {
    let Some(format) = format_of(bytes, path) else { return Some(Vec::new()) };
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut load = |image: &str| load(&sheet_file(folder, image).map_err(|reason| reason.at(path))?, limits);
    let pages = parsed(format, bytes, path, &mut Sheets::new(&mut load), limits).ok()?.pages.into_iter();
    pages.map(|page| Some((page.image.clone(), sheet_file(folder, &page.image).ok()?))).collect()
}

/// Decodes an atlas on the sheets that `sheet_of` finds by their names.
pub(super) fn decode_atlas_of(
    bytes: &[u8],
    path: &Path,
    limits: &Limits,
    mut sheet_of: impl FnMut(&str) -> Result<Picture, FileError>,
) -> Result<Frames, FileError> {
    let mut sheets = Sheets::new(&mut sheet_of);
    layout_of(bytes, path, &mut sheets, limits)?.cut(path, limits, &mut sheets)
}

fn layout_of(bytes: &[u8], path: &Path, sheets: &mut Sheets<'_>, limits: &Limits) -> Result<Layout, FileError> {
    let format = format_of(bytes, path).unwrap_or(&texture_packer::FORMAT);
    about(path, || parsed(format, bytes, path, sheets, limits)).map_err(|reason| reason.at(path))
}

/// Reads the file `path` of a project for its hitboxes, each with the frames that it belongs to; none for a file of another kind.
///
/// # Errors
/// If it cannot be read. A missing picture costs only its own hitboxes.
pub(super) fn paired_sprites(path: &Path, limits: &Limits) -> Result<PairedSprites, FileError> {
    let bytes = read(path, limits).map_err(|reason| reason.at(path))?;
    paired_sprites_in(&bytes, path, limits)
}

/// Same as [`paired_sprites`], of `bytes`, the content of `path`.
///
/// # Errors
/// As [`paired_sprites`].
pub(super) fn paired_sprites_in(bytes: &[u8], path: &Path, limits: &Limits) -> Result<PairedSprites, FileError> {
    let Some(paired) = format_of(bytes, path).and_then(|format| format.paired) else {
        return Ok(PairedSprites::default());
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut load = |image: &str| load(&sheet_file(folder, image).map_err(|reason| reason.at(path))?, limits);
    let mut sheets = Sheets::new(&mut load);
    let file = AtlasFile { bytes: without_mark(bytes), path };
    let layouts = paired(file, &mut sheets).map_err(|reason| reason.at(path))?;
    Ok(layouts.cut(path, limits, &mut sheets))
}

/// The frames on `sheet` that `bytes`, the content of the JSON file `path`, describe.
pub(super) fn cut_atlas(bytes: &[u8], path: &Path, sheet: &Picture, limits: &Limits) -> Result<Frames, FileError> {
    decode_atlas_of(bytes, path, limits, |_| Ok(sheet.clone()))
}
