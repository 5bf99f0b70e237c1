//! The lines of the game that test, as JSON and as text, and the remedies for the worst.

use std::{cmp::Reverse, fmt, path::Path};

use serde_json::{Value, json};

use crate::cli::joined;
use crate::cli::output::{
    MOST_LISTED,
    TextColumn::{Left, Right},
    more, table, wrong_count,
};
use crate::files::{ShapeNode, pair_names};
use maskscope_core::replay::{
    CheckQuestion, Engine, FittedShapes, HitBoxKind, NodeFrame, OtherHitBoxes, Remedies, Remedy, Replay, ShapeChange,
    ShapeClass, Site, Tally, TestedMasks, Verdict,
};
use maskscope_core::words::{of, plural, printable, thousands};

/// The counts of some checks.
pub(super) fn tally_json(tally: &Tally) -> Value {
    let Tally { checks, hits, game_hits, verdicts, .. } = tally;
    let verdicts = Verdict::WRONG.map(|verdict| json!({ verdict.name(): verdicts[verdict as usize] }));
    joined([json!({ "checks": checks, "hits": hits, "game_hits": game_hits }), joined(verdicts)])
}

/// A site.
pub(super) fn site_json(replay: &Replay, site: &Site) -> Value {
    let named = json!({ "at": site.at, "kinds": replay.kinds[site.kinds as usize].names, "rule": site.rule });
    let asked = replay.asked(site);
    let apart = if asked.question == CheckQuestion::Here { 0 } else { site.tally.total_disagreements() };
    let judged = json!({
        "compared": site.compared,
        "contact": site.contact,
        "late": site.late,
        "of_parts": site.of_parts,
        "looks_like_contact": replay.looks_like_contact(site),
        "question": asked.question.name(),
        "sure": asked.is_sure,
        "by": asked.by,
        "answered": asked.answered,
        "apart": apart,
    });
    joined([named, tally_json(&site.tally), judged])
}

/// The number of checks that ask each question, among those that are written one by one.
pub(super) fn questions_json(replay: &Replay) -> Value {
    joined([CheckQuestion::Here].into_iter().chain(CheckQuestion::APART).map(|question| {
        let asking = replay.sites.iter().filter(|site| replay.asked(site).question == question);
        json!({ question.name(): asking.map(|site| site.tally.checks).sum::<u64>() })
    }))
}

/// The line with the most wrong checks that a change of its test would remedy, as the site with the most of them, of equals the
/// first; and its remedies.
fn worst(replay: &Replay) -> Option<(&Site, Remedies)> {
    let asking_here = replay.sites.iter().filter(|site| replay.asks_here(site));
    let curable = asking_here.map(|site| (site, replay.remedies(site))).filter(|(_, remedies)| !remedies.is_empty());
    curable.rev().max_by_key(|(site, remedies)| (remedies.wrong, site.tally.total_disagreements()))
}

/// A change of a shape in Godot, in the words of the file that has it, where that is known.
struct NamedChange<'a> {
    kind: &'a str,
    change: ShapeChange,
    /// The node, and how the picture lies in it.
    node: Option<(ShapeNode, NodeFrame)>,
}

impl<'a> NamedChange<'a> {
    /// The changes of a remedy at a site.
    fn of(
        replay: &'a Replay,
        site: &Site,
        remedies: &Remedies,
        shapes: &FittedShapes,
        project: Option<&Path>,
    ) -> Vec<Self> {
        let kinds = &replay.kinds[site.kinds as usize].names;
        let named = |change: ShapeChange| {
            let kind = &*kinds[change.side];
            let node = project.and_then(|project| ShapeNode::find(project, kind));
            let node = node.and_then(|node| node.frame(&change.tested).map(|frame| (node, frame)));
            Self { kind, change, node }
        };
        remedies.changes(shapes).into_iter().map(named).collect()
    }

    fn json(&self) -> Value {
        let Self { kind, change, node } = self;
        json!({
            "kind": kind,
            "file": node.as_ref().map(|(node, _)| &node.file),
            "node": node.as_ref().map(|(node, _)| &node.node),
            "from": change.tested,
            "to": change.fitted,
            "change": self.words(),
        })
    }

    /// `radius 37 → 30`.
    fn words(&self) -> String {
        self.change.words(self.node.as_ref().map(|(_, frame)| frame))
    }
}

/// `mob.tscn, CollisionShape2D: radius 37 → 30`, or without the file `mob, CircleShape2D: radius 37 → 30`.
impl fmt::Display for NamedChange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words();
        match &self.node {
            Some((node, _)) => write!(f, "{}, {}: {words}", printable(&node.file), printable(&node.node)),
            None => {
                let class = ShapeClass::of(&self.change.tested).map_or("", ShapeClass::name);
                let kind = printable(self.kind);
                // A change of the class names it.
                if words.starts_with(class) {
                    write!(f, "{kind}: {words}")
                } else {
                    write!(f, "{kind}, {class}: {words}")
                }
            }
        }
    }
}

/// The remedies for the worst line; null where no line has one.
pub(super) fn cure_json(replay: &Replay, project: Option<&Path>) -> Value {
    let Some((site, remedies)) = worst(replay) else { return Value::Null };
    let remedy = |remedy: &Remedy| {
        let (test, px, left, unknown) = match *remedy {
            Remedy::Masks(TestedMasks { left, unknown, .. }) => ("mask", None, left, unknown),
            Remedy::MasksAgain(left) => ("mask made again", None, left, 0),
            Remedy::Boxes(boxes) => ("box", Some(boxes.px), boxes.left_in_all(), boxes.not_covered),
            Remedy::HitBoxes(OtherHitBoxes { kind, left, unknown }) => (kind.name(), None, left, unknown),
            Remedy::Shapes(FittedShapes { left, unknown, .. }) => ("shape", None, left, unknown),
        };
        let shapes = if let Remedy::Shapes(shapes) = remedy { Some(shapes) } else { None };
        let shapes = shapes.map(|shapes| NamedChange::of(replay, site, &remedies, shapes, project));
        let shapes = shapes.map(|all| all.iter().map(NamedChange::json).collect::<Vec<_>>());
        let boxes = if let Remedy::Boxes(boxes) = remedy { Some(boxes) } else { None };
        json!({
            "test": test,
            "smaller_by": px,
            "leaves_wrong": left,
            "not_covered": unknown,
            "carried_on": boxes.map(|boxes| boxes.carried_on),
            "not_carried_on": boxes.map(|boxes| boxes.not_carried_on),
            "shapes": shapes,
        })
    };
    json!({
        "at": site.at,
        "kinds": replay.kinds[site.kinds as usize].names,
        "wrong": remedies.wrong,
        "remedies": remedies.all.iter().map(remedy).collect::<Vec<_>>(),
    })
}

/// The table of sites, and the remedies for the worst, for people; nothing where the log names no line.
pub(super) struct Sites<'a> {
    pub replay: &'a Replay,
    /// The project of Godot in whose files remedies are named.
    pub project: Option<&'a Path>,
}

impl fmt::Display for Sites<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { replay, project } = *self;
        let mut all: Vec<_> = replay.sites.iter().filter(|site| site.at.is_some()).collect();
        let wrong = |site: &Site| if replay.asks_here(site) { site.tally.total_disagreements() } else { 0 };
        all.sort_by_key(|site| Reverse((wrong(site), site.tally.checks)));
        let row = |site: &&Site| {
            let kinds = &replay.kinds[site.kinds as usize].names;
            let about = match site {
                _ if site.contact > 0 => "contact".to_owned(),
                _ if !replay.asks_here(site) => replay.asked(site).words(kinds),
                _ if replay.looks_like_contact(site) => "looks like contact".to_owned(),
                _ => String::new(),
            };
            [
                printable(site.at.as_deref().unwrap_or_default()),
                pair_names(kinds),
                thousands(site.tally.checks),
                thousands(site.tally.game_hits),
                wrong_count(wrong(site)),
                thousands(site.compared),
                about,
            ]
        };
        if !all.is_empty() {
            let rows: Vec<_> = all.iter().take(MOST_LISTED).map(row).collect();
            let [checks, game, wrong, compared] = ["checks", "game hits", "wrong", "compared"].map(Right);
            write!(f, "\n{}", table([Left("line"), Left("kinds"), checks, game, wrong, compared, Left("")], &rows))?;
            more(f, all.len() as u64, MOST_LISTED)?;
        }
        write_remedies(f, replay, project)
    }
}

/// The remedies for the worst line, each with what it leaves wrong in this log over all kinds that ask here.
fn write_remedies(f: &mut fmt::Formatter<'_>, replay: &Replay, project: Option<&Path>) -> fmt::Result {
    let Some((site, remedies)) = worst(replay) else { return Ok(()) };
    let engine = replay.engine(site).unwrap_or(Engine::Arcade);
    let names = pair_names(&replay.kinds[site.kinds as usize].names);
    let others = remedies.kinds.saturating_sub(1);
    let others = if others > 0 { format!(" and {}", plural(others as u64, "other pair")) } else { String::new() };
    let line = site.at.as_ref().map_or_else(String::new, |at| format!(", {}", printable(at)));
    let of_all = format!("of {}", plural(remedies.wrong, "wrong check"));
    writeln!(f, "\nremedies for {names}{others}{line}, by this log")?;
    for (at, remedy) in remedies.all.iter().enumerate() {
        let or = if at > 0 { "or " } else { "" };
        match *remedy {
            Remedy::Masks(masks) => {
                let left = thousands(masks.left);
                writeln!(f, "  test the masks of the pictures: leaves {left} {of_all}{}", unlike(&masks))?;
            }
            Remedy::MasksAgain(left) => {
                let left = thousands(left);
                writeln!(f, "  make the mask again whenever the picture changes or turns: leaves {left} {of_all}")?;
            }
            Remedy::Boxes(boxes) => {
                let left = thousands(boxes.left_in_all());
                let (unfair, missed) =
                    (plural(boxes.left.unfair, "unfair hit"), plural(boxes.left.missed, "missed touch"));
                let not_covered = match boxes.not_covered {
                    0 => String::new(),
                    wrong => format!(", {} that boxes do not decide", thousands(wrong)),
                };
                let (px, denied) = (boxes.px, boxes.about_denied());
                writeln!(
                    f,
                    "  {or}boxes {px} px smaller on each side: leaves {left} {of_all}: \
                     {unfair}, {missed}{not_covered}{denied}"
                )?;
            }
            Remedy::Shapes(ref shapes) => {
                let changes = NamedChange::of(replay, site, &remedies, shapes, project);
                let changes: Vec<_> = changes.iter().map(ToString::to_string).collect();
                let left = thousands(shapes.left);
                let not_covered = match shapes.unknown {
                    0 => String::new(),
                    unknown => format!(", {} not covered", plural(unknown, "check")),
                };
                writeln!(f, "  {or}{}: leaves {left} {of_all}{not_covered}", changes.join("; "))?;
            }
            Remedy::HitBoxes(OtherHitBoxes { kind, left, unknown }) => {
                let (code, left) = (engine.hit_box(kind), thousands(left));
                let not_covered = match unknown {
                    0 => String::new(),
                    _ => format!(", {} not covered", plural(unknown, "check")),
                };
                writeln!(f, "  {code}, for the textures of both: leaves {left} {of_all}{not_covered}")?;
                if kind == HitBoxKind::Fitted {
                    writeln!(
                        f,
                        "    the points: maskscope fit IMAGE --as polygon --convex --threshold 127 --format arcade"
                    )?;
                }
            }
        }
    }
    if let [Remedy::HitBoxes(_), ..] = remedies.all[..] {
        writeln!(f, "  a sprite takes the hit box of a new texture by {}", engine.new_hit_box())?;
    }
    Ok(())
}

/// `; in 3 of 200 checks a mask is not that of the picture`; empty where all are.
fn unlike(masks: &TestedMasks) -> String {
    match masks.unlike {
        0 => String::new(),
        unlike => format!("; in {} a mask is not that of the picture", of(unlike, masks.checks, "checks")),
    }
}
