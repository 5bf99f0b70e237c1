//! The sheet of exports: opened, and its file made to be looked at.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use egui::{Context, TextureOptions};

use super::window::App;
use crate::app::popups;
use crate::app::request::{ExportSheet, Popup, Previewed, Request};
use crate::exports::{Chosen, Content, ExportRef, Preview, Shown};

impl App {
    /// Opens the sheet of exports with this choice.
    pub(super) fn open_export(&mut self, ctx: &Context, chosen: Chosen) {
        let sheet = ExportSheet::of(chosen, &self.session);
        self.apply(ctx, Request::Open(Popup::Export(sheet)));
    }

    /// An export as it was last written, or in its suggested format.
    pub(super) fn last_choice(&self, export: ExportRef) -> Chosen {
        Chosen::last(export, self.exported.as_ref(), &self.session)
    }

    /// Makes the file of these choices, to be looked at.
    pub(super) fn preview(&mut self, sheet: &ExportSheet) {
        if self.preview.as_ref().is_some_and(|preview| preview.sheet == *sheet) {
            return;
        }
        let is_outdated = Arc::<AtomicBool>::default();
        let made = match sheet.chosen.content(&self.session) {
            Ok(Content::Files(make)) => {
                let path = PathBuf::from(format!("{}.{}", sheet.name, sheet.chosen.kind().ending));
                let (sheet, is_outdated) = (sheet.clone(), Arc::clone(&is_outdated));
                self.outside.prepare(move || {
                    let made = Preview::of(make, &path, &is_outdated);
                    vec![Request::ShowPreview(sheet, made)]
                });
                None
            }
            // The canvas is behind the sheet.
            Ok(Content::Picture(_)) => {
                Some(Ok(Preview { bytes: 0, files: 1, content: None, shown: Shown::Nothing, thumbnail: None }))
            }
            Err(why) => Some(Err(why)),
        };
        self.preview = Some(Previewed { sheet: sheet.clone(), is_outdated, made, texture: None });
    }

    /// Shows a file that has been made, if it is still wanted.
    pub(super) fn show_preview(&mut self, ctx: &Context, sheet: &ExportSheet, made: Result<Preview, String>) {
        let Some(preview) = self.preview.as_mut().filter(|preview| preview.sheet == *sheet) else { return };
        if let Ok(Preview { thumbnail: Some(picture), .. }) = &made {
            let image = popups::export::image(picture);
            preview.texture = Some(ctx.load_texture("preview", image, TextureOptions::NEAREST));
        }
        preview.made = Some(made);
    }
}
