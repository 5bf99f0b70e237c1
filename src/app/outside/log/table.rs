//! A table of checks, judged step by step.

use std::sync::Arc;

use super::{Teller, staged};
use crate::replay::{Check, Judge, MovedScene, Skipped};
use crate::session::{LogAction, LogSource, LogTable, WantedCheck};
use crate::{files::Said, scan::Scan, scene::Scene};

/// What judges a table.
pub struct Table {
    table: Arc<LogTable>,
    scene: MovedScene,
    judge: Judge,
    /// How many of its rows are judged.
    done: usize,
    teller: Teller,
}

impl Table {
    /// Nothing is judged yet.
    pub fn new(table: Arc<LogTable>, scans: &[Scan], teller: Teller) -> Self {
        Self { scene: MovedScene::new(&table.scene), judge: Judge::new(scans), table, done: 0, teller }
    }

    /// Judges at most the next `rows`, and tells what it has found; returns whether there were any.
    pub fn read_on(&mut self, rows: usize) -> bool {
        let left = &self.table.moves.moves[self.done..];
        let moves = &left[..rows.min(left.len())];
        if moves.is_empty() {
            return false;
        }
        let mut events = Vec::with_capacity(moves.len());
        for there in moves {
            let said = match self.scene.check(self.table.moves.clock, there) {
                Ok(check) => Said::Check(Box::new(check)),
                Err(reason) => Said::Skipped(Skipped { line: there.line, reason }),
            };
            events.push(self.judge.hear(said));
        }
        self.done += moves.len();
        self.teller.tell(LogAction::Heard(events));
        if self.done == self.table.moves.moves.len() {
            self.teller.tell(LogAction::Became(LogSource::Ended));
        }
        true
    }

    /// Finds the check that is `wanted` and its sprites, and tells them.
    pub fn find(&mut self, WantedCheck { step, line, .. }: WantedCheck) {
        let found = self.look_for(line);
        self.teller.tell(LogAction::Stage(staged(step, found)));
    }

    /// The check in this line, and its sprites.
    fn look_for(&mut self, line: u64) -> Result<(Check, Scene), String> {
        let moves = &self.table.moves;
        let place = moves.moves.binary_search_by_key(&line, |there| there.line);
        let there = &moves.moves[place.map_err(|_| "there is no such line".to_owned())?];
        Ok((self.scene.check(moves.clock, there)?, self.scene.scene(there)?))
    }
}
