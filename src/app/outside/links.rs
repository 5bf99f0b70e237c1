//! Links, in and out. Of one that comes in nothing is read from the disk.

use super::{Outside, Settings, system::page_address};
use crate::app::request::Request;
use crate::files::{FileError, Limits, Link, Reason, read_link, without_link, write_link};
use crate::session::{Event, LONGEST_LINK};
use maskscope_core::{scene::Scene, words::sentence};

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
            let link = page + write_link(&scene).as_str();
            let length = link.chars().count();
            let linked = Event::Linked(length);
            vec![if length > LONGEST_LINK { linked.into() } else { Request::Copy(link, linked) }]
        });
    }
}

fn opened(text: &str, limits: &Limits) -> Vec<Request> {
    vec![match read_link(text, limits) {
        Ok(Link::Scene(scene)) => {
            // Here it may take its time.
            scene.sprites.iter().for_each(|actor| actor.sprite.examine());
            Event::SceneLoaded(scene, None).into()
        }
        Ok(Link::Lesson(place)) => Request::OpenLesson(place),
        Ok(Link::Sample(place)) => Request::ShowSample(place),
        Err(FileError { reason, .. }) => {
            let why = match reason {
                Reason::Scene(why) => format!("its scene cannot be shown: {why}"),
                reason => reason.to_string(),
            };
            let detail = format!("{} What was there is kept.", sentence(&why));
            Event::failed("The link could not be opened", detail).into()
        }
    }]
}
