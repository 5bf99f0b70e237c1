//! Scenes: the placement of sprites, samples and lessons, and their drawings.

#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/dice.rs"]
mod dice;
mod lessons;
#[path = "../support/marked.rs"]
mod marked;
mod nesting;
mod plates;
mod samples;
mod scenes;
mod shapes;
mod tables;
mod terrain;
