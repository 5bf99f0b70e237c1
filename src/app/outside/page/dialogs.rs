//! The file dialog of the browser.

use std::path::PathBuf;

use wasm_bindgen_futures::spawn_local;

use super::super::together::{open_together, to_open};
use super::{browser, threads::Threads};
use crate::app::request::{PathField, PathFor, Popup, Request};
use crate::files::page::give;
use crate::session::{Ask, Event, OpenAs, Slot};

/// Asks for a file to open. What is written is a download: its name is asked for in the window, since its ending says in
/// which format.
pub fn pick(threads: &mut Threads, asked: PathFor, suggestion: String, _folder: Option<PathBuf>) {
    let answer = threads.answer();
    let PathFor::Open(input) = asked else {
        return answer(vec![Request::Open(Popup::Path(PathField::new(asked, suggestion)))]);
    };
    let mut endings = input.about().endings;
    if matches!(input, OpenAs::Scene | OpenAs::Route) {
        // The images that it names are chosen together with it.
        endings.extend(OpenAs::Image(Slot::A).about().endings);
    }
    spawn_local(async move {
        let files = match browser::chosen(&endings).await {
            Ok(files) => files,
            Err(why) => {
                return answer(vec![Event::failed("The file could not be read", format!("{why}.")).into()]);
            }
        };
        let paths = files.iter().map(|(path, _)| path.clone()).collect();
        files.into_iter().for_each(|(path, bytes)| give(path, bytes));
        answer(match input {
            OpenAs::Image(slot) => open_together(paths, slot),
            _ => {
                let (chosen, left_out) = to_open(paths, 1);
                chosen.into_iter().map(|path| Ask::Open(input.clone(), path).into()).chain(left_out).collect()
            }
        });
    });
}
