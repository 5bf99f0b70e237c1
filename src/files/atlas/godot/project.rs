//! The parts of a file of Godot: its sections, the resources that values refer to, and textures; and where its project is.

use std::path::{Path, PathBuf};

use super::text::{GodotSection, GodotValue, parse};
use crate::files::atlas::fields::{beside, text};
use crate::files::disk::{absolute, is_file, read};
use crate::files::reading::without_mark;
use crate::files::{Limits, Reason};
use maskscope_core::geom::Point;
use maskscope_core::words::printable;

pub(super) const NAME: &str = "a scene or a resource of Godot";

/// The beginning of paths from the root of a project.
pub(in crate::files::atlas) const ROOT: &str = "res://";

/// Fields that are read.
const FIELDS: &[&str] = &[
    "animation",
    "animations",
    "atlas",
    "build_mode",
    "centered",
    "disabled",
    "extents",
    "flip_h",
    "flip_v",
    "frame",
    "frames",
    "height",
    "hframes",
    "margin",
    "offset",
    "points",
    "polygon",
    "position",
    "radius",
    "region",
    "region_enabled",
    "region_rect",
    "rotation",
    "scale",
    "shape",
    "size",
    "skew",
    "sprite_frames",
    "texture",
    "vframes",
    "visible",
];

/// The most bytes of a resource in another file.
const LIMITS: Limits = Limits { max_side: 0, max_pixels: 0, max_bytes: 1 << 20 };

/// The file that one in `folder` calls `res://` and `path`: from the nearest folder above that holds a `project.godot`, or beside
/// the one that calls it.
///
/// # Errors
/// If a link leads out of the project.
pub(in crate::files::atlas) fn file_of_project(folder: &Path, path: &str) -> Result<PathBuf, Reason> {
    const MARK: &str = "project.godot";
    let above = absolute(&folder.join(MARK));
    let above = above.iter().flat_map(|mark| mark.ancestors().skip(1));
    let root = folder.ancestors().chain(above).find(|folder| is_file(&folder.join(MARK)));
    // A folder or a device is refused under its own name.
    match root.map(|root| (root, root.join(path))).filter(|(_, file)| is_file(file) || file.exists()) {
        Some((root, file)) if is_file(&file) && leaves(root, &file) => {
            Err(Reason::Refused(format!("'{ROOT}{}' leads out of its project", printable(path))))
        }
        Some((_, file)) => Ok(file),
        None => Ok(folder.join(path.rsplit('/').next().unwrap_or_default())),
    }
}

/// True if a link on the way to `file` leads out of the folder `root`.
fn leaves(root: &Path, file: &Path) -> bool {
    let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
    // Where there are no links, nothing can be said, and nothing leaves.
    root.canonicalize().is_ok_and(|root| file.canonicalize().is_ok_and(|file| !file.starts_with(root)))
}

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
    /// The sections of `bytes`, with the fields that are read.
    pub(super) fn parsed(bytes: &[u8]) -> Result<Self, Reason> {
        let sections = parse(text(bytes, NAME)?, FIELDS).map_err(|why| Reason::unreadable(NAME, &why))?;
        Ok(Self { sections })
    }

    /// The file `path`; `None` if it cannot be read.
    pub(super) fn at(path: &Path) -> Option<Self> {
        Self::parsed(without_mark(&read(path, &LIMITS).ok()?)).ok()
    }

    /// The version of Godot that wrote the file.
    pub(super) fn version(&self) -> Result<GodotVersion, Reason> {
        match self.sections.first().map(|head| head.attribute("format")).as_deref() {
            Some("2") => Ok(GodotVersion::Three),
            Some("3" | "4") => Ok(GodotVersion::Four),
            other => {
                let format = other.unwrap_or("missing");
                Err(Reason::unreadable(NAME, &format!("its format is {format}: 2 to 4 are read")))
            }
        }
    }

    /// The resource outside of a file in `folder` that `section` names, in its text form; `None` if it cannot be read.
    pub(super) fn outside(folder: &Path, section: &GodotSection) -> Option<Self> {
        Self::outside_as(folder, section, ".tres")
    }

    /// The scene outside of a file in `folder` that `section` names, in its text form; `None` if it cannot be read.
    pub(super) fn scene_outside(folder: &Path, section: &GodotSection) -> Option<Self> {
        Self::outside_as(folder, section, ".tscn")
    }

    fn outside_as(folder: &Path, section: &GodotSection, ending: &str) -> Option<Self> {
        let image = image_of(&section.attribute("path")).ok().filter(|image| image.ends_with(ending))?;
        let file = file_of_project(folder, image.strip_prefix(ROOT).unwrap_or(&image)).ok()?;
        Self::at(&file)
    }

    /// The type of the resource that the file is.
    pub(super) fn kind(&self) -> String {
        self.sections.first().map(|head| head.attribute("type")).unwrap_or_default()
    }

    /// The resource that the file is.
    pub(super) fn resource(&self) -> Option<&GodotSection> {
        self.sections.iter().find(|section| section.kind == "resource")
    }

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
        let image = image_of(&section.attribute("path"))?;
        if image.ends_with(".tres") || image.ends_with(".res") {
            let name = image.rsplit('/').next().unwrap_or_default();
            return Err(format!("it refers to {name}, a resource that cannot be read from here"));
        }
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

/// The image that a file calls `path`: from the root of its project on, or beside it.
fn image_of(path: &str) -> Result<String, String> {
    let refused = |reason: Reason| reason.to_string();
    match path.strip_prefix(ROOT) {
        Some(inner) => Ok(format!("{ROOT}{}", beside(inner).map_err(refused)?)),
        None => beside(path.rsplit('/').next().unwrap_or_default()).map_err(refused),
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
