//! Reading a log for the window: what reads, and what finds the sprites of a check again. Who drives them, a thread or a
//! frame, is the business of the halves.

mod reader;
mod table;

use std::sync::mpsc::Sender;

pub use self::{reader::Reader, table::Table};
use crate::replay::{Check, Judgement};
use crate::scene::{Laid, Scene};
use crate::session::{LogAction, StagedCheck};

/// Sends the events of a log to a window, and wakes it.
pub struct Teller {
    pub told: Sender<LogAction>,
    pub wake: Box<dyn Fn() + Send>,
}

impl Teller {
    pub fn tell(&self, action: LogAction) {
        // Whoever has closed the log hears nothing more.
        self.told.send(action).ok();
        (self.wake)();
    }
}

/// The sprites of a check, and what there is to know of it; or why they cannot be shown.
fn staged(step: usize, found: Result<(Check, Scene), String>) -> StagedCheck {
    let (check, scene) = match found {
        Ok(found) => found,
        Err(why) => {
            return StagedCheck { step, scene: Err(why), game: None, why: None, distance: None, is_moved: false };
        }
    };
    let judgement = Judgement::of(&check.pair, check.game.as_ref());
    let why = check.game.as_ref().and_then(|game| judgement.why(&check.pair, game));
    let distance = if judgement.masks_overlap() { None } else { distance(&check.pair.laid()) };
    StagedCheck { step, scene: Ok(Box::new(scene)), game: check.game, why, distance, is_moved: false }
}

/// The distance of the nearest solid pixels of two sprites, from centre to centre.
fn distance(laid: &Laid) -> Option<f64> {
    let [a, b] = [&laid.a, &laid.b].map(|posed| posed.raster.mask().mask());
    #[expect(clippy::cast_precision_loss, reason = "a distance is shown with one decimal")]
    let squared = a.distance_squared(b, laid.offset)? as f64;
    Some(squared.sqrt())
}
