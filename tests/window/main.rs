//! The whole window without a screen: its controls are found by name, and used as a person would.
#![cfg(feature = "window")]

#[path = "../support/dice.rs"]
mod dice;
#[path = "../support/hostile/mod.rs"]
mod hostile;
#[path = "../support/last.rs"]
mod last;
#[path = "../support/raster.rs"]
mod raster;
#[path = "../support/small_project.rs"]
mod small_project;
#[path = "../session_monkey/truths.rs"]
mod truths;

mod apart;
mod canvas;
mod changes;
mod code;
mod contrast;
mod coordinates;
mod copies;
mod driver;
mod exports;
mod files;
mod fits;
mod gestures;
mod guide;
mod hitboxes;
mod idle;
mod keyboard;
mod lessons;
mod links;
mod logs;
mod memory;
mod menus;
mod monkey;
mod numbers;
mod odd_images;
mod opening;
mod own;
mod panels;
mod pictures;
mod pin;
mod project;
mod route;
mod samples;
mod saving;
mod scans;
mod sprites;
mod stops;
mod surveys;
mod terrain;
mod texts;

/// These tests, and the program, check every overflow, so a number that is too large is found here, too.
#[test]
#[should_panic(expected = "overflow")]
fn overflows_are_checked() {
    std::hint::black_box(std::hint::black_box(u8::MAX) + std::hint::black_box(1));
}
