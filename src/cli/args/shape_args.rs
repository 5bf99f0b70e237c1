//! Options for the shapes that sprites are tested as.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{str::FromStr, sync::Arc};

use clap::Args;

use crate::cli::CliError;
use crate::files::{Limits, Reason, load_frames_for, remark_on, shown};
use maskscope_core::choice::Choice as _;
use maskscope_core::scene::{Frames, HitboxOffers, Hitboxes, OfferedHitboxes, PreCheck, Scene, Shown, Sprite};
use maskscope_core::shape::{Hitbox, Part, Shape};
use maskscope_core::words::{listed, plural};

/// Shapes that are tested in place of the sprites' own and of masks.
#[derive(Debug, Args)]
pub(in crate::cli) struct ShapeArgs {
    /// The shape that both are tested as: box, tight-box, circle or ellipse, made from the mask by rule; mask; or
    /// numbers in px from the top left of the image: box:X,Y,W,H, circle:X,Y,RADIUS, ellipse:X,Y,RX,RY,
    /// capsule:X1,Y1,X2,Y2,RADIUS, polygon:X,Y,X,Y,…; file:NAME for a hitbox in the file of the sprite, FILE:NAME for
    /// one in another file, file alone for the likeliest; Hurt is enough for Hero/Hurt; repeat it for a list of shapes.
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    shape: Vec<ShapeArg>,
    /// Same, for A only.
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    shape_a: Vec<ShapeArg>,
    /// Same, for B only.
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    shape_b: Vec<ShapeArg>,
}

/// A part of a hitbox, or several.
#[derive(Clone, Debug)]
pub(in crate::cli) enum ShapeArg {
    Part(Part),
    Rule(PreCheck),
    /// The hitbox of this name in a file, the first for an empty name; in the file of the sprite if none is named.
    File(Option<PathBuf>, String),
}

impl ShapeArgs {
    /// True if no shape is named.
    pub(in crate::cli) const fn is_empty(&self) -> bool {
        self.shape.is_empty() && self.shape_a.is_empty() && self.shape_b.is_empty()
    }

    /// Gives the sprites of `scene` the shapes that are named, and the masks that these mean.
    pub(in crate::cli) fn give(&self, scene: &mut Scene, limits: &Limits) -> Result<(), CliError> {
        let own = [(&self.shape_a, "--shape-a"), (&self.shape_b, "--shape-b")];
        for (actor, (own, option)) in scene.sprites.iter_mut().zip(own) {
            let (parts, option) = if own.is_empty() { (&self.shape, "--shape") } else { (own, option) };
            if let Some(hitboxes) = ShapeArg::hitboxes(parts, option, &actor.sprite, limits)? {
                actor.sprite.test_as(hitboxes);
            }
        }
        Ok(())
    }
}

/// The value of an option.
enum ShapeValue {
    Part(Part),
    Hitboxes(Hitboxes),
}

impl ShapeValue {
    /// Its parts for a frame; `None` for every frame without a hitbox of its own.
    fn parts(&self, frame: Option<usize>) -> &[Part] {
        match self {
            Self::Part(part) => std::slice::from_ref(part),
            Self::Hitboxes(hitboxes) => {
                let hitbox = hitboxes.of(frame.map_or(Shown::Merged, Shown::Frame));
                hitbox.map_or(&[], Hitbox::parts)
            }
        }
    }
}

/// All that is given as one list, frame by frame.
fn together(given: &[ShapeValue]) -> Result<Hitboxes, String> {
    let frames: BTreeSet<_> = given
        .iter()
        .filter_map(
            |given| if let ShapeValue::Hitboxes(hitboxes) = given { Some(hitboxes.frames.keys()) } else { None },
        )
        .flatten()
        .collect();
    let hitbox = |frame| {
        let parts: Vec<_> = given.iter().flat_map(|given| given.parts(frame)).cloned().collect();
        let hitbox = (!parts.is_empty()).then(|| Hitbox::new(parts));
        hitbox.transpose().map_err(|why| why.to_string())
    };
    let of_frame = |&frame: &usize| Some(hitbox(Some(frame)).transpose()?.map(|hitbox| (frame, hitbox)));
    let frames = frames.into_iter().filter_map(of_frame).collect::<Result<BTreeMap<_, _>, _>>()?;
    Ok(Hitboxes { frames, otherwise: hitbox(None)?, offered: None })
}

impl ShapeArg {
    /// The hitboxes that the values of an option give to a sprite; `None` for no values.
    pub(in crate::cli) fn hitboxes(
        all: &[Self],
        option: &str,
        sprite: &Sprite,
        limits: &Limits,
    ) -> Result<Option<Hitboxes>, CliError> {
        let given = all.iter().map(|part| part.of(sprite, option, limits)).collect::<Result<Vec<_>, _>>()?;
        match &given[..] {
            [] => Ok(None),
            [ShapeValue::Hitboxes(hitboxes)] => Ok(Some(hitboxes.clone())),
            _ => together(&given).map(Some).map_err(|why| CliError::Usage(format!("{option}: {why}"))),
        }
    }

    fn of(&self, sprite: &Sprite, option: &str, limits: &Limits) -> Result<ShapeValue, CliError> {
        let wrong = |why: String| CliError::Usage(format!("{option}: {why}"));
        match self {
            Self::Part(part) => Ok(ShapeValue::Part(part.clone())),
            Self::Rule(rule) => {
                let shape = rule.shape(sprite.mask()).map(|shape| ShapeValue::Part(shape.into()));
                shape.ok_or_else(|| wrong(format!("{} has no solid pixel, so it has no {rule}", sprite.name)))
            }
            Self::File(None, name) => {
                let offers = &sprite.file_frames().offers;
                let offered = chosen(offers, name).map_err(|why| wrong(format!("{} {why}", sprite.name)))?;
                remark_left_out(&sprite.name, offers);
                Ok(ShapeValue::Hitboxes(offered.taken()))
            }
            Self::File(Some(path), name) => {
                let frames = load_frames_for(sprite.file_frames(), path, limits)?;
                let refused = |why: String| Reason::Refused(format!("it {why}")).at(path);
                let offered = chosen(&frames.offers, name).map_err(refused)?;
                remark_left_out(&shown(path), &frames.offers);
                Ok(ShapeValue::Hitboxes(moved(offered, &frames, sprite).map_err(refused)?))
            }
        }
    }
}

/// The hitboxes called `name`, or the only ones whose name ends so, or the first for an empty name; otherwise a clause about the
/// file.
fn chosen<'a>(offers: &'a HitboxOffers, name: &str) -> Result<&'a Arc<OfferedHitboxes>, String> {
    let HitboxOffers { hitboxes, left_out } = offers;
    let is_it = |offered: &&Arc<OfferedHitboxes>| {
        if name.is_empty() { offered.is_paired } else { offered.is_called(name) }
    };
    if let Some(found) = hitboxes.iter().find(is_it) {
        return Ok(found);
    }
    let title = |offered: &Arc<OfferedHitboxes>| offered.title.clone();
    let alike: Vec<_> = hitboxes.iter().filter(|offered| offered.ends_in(name)).collect();
    let left_out = if left_out.is_empty() { String::new() } else { format!("; left out: {left_out}") };
    match alike[..] {
        [found] => Ok(found),
        [] if hitboxes.is_empty() => Err(format!("holds no hitbox{left_out}")),
        _ if name.is_empty() => {
            let known: Vec<_> = hitboxes.iter().map(title).collect();
            Err(format!("does not say which hitbox is its picture's; it has {}: name one{left_out}", listed(&known)))
        }
        [] => {
            let known: Vec<_> = hitboxes.iter().map(title).collect();
            Err(format!("has no hitbox '{name}'; it has {}{left_out}", listed(&known)))
        }
        _ => {
            let known: Vec<_> = alike.into_iter().map(title).collect();
            Err(format!("has several hitboxes '{name}': {}", listed(&known)))
        }
    }
}

/// Remarks on what was left out of a file whose hitboxes are taken.
fn remark_left_out(file: &str, offers: &HitboxOffers) {
    if !offers.left_out.is_empty() {
        remark_on(file, &format!("left out: {}", offers.left_out));
    }
}

/// The hitboxes of `frames` for the frames of a sprite that may come from another file: by name, or by number if names are missing
/// and both have the same number of frames; a hitbox for all frames stays one. An error is a clause about the file.
fn moved(offered: &Arc<OfferedHitboxes>, frames: &Frames, sprite: &Sprite) -> Result<Hitboxes, String> {
    let (own, count) = (sprite.frames(), frames.all().len());
    if offered.frames.is_empty() {
        return Ok(offered.taken());
    }
    let bare = |name: &str| Path::new(name).with_extension("");
    let stem = |name: &str| Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let is_alone = own.all().len() == 1;
    let alike = |label: &str| match own.named(label) {
        Ok(Shown::Frame(frame)) => Some(frame),
        _ if is_alone => (stem(label) == stem(&sprite.name)).then_some(0),
        _ => own.all().iter().position(|frame| bare(&frame.label()) == bare(label)),
    };
    let named = offered.frames.iter().filter_map(|(&frame, hitbox)| {
        let label = frames.all()[frame].label();
        Some((alike(&label).filter(|_| !label.is_empty())?, hitbox.clone()))
    });
    let named: BTreeMap<_, _> = named.collect();
    if named.len() < offered.frames.len() && own.all().len() == count {
        return Ok(offered.taken());
    }
    if named.is_empty() {
        let own = plural(own.all().len() as u64, "frame");
        return Err(format!("has {count} frames, and {} has {own} of other names", sprite.name));
    }
    Ok(Arc::new(OfferedHitboxes { frames: named, ..(**offered).clone() }).taken())
}

impl FromStr for ShapeArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const EXPECTED: &str = "a shape is mask, box, tight-box, circle, ellipse, or numbers as in box:4,6,32,30, \
            circle:24,20,18, ellipse:24,20,18,12, capsule:24,12,24,28,9, polygon:0,0,8,0,4,6, or in a file as in \
            file:hit, hero.json:hit";
        let rules = [PreCheck::Box, PreCheck::TightBox, PreCheck::Circle, PreCheck::Ellipse];
        let Some((kind, list)) = text.split_once(':') else {
            if text == "file" {
                return Ok(Self::File(None, String::new()));
            }
            let rule = PreCheck::named(text).ok().filter(|rule| rules.contains(rule)).map(Self::Rule);
            return rule.or_else(|| (text == "mask").then_some(Self::Part(Part::Mask))).ok_or(EXPECTED.to_owned());
        };
        let (path, name) = text.rsplit_once(':').unwrap_or((kind, list));
        match kind {
            "file" => return Ok(Self::File(None, list.to_owned())),
            "box" | "circle" | "ellipse" | "capsule" | "polygon" => {}
            // On Windows, a colon follows the letter of a drive.
            _ if Path::new(path).extension().is_some() => return Ok(Self::File(Some(path.into()), name.to_owned())),
            _ => {}
        }
        let numbers: Result<Vec<f64>, _> = list.split(',').map(|number| number.trim().parse()).collect();
        let numbers = &*numbers.map_err(|_| EXPECTED)?;
        let shape = match (kind, numbers) {
            ("box", &[x, y, width, height]) => Shape::Box([x, y, width, height]),
            ("circle", &[x, y, radius]) => Shape::Circle([x, y, radius]),
            ("ellipse", &[x, y, rx, ry]) => Shape::Ellipse([x, y, rx, ry]),
            ("capsule", &[x1, y1, x2, y2, radius]) => Shape::Capsule([x1, y1, x2, y2, radius]),
            ("polygon", all) if all.len().is_multiple_of(2) => Shape::Polygon(all.as_chunks().0.to_vec()),
            _ => return Err(EXPECTED.to_owned()),
        };
        shape.check().map_err(|why| why.to_string())?;
        Ok(Self::Part(Part::Shape(shape)))
    }
}
