//! Does what was asked for, and what has come back from outside: for the sheet of exports, too.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, atomic::AtomicBool};

use egui::{Context, TextureOptions};

use super::App;
use crate::app::command::context_menu;
use crate::app::paint::raster::color_image;
use crate::app::panels::DETAILS;
use crate::app::request::{ExportSheet, PathField, PathFor, PictureWanted, Popup, Previewed, Request, ZoomRequest};
use crate::app::widgets::{focus_field, open_tab};
use crate::app::{outside, samples, script_field};
use crate::exports::{
    Chosen, ExportContent, ExportRef, Preview, PreviewContent, SCENE, SCENE_WITH_ART, Target, name_of,
};
use crate::session::{Action, Ask, Camera, Event, Framing, Made, MessageKind, Session, ViewAction, Zoom};

impl App {
    pub(super) fn take_outcomes(&mut self, ctx: &Context) {
        self.outside.finished().into_iter().flatten().for_each(|request| self.apply(ctx, request));
    }

    /// Does what came of a path in the field. What was typed stays there if the file could be neither read nor written.
    fn answer_field(&mut self, ctx: &Context, requests: Vec<Request>) {
        let before = self.newest_error();
        requests.into_iter().for_each(|request| self.apply(ctx, request));
        let failed = self.newest_error().filter(|id| Some(*id) > before);
        if let Some(id) = failed {
            self.path_errors.push(id);
            if let Some(Popup::Path(field)) = &mut self.popup {
                field.error = failed;
            }
        } else {
            self.popup.take_if(|popup| matches!(popup, Popup::Path(_)));
            for id in std::mem::take(&mut self.path_errors) {
                self.session.apply(Event::Close(id).into());
            }
        }
    }

    /// The newest error that is shown.
    fn newest_error(&self) -> Option<u64> {
        let mut messages = self.session.messages().iter();
        messages.rfind(|message| message.kind == MessageKind::Error).map(|message| message.id)
    }

    /// Writes an export to the `named` path, completed by the chosen extension. Asks first if this would replace a file
    /// that is not `agreed`.
    fn save_to(&mut self, ctx: &Context, chosen: Chosen, named: &Path, agreed: &[PathBuf], is_typed: bool) {
        let path = chosen.completed(named);
        let mut taken = chosen.export.targets(&self.session, &path);
        taken.retain(|target| outside::is_file(target));
        let agreed: HashSet<_> = agreed.iter().collect();
        if taken.iter().all(|file| agreed.contains(file)) {
            self.exported = Some((chosen, path.clone()));
            self.write(ctx, chosen, path, false, is_typed);
        } else {
            self.popup = Some(Popup::Path(PathField::replacing(chosen, path, taken)));
        }
    }

    pub(super) fn fail(&mut self, title: &str, detail: String) {
        self.session.apply(Event::failed(title, detail).into());
    }

    pub(super) fn done(&mut self, title: &str, detail: &str) {
        self.session.apply(Event::Done { title: title.to_owned(), detail: detail.to_owned() }.into());
    }

    /// True of a scene that was read again before it was saved over.
    fn is_outdated(&self, action: &Action) -> bool {
        matches!(action, Action::Event(Event::SceneChanged(_, path)) if self.outside.has_replaced(path))
    }

    /// Does what was asked for.
    pub(super) fn apply(&mut self, ctx: &Context, request: Request) {
        match request {
            Request::Session(action) if self.is_outdated(&action) => {}
            Request::Session(action) => {
                let scene = scene_read(&action);
                self.session.apply(*action);
                // What is only offered is not shown.
                if let Some(path) = scene.filter(|_| !self.session.has_unsaved_changes()) {
                    self.outside.shows(&path);
                }
            }
            Request::Ask(ask) => self.ask(ctx, ask),
            Request::Save(export) => {
                let chosen = self.last_choice(export);
                match chosen.content(&self.session) {
                    Ok(_) if (export.kinds)().len() == 1 => {
                        let suggestion = chosen.suggestion(&self.session);
                        self.outside.pick(PathFor::Export(chosen), suggestion, &self.session);
                    }
                    Ok(_) => self.open_export(ctx, chosen),
                    Err(reason) => self.fail("Nothing to export", reason),
                }
            }
            Request::SaveAs(chosen, suggestion) => {
                self.outside.pick(PathFor::Export(chosen), suggestion, &self.session);
            }
            Request::SaveTo { chosen, path, agreed, is_typed } => {
                self.save_to(ctx, chosen, &path, &agreed, is_typed);
            }
            Request::OpenTyped(input, path) => self.outside.open_file(input, path, &mut self.session, true),
            Request::AnswerField(requests) => self.answer_field(ctx, requests),
            Request::ExportAgain => {
                if let Some((chosen, path)) = self.exported.clone() {
                    self.write(ctx, chosen, path, false, false);
                }
            }
            Request::ShowPreview(sheet, made) => self.show_preview(ctx, &sheet, made),
            Request::SavePicture(PictureWanted { chosen, make, path, is_typed }, picture) => {
                self.canvas.poses = false;
                self.outside.write(chosen.export, make(picture), path, None, is_typed);
            }
            Request::Restore => {
                if let Some(kept) = self.outside.go_on_with(&self.session) {
                    self.session.continue_with(kept);
                }
            }
            Request::ShowSample(index) => samples::show(&mut self.session, index),
            Request::ShowExample => samples::show_example(&mut self.session),
            Request::OpenLesson(place) => samples::open_lesson(&mut self.session, place),
            Request::GoOn { even_unready } => samples::go_on(&mut self.session, even_unready),
            Request::GoOnWithLessons => samples::go_on_with_lessons(&mut self.session),
            Request::Zoom(zoom) => self.zoom(zoom),
            Request::SetTheme(theme) => {
                ctx.set_theme(theme);
                self.settings.theme = theme;
            }
            Request::Reveal(title) => open_tab(ctx, DETAILS, title),
            Request::EditScript => script_field::ask_for_focus(ctx),
            Request::ToggleScriptHelp => script_field::toggle_help(ctx),
            Request::Focus(field) => focus_field(ctx, field),
            Request::Open(popup) => {
                if let Popup::Export(sheet) = &popup {
                    self.preview(sheet);
                }
                self.popup = Some(popup);
            }
            Request::OpenMenu => context_menu::ask(ctx),
            Request::ClosePopup => {
                (self.popup, self.preview) = (None, None);
                // What the field has said is not said once more.
                for id in std::mem::take(&mut self.path_errors) {
                    self.session.apply(Event::Close(id).into());
                }
            }
            Request::CancelWork(place) => self.outside.cancel(place),
            Request::SaveHitbox => self.outside.save_hitbox(&self.session),
            Request::UndoSaved => self.outside.undo_saved(&self.session),
            Request::Intend(role) => self.outside.intend(role, &self.session),
            Request::WriteBaseline => self.outside.write_baseline(&self.session),
            Request::Copy(text, copied) => self.outside.copy(text, copied),
            Request::CopyLink => match self.session.scene() {
                Some(scene) => self.outside.make_link(scene, &self.settings),
                None => self.fail("There is nothing to link to", "Two images are needed.".to_owned()),
            },
            Request::SetLinkPage(address) => self.settings.page = address,
            Request::SaveScene(path) => {
                let is_scene = |chosen: &Chosen| matches!(chosen.export.target, Target::Made(Made::Scene));
                let chosen = self.written.get(&path).copied().filter(is_scene);
                self.write(ctx, chosen.unwrap_or_else(|| Chosen::new(&SCENE, "json")), path, false, false);
            }
            Request::OpenLink(text) => self.outside.open_link(text),
            Request::StartFresh => self.start_fresh(),
            Request::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
        }
    }

    /// Asks for something from outside; the result comes back later.
    pub fn ask(&mut self, ctx: &Context, ask: Ask) {
        match ask {
            Ask::Open(input, path) => self.outside.open_file(input, path, &mut self.session, false),
            Ask::Choose(input) => self.outside.pick(PathFor::Open(input), String::new(), &self.session),
            Ask::Reload(path) => self.outside.read_again(&path, &self.session, false),
            Ask::Compare(path) => self.outside.read_again(&path, &self.session, true),
            Ask::SaveAnyway(path) => self.save_anyway(ctx, path),
            Ask::SaveElsewhere(path) => {
                if let Some(chosen) = self.written.get(&path) {
                    self.apply(ctx, Request::Save(chosen.export));
                }
            }
            Ask::SaveWithArt => self.apply(ctx, Request::Save(&SCENE_WITH_ART)),
            Ask::Restore(copy) => {
                self.session.apply(Event::CopyAnswered(copy.clone()).into());
                self.outside.restore(copy);
            }
            Ask::Discard(copy) => {
                self.session.apply(Event::CopyAnswered(copy.clone()).into());
                self.outside.discard(copy);
            }
            Ask::RunScripts => self.session.run_scripts(),
            Ask::StartFresh => self.start_fresh(),
            Ask::SaveScene => self.apply(ctx, Request::Save(&SCENE)),
            Ask::Close => {
                self.closes_anyway = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }

    /// Writes over `path` what was not written, as it is now.
    fn save_anyway(&mut self, ctx: &Context, path: PathBuf) {
        if let Some(&chosen) = self.written.get(&path) {
            if matches!(chosen.export.target, Target::Made(Made::Scene))
                && self.session.scene_path().is_some_and(|open| open != path)
            {
                let detail = "Another scene is open now. Ctrl Z goes back to the one that was not saved.".to_owned();
                return self.fail(&format!("{} was not saved", name_of(&path)), detail);
            }
            self.outside.write_over(&chosen.export.targets(&self.session, &path));
            self.write(ctx, chosen, path, true, false);
        }
    }

    /// Writes an export to `path`: over `whatever` is there, or only over what was read or written there. If the path
    /// was typed, the field for paths shows the outcome.
    pub(super) fn write(&mut self, ctx: &Context, chosen: Chosen, path: PathBuf, whatever: bool, is_typed: bool) {
        let export = chosen.export;
        match chosen.content(&self.session) {
            Ok(ExportContent::Files(make)) => {
                if let Some(action) = export.begins(&path) {
                    self.session.apply(action.into());
                }
                let known = self
                    .session
                    .scene_in_file()
                    .filter(|_| !whatever && self.session.scene_path() == Some(&*path))
                    .cloned();
                self.written.insert(path.clone(), chosen);
                self.outside.write(export, make, path, known, is_typed);
            }
            Ok(ExportContent::Picture(make)) => {
                self.written.insert(path.clone(), chosen);
                self.picture = Some(PictureWanted { chosen, make, path, is_typed });
                self.canvas.poses = true;
                ctx.request_repaint();
            }
            Err(reason) => {
                let failed = Event::failed("Nothing to export", reason).into();
                Request::outcome(is_typed, vec![failed]).into_iter().for_each(|request| self.apply(ctx, request));
            }
        }
    }

    /// Shows what a first start shows; unsaved work is left to a later start, and one step back brings all back.
    fn start_fresh(&mut self) {
        self.outside.leave_copy(self.session.document());
        // Whoever goes back to them, or opens them again, wants them to run.
        self.session.run_scripts();
        let mut fresh = Session::default();
        samples::show(&mut fresh, 0);
        self.session.continue_with(fresh.document());
        self.continues = false;
    }

    fn zoom(&mut self, request: ZoomRequest) {
        // Several steps may come in one frame.
        let camera = match self.session.view().framing() {
            Framing::Free(camera) => Some(camera),
            Framing::Fit => self.canvas.camera(),
        };
        let Some(Camera { centre, zoom }) = camera else { return };
        let to = |zoom: Zoom| Framing::Free(Camera { centre, zoom });
        let framing = match request {
            ZoomRequest::Fit => Framing::Fit,
            ZoomRequest::One => to(Zoom::ONE),
            ZoomRequest::In => to(zoom.larger()),
            ZoomRequest::Out => to(zoom.smaller()),
        };
        self.session.apply(ViewAction::Frame(framing).into());
    }
}

/// The file of the scene that `action` brings, if one.
fn scene_read(action: &Action) -> Option<PathBuf> {
    match action {
        Action::Event(Event::SceneLoaded(_, path)) => path.clone(),
        Action::Event(Event::SceneChanged(_, path)) => Some(path.clone()),
        _ => None,
    }
}

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
            Ok(ExportContent::Files(make)) => {
                let path = PathBuf::from(format!("{}.{}", sheet.name, sheet.chosen.kind().ending));
                let (sheet, is_outdated) = (sheet.clone(), Arc::clone(&is_outdated));
                self.outside.prepare(move || {
                    let made = Preview::of(make, &path, &is_outdated);
                    vec![Request::ShowPreview(sheet, made)]
                });
                None
            }
            // The canvas is behind the sheet.
            Ok(ExportContent::Picture(_)) => {
                Some(Ok(Preview { bytes: 0, files: 1, content: None, shown: PreviewContent::Nothing, thumbnail: None }))
            }
            Err(why) => Some(Err(why)),
        };
        self.preview = Some(Previewed { sheet: sheet.clone(), is_outdated, made, texture: None });
    }

    /// Shows a file that has been made, if it is still wanted.
    pub(super) fn show_preview(&mut self, ctx: &Context, sheet: &ExportSheet, made: Result<Preview, String>) {
        let Some(preview) = self.preview.as_mut().filter(|preview| preview.sheet == *sheet) else { return };
        if let Ok(Preview { thumbnail: Some(picture), .. }) = &made {
            let image = color_image(picture);
            preview.texture = Some(ctx.load_texture("preview", image, TextureOptions::NEAREST));
        }
        preview.made = Some(made);
    }
}
