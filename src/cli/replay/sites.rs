//! The lines of the game that test, as JSON and as text, and the cure of the worst.

use std::{cmp::Reverse, fmt};

use serde_json::{Value, json};

use crate::cli::joined;
use crate::cli::output::{
    MOST_LISTED,
    TextColumn::{Left, Right},
    blank, more, table,
};
use crate::files::pair_names;
use crate::replay::{HitBoxKind, OtherHitBoxes, Remedy, Replay, Site, Tally, Verdict};
use crate::words::{plural, printable, thousands};

/// The counts of some checks.
pub(super) fn tally_json(tally: &Tally) -> Value {
    let Tally { checks, hits, game_hits, verdicts, .. } = tally;
    let verdicts = Verdict::WRONG.map(|verdict| json!({ verdict.name(): verdicts[verdict as usize] }));
    joined([json!({ "checks": checks, "hits": hits, "game_hits": game_hits }), joined(verdicts)])
}

/// A site.
pub(super) fn site_json(replay: &Replay, site: &Site) -> Value {
    let named = json!({ "at": site.at, "kinds": replay.kinds[site.kinds as usize].names, "rule": site.rule });
    let judged = json!({
        "compared": site.compared,
        "contact": site.contact,
        "looks_like_contact": site.looks_like_contact(),
    });
    joined([named, tally_json(&site.tally), judged])
}

/// The site with the most wrong checks, of equals the first, that a change of its test would cure; and its remedies.
fn worst(replay: &Replay) -> Option<(&Site, Vec<Remedy>)> {
    let curable =
        replay.sites.iter().map(|site| (site, replay.remedies(site))).filter(|(_, remedies)| !remedies.is_empty());
    curable.rev().max_by_key(|(site, _)| site.tally.total_disagreements())
}

/// The cure of the worst site; null where no site has one.
pub(super) fn cure_json(replay: &Replay) -> Value {
    let Some((site, remedies)) = worst(replay) else { return Value::Null };
    let remedy = |remedy: &Remedy| {
        let (test, px, left, unknown) = match *remedy {
            Remedy::Masks(left) => ("mask", None, left, 0),
            Remedy::MasksAgain(left) => ("mask made again", None, left, 0),
            Remedy::Boxes(px, left) => ("box", Some(px), left.sum(), 0),
            Remedy::HitBoxes(OtherHitBoxes { kind, left, unknown }) => (kind.name(), None, left, unknown),
        };
        json!({ "test": test, "smaller_by": px, "leaves_wrong": left, "not_covered": unknown })
    };
    json!({
        "at": site.at,
        "kinds": replay.kinds[site.kinds as usize].names,
        "wrong": site.tally.total_disagreements(),
        "remedies": remedies.iter().map(remedy).collect::<Vec<_>>(),
    })
}

/// The table of sites, and the cure, for people; nothing where the log names no line.
pub(super) struct Sites<'a>(pub &'a Replay);

impl fmt::Display for Sites<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(replay) = self;
        let mut all: Vec<_> = replay.sites.iter().filter(|site| site.at.is_some()).collect();
        all.sort_by_key(|site| Reverse((site.tally.total_disagreements(), site.tally.checks)));
        let row = |site: &&Site| {
            let about = match site {
                _ if site.contact > 0 => "contact",
                _ if site.looks_like_contact() => "looks like contact",
                _ => "",
            };
            [
                printable(site.at.as_deref().unwrap_or_default()),
                pair_names(&replay.kinds[site.kinds as usize].names),
                thousands(site.tally.checks),
                thousands(site.tally.game_hits),
                blank(site.tally.total_disagreements()),
                thousands(site.compared),
                about.to_owned(),
            ]
        };
        if !all.is_empty() {
            let rows: Vec<_> = all.iter().take(MOST_LISTED).map(row).collect();
            let [checks, game, wrong, compared] = ["checks", "game hits", "wrong", "compared"].map(Right);
            write!(f, "\n{}", table([Left("line"), Left("kinds"), checks, game, wrong, compared, Left("")], &rows))?;
            more(f, all.len() as u64, MOST_LISTED)?;
        }
        cure(f, replay)
    }
}

/// Two remedies for the worst site, each with what it leaves wrong in this log.
fn cure(f: &mut fmt::Formatter<'_>, replay: &Replay) -> fmt::Result {
    let Some((site, remedies)) = worst(replay) else { return Ok(()) };
    let names = pair_names(&replay.kinds[site.kinds as usize].names);
    let line = site.at.as_ref().map_or_else(String::new, |at| format!(", {}", printable(at)));
    let wrong = plural(site.tally.total_disagreements(), "wrong check");
    writeln!(f, "\ncure of {names}{line}, by this log")?;
    for remedy in &remedies {
        match *remedy {
            Remedy::Masks(left) => {
                writeln!(f, "  test the masks of the pictures: leaves {} of {wrong}", thousands(left))?;
            }
            Remedy::MasksAgain(left) => {
                let left = thousands(left);
                writeln!(f, "  make the mask again whenever the picture changes or turns: leaves {left} of {wrong}")?;
            }
            Remedy::Boxes(px, left) => {
                let (unfair, missed) = (plural(left.unfair, "unfair hit"), plural(left.missed, "missed touch"));
                writeln!(f, "  or boxes {px} px smaller on each side: leaves {unfair} and {missed}")?;
            }
            Remedy::HitBoxes(OtherHitBoxes { kind, left, unknown }) => {
                let (code, left) = (kind.code(), thousands(left));
                let not_covered = match unknown {
                    0 => String::new(),
                    _ => format!(", {} not covered", plural(unknown, "check")),
                };
                writeln!(f, "  {code}, for the textures of both: leaves {left} of {wrong}{not_covered}")?;
                if kind == HitBoxKind::Fitted {
                    writeln!(
                        f,
                        "    the points: maskscope fit IMAGE --as polygon --convex --threshold 127 --format arcade"
                    )?;
                }
            }
        }
    }
    if let [Remedy::HitBoxes(_), ..] = remedies[..] {
        writeln!(f, "  a sprite takes the hit box of a new texture by sprite.sync_hit_box_to_texture()")?;
    }
    Ok(())
}
