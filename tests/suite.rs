//! Tests of many things, in one program: linking each by itself takes longer than running it. What measures the time or the
//! memory of a whole process, or takes long to compile, is a program of its own in `Cargo.toml`.
#![allow(
    clippy::duplicate_mod,
    clippy::module_inception,
    reason = "each file names the modules of tests/support that it needs, and some are called as the file"
)]

#[cfg(feature = "window")]
mod advice;
mod answers;
mod arcade;
mod audit;
mod bridges;
mod command_line;
mod docs;
mod fit;
mod fixing;
mod floors;
mod forge;
mod games;
mod godot_run;
mod guide;
mod hit_boxes;
mod hitbox_code;
mod kept;
#[path = "support/line.rs"]
mod line;
mod links;
mod logs;
mod manual;
mod names;
mod orders;
mod own_scans;
mod points;
mod polygon_bar;
mod promises;
mod pygame_masks;
mod questions;
mod raster;
mod recording;
mod remedies;
mod routes;
mod run;
mod scan_code;
mod seeds;
mod sentences;
#[path = "support/small_project.rs"]
mod small_project;
mod stops;
mod verdicts;
mod windows;
mod writing;
