//! The last actions, reported when a test of random actions fails.

use std::{collections::VecDeque, fmt::Debug};

/// The number of reported actions.
const MOST: usize = 20;
/// The most letters of each.
const LONGEST: usize = 400;

/// The seed, and the last actions that followed from it.
pub struct Last {
    seed: u64,
    things: VecDeque<String>,
}

impl Last {
    pub fn new(seed: u64) -> Self {
        Self { seed, things: VecDeque::new() }
    }

    pub fn note(&mut self, thing: &impl Debug) {
        self.things.push_back(format!("{thing:?}").chars().take(LONGEST).collect());
        if self.things.len() > MOST {
            self.things.pop_front();
        }
    }
}

impl Drop for Last {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let things: Vec<_> = self.things.iter().map(String::as_str).collect();
            eprintln!("from seed {}; the last actions:\n{}", self.seed, things.join("\n"));
        }
    }
}
