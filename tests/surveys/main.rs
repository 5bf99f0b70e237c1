//! Surveys compared with brute force: every offset is computed again, one by one, in the simplest way.

mod claim;
mod command_line;
mod conclusions;
mod costs;
mod defeats;
mod headless;
mod hitboxes;
mod questions;
mod random;
mod sentences;
