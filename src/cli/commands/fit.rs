//! `fit`: the shape that fits the mask of an image best.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::cli::CliError;
use crate::cli::args::{ReadingArgs, choice};
use crate::cli::output::{answer, progress};
use crate::files::{HitboxFormat, Reason, shown};
use crate::mask::{Health, SummedAreaTable};
use crate::memory::{self, SMALLER_IMAGE};
use crate::shape::fit::{self, Form, Rule};
use crate::shape::{Hitbox, Shape};
use crate::words::{plural, thousands};

/// Find the shape that differs from the mask of an image in the fewest pixels, for a game to test in its place.
///
/// A pixel is the shape's if its centre lies inside. Of shapes that differ in equally many the smallest is chosen, then the one
/// further up, then the one further left. Boxes are of whole pixels, circles and ellipses on a grid of half pixels: no other
/// is better, unless the answer says that the search was given up. Of polygons the best is not known.
#[derive(Debug, Args)]
pub(in crate::cli) struct FitArgs {
    /// The image.
    image: PathBuf,
    /// Shape: box, circle, ellipse, or polygon of at most 8 corners; polygon:12 for another number.
    #[arg(long = "as", value_name = "SHAPE")]
    form: Form,
    /// Cover no clear pixel.
    #[arg(long, conflicts_with = "outside")]
    inside: bool,
    /// Leave out no solid pixel.
    #[arg(long)]
    outside: bool,
    /// Fit a convex polygon; boxes, circles and ellipses are.
    #[arg(long)]
    convex: bool,
    /// Fit up to this many shapes that differ from the mask together in the fewest pixels, 1 to 64.
    #[arg(long, value_name = "COUNT", default_value_t = 1, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=64))]
    pieces: u8,
    /// Answer with the shape alone: as code to paste into a game, or as JSON.
    #[arg(long, value_name = "FORMAT", value_parser = choice::<HitboxFormat>(), conflicts_with = "json")]
    format: Option<HitboxFormat>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

impl FitArgs {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        self.reading.check_without_b()?;
        let sprite = self.reading.load(&self.image, 0)?;
        let mask = sprite.mask().mask();
        memory::ask(SummedAreaTable::bytes(mask), SMALLER_IMAGE, format_args!("fitting a shape"))?;
        progress::begin("fit");
        let rule = match (self.inside, self.outside) {
            (true, _) => Rule::Inside,
            (_, true) => Rule::Outside,
            _ => Rule::Fewest,
        };
        let form = match self.form {
            Form::Polygon(most) if self.convex => Form::Convex(most),
            form => form,
        };
        let fit = form.fit_pieces(mask, rule, self.pieces.into(), &|| false).zip(Health::of(mask, &|| false));
        let empty = || Reason::NoSolidPixel.at(&self.image);
        let (fit::FittedPieces { shapes, added, missed, is_best }, health) = fit.ok_or_else(empty)?;
        let corners = shapes.iter().map(corners).sum::<usize>();
        let hitbox = Hitbox::new(shapes.into_iter().map(Into::into).collect());
        let hitbox = hitbox.map_err(|fault| CliError::Usage(fault.to_string()))?;
        if let Some(format) = self.format {
            let code = format.code(&hitbox, &sprite.name, mask.size());
            let code = code.map_err(|why| CliError::Usage(why.to_string()))?;
            return write!(out, "{code}").map_err(CliError::Output);
        }
        let (islands, holes) = (health.islands.count, health.holes);
        let json = json!({
            "shape": hitbox, "cells_added": added, "cells_missed": missed,
            "corners": corners, "islands": islands, "holes": holes,
        });
        let certainty = match self.form {
            _ if is_best => "none is better",
            _ if hitbox.parts().len() > 1 => "others may be better",
            Form::Polygon(_) => "another polygon may be better",
            _ => "the search was given up: another may be better",
        };
        let text = format!(
            "{}  {hitbox}: {}\ncovers {} clear px, leaves out {} of {} solid px; {certainty}; the mask has {} and {}\n",
            shown(&self.image),
            json!(hitbox),
            thousands(added),
            thousands(missed),
            thousands(mask.count()),
            plural(islands, "island"),
            plural(holes, "hole"),
        );
        answer(out, self.json, (&json, &text))
    }
}

/// The number of corners of a shape.
fn corners(shape: &Shape) -> usize {
    match shape {
        Shape::Box(_) => 4,
        Shape::Circle(_) | Shape::Ellipse(_) => 0,
        Shape::Polygon(corners) => corners.len(),
    }
}
