//! `fit`: the shape that fits the mask of an image best.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::cli::CliError;
use crate::cli::args::{ReadingArgs, ShapeArg, choice, suggested, whole};
use crate::cli::output::{answer, joined, progress};
use crate::files::{HitboxFormat, Reason, remark_on, shown};
use maskscope_core::geom::{Affine, Cell, Size};
use maskscope_core::mask::{Health, Mask, SummedAreaTable};
use maskscope_core::memory::{self, SMALLER_IMAGE};
use maskscope_core::scene::{Hitboxes, Shown, Sprite};
use maskscope_core::shape::fit::{FittedPieces, Form, Rule};
use maskscope_core::shape::{Hitbox, Part, Shape};
use maskscope_core::words::{plural, printable, thousands};

/// Find the shape that differs from the mask of an image in the fewest pixels, for a game to test instead.
///
/// A pixel belongs to the shape if its centre lies inside it. Of shapes that differ in the same number of pixels, the
/// smallest is chosen, then the one further up, then the one further left. Boxes consist of whole pixels; circles,
/// ellipses and capsules lie on a grid of half pixels, capsules upright or flat: no other is better, unless the answer
/// says that the search stopped early. Corners of polygons are whole or half pixels; the best polygon is not known.
#[derive(Debug, Args)]
pub(in crate::cli) struct FitArgs {
    /// The image.
    image: PathBuf,
    /// Shape: box, circle, ellipse, capsule, or polygon of at most 8 corners; polygon:12 for another number.
    #[arg(long = "as", value_name = "SHAPE", required_unless_present = "shape", value_parser = suggested::<Form>(["box", "circle", "ellipse", "capsule", "polygon"]), hide_possible_values = true)]
    form: Option<Form>,
    /// Judge this shape beside a fitted one of its kind, or with --format write it as code: box, tight-box, circle or
    /// ellipse, made from the mask by rule; numbers, as in box:4,6,32,30; file:NAME for a hitbox in the file of the
    /// image; repeat it for a list of shapes.
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["form", "inside", "outside", "convex", "pieces"])]
    shape: Vec<ShapeArg>,
    /// Cover no clear pixel.
    #[arg(long, conflicts_with = "outside")]
    inside: bool,
    /// Leave out no solid pixel.
    #[arg(long)]
    outside: bool,
    /// Fit a convex polygon; boxes, circles, ellipses and capsules always are convex.
    #[arg(long)]
    convex: bool,
    /// Fit up to this many shapes, 1 to 64, that together differ from the mask in the fewest pixels.
    #[arg(long, value_name = "COUNT", default_value_t = 1, hide_default_value = true)]
    #[arg(value_parser = whole(1..=64_u8))]
    pieces: u8,
    /// Answer with only the shape: as code to paste into a game, or as JSON. A message names what the format cannot
    /// hold of a shape that is given.
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
        // A game tests all frames merged where the file of its sprite says so.
        sprite.test_as_drawn();
        if !self.all_frames {
            let fitted = self.of_frame(&sprite)?;
            if let Some(format) = self.format {
                self.remark_losses(format, &fitted.hitbox);
                self.remark_other_frames(&sprite, &fitted.hitbox)?;
                return write!(out, "{}", fitted.code(format, &sprite.name)?).map_err(CliError::Output);
            }
            return answer(out, self.json, (&fitted.json(), &fitted.text(&shown(&self.image))));
        }
        let (mut frames, mut text, mut code) = (Vec::new(), String::new(), String::new());
        let stem = Path::new(&sprite.name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for frame in 0..sprite.frames().all().len() {
            sprite.show(Shown::Frame(frame));
            let label = sprite.frames().all()[frame].label().into_owned();
            let title = if label.is_empty() { format!("{stem} {frame}") } else { label.clone() };
            // A frame without solid pixels has no shape.
            let fitted = (sprite.mask().count() > 0).then(|| self.of_frame(&sprite)).transpose()?;
            let of_shape = fitted.as_ref().map_or_else(|| json!({ "shape": null }), FittedShape::json);
            let of_frame = json!({ "frame": frame, "name": (!label.is_empty()).then_some(label) });
            frames.push(joined([of_frame, of_shape]));
            match (&fitted, self.format) {
                (Some(fitted), Some(format)) if format != HitboxFormat::Json => {
                    self.remark_losses(format, &fitted.hitbox);
                    code += &fitted.code(format, &title)?;
                }
                (Some(fitted), _) => text += &fitted.text(&printable(&title)),
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

    /// The shape for the frame that is shown, or the one that is judged.
    fn of_frame(&self, sprite: &Sprite) -> Result<FittedShape, CliError> {
        let mask = sprite.mask();
        memory::ask(SummedAreaTable::bytes(mask.mask()), SMALLER_IMAGE, format_args!("fitting a shape"))?;
        progress::begin("fit");
        let health = Health::of(mask.mask(), &|| false).ok_or_else(|| Reason::NoSolidPixel.at(&self.image))?;
        let Some(form) = self.form else { return self.judged(sprite, &health) };
        let rule = match (self.inside, self.outside) {
            (true, _) => Rule::Inside,
            (_, true) => Rule::Outside,
            _ => Rule::Fewest,
        };
        let form = match form {
            Form::Polygon(most) if self.convex => Form::Convex(most),
            form => form,
        };
        let fit = form.fit_pieces(mask.mask(), rule, self.pieces.into(), &|| false);
        FittedShape::fitted((mask.mask(), &health), form, fit.ok_or_else(|| Reason::NoSolidPixel.at(&self.image))?)
    }

    /// Remarks on what the code of a hitbox that is given loses.
    fn remark_losses(&self, format: HitboxFormat, hitbox: &Hitbox) {
        for loss in format.losses(hitbox).iter().filter(|_| !self.shape.is_empty()) {
            remark_on(&shown(&self.image), loss);
        }
    }

    /// Remarks that a hitbox that is written for one frame is another one in others, with the most pixels that differ.
    fn remark_other_frames(&self, sprite: &Sprite, hitbox: &Hitbox) -> Result<(), CliError> {
        let given = self.given(sprite)?;
        let frames = 0..sprite.frames().all().len();
        let of_frame = |frame: usize| given.of(Shown::Frame(frame)).filter(|other| *other != hitbox);
        let others: Vec<_> = frames.filter_map(of_frame).collect();
        if others.is_empty() {
            return Ok(());
        }
        let mask = |hitbox: &Hitbox| {
            let placed = hitbox.placed(&Affine::IDENTITY, || (Arc::clone(sprite.mask()), Cell::ORIGIN));
            placed.covered(sprite.mask().mask().bounding_box())
        };
        let own = mask(hitbox);
        let most = others.iter().map(|other| (&mask(other) ^ &own).count()).max().unwrap_or_default();
        let (count, most) = (plural(others.len() as u64, "other frame"), thousands(most));
        let what = format!("its hitbox is another one in {count}: up to {most} px differ; --all-frames writes each");
        remark_on(&shown(&self.image), &what);
        Ok(())
    }

    /// The shapes that are given.
    fn given(&self, sprite: &Sprite) -> Result<Hitboxes, CliError> {
        let given = ShapeArg::hitboxes(&self.shape, "--shape", sprite, &self.reading.limits())?;
        Ok(given.unwrap_or_default())
    }

    /// The shape that is given, beside a fitted one of its kind.
    fn judged(&self, sprite: &Sprite, health: &Health) -> Result<FittedShape, CliError> {
        let hitbox = self.given(sprite)?.of(sprite.shown()).cloned().unwrap_or_else(|| Part::Mask.into());
        let (mask, plain) = (sprite.mask(), sprite.mask().mask());
        let too_large = || CliError::Usage(format!("--shape: {hitbox} covers more than {} px", Hitbox::MOST_CELLS));
        let (added, missed) = hitbox.differing(mask).ok_or_else(too_large)?;
        if self.format.is_some() {
            return Ok(FittedShape::of(plain, health, hitbox, [added, missed]));
        }
        let shape = |part: &Part| match part {
            Part::Shape(shape) => Some(shape.clone()),
            Part::Mask => None,
        };
        let shapes: Vec<_> = hitbox.parts().iter().filter_map(shape).collect();
        let fit = Form::of(&hitbox).and_then(|form| Some((form, form.fit_beside(plain, &shapes)?)));
        let fitted = fit.map(|(form, fit)| FittedShape::fitted((plain, health), form, fit)).transpose()?.map(Box::new);
        Ok(FittedShape { fitted, ..FittedShape::of(plain, health, hitbox, [added, missed]) })
    }
}

/// A shape for a mask, of one piece or more.
struct FittedShape {
    hitbox: Hitbox,
    /// The cells that it adds, and those that it misses.
    cells: [u64; 2],
    islands: u64,
    holes: u64,
    solid: u64,
    size: Size,
    /// Words on whether another may be better; `None` for a shape that is judged.
    certainty: Option<&'static str>,
    /// The fitted shape beside one that is judged; `None` beside a mask, and beside parts of several kinds.
    fitted: Option<Box<FittedShape>>,
}

impl FittedShape {
    /// A shape that is judged, for a mask of this health.
    fn of(mask: &Mask, health: &Health, hitbox: Hitbox, cells: [u64; 2]) -> Self {
        let (islands, holes) = (health.islands.count, health.holes);
        let (solid, size) = (mask.count(), mask.size());
        Self { hitbox, cells, islands, holes, solid, size, certainty: None, fitted: None }
    }

    /// A fitted one for a mask of this health.
    fn fitted((mask, health): (&Mask, &Health), form: Form, fit: FittedPieces) -> Result<Self, CliError> {
        let FittedPieces { shapes, added, missed, is_best } = fit;
        let hitbox = Hitbox::new(shapes.into_iter().map(Into::into).collect());
        let hitbox = hitbox.map_err(|fault| CliError::Usage(fault.to_string()))?;
        let certainty = match form {
            _ if is_best => "none is better",
            _ if hitbox.parts().len() > 1 => "others may be better",
            Form::Polygon(_) | Form::Convex(_) => "another polygon may be better",
            _ => "the search stopped early: another may be better",
        };
        Ok(Self { certainty: Some(certainty), ..Self::of(mask, health, hitbox, [added, missed]) })
    }

    fn json(&self) -> Value {
        let Self { islands, holes, fitted, .. } = self;
        let mut json = joined([self.numbers(), json!({ "islands": islands, "holes": holes })]);
        if self.certainty.is_none() {
            json["fitted"] = fitted.as_ref().map_or(Value::Null, |fitted| fitted.numbers());
        }
        json
    }

    /// The shape, and what it costs.
    fn numbers(&self) -> Value {
        let Self { hitbox, cells: [added, missed], .. } = self;
        let corners: usize = hitbox.parts().iter().map(corners).sum();
        json!({ "shape": hitbox, "cells_added": added, "cells_missed": missed, "corners": corners })
    }

    /// Its code for the sprite or the frame called `name`.
    fn code(&self, format: HitboxFormat, name: &str) -> Result<String, CliError> {
        format.code(&self.hitbox, name, self.size).map_err(|why| CliError::Usage(why.to_string()))
    }

    /// Two lines for a person about the image or the frame called `name`, and two about the fitted shape beside it.
    fn text(&self, name: &str) -> String {
        let Self { islands, holes, fitted, .. } = self;
        let [islands, holes] = [plural(*islands, "island"), plural(*holes, "hole")];
        let fitted = fitted.as_ref().map_or_else(String::new, |fitted| fitted.lines("fitted") + "\n");
        format!("{}; the mask has {islands} and {holes}\n{fitted}", self.lines(name))
    }

    fn lines(&self, name: &str) -> String {
        let [added, missed, solid] = [self.cells[0], self.cells[1], self.solid].map(thousands);
        let certainty = self.certainty.map_or_else(String::new, |certainty| format!("; {certainty}"));
        let (hitbox, json) = (&self.hitbox, json!(self.hitbox));
        format!("{name}  {hitbox}: {json}\ncovers {added} clear px, leaves out {missed} of {solid} solid px{certainty}")
    }
}

/// The number of corners of a part.
fn corners(part: &Part) -> usize {
    match part {
        Part::Shape(Shape::Box(_)) => 4,
        Part::Mask | Part::Shape(Shape::Circle(_) | Shape::Ellipse(_) | Shape::Capsule(_)) => 0,
        Part::Shape(Shape::Polygon(corners)) => corners.len(),
    }
}
