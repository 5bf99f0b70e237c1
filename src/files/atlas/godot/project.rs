//! The parts of a file of Godot: its sections, the resources that values refer to, and textures.

use super::text::{GodotSection, GodotValue};
use crate::files::Reason;
use crate::files::atlas::fields::beside;
use crate::geom::Point;

pub(super) const NAME: &str = "a scene or a resource of Godot";

/// A version of Godot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GodotVersion {
    Three,
    Four,
}

/// The sections of a file.
pub(super) struct GodotFile {
    pub sections: Vec<GodotSection>,
}

impl GodotFile {
    /// The section that a value refers to, as a resource in the file or outside.
    pub(super) fn referred(&self, value: &GodotValue) -> Option<&GodotSection> {
        let GodotValue::Call(call, arguments) = value else { return None };
        let kind = match call.as_str() {
            "ExtResource" => "ext_resource",
            "SubResource" => "sub_resource",
            _ => return None,
        };
        let id = arguments.first()?.text();
        self.sections.iter().find(|section| section.kind == kind && section.attribute("id") == id)
    }
}

/// A part of an image.
pub(super) struct TexturePart {
    pub image: String,
    /// Left, top, width, height; `None` for all of it.
    pub region: Option<[f64; 4]>,
    /// Pixels that are clear: left and top of it, and in width and height.
    pub margin: [f64; 4],
}

impl TexturePart {
    pub(super) fn of(project: &GodotFile, value: &GodotValue) -> Result<Self, String> {
        let section = project.referred(value).ok_or("a texture of it is missing")?;
        match section.kind.as_str() {
            "ext_resource" => Self::of_image(section),
            _ if section.attribute("type") == "AtlasTexture" => Self::of_atlas(project, section),
            _ => Err(format!("a texture of it is a {}, which is not an image", section.attribute("type"))),
        }
    }

    pub(super) fn of_image(section: &GodotSection) -> Result<Self, String> {
        let path = section.attribute("path");
        // The folder of the project is not known.
        let image = path.rsplit('/').next().unwrap_or_default();
        if image.ends_with(".tres") || image.ends_with(".res") {
            return Err(format!("its frames are in {image}; open that if it is a .tres"));
        }
        let image = beside(image).map_err(|reason| reason.to_string())?;
        Ok(Self { image, region: None, margin: [0.0; 4] })
    }

    pub(super) fn of_atlas(project: &GodotFile, section: &GodotSection) -> Result<Self, String> {
        let four = |name: &str| section.field(name).and_then(GodotValue::numbers).and_then(|all| all.try_into().ok());
        let atlas = section.field("atlas").ok_or("an AtlasTexture of it has no atlas")?;
        let outer = project.referred(atlas).filter(|outer| outer.kind == "ext_resource");
        let image = Self::of_image(outer.ok_or("the atlas of an AtlasTexture is not an image")?)?;
        // A side of 0 is that of the image.
        let region = four("region").filter(|region: &[f64; 4]| region[2] > 0.0 && region[3] > 0.0);
        Ok(Self { region, margin: four("margin").unwrap_or_default(), ..image })
    }
}

/// The nearest whole number of pixels.
pub(super) fn whole(number: f64) -> Result<u32, Reason> {
    let number = number.round();
    if !(0.0..=f64::from(i32::MAX)).contains(&number) {
        return Err(Reason::unreadable(NAME, &format!("{number} is not a number of pixels")));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and in range: just checked")]
    let whole = number as u32;
    Ok(whole)
}

/// The points of a value.
pub(super) fn points(value: &GodotValue) -> Vec<Point> {
    value.numbers().unwrap_or_default().as_chunks().0.iter().map(|&[x, y]| (x, y)).collect()
}
