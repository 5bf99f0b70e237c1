//! `check`: one placement, judged by every scan.

use std::{fmt, io::Write, sync::Arc};

use clap::Args;
use serde::Serialize;
use serde::Serializer;
use serde_json::{Value, json};

use super::comparisons::{ComparisonArgs, Comparisons};
use crate::cli::args::{PairArgs, ScanArgs, ShapeArgs};
use crate::cli::output::{
    TextColumn::{Left, Right},
    answer, progress, table, wrong,
};
use crate::cli::{CliError, point_json};
use maskscope_core::geom::{Cell, IntRect, Offset, Size};
use maskscope_core::scan::verdict::ScanVerdict;
use maskscope_core::scan::{Count, Pair, Scan};
use maskscope_core::scene::{Collision, Laid, Posed, Scene, Sprite};
use maskscope_core::scene::{Fairness, ShapeCheck};
use maskscope_core::shape::Meeting;
use maskscope_core::words::number;
use maskscope_core::words::{located, percent, point, thousands};
use maskscope_core::{mask::Prepared, memory::OutOfMemory};

/// Test one placement: boxes, masks, and the answer of every scan.
#[derive(Debug, Args)]
pub(in crate::cli) struct CheckArgs {
    #[command(flatten)]
    pair: PairArgs,
    #[command(flatten)]
    scans: ScanArgs,
    #[command(flatten)]
    comparisons: ComparisonArgs,
    #[command(flatten)]
    shapes: ShapeArgs,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

impl CheckArgs {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let (scene, laid) = self.pair.lay_changed(|scene| self.shapes.give(scene, &self.pair.reading.limits()))?;
        progress::begin("check");
        let comparisons = self.comparisons.ask(&laid.a, &laid.b);
        let scans = self.scans.scans(&scene)?;
        let checked = Checked::new(scene, laid, &scans, comparisons)?;
        self.scans.refuse_failed(self.pair.scene(), &scans)?;
        answer(out, self.json, (&checked, &checked))
    }
}

/// The answer. All positions are world cells.
#[derive(Debug, Serialize)]
struct Checked {
    a: Image,
    b: Image,
    offset: Cell,
    threshold: Value,
    boxes_overlap: bool,
    overlap_box: Option<IntRect>,
    masks_overlap: bool,
    overlap_area: u64,
    overlap_bounds: Option<IntRect>,
    /// Left out where neither sprite has a shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    shapes: Option<ShapesAnswer>,
    scans: Vec<ScanAnswer>,
    #[serde(flatten)]
    comparisons: Comparisons,
    #[serde(skip)]
    collision: Collision,
}

#[derive(Debug, Serialize)]
struct Image {
    path: String,
    width: u32,
    height: u32,
    set_bits: u64,
    /// The world cell of its top left.
    at: Cell,
    /// Path as text for people.
    #[serde(skip)]
    name: String,
    /// The rule for solid pixels, as text for people.
    #[serde(skip)]
    rule: String,
}

/// Answer of one scan.
#[derive(Debug, Serialize)]
struct ScanAnswer {
    name: String,
    /// The name for people, as in surveys: with the default that characterises the strategy.
    #[serde(skip)]
    shown: String,
    exact: bool,
    hit: bool,
    first_hit: Option<Cell>,
    hit_box: Option<IntRect>,
    visits: u64,
    cells: u64,
    /// `true` for a person's own scan, about which nothing is proven; left out for every other.
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<bool>,
    /// Verdict on the order of a person's own scan, in a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Answer of `channels`: the bounds of the matching pixels and their centre; `null` if no pixel matches. Left out for
    /// every other scan.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
}

impl Checked {
    fn new(scene: Scene, laid: Laid, scans: &[Scan], comparisons: Comparisons) -> Result<Self, OutOfMemory> {
        let (collision, offset) = (laid.collision(), laid.offset);
        let [a, b] = scene.sprites.each_ref().map(|actor| &actor.sprite);
        let images = [Image::new(a, &laid.a), Image::new(b, &laid.b)];
        let threshold = json!({ "a": a.threshold(), "b": b.threshold() });
        let shapes = ShapesAnswer::of(&scene, &laid);
        let masks: Vec<_> = scans.iter().map(|&scan| (scan, laid.masks_for(scan))).collect();
        // From here on only masks are read, and the tables of some scans are as large as the pictures.
        drop((scene, laid));
        masks.iter().try_for_each(|(scan, [a, b])| scan.room(a, b))?;
        let [a, b] = images;
        let answer = |(scan, masks): &(Scan, [Arc<Prepared>; 2])| ScanAnswer::new(*scan, masks, offset, &collision);
        let scans = progress::through("check", "scans", &masks).map(answer).collect();
        Ok(Self {
            a,
            b,
            offset: offset.cell(),
            threshold,
            boxes_overlap: collision.boxes_overlap(),
            overlap_box: collision.overlap_box,
            masks_overlap: collision.masks_overlap(),
            overlap_area: collision.overlap_area,
            overlap_bounds: collision.overlap_bounds,
            shapes,
            scans,
            comparisons,
            collision,
        })
    }

    /// The answer in a line.
    fn headline(&self) -> String {
        let Collision { box_a, box_b, overlap_box, overlap_area, overlap_bounds } = self.collision;
        if let (Some(shared), Some(bounds)) = (overlap_box, overlap_bounds) {
            let (area, whole) = (thousands(overlap_area), thousands(shared.area()));
            let share = percent(overlap_area, shared.area());
            return format!("HIT    masks overlap: {area} of {whole} px, {share}, within {}", located(bounds));
        }
        let empty = [("A", &self.a), ("B", &self.b)].into_iter().find(|(_, image)| image.set_bits == 0);
        match (empty, overlap_box, box_a.gap(box_b)) {
            (Some((name, _)), _, _) => format!("EMPTY  mask of {name} has no solid pixel"),
            (None, Some(_), _) => "MISS   boxes overlap, masks do not".to_owned(),
            (None, None, (0, 0)) => "MISS   boxes touch, no pixel shared".to_owned(),
            (None, None, (x, y)) => format!("MISS   boxes apart by {} px in x, {} px in y", thousands(x), thousands(y)),
        }
    }
}

impl Image {
    fn new(sprite: &Sprite, posed: &Posed) -> Self {
        let Size { width, height } = posed.raster.size();
        let path = sprite.path.as_deref().unwrap_or(sprite.name.as_ref()).to_string_lossy().into_owned();
        let no_alpha = if posed.raster.has_levels() { "" } else { " (it has no alpha channel)" };
        let (set_bits, rule) = (posed.raster.solid_count(), format!("{}{no_alpha}", sprite.rule()));
        Self { path, width, height, set_bits, at: posed.origin, name: sprite.name.clone(), rule }
    }
}

impl ScanAnswer {
    fn new(scan: Scan, [a, b]: &[Arc<Prepared>; 2], offset: Offset, collision: &Collision) -> Self {
        let mut count = Count::default();
        let found = scan.run(a, b, offset, None, &mut count);
        let judged = scan.own().zip(Pair::new(a, b, offset));
        // Local to the overlap box, which exists if a scan hits.
        let found = found.zip(collision.overlap_box);
        let first_hit = found.and_then(|(hit, shared)| {
            let (x, y) = hit.cell?;
            Some(Cell::new(x.into(), y.into()) + shared.origin())
        });
        Self {
            name: scan.to_string(),
            shown: scan.printed_name(),
            exact: scan.is_exact(),
            hit: found.is_some(),
            first_hit,
            hit_box: found.map(|(hit, shared)| hit.visit.in_space_of(shared)),
            visits: count.visits,
            cells: count.cells,
            measured: scan.own().map(|_| true),
            note: judged.map(|(own, pair)| ScanVerdict::of_script(own, &pair).verdict.finding.to_string()),
            answer: match scan {
                Scan::Channels(_) => Some(found.map_or(Value::Null, |(hit, shared)| {
                    let bounds = hit.visit.in_space_of(shared);
                    json!({ "bounds": bounds, "centre": point_json(bounds.centre()) })
                })),
                _ => None,
            },
        }
    }

    /// `hit` or `miss`, with a remark if it is wrong.
    fn verdict(&self, truth: bool) -> String {
        let verdict = if self.hit { "hit" } else { "miss" };
        if self.hit == truth { verdict.to_owned() } else { wrong(format!("{verdict}, wrong")) }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boxes = match self.collision.overlap_box {
            Some(shared) => format!("boxes overlap {}", located(shared)),
            None => "boxes apart".to_owned(),
        };
        let [a, b] = [self.collision.box_a, self.collision.box_b].map(|sprite| point(sprite.origin()));
        writeln!(f, "{}\n{}\n       A at {a}, B at {b}, {boxes}", self.image_table(), self.headline())?;
        if let Some(shapes) = &self.shapes {
            writeln!(f, "       {shapes}")?;
        }
        writeln!(f)?;
        write!(f, "{}", self.scan_table())?;
        for scan in &self.scans {
            if let Some(note) = &scan.note {
                writeln!(f, "{}  {note}", scan.name)?;
            }
        }
        if self.collision.overlap_box.is_some() && self.scans.iter().any(|scan| scan.note.is_some()) {
            let size = self.collision.box_overlap();
            writeln!(
                f,
                "The order is that on a checkerboard of {size}, where nothing overlaps; other placements were not tried."
            )?;
        }
        write!(f, "{}", self.comparisons)
    }
}

/// The tables of the text.
impl Checked {
    fn image_table(&self) -> String {
        let row = |name: &str, image: &Image| {
            let size = Size::new(image.width, image.height).to_string();
            let solid = format!("{} px solid", thousands(image.set_bits));
            [name.to_owned(), image.name.clone(), size, solid, image.rule.clone()]
        };
        let rows = [row("A", &self.a), row("B", &self.b)];
        table([Left(""), Left("image"), Right("size"), Right("mask"), Left("solid if")], &rows)
    }

    fn scan_table(&self) -> String {
        let whole = self.collision.box_overlap().area();
        let row = |scan: &ScanAnswer| {
            let approximate = if scan.exact { "" } else { "≈" };
            let first = scan.first_hit.map_or_else(|| "–".to_owned(), point);
            let (visits, cells) = (thousands(scan.visits), thousands(scan.cells));
            let share = percent(scan.visits, whole);
            [scan.shown.clone(), approximate.to_owned(), scan.verdict(self.masks_overlap), visits, cells, share, first]
        };
        let rows: Vec<_> = self.scans.iter().map(row).collect();
        let [visits, cells, share] = ["visits", "cells", "share"].map(Right);
        table([Left("scan"), Left(""), Left("verdict"), visits, cells, share, Left("first hit")], &rows)
    }
}

/// The answer of the shapes.
#[derive(Debug)]
pub(super) struct ShapesAnswer {
    check: ShapeCheck,
    /// The tested shapes of A and B, for people.
    names: [String; 2],
}

impl ShapesAnswer {
    /// The answer where the sprites of `scene` are `laid`; `None` if neither has a shape.
    pub fn of(scene: &Scene, laid: &Laid) -> Option<Self> {
        let name = |sprite: &Sprite| sprite.hitbox().map_or_else(|| "mask".to_owned(), ToString::to_string);
        let names = scene.sprites.each_ref().map(|actor| name(&actor.sprite));
        scene.shape_check(laid).map(|check| Self { check, names })
    }
}

impl Serialize for ShapesAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ShapeCheck { meeting, fairness, distance, depth } = self.check;
        let verdict = match fairness {
            Fairness::Hits | Fairness::Misses => "right",
            Fairness::Unfair => "unfair-hit",
            Fairness::Forgiven => "missed-touch",
        };
        let (hit, overlap) = match meeting {
            Meeting::Overlaps => (true, "overlaps"),
            Meeting::Touches => (false, "touches"),
            Meeting::Apart => (false, "apart"),
        };
        json!({ "hit": hit, "overlap": overlap, "verdict": verdict, "distance": distance, "depth": depth })
            .serialize(serializer)
    }
}

/// `shapes overlap (A box 48 × 48, B mask): unfair hit, the closest pixels are 4.2 px apart`.
impl fmt::Display for ShapesAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let meet = match self.check.meeting {
            Meeting::Overlaps => "overlap",
            Meeting::Touches => "touch",
            Meeting::Apart => "miss",
        };
        let [a, b] = &self.names;
        write!(f, "shapes {meet} (A {a}, B {b}): ")?;
        match (self.check.fairness, self.check.distance.or(self.check.depth)) {
            (Fairness::Unfair, Some(far)) => {
                write!(f, "unfair hit, the closest pixels are {} px apart", number(far, 0..=1))
            }
            (Fairness::Unfair, None) => f.write_str("unfair hit, a mask has no pixel"),
            (Fairness::Forgiven, deep) => {
                write!(f, "missed touch, {} px deep", number(deep.unwrap_or_default(), 0..=1))
            }
            (Fairness::Hits | Fairness::Misses, _) => f.write_str("right"),
        }
    }
}
