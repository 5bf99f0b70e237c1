//! Links, in and out. Of one that comes in nothing is read from the disk.

use super::{Outcome, Outside, Settings, system::page_address};
use crate::files::{FileError, Limits, Link, Reason, read_link, without_link, write_link};
use crate::{app::request::Request, scene::Scene, session::FileAction, words::sentence};

impl Outside {
    /// Unpacks the link `text`, and opens what it leads to.
    pub fn open_link(&mut self, text: String) {
        let limits = self.limits;
        self.threads.spawn_reader("Opening a link".to_owned(), move || opened(&text, &limits));
    }

    /// Makes a link to `scene`, which leads to the page that `settings` name.
    pub fn make_link(&mut self, scene: Scene, settings: &Settings) {
        let page = page_address().unwrap_or_else(|| without_link(&settings.page).to_owned());
        self.threads.spawn(Some("Making a link".to_owned()), move || {
            Outcome::act(FileAction::LinkMade(page + &write_link(&scene)))
        });
    }
}

fn opened(text: &str, limits: &Limits) -> Outcome {
    match read_link(text, limits) {
        Ok(Link::Scene(scene)) => {
            // Here it may take its time.
            scene.sprites.iter().for_each(|actor| actor.sprite.examine());
            Outcome::act(FileAction::SceneLoaded(scene, None))
        }
        Ok(Link::Lesson(place)) => Outcome::Ask(Request::OpenLesson(place)),
        Ok(Link::Sample(place)) => Outcome::Ask(Request::ShowSample(place)),
        Err(FileError { reason, .. }) => {
            let why = match reason {
                Reason::Scene(why) => format!("its scene cannot be shown: {why}"),
                reason => reason.to_string(),
            };
            Outcome::failed("The link could not be opened", format!("{} What was there is kept.", sentence(&why)))
        }
    }
}
