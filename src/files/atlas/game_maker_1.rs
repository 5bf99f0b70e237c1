//! Sprites of GameMaker: Studio 1: `.sprite.gmx` files, XML.
//!
//! ```xml
//! <sprite><xorig>12</xorig><yorigin>4</yorigin>
//!   <colkind>1</colkind><coltolerance>0</coltolerance><sepmasks>0</sepmasks><bboxmode>0</bboxmode>
//!   <bbox_left>16</bbox_left><bbox_right>17</bbox_right><bbox_top>3</bbox_top><bbox_bottom>4</bbox_bottom>
//!   <width>25</width><height>20</height>
//!   <frames><frame index="0">images\spr_thing_0.png</frame></frames></sprite>
//! ```
//!
//! The fields mean what they mean in later versions; `sepmasks` is -1 for true. Images are named as on Windows, from the folder of
//! the file. Source: files of public repositories.

use serde::Deserialize;

use super::fields::text;
use super::format::{AtlasFile, AtlasFormat, begins_with_all};
use super::game_maker::{GameMakerSprite, NamedImages};
use super::layout::Layout;
use super::paired::PairedLayouts;
use crate::files::Reason;
use crate::files::reading::from_xml;

const NAME: &str = "a sprite of GameMaker: Studio 1";

/// Sprites of GameMaker: Studio 1.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["gmx"],
    known: |text, _| text.starts_with(b"<") && begins_with_all(text, &["<sprite>", "<bbox_left>"]),
    is_sure: true,
    read: |file, _| read(file),
    paired: Some(|file, _| paired(file)),
};

#[derive(Debug, Deserialize)]
struct StudioFrames {
    #[serde(default, rename = "frame")]
    all: Vec<StudioFrame>,
}

#[derive(Debug, Deserialize)]
struct StudioFrame {
    #[serde(default, rename = "$text")]
    image: String,
}

fn read(file: AtlasFile<'_>) -> Result<Layout, Reason> {
    let (sprite, frames) = parsed(file)?;
    sprite.laid_out(frames)
}

fn paired(file: AtlasFile<'_>) -> Result<PairedLayouts, Reason> {
    let (sprite, frames) = parsed(file)?;
    sprite.paired(frames)
}

fn parsed(file: AtlasFile<'_>) -> Result<(GameMakerSprite<StudioFrames>, NamedImages), Reason> {
    let refused = |why: String| Reason::unreadable(NAME, &why);
    let text = text(file.bytes, NAME)?.replace("<sepmasks>-1<", "<sepmasks>true<");
    let mut sprite: GameMakerSprite<StudioFrames> = from_xml(&text).map_err(refused)?;
    let name = file.path.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().clone_into(&mut sprite.name);
    let named = |StudioFrame { image }: &StudioFrame| {
        let image = image.replace('\\', "/");
        let name = image.rsplit('/').next().unwrap_or_default();
        let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
        (image, name)
    };
    let frames = sprite.frames.all.iter().map(named).collect();
    Ok((sprite, frames))
}
