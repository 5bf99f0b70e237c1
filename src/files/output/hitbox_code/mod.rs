//! Hitboxes as source code: text that an author pastes into a game, with the engine's own calls.
//!
//! `tests/hitbox_code.rs` runs it in the engines. To add one: write `hitbox_code/<engine>.rs` with its `code`, its variant of
//! [`HitboxFormat`], and its arm of [`HitboxFormat::code`].

mod arcade;
mod godot;
mod loss;
mod love;
mod phaser;
mod pygame;
mod source;

use serde_json::json;
use strum::{EnumMessage, EnumProperty, IntoStaticStr, VariantArray};
use thiserror::Error;

use self::source::{HitboxSource, has_area};
use crate::files::FileFormat;
use maskscope_core::choice::Choice as _;
use maskscope_core::geom::{Affine, Size};
use maskscope_core::shape::{Hitbox, Part, Shape};

/// The engine for which a hitbox is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage, EnumProperty)]
#[non_exhaustive]
pub enum HitboxFormat {
    /// Python for pygame: a list of its rectangles, circles, capsules and polygons, and a function that tests them.
    #[strum(to_string = "pygame", message = "pygame", props(word = "Python", synonyms = "collider collision polygon"))]
    Pygame,
    /// Python for Arcade: the points of a polygon, as a texture or a sprite takes them.
    #[strum(
        to_string = "arcade",
        message = "Arcade",
        props(word = "points", synonyms = "python hit_box hit_box_points collider collision polygon")
    )]
    Arcade,
    /// JavaScript for Phaser 3: a body of Arcade for a box or a circle, a body of Matter for the others.
    #[strum(
        to_string = "phaser",
        message = "Phaser",
        props(word = "Matter", synonyms = "3 javascript arcade physics body collider collision polygon")
    )]
    Phaser,
    /// Nodes for a scene file of Godot 4; of Godot 3, too, if no shape is a capsule.
    #[strum(
        to_string = "godot",
        message = "Godot",
        props(word = "nodes", synonyms = "4 gdscript collisionshape capsule collider collision polygon")
    )]
    Godot,
    /// Nodes for a scene file of Godot 3.
    #[strum(
        to_string = "godot3",
        message = "Godot 3",
        props(word = "nodes", synonyms = "gdscript collisionshape capsule collider collision polygon")
    )]
    Godot3,
    /// Lua for LÖVE: fixtures of love.physics.
    #[strum(
        to_string = "love",
        message = "LÖVE",
        props(word = "Lua", synonyms = "love2d box2d physics shape fixture collider collision polygon")
    )]
    Love,
    /// The shape alone, as in scene files.
    #[strum(to_string = "json", message = "JSON", props(word = "shape", synonyms = "data collider collision polygon"))]
    Json,
}

impl FileFormat for HitboxFormat {
    const CONTENT: &'static str = "a hitbox";

    fn extension(self) -> &'static str {
        match self {
            Self::Pygame | Self::Arcade => "py",
            Self::Phaser => "js",
            Self::Godot | Self::Godot3 => "tscn",
            Self::Love => "lua",
            Self::Json => "json",
        }
    }
}

/// Reason for which a hitbox has no code.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoCode {
    /// A part is the mask.
    #[error("a mask cannot be written as code for {0}: give the sprite a shape")]
    Mask(&'static str),
    /// A part has no interior.
    #[error("a {0} has no area, and cannot be written as code for {1}")]
    Flat(String, &'static str),
    /// The engine tests one shape of a sprite.
    #[error("several shapes cannot be written as code for {0}, where a sprite has one polygon")]
    Several(&'static str),
}

impl HitboxFormat {
    /// The hitbox of the sprite called `sprite`, mostly by its file, whose image has this size. The text ends with a line
    /// break.
    ///
    /// # Errors
    /// If a part of the hitbox is the mask or has no area, except as JSON; for Arcade, if there are several.
    pub fn code(self, hitbox: &Hitbox, sprite: &str, size: Size) -> Result<String, NoCode> {
        let code = match self {
            Self::Pygame => pygame::code,
            Self::Arcade => arcade::code,
            Self::Phaser => phaser::code,
            Self::Godot => godot::code,
            Self::Godot3 => godot::code_for_3,
            Self::Love => love::code,
            Self::Json => return Ok(format!("{}\n", json!(hitbox))),
        };
        let shapes = hitbox.parts().iter().map(|part| self.shape(part)).collect::<Result<Vec<_>, _>>()?;
        if self == Self::Arcade && shapes.len() > 1 {
            return Err(NoCode::Several(self.title()));
        }
        // Included files may have been checked out with the line ends of Windows.
        Ok(code(&HitboxSource::new(shapes, sprite, size)).replace("\r\n", "\n"))
    }

    /// The losses of a hitbox in this code, each a clause with the number of pixels that differ; empty where every number stays.
    pub fn losses(self, hitbox: &Hitbox) -> Vec<String> {
        let shapes: Vec<_> = hitbox.parts().iter().filter_map(|part| self.shape(part).ok()).collect();
        shapes.iter().filter_map(|shape| self.loss(shape, shapes.len() == 1)).collect()
    }

    /// The loss of a shape, which may be the only one.
    fn loss(self, shape: &Shape, is_alone: bool) -> Option<String> {
        match (self, shape) {
            (Self::Json, _) => None,
            (Self::Phaser, &Shape::Circle([x, y, radius])) if is_alone => {
                loss::of_other(shape, &Shape::Circle([x, y, radius.round().max(1.0)]))
            }
            (_, Shape::Box(_) | Shape::Polygon(_)) => loss::of_decimals(shape),
            (Self::Pygame | Self::Godot | Self::Godot3 | Self::Love, Shape::Circle(_) | Shape::Capsule(_)) => {
                loss::of_decimals(shape)
            }
            _ => Some(loss::of_corners(shape)),
        }
    }

    fn shape(self, part: &Part) -> Result<&Shape, NoCode> {
        match part {
            Part::Mask => Err(NoCode::Mask(self.title())),
            Part::Shape(shape) if !has_area(&shape.placed(&Affine::IDENTITY).outline(8)) => {
                Err(NoCode::Flat(shape.to_string(), self.title()))
            }
            Part::Shape(shape) => Ok(shape),
        }
    }
}
