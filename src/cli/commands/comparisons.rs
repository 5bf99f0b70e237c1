//! Tests beside the scans: pre-checks, and the tests of known engines.

use std::fmt;

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::output::{TextColumn::Left, table};
use crate::cli::{args::choice, joined, point_json};
use maskscope_core::geom::{Affine, Cell};
use maskscope_core::scene::gilbert::{FloatRect, GilbertAnswer};
use maskscope_core::scene::{Posed, PreCheck, Profile};
use maskscope_core::words::{fine_point, hit_or_miss, located_between, point};
use maskscope_core::{choice::Choice as _, scan::NoProbe, survey::Witness};

/// Pre-checks and engines to run.
#[derive(Debug, Args)]
pub(super) struct ComparisonArgs {
    /// A test of the bounds; may be repeated.
    #[arg(long = "pre-check", value_name = "NAME", value_parser = choice::<PreCheck>())]
    pre_checks: Vec<PreCheck>,
    /// An engine's own test; may be repeated.
    #[arg(long = "profile", value_name = "NAME", value_parser = choice::<Profile>())]
    profiles: Vec<Profile>,
}

impl ComparisonArgs {
    /// The named ones, as witnesses of a survey.
    pub(super) fn witnesses(&self) -> Vec<Witness> {
        let checks = self.pre_checks.iter().copied().map(Witness::PreCheck);
        checks.chain(self.profiles.iter().copied().map(Witness::Profile)).collect()
    }

    /// The answer of each, in the order in which they were named.
    pub(in crate::cli) fn ask(&self, a: &Posed, b: &Posed) -> Comparisons {
        Comparisons {
            pre_checks: self.pre_checks.iter().map(|&check| PreCheckAnswer::new(check, a, b)).collect(),
            profiles: self.profiles.iter().map(|&profile| ProfileAnswer::new(profile, a, b)).collect(),
        }
    }
}

/// Answers of the pre-checks and engines.
#[derive(Debug, Serialize)]
pub(super) struct Comparisons {
    pre_checks: Vec<PreCheckAnswer>,
    profiles: Vec<ProfileAnswer>,
}

#[derive(Debug, Serialize)]
struct PreCheckAnswer {
    name: &'static str,
    safe: bool,
    hit: bool,
}

#[derive(Debug, Serialize)]
struct ProfileAnswer {
    name: &'static str,
    hit: bool,
    first_hit: Option<Cell>,
    /// Answer of Gilbert's test: `null` if the bounds miss. Left out for every other engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
    #[serde(skip)]
    gilbert: Option<GilbertAnswer>,
    #[serde(skip)]
    profile: Profile,
}

/// Answer of Gilbert's test, in the space inside the common parent and in the world: the bounds of the matching pixels, their
/// centre, and the box that answers `pixelPrecise = false`.
fn gilbert_json(answer: GilbertAnswer) -> Value {
    let areas = |map: Affine| {
        let area = |area: FloatRect| {
            let FloatRect { origin, size: (width, height) } = area.seen_through(map);
            joined([point_json(origin), json!({ "width": width, "height": height })])
        };
        let centre = answer.centre().map(|centre| point_json(map.map(centre)));
        json!({ "bounds": area(answer.bounds), "centre": centre, "box": area(answer.shared) })
    };
    let world = json!({ "world": areas(answer.world_from_common) });
    joined([json!({ "space": answer.space() }), areas(Affine::IDENTITY), world])
}

impl PreCheckAnswer {
    fn new(check: PreCheck, a: &Posed, b: &Posed) -> Self {
        let hits = |offset| check.hits(a.raster.mask(), b.raster.mask(), offset);
        Self { name: check.name(), safe: check.is_safe(), hit: a.offset_of(b).is_some_and(hits) }
    }
}

impl ProfileAnswer {
    fn new(profile: Profile, a: &Posed, b: &Posed) -> Self {
        let first_hit = profile.run(a, b, &mut NoProbe).map(|cell| cell + a.origin);
        let gilbert = profile.answer(a, b);
        Self {
            name: profile.name(),
            hit: first_hit.is_some(),
            first_hit,
            answer: (profile == Profile::Gilbert).then(|| gilbert.map_or(Value::Null, gilbert_json)),
            gilbert,
            profile,
        }
    }
}

/// A table of each kind, after an empty line; nothing if none was asked.
impl fmt::Display for Comparisons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pre_checks.is_empty() {
            let row = |answer: &PreCheckAnswer| {
                let worth = if answer.safe { "safe" } else { "can miss" };
                [answer.name, hit_or_miss(answer.hit), worth].map(str::to_owned)
            };
            let rows: Vec<_> = self.pre_checks.iter().map(row).collect();
            write!(f, "\n{}", table(["pre-check", "verdict", ""].map(Left), &rows))?;
        }
        if !self.profiles.is_empty() {
            let row = |answer: &ProfileAnswer| {
                let about = answer.profile.about();
                let first = answer.first_hit.map_or_else(|| "–".to_owned(), point);
                let [name, verdict, solid] = [answer.name, hit_or_miss(answer.hit), about.solid].map(str::to_owned);
                [name, verdict, first, solid, about.bounds.to_owned(), about.order.to_owned()]
            };
            let rows: Vec<_> = self.profiles.iter().map(row).collect();
            let headings = ["profile", "verdict", "first hit", "solid if", "reads", "order"];
            write!(f, "\n{}", table(headings.map(Left), &rows))?;
        }
        for answer in self.profiles.iter().filter_map(|answer| answer.gilbert) {
            let area = |area: FloatRect| located_between(area.origin, area.size);
            let point = answer
                .centre()
                .map_or_else(|| "no point".to_owned(), |centre| format!("centre {}", fine_point(centre)));
            writeln!(f, "\nGilbert's answer, in {}: {}, {point}", answer.space(), area(answer.bounds))?;
            writeln!(f, "with pixelPrecise = false: {}", area(answer.shared))?;
        }
        Ok(())
    }
}
