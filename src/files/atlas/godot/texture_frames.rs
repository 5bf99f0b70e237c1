//! The frames of a sprite: of its texture, or of its animations.

use std::path::Path;

use super::project::{GodotFile, NAME, TexturePart, whole};
use super::text::{GodotSection, GodotValue, of};
use crate::files::Reason;
use crate::files::atlas::layout::{Layout, PackedFrame};
use crate::files::atlas::sheets::Sheets;
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::{Frames, Tag};

/// The frames while they are collected.
pub(super) struct TextureFrames<'a, 'b> {
    pub layout: Layout,
    pub sheets: &'a mut Sheets<'b>,
    /// The folder of the file.
    pub folder: &'a Path,
}

impl TextureFrames<'_, '_> {
    /// Adds the frames of a sprite.
    pub(super) fn add_sprite(&mut self, project: &GodotFile, sprite: &GodotSection) -> Result<(), Reason> {
        let refused = |why: String| Reason::unreadable(NAME, &why);
        let Some(texture) = sprite.field("texture") else {
            let frames = sprite.field("sprite_frames").or(sprite.field("frames"));
            let frames = frames.and_then(|frames| project.referred(frames));
            let frames = frames.ok_or_else(|| refused("a sprite of it has no frames".to_owned()))?;
            if frames.kind != "ext_resource" {
                return self.add_animations(project, frames);
            }
            return match GodotFile::outside(self.folder, frames) {
                Some(other) => other.resource().map_or(Ok(()), |resource| self.add_animations(&other, resource)),
                None => TexturePart::of_image(frames).map_err(refused).map(|_| ()),
            };
        };
        let mut texture = TexturePart::of(project, texture).map_err(refused)?;
        if sprite.is("region_enabled", false) {
            let region = sprite.field("region_rect").and_then(GodotValue::numbers).and_then(|all| all.try_into().ok());
            let inner: [f64; 4] = region.ok_or_else(|| refused("its region_rect is not a rect".to_owned()))?;
            let [x, y, ..] = texture.region.unwrap_or_default();
            texture.region = Some([x + inner[0], y + inner[1], inner[2], inner[3]]);
        }
        let (columns, rows) = (whole(sprite.number("hframes", 1.0))?, whole(sprite.number("vframes", 1.0))?);
        if (columns, rows) == (1, 1) {
            return self.add(&texture, "");
        }
        let area = self.area(&texture)?;
        let cell = Size::new(area.width / columns.max(1), area.height / rows.max(1));
        if u64::from(columns) * u64::from(rows) > Frames::MOST as u64 || cell.is_empty() {
            return Err(refused(format!("its {columns} × {rows} frames are too many for its image")));
        }
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let (x, y) = (i64::from(column) * i64::from(cell.width), i64::from(row) * i64::from(cell.height));
            self.push(&texture.image, IntRect::new(area.origin() + Cell::new(x, y), cell), Cell::default(), cell, "")?;
        }
        Ok(())
    }

    /// Adds the frames of the animations of a `SpriteFrames`: each animation is a tag.
    pub(super) fn add_animations(&mut self, project: &GodotFile, frames: &GodotSection) -> Result<(), Reason> {
        for animation in frames.field("animations").map_or(&[][..], GodotValue::list) {
            let GodotValue::Dict(animation) = animation else { continue };
            let (first, name) =
                (self.layout.entries.len(), of(animation, "name").map(GodotValue::text).unwrap_or_default());
            for frame in of(animation, "frames").map_or(&[][..], GodotValue::list) {
                // Godot 4 adds a duration.
                let texture = if let GodotValue::Dict(frame) = frame { of(frame, "texture") } else { Some(frame) };
                let texture = texture.ok_or("a frame of it has no texture".to_owned());
                let texture = texture.and_then(|texture| TexturePart::of(project, texture));
                self.add(&texture.map_err(|why| Reason::unreadable(NAME, &why))?, "")?;
            }
            let count = self.layout.entries.len();
            self.layout.tags.extend(Tag::within(&name, first, count.saturating_sub(1), count));
        }
        Ok(())
    }

    /// Adds a texture as a frame.
    pub(super) fn add(&mut self, texture: &TexturePart, name: &str) -> Result<(), Reason> {
        let area = self.area(texture)?;
        let [left, top, width, height] = texture.margin;
        let in_source = Cell::new(whole(left)?.into(), whole(top)?.into());
        let side = |side: u32, more: f64| Ok::<_, Reason>(side.saturating_add(whole(more)?));
        let source = Size::new(side(area.width, width)?, side(area.height, height)?);
        self.push(&texture.image, area, in_source, source, name)
    }

    /// The area of a texture on its image, in whole pixels.
    fn area(&mut self, texture: &TexturePart) -> Result<IntRect, Reason> {
        let Some([x, y, width, height]) = texture.region else {
            return Ok(IntRect::new(Cell::default(), self.sheets.size(&texture.image)?));
        };
        let origin = Cell::new(whole(x)?.into(), whole(y)?.into());
        Ok(IntRect::new(origin, Size::new(whole(width)?, whole(height)?)))
    }

    fn push(
        &mut self,
        image: &str,
        on_sheet: IntRect,
        in_source: Cell,
        source: Size,
        name: &str,
    ) -> Result<(), Reason> {
        if self.layout.entries.len() == Frames::MOST {
            return Err(Reason::unreadable(NAME, &format!("it has more than {} frames", Frames::MOST)));
        }
        if self.layout.pages.last().is_none_or(|page| page.image != image) {
            self.layout.begin(image.to_owned());
        }
        self.layout.push(PackedFrame { name: name.into(), on_sheet, in_source, source, ..PackedFrame::default() });
        Ok(())
    }
}
