//! Surveys compared with brute force: every offset is computed again, one by one, in the simplest way.

mod areas;
mod choices;
mod claim;
mod command_line;
mod comparisons;
mod conclusions;
mod costs;
mod defeats;
#[path = "../support/dice.rs"]
mod dice;
mod disagreements;
mod divergences;
mod frames;
mod headless;
mod hitboxes;
mod questions;
mod random;
mod sentences;
mod steps;
mod threads;
mod thresholds;
