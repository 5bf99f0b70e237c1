//! The window and the command line give the same results for every built-in pair.

use maskscope::{
    cli::{self, Outcome},
    files::sample_pairs,
    session::Session,
};
use maskscope_core::geom::IntRect;
use serde_json::{Value, json};

use crate::driver::Window;

/// Returns the output of `maskscope check --json` for two sample files.
fn check(a: &str, b: &str, at: &str) -> Value {
    let path = |name: &str| format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    let arguments = ["maskscope", "check", &path(a), &path(b), "--at", at, "--json"].map(std::ffi::OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(cli::run(arguments, &mut out, &mut err), Outcome::Exit(0), "{}", String::from_utf8_lossy(&err));
    let mut checked: Value = serde_json::from_slice(&out).expect("JSON");
    for scan in checked["scans"].as_array_mut().expect("a list") {
        // Only the command line has the bounds that `channels` finds.
        scan.as_object_mut().expect("a scan").remove("answer");
    }
    checked
}

/// Returns the rows of the table as the command line writes them.
fn rows(session: &Session) -> Value {
    let shared = session.derived().collision().and_then(|collision| collision.overlap_box);
    let row = |row: &maskscope::session::ScanRow| {
        let found = row.hit.zip(shared);
        let cell = found.and_then(|(hit, shared)| {
            let (x, y) = hit.cell?;
            Some(json!({"x": shared.x + i64::from(x), "y": shared.y + i64::from(y)}))
        });
        json!({
            "name": row.scan.to_string(),
            "exact": row.scan.is_exact(),
            "hit": row.hit.is_some(),
            "first_hit": cell,
            "hit_box": found.map(|(hit, shared)| json_box(hit.visit.in_space_of(shared))),
            "visits": row.count.visits,
            "cells": row.count.cells,
        })
    };
    session.derived().rows().iter().map(row).collect()
}

fn json_box(rect: IntRect) -> Value {
    json!({"x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height})
}

#[test]
fn every_sample_pair_has_one_answer() {
    let mut window = Window::paused_at(0);
    for pair in sample_pairs() {
        let checked = check(&pair.a, &pair.b, &format!("{},{}", pair.offset.x, pair.offset.y));
        window.choose("Scene", &pair.title);

        assert_eq!(rows(window.session()), checked["scans"], "{}", pair.name);
        let number = |value: &Value| value.as_u64().expect("a whole number");
        let (width, height) = (number(&checked["overlap_box"]["width"]), number(&checked["overlap_box"]["height"]));
        let area = number(&checked["overlap_area"]);
        if checked["masks_overlap"] == true {
            assert!(window.shows("HIT"), "{}", pair.name);
            assert!(window.mentions(&format!("Masks overlap: {area} of {} px, ", width * height)), "{}", pair.name);
        } else {
            assert!(window.shows("MISS"), "{}", pair.name);
            assert!(window.shows(&format!("Boxes overlap {width} × {height}, masks share nothing")), "{}", pair.name);
        }
        for row in window.session().derived().rows() {
            let spoken = window.row(&row.scan.display_name()).0;
            assert!(spoken.contains(&format!(", {} visit", row.count.visits)), "{}: {spoken}", pair.name);
        }
    }
}
