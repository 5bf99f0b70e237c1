//! Options for the shapes that sprites are tested as.

use std::str::FromStr;

use clap::Args;

use crate::choice::Choice as _;
use crate::cli::CliError;
use crate::scene::{PreCheck, Scene, Sprite};
use crate::shape::{Hitbox, Part, Shape};

/// Shapes that are tested in place of the sprites' own and of masks.
#[derive(Debug, Args)]
pub(in crate::cli) struct ShapeArgs {
    /// The shape that both are tested as: box, tight-box, circle or ellipse, made from the mask by rule; mask; or numbers in px
    /// from the top left of the image: box:X,Y,W,H, circle:X,Y,RADIUS, ellipse:X,Y,RX,RY, polygon:X,Y,X,Y,…; repeated, they are
    /// a list.
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    shape: Vec<ShapeArg>,
    /// The same for A alone.
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    shape_a: Vec<ShapeArg>,
    /// The same for B alone.
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    shape_b: Vec<ShapeArg>,
}

/// A part of a hitbox.
#[derive(Clone, Debug)]
enum ShapeArg {
    Part(Part),
    Rule(PreCheck),
}

impl ShapeArgs {
    /// True if no shape is named.
    pub(in crate::cli) const fn is_empty(&self) -> bool {
        self.shape.is_empty() && self.shape_a.is_empty() && self.shape_b.is_empty()
    }

    /// Gives the sprites of `scene` the shapes that are named.
    pub(in crate::cli) fn give(&self, scene: &mut Scene) -> Result<(), CliError> {
        let own = [(&self.shape_a, "--shape-a"), (&self.shape_b, "--shape-b")];
        for (actor, (own, option)) in scene.sprites.iter_mut().zip(own) {
            let (parts, option) = if own.is_empty() { (&self.shape, "--shape") } else { (own, option) };
            if !parts.is_empty() {
                let parts = parts.iter().map(|part| part.of(&actor.sprite)).collect::<Result<_, _>>();
                let hitbox = parts.and_then(|parts| Hitbox::new(parts).map_err(|why| why.to_string()));
                let hitbox = hitbox.map_err(|why| CliError::Usage(format!("{option}: {why}")))?;
                actor.sprite.hitboxes = hitbox.into();
            }
        }
        Ok(())
    }
}

impl ShapeArg {
    fn of(&self, sprite: &Sprite) -> Result<Part, String> {
        match self {
            Self::Part(part) => Ok(part.clone()),
            Self::Rule(rule) => {
                let shape = rule.shape(sprite.mask()).map(Part::Shape);
                shape.ok_or_else(|| format!("{} has no solid pixel, so it has no {rule}", sprite.name))
            }
        }
    }
}

impl FromStr for ShapeArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const EXPECTED: &str = "a shape is mask, box, tight-box, circle, ellipse, or numbers as in box:4,6,32,30, \
            circle:24,20,18, ellipse:24,20,18,12, polygon:0,0,8,0,4,6";
        let rules = [PreCheck::Box, PreCheck::TightBox, PreCheck::Circle, PreCheck::Ellipse];
        let Some((kind, list)) = text.split_once(':') else {
            let rule = PreCheck::named(text).ok().filter(|rule| rules.contains(rule)).map(Self::Rule);
            return rule.or_else(|| (text == "mask").then_some(Self::Part(Part::Mask))).ok_or(EXPECTED.to_owned());
        };
        let numbers: Result<Vec<f64>, _> = list.split(',').map(|number| number.trim().parse()).collect();
        let numbers = &*numbers.map_err(|_| EXPECTED)?;
        let shape = match (kind, numbers) {
            ("box", &[x, y, width, height]) => Shape::Box([x, y, width, height]),
            ("circle", &[x, y, radius]) => Shape::Circle([x, y, radius]),
            ("ellipse", &[x, y, rx, ry]) => Shape::Ellipse([x, y, rx, ry]),
            ("polygon", all) if all.len().is_multiple_of(2) => Shape::Polygon(all.as_chunks().0.to_vec()),
            _ => return Err(EXPECTED.to_owned()),
        };
        shape.check().map_err(|why| why.to_string())?;
        Ok(Self::Part(Part::Shape(shape)))
    }
}
