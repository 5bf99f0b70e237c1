//! Surveys against brute force: every place is asked about again, one by one, in the plainest way there is.

mod areas;
mod claim;
mod command_line;
mod comparisons;
mod costs;
mod defeats;
mod disagreements;
mod divergences;
mod frames;
mod headless;
mod questions;
mod random;
mod steps;
mod threads;
mod thresholds;
