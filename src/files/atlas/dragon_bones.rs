//! Sheets of DragonBones, as JSON: `_tex.json`.
//!
//! ```json
//! { "imagePath": "hero_tex.png", "width": 512, "height": 512, "name": "hero", "SubTexture": [
//!   { "name": "body/arm", "x": 34, "y": 1, "width": 20, "height": 28,
//!     "frameX": -6, "frameY": -2, "frameWidth": 32, "frameHeight": 32 } ] }
//! ```
//!
//! The fields are those of Starling: the area on the sheet, turned clockwise if it is `rotated`, and the top left of the source box
//! relative to the upright frame. Source: the parser of DragonBones' runtimes, and files of public repositories.

use serde::Deserialize;

use super::fields::{side, text, whole};
use super::format::{AtlasFile, AtlasFormat, begins_with_all};
use super::layout::{Layout, PackedFrame, Turned};
use super::sheets::own_image;
use crate::files::Reason;
use crate::files::reading::from_json;
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::Frames;

const NAME: &str = "a sheet of DragonBones";

/// Sheets of DragonBones.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["json"],
    known: |text, _| text.starts_with(b"{") && begins_with_all(text, &["\"SubTexture\""]),
    is_sure: true,
    read: |file, _| read(file),
    paired: None,
};

#[derive(Debug, Deserialize)]
struct DragonBonesSheet {
    #[serde(default, rename = "imagePath")]
    image: String,
    #[serde(rename = "SubTexture")]
    frames: Vec<SubTexture>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct SubTexture {
    name: String,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    rotated: bool,
    frame_x: f64,
    frame_y: f64,
    frame_width: f64,
    frame_height: f64,
}

fn read(file: AtlasFile<'_>) -> Result<Layout, Reason> {
    let refused = |why: &str| Reason::unreadable(NAME, why);
    let sheet: DragonBonesSheet = from_json(text(file.bytes, NAME)?.as_bytes()).map_err(|why| refused(&why))?;
    if sheet.frames.len() > Frames::MOST {
        return Err(refused(&format!("it has more than {} frames", Frames::MOST)));
    }
    let mut layout = Layout::default();
    layout.begin(if sheet.image.is_empty() { own_image(file.path) } else { sheet.image });
    for (number, frame) in sheet.frames.iter().enumerate() {
        match frame.packed() {
            Some(packed) => layout.push(packed),
            None => layout.push_faulty(
                &frame.name,
                Reason::frame(number, &frame.name, "has a number that is not a whole number of pixels"),
            ),
        }
    }
    if layout.entries.is_empty() { Err(refused("it has no frames")) } else { Ok(layout) }
}

impl SubTexture {
    /// The frame in whole pixels; `None` if a number is not one of them.
    fn packed(&self) -> Option<PackedFrame> {
        let turned = if self.rotated { Turned::Clockwise } else { Turned::Not };
        let size = Size::new(side(self.width)?, side(self.height)?);
        // Exporters write sides of 0 or below for a frame that is not trimmed.
        let is_trimmed = self.frame_width > 0.0 && self.frame_height > 0.0;
        let (source, in_source) = if is_trimmed {
            let source = Size::new(side(self.frame_width)?, side(self.frame_height)?);
            (source, Cell::new(-whole(self.frame_x)?, -whole(self.frame_y)?))
        } else {
            (turned.size(size), Cell::default())
        };
        Some(PackedFrame {
            name: self.name.as_str().into(),
            on_sheet: IntRect::new(Cell::new(whole(self.x)?, whole(self.y)?), size),
            turned,
            in_source,
            source,
            ..PackedFrame::default()
        })
    }
}
