//! Files that a person gives the page by dropping them or pasting an image, and links.

use std::{cell::RefCell, mem, path::PathBuf, sync::Once};

use egui::{Context, Ui};
use wasm_bindgen_futures::spawn_local;

use super::super::outcome::Arrival;
use super::browser::{Given, listen_to_links, listen_to_pastes};
use crate::files::page::give;

thread_local! {
    /// Files that the page holds but has not opened yet.
    static ARRIVED: RefCell<Vec<PathBuf>> = const { RefCell::new(Vec::new()) };
    /// Links that are not opened yet.
    static LINKS: RefCell<Vec<Arrival>> = const { RefCell::new(Vec::new()) };
}

/// The files that have arrived since the last frame. A browser reads what is dropped while frames go on, so they arrive some
/// frames later.
pub fn dropped(ui: &Ui) -> Vec<PathBuf> {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let ctx = ui.ctx().clone();
        listen_to_pastes(move |files| arrive(&ctx, files));
    });
    let dropped = ui.input(|input| input.raw.dropped_files.clone());
    if !dropped.is_empty() {
        let ctx = ui.ctx().clone();
        spawn_local(async move {
            let mut files = Vec::new();
            for file in dropped {
                // What cannot be read is missed when it is opened.
                let bytes = file.bytes_async().await.unwrap_or_default();
                files.push((file.path().to_owned(), bytes.into()));
            }
            arrive(&ctx, files);
        });
    }
    ARRIVED.with_borrow_mut(mem::take)
}

/// The links that have been opened since the last frame. Where work `continues`, one that was opened before is not among them.
pub fn arrived_links(ctx: &Context, continues: bool) -> Vec<Arrival> {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let ctx = ctx.clone();
        let take = move |link, left, at| {
            LINKS.with_borrow_mut(|links| links.push(Arrival { link, left, at }));
            ctx.request_repaint();
        };
        listen_to_links(take, continues);
    });
    LINKS.with_borrow_mut(mem::take)
}

fn arrive(ctx: &Context, files: Vec<Given>) {
    ARRIVED.with_borrow_mut(|arrived| arrived.extend(files.iter().map(|(path, _)| path.clone())));
    files.into_iter().for_each(|(path, bytes)| give(path, bytes));
    ctx.request_repaint();
}
