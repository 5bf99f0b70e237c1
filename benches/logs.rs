//! Cost of judging the log of a running game, beside merely parsing its lines as JSON.
//!
//! `cargo bench --no-default-features --bench logs`. Each case is a log of 1,000 checks of a ship and 50 rocks at fractional
//! positions; the other side parses the same lines into `serde_json::Value`, and does nothing with them.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]

#[path = "support/clock.rs"]
mod clock;
#[path = "support/duel.rs"]
mod duel;

use std::{hint::black_box, path::Path};

use duel::Duel;
use maskscope::files::{Limits, Log};
use maskscope_core::replay::{Judge, Replay};
use serde_json::{Value, json};

/// Checks of a log.
const CHECKS: u32 = 1_000;
/// Rocks that the ship is checked against, one after the other.
const ROCKS: u32 = 50;

fn main() {
    println!("{:<44} {:>15} {:>15} {:>7} {:>6} {:>12}", "1,000 checks", "ours", "parsing", "ratio", "A/A", "checks/s");
    for (where_, spread) in [("apart", 4_000.0), ("boxes overlap", 24.0)] {
        for (how, angle) in
            [("", None), (", turned by 16 angles", Some(22.5)), (", each turned its own way", Some(0.37))]
        {
            let text = log(spread, angle);
            let judged = replay(&text);
            assert_eq!((judged.steps.len(), judged.skipped_lines), (CHECKS as usize, 0));
            let duel = Duel::of(|| replay(black_box(&text)), || parsed(black_box(&text)));
            let per_second = f64::from(CHECKS) * 1e9 / duel.ours;
            println!("{:<44} {duel} {per_second:>12.0}", format!("{where_}{how}"));
        }
    }
}

/// A log in which the rocks are `spread` pixels around the ship; each check turns its rock by a multiple of `angle`.
fn log(spread: f64, angle: Option<f64>) -> String {
    let mut text =
        ["ship", "rock"].map(|name| format!("{}\n", json!({"sprite": name, "sample": format!("{name}.png")})));
    let mut dice = 1_u64;
    let mut roll = || {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(dice >> 40).expect("24 bits")) / f64::from(1_u32 << 24) - 0.5
    };
    let checks = (0..CHECKS).map(|check| {
        // Sprites whose boxes miss are at least half of the spread from each other.
        let far = |n: f64| if spread > 100.0 { n + spread.copysign(n) } else { n };
        let mut rock = json!({"sprite": "rock", "name": format!("rock {}", check % ROCKS)});
        rock["position"] = json!([far(spread * roll()), far(spread * roll())]);
        if let Some(angle) = angle {
            rock["rotation"] = json!(angle * f64::from(if angle > 1.0 { check % 16 } else { check }));
        }
        let ship = json!({"sprite": "ship", "position": [roll(), roll()]});
        format!("{}\n", json!({"frame": check / ROCKS, "a": ship, "b": rock, "hit": roll() > 0.0, "rule": "box"}))
    });
    text[1].extend(checks);
    text.concat()
}

/// Reads `text` and judges its checks.
fn replay(text: &str) -> Replay {
    let mut log = Log::new(Path::new("game.jsonl"), Limits::default());
    let (mut judge, mut replay) = (Judge::new(&[]), Replay::new(&[]));
    log.read(text.as_bytes(), |entry| replay.keep(judge.observe(entry)));
    replay
}

/// Parses each line, and does nothing with it.
fn parsed(text: &str) -> usize {
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
    lines.map(|line| black_box(line).is_object()).filter(|is| *is).count()
}
