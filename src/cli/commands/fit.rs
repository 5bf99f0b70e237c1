//! `fit`: the shape that fits the mask of an image best.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value, json};

use crate::cli::CliError;
use crate::cli::args::{ReadingArgs, choice, whole};
use crate::cli::output::{answer, joined, progress};
use crate::files::{HitboxFormat, Reason, printable, shown};
use crate::geom::Size;
use crate::mask::{Health, SummedAreaTable};
use crate::memory::{self, SMALLER_IMAGE};
use crate::scene::{Shown, Sprite};
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
    #[arg(value_parser = whole(1..=64_u8))]
    pieces: u8,
    /// Answer with the shape alone: as code to paste into a game, or as JSON.
    #[arg(long, value_name = "FORMAT", value_parser = choice::<HitboxFormat>(), conflicts_with = "json")]
    format: Option<HitboxFormat>,
    /// Fit a shape to each frame: JSON has a list of frames, code one piece for each.
    #[arg(long, conflicts_with_all = ["frame", "frame_a"])]
    all_frames: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

impl FitArgs {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        self.reading.check_without_b()?;
        let mut sprite = self.reading.load(&self.image, 0)?;
        if !self.all_frames {
            let fitted = self.fitted(&sprite)?;
            if let Some(format) = self.format {
                return write!(out, "{}", fitted.code(format, &sprite.name)?).map_err(CliError::Output);
            }
            return answer(out, self.json, (&fitted.json(), &fitted.text(&shown(&self.image), self.form)));
        }
        let (mut frames, mut text, mut code) = (Vec::new(), String::new(), String::new());
        let stem = Path::new(&sprite.name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for frame in 0..sprite.frames().all().len() {
            sprite.show(Shown::Frame(frame));
            let label = sprite.frames().all()[frame].label().into_owned();
            let title = if label.is_empty() { format!("{stem} {frame}") } else { label.clone() };
            // A frame without solid pixels has no shape.
            let fitted = (sprite.mask().count() > 0).then(|| self.fitted(&sprite)).transpose()?;
            let of_shape = fitted.as_ref().map_or_else(|| json!({ "shape": null }), FittedShape::json);
            let of_frame = json!({ "frame": frame, "name": (!label.is_empty()).then_some(label) });
            frames.push(joined([of_frame, of_shape]));
            match (&fitted, self.format) {
                (Some(fitted), Some(format)) if format != HitboxFormat::Json => {
                    code += &fitted.code(format, &title)?;
                }
                (Some(fitted), _) => text += &fitted.text(&printable(&title), self.form),
                (None, _) => text += &format!("{}  it has no solid pixel, so no shape fits it\n", printable(&title)),
            }
        }
        match self.format {
            Some(HitboxFormat::Json) => {
                let shapes = frames.iter().map(|frame| (frame["frame"].to_string(), frame["shape"].clone()));
                let shapes: Map<_, _> = shapes.filter(|(_, shape)| !shape.is_null()).collect();
                writeln!(out, "{}", json!({ "frames": shapes })).map_err(CliError::Output)
            }
            Some(_) => write!(out, "{code}").map_err(CliError::Output),
            None => answer(out, self.json, (&json!({ "frames": frames }), &text)),
        }
    }

    /// The shape for the frame that is shown.
    fn fitted(&self, sprite: &Sprite) -> Result<FittedShape, CliError> {
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
        let (fit, health) = fit.ok_or_else(|| Reason::NoSolidPixel.at(&self.image))?;
        let fit::FittedPieces { shapes, added, missed, is_best } = fit;
        let corners = shapes.iter().map(corners).sum();
        let hitbox = Hitbox::new(shapes.into_iter().map(Into::into).collect());
        Ok(FittedShape {
            hitbox: hitbox.map_err(|fault| CliError::Usage(fault.to_string()))?,
            cells: [added, missed],
            is_best,
            corners,
            islands: health.islands.count,
            holes: health.holes,
            solid: mask.count(),
            size: mask.size(),
        })
    }
}

/// The shape for a mask, of one piece or more.
struct FittedShape {
    hitbox: Hitbox,
    /// The cells that it adds, and those that it misses.
    cells: [u64; 2],
    /// No other shape of its kind is better.
    is_best: bool,
    corners: usize,
    islands: u64,
    holes: u64,
    solid: u64,
    size: Size,
}

impl FittedShape {
    fn json(&self) -> Value {
        let Self { hitbox, cells: [added, missed], corners, islands, holes, .. } = self;
        json!({
            "shape": hitbox, "cells_added": added, "cells_missed": missed,
            "corners": corners, "islands": islands, "holes": holes,
        })
    }

    /// Its code for the sprite or the frame called `name`.
    fn code(&self, format: HitboxFormat, name: &str) -> Result<String, CliError> {
        format.code(&self.hitbox, name, self.size).map_err(|why| CliError::Usage(why.to_string()))
    }

    /// Two lines for a person about the image or the frame called `name`.
    fn text(&self, name: &str, form: Form) -> String {
        let Self { hitbox, cells, solid, islands, holes, .. } = self;
        let certainty = match form {
            _ if self.is_best => "none is better",
            _ if hitbox.parts().len() > 1 => "others may be better",
            Form::Polygon(_) => "another polygon may be better",
            _ => "the search was given up: another may be better",
        };
        let [added, missed, solid] = [cells[0], cells[1], *solid].map(thousands);
        let [islands, holes] = [plural(*islands, "island"), plural(*holes, "hole")];
        format!(
            "{name}  {hitbox}: {}\ncovers {added} clear px, leaves out {missed} of {solid} solid px; {certainty}; the mask has {islands} and {holes}\n",
            json!(hitbox),
        )
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
