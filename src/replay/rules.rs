//! Rules by which verdicts count against a game.

use clap::ValueEnum;

use super::{Judgement, Verdict};

/// The witness that a game is held against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Against {
    /// The pixels that a player sees: every verdict counts.
    #[default]
    Masks,
    /// The shapes or masks that the game tested, where they are known: unfair hits and missed touches are its design.
    Tested,
}

/// Rules by which verdicts count against a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rules {
    /// The witness.
    pub against: Against,
    /// The largest distance in px at which an unfair hit passes.
    pub allow_unfair: f64,
    /// The largest depth in px at which a missed touch passes.
    pub allow_missed: f64,
}

/// Consequence of a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is wrong that counts.
    #[default]
    Passes,
    /// Only a tolerance lets it pass.
    Tolerated,
    /// It passes because the sprites are meant to touch.
    Contact,
    /// The game is wrong.
    Disagrees,
}

impl Rules {
    /// Returns the consequence of the verdict of a check, of sprites that are meant to touch if it `is_contact`.
    pub fn outcome(&self, judgement: &Judgement, is_contact: bool) -> Outcome {
        let Judgement { verdict, measure, tested, .. } = *judgement;
        let is_about_pixels = matches!(verdict, Verdict::UnfairHit | Verdict::MissedTouch);
        let is_design = tested.is_some() && is_about_pixels;
        let allowed = match verdict {
            Verdict::UnfairHit => self.allow_unfair,
            Verdict::MissedTouch => self.allow_missed,
            _ => 0.0,
        };
        match verdict {
            Verdict::Right => Outcome::Passes,
            _ if is_design && is_contact => Outcome::Contact,
            _ if is_design && self.against == Against::Tested => Outcome::Passes,
            _ if is_about_pixels && measure.is_some_and(|px| px <= allowed) => Outcome::Tolerated,
            _ => Outcome::Disagrees,
        }
    }
}
