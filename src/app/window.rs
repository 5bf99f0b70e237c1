//! The program with its window: shows everything, and does what was asked for.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use egui::{Context, Frame, Panel, Rect, Ui};

use super::{
    canvas::Canvas,
    command, inspect,
    outside::{Outcome, Outside, Settings},
    panels, popups,
    race::Race,
    request::{PathFor, Popup, Request, WindowState, ZoomRequest},
    rest::Rest,
    route,
    survey::Survey,
    terrain::Terrain,
    theme::{self, Theme},
};
use crate::{
    choice::Choice as _,
    cli::Open,
    exports::{Content, ExportRef, Make},
    files::{sample_pairs, sample_scenes, sample_sprite},
    scene::Picture,
    session::{
        Action, Camera, FileAction, Framing, Hint, Session, Slot, StageAction, Tab, TerrainAction, ViewAction, Zoom,
    },
};

/// The program with its window.
pub struct App {
    session: Session,
    canvas: Canvas,
    race: Race,
    survey: Survey,
    terrain: Terrain,
    outside: Outside,
    popup: Option<Popup>,
    /// A picture of the next frame that is to be written.
    picture: Option<PictureWanted>,
    /// It closes as soon as everything is written.
    is_closing: bool,
    settings: Settings,
    rest: Rest,
}

/// An export that is made of a picture of the canvas, and where it is written to.
type PictureWanted = (ExportRef, fn(Picture) -> Make, PathBuf);

impl App {
    /// The program as it opens: with the named images, or with the first built-in pair.
    ///
    /// `settings` is the file where it remembers things; `None` for nowhere.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub fn new(ctx: &Context, open: &Open, settings: Option<&Path>) -> std::io::Result<Self> {
        theme::install(ctx);
        let is_bare = (&open.a, &open.b, &open.scene) == (&None, &None, &None);
        let (outside, settings, found) = Outside::open(ctx, open.limits, settings, is_bare)?;
        let mut app = Self {
            session: Session::default(),
            canvas: Canvas::default(),
            race: Race::default(),
            survey: Survey::default(),
            terrain: Terrain::default(),
            outside,
            popup: None,
            picture: None,
            is_closing: false,
            settings,
            rest: Rest::default(),
        };
        ctx.set_theme(app.settings.theme());
        for (&hint, _) in Hint::ALL.iter().zip(app.settings.learnt_hints).filter(|(_, learnt)| *learnt) {
            app.session.apply(ViewAction::Learnt(hint).into());
        }
        match (&open.scene, found.scene) {
            // Which place it would go to, were it an image, does not matter.
            (Some(scene), _) => app.open(ctx, Slot::A, scene),
            (None, Some(scene)) => app.restore(*scene),
            (None, None) if is_bare => app.show_sample(0),
            (None, None) => {
                for (slot, path) in [(Slot::A, &open.a), (Slot::B, &open.b)] {
                    if let Some(path) = path {
                        app.open(ctx, slot, path);
                    }
                }
            }
        }
        for failure in found.failed {
            app.session.apply(failure.into());
        }
        app.outside.begin_with(app.session.stage());
        Ok(app)
    }

    fn open(&mut self, ctx: &Context, slot: Slot, path: &Path) {
        self.apply(ctx, FileAction::OpenPath(slot, path.to_owned()).into());
    }

    /// Shows the scene that an earlier run has left behind.
    fn restore(&mut self, scene: crate::scene::Scene) {
        self.session.apply(FileAction::SceneLoaded(Box::new(scene), None).into());
        self.done("Restored what was open", "The program had ended without being closed.");
    }

    /// The state, for code that drives the window.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Does `action` as if a panel had asked for it.
    pub fn act(&mut self, ctx: &Context, action: Action) {
        self.apply(ctx, action.into());
    }

    /// Writes an export to `path`, as if it had been chosen in a dialog.
    pub fn export(&mut self, ctx: &Context, export: ExportRef, path: PathBuf) {
        self.apply(ctx, Request::Named(PathFor::Export(export), path));
    }

    /// Shows the whole window and does what was asked for.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.take_outcomes(&ctx);
        self.bring_the_ball();
        let may_time = self.follow_time(&ctx);
        let mut requests = Vec::new();
        self.show_panels(ui, &mut requests);
        if let Some((export, make, path)) = self.picture.take() {
            self.outside.photograph(self.middle(), export, make, path);
        }
        if !requests.is_empty() {
            ctx.request_repaint();
        }
        for request in requests {
            self.apply(&ctx, request);
        }
        self.outside.drive(&mut self.session, may_time);
        self.follow_files(&ctx);
        if let Some(next) = self.outside.keep(&self.session, ctx.input(|input| input.time)) {
            ctx.request_repaint_after(next);
        }
        self.remember();
        self.close_when_written(&ctx);
    }

    /// Waits until everything is written, and leaves nothing to be restored.
    pub fn end(&mut self) {
        self.outside.end();
    }

    /// Stays open, and shows what is being written, until it is written. A second wish to close closes it at once; what
    /// is left is written unseen.
    fn close_when_written(&mut self, ctx: &Context) {
        let is_writing = self.outside.is_writing();
        if ctx.input(|input| input.viewport().close_requested()) && is_writing && !self.is_closing {
            self.is_closing = true;
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.done("Closing", "As soon as everything is written.");
        } else if self.is_closing && !is_writing {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
        if self.is_closing {
            // A thread whose outcome is here may not have ended yet.
            ctx.request_repaint_after(Duration::from_millis(100));
        }
    }

    /// Shows everything; what is asked for goes to `out`.
    fn show_panels(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let thumbnails = self.canvas.thumbnails(ui.ctx(), &self.session);
        let window = WindowState {
            session: &self.session,
            camera: self.canvas.camera(),
            hovered: self.canvas.hovered(),
            canvas: self.middle(),
        };
        command::handle_keys(ui.ctx(), &window, out);
        let surface = Frame::new().fill(Theme::of(ui).panel);
        let pairs = sample_pairs().iter().map(|pair| (pair.title.as_str(), pair.shows.as_str()));
        let scenes = sample_scenes().iter().map(|scene| (scene.title.as_str(), scene.about.as_str()));
        let samples: Vec<_> = pairs.chain(scenes).collect();
        let top = Panel::top("top").exact_size(40.0).resizable(false).frame(surface);
        top.show(ui, |ui| panels::top::show(ui, &window, &samples, out));
        match self.session.view().tab {
            Tab::Inspect => inspect::show(ui, &window, &mut self.canvas, thumbnails, out),
            Tab::Race => self.race.show(ui, &window, out),
            Tab::Survey => self.survey.show(ui, &window, out),
            Tab::Path => route::show(ui, &window, &mut self.canvas, thumbnails, out),
            Tab::Terrain => self.terrain.show(ui, &window, out),
        }
        if !self.canvas.poses {
            panels::messages::show(ui, &window, &self.outside.shown_work(), out);
        }
        if let Some(popup) = self.popup {
            popups::show(ui, &window, popup, &samples, out);
        }
    }

    /// What the tab shows in the middle of the window, in points.
    fn middle(&self) -> Rect {
        match self.session.view().tab {
            Tab::Inspect | Tab::Path => self.canvas.rect(),
            Tab::Race => self.race.rect,
            Tab::Survey => self.survey.rect,
            Tab::Terrain => self.terrain.rect(),
        }
    }

    /// Gives the game its own ball and hills, once its tab is shown.
    fn bring_the_ball(&mut self) {
        if self.session.view().tab == Tab::Terrain
            && self.session.terrain().lacks_own()
            && let Some((ball, hills)) = sample_sprite("ball.png").zip(sample_sprite("hills.png"))
        {
            self.session.apply(Action::Terrain(TerrainAction::Bring(Box::new([ball, hills]))));
        }
    }

    /// Lets time pass; returns whether the sprites have rested long enough to time scans.
    fn follow_time(&mut self, ctx: &Context) -> bool {
        let (now, passed) = ctx.input(|input| (input.time, f64::from(input.stable_dt)));
        // After an idle time the first frame would be one long step.
        if self.session.tick(passed.min(0.1)) {
            ctx.request_repaint();
        }
        match self.rest.lasts(self.session.derived().subject(), now) {
            Ok(()) => true,
            Err(left) => {
                ctx.request_repaint_after(Duration::from_secs_f64(left));
                false
            }
        }
    }

    /// Reads again what has changed on the disk.
    fn follow_files(&mut self, ctx: &Context) {
        let (changed, next) = self.outside.follow(self.session.watched_files());
        for path in changed {
            if self.session.scene_path() == Some(&*path)
                && let Some(known) = self.session.scene_in_file()
            {
                self.outside.read_scene_again(path.clone(), Arc::clone(known));
            }
            for slot in Slot::ALL {
                self.apply(ctx, FileAction::ChangedOnDisk(slot, path.clone()).into());
            }
        }
        if let Some(next) = next {
            ctx.request_repaint_after(next);
        }
    }

    fn take_outcomes(&mut self, ctx: &Context) {
        for outcome in self.outside.finished() {
            match outcome {
                Outcome::Do(action) => self.apply(ctx, Request::Session(action)),
                Outcome::Ask(Request::Named(asked, path)) if self.must_ask(asked, &path) => {
                    popups::path::ask_before_replacing(ctx, asked, path);
                    self.popup = Some(Popup::Path(asked));
                }
                Outcome::Ask(request) => self.apply(ctx, request),
                Outcome::Seen(photograph) => {
                    self.canvas.poses = false;
                    self.outside.write(photograph.export, photograph.make, photograph.path);
                }
                Outcome::NoDialog(asked) => {
                    let detail = match asked {
                        PathFor::Export(_) => "Type where to write it.",
                        PathFor::Open(_) => "Type the path, or drop the file on the window.",
                    };
                    self.fail("This system shows no file dialog", detail.to_owned());
                    self.popup = Some(Popup::Path(asked));
                }
                Outcome::Nothing => {}
            }
        }
    }

    /// Whether a file would be written over of which the dialog has said nothing: it knows only of the one that was
    /// chosen in it.
    fn must_ask(&self, asked: PathFor, path: &Path) -> bool {
        let PathFor::Export(export) = asked else { return false };
        let others = export.targets(&self.session, path).iter().any(|target| target != path);
        others && popups::path::is_taken(&self.session, asked, path)
    }

    fn fail(&mut self, title: &str, detail: String) {
        self.session.apply(FileAction::Failed { title: title.to_owned(), detail }.into());
    }

    fn done(&mut self, title: &str, detail: &str) {
        self.session.apply(FileAction::Done { title: title.to_owned(), detail: detail.to_owned() }.into());
    }

    /// Does what was asked for.
    fn apply(&mut self, ctx: &Context, request: Request) {
        match request {
            Request::Session(action) => {
                if let Some(effect) = self.session.apply(*action) {
                    self.outside.start(effect, self.session.stage());
                }
            }
            Request::Pick(PathFor::Export(export)) => match (export.content)(&self.session) {
                Ok(_) => self.outside.pick(PathFor::Export(export), (export.suggestion)(&self.session)),
                Err(reason) => self.fail("Nothing to export", reason),
            },
            Request::Pick(asked @ PathFor::Open(_)) => self.outside.pick(asked, String::new()),
            Request::Named(PathFor::Open(input), path) => self.apply(ctx, input.named(path).into()),
            Request::Named(PathFor::Export(export), path) => self.write(ctx, export, path),
            Request::ShowSample(index) => self.show_sample(index),
            Request::Zoom(zoom) => self.zoom(zoom),
            Request::SetTheme(theme) => {
                ctx.set_theme(theme);
                self.settings.set_theme(theme);
            }
            Request::Open(popup) => self.popup = Some(popup),
            Request::ClosePopup => self.popup = None,
            Request::CancelWork(place) => self.outside.cancel(place),
            Request::Copy(text) => self.outside.copy_text(text),
            Request::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
        }
    }

    fn write(&mut self, ctx: &Context, export: ExportRef, path: PathBuf) {
        match (export.content)(&self.session) {
            Ok(Content::Files(make)) => {
                if let Some(action) = export.begins(&path) {
                    self.session.apply(action.into());
                }
                self.outside.write(export, make, path);
            }
            Ok(Content::Picture(make)) => {
                self.picture = Some((export, make, path));
                self.canvas.poses = true;
                ctx.request_repaint();
            }
            Err(reason) => self.fail("Nothing to export", reason),
        }
    }

    fn show_sample(&mut self, index: usize) {
        let Some(pair) = sample_pairs().get(index) else {
            if let Some(scene) = sample_scenes().get(index - sample_pairs().len()) {
                self.session.apply(FileAction::SceneLoaded(Box::new(scene.clone()), None).into());
            }
            return;
        };
        if let Some((a, b)) = sample_sprite(&pair.a).zip(sample_sprite(&pair.b)) {
            self.session.apply(StageAction::ShowPair { a, b, offset: pair.offset }.into());
        }
    }

    fn zoom(&mut self, request: ZoomRequest) {
        // Several steps may come in one frame.
        let Camera { centre, zoom } = match self.session.view().framing {
            Framing::Free(camera) => camera,
            Framing::Fit => self.canvas.camera(),
        };
        let to = |zoom: Zoom| Framing::Free(Camera { centre, zoom });
        let framing = match request {
            ZoomRequest::Fit => Framing::Fit,
            ZoomRequest::One => to(Zoom::ONE),
            ZoomRequest::In => to(zoom.larger()),
            ZoomRequest::Out => to(zoom.smaller()),
        };
        self.session.apply(ViewAction::Frame(framing).into());
    }

    /// Writes the settings down when they have changed.
    fn remember(&mut self) {
        self.settings.learnt_hints = self.session.view().learnt_hints;
        if let Some(failure) = self.outside.remember(&self.settings) {
            self.session.apply(failure.into());
        }
    }
}
