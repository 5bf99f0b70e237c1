//! The window: the only place that names egui.
//!
//! A frame goes one way: panels and canvas read the session and push [`Request`]s, [`App`] applies them, the worker
//! does what became necessary, and a repaint is asked for only if something moves.

mod autosave;
mod background;
mod canvas;
mod cast;
mod command;
mod draw;
pub mod icons;
mod layers;
mod lines;
pub mod marks;
mod panels;
mod popups;
mod race;
mod raster;
mod request;
mod route;
mod screen;
mod settings;
mod survey;
mod terrain;
#[cfg(test)]
mod tests;
pub mod theme;
mod watch;
pub mod widgets;
mod worker;

use std::{
    cell::Cell,
    path::{Path, PathBuf},
    time::Duration,
};

use egui::{CentralPanel, Color32, Context, Frame as Surface, Panel, Rect, Ui};

use autosave::Autosave;
use background::{Background, Outcome, Running};
use canvas::Canvas;
use race::Race;
use request::{PathFor, Popup, Request, WindowState, ZoomRequest};
use settings::Settings;
use survey::Survey;
use terrain::Terrain;
use theme::Theme;
use watch::Watch;
use worker::Worker;

use crate::{
    choice::Choice as _,
    cli::Open,
    files::{Limits, caught, load_scene, sample_pairs, sample_scenes, sample_sprite, set_aside, shown},
    session::{
        Action, Camera, Content, Effect, Export, FileAction, Framing, Hint, Session, Slot, StageAction, Subject, Tab,
        TerrainAction, ViewAction, Zoom,
    },
};

/// Timings are taken once the sprites have rested so long, in seconds.
const REST: f64 = 0.25;

/// Below this width of the window, in points, the left panel is a rail.
const RAIL_BELOW: f32 = 1_100.0;
/// Below this width, the table keeps only its narrowest columns.
const FOLDED_BELOW: f32 = 1_000.0;
/// From this width on, panels are wide.
const WIDE_FROM: f32 = 1_600.0;

/// The program with its window.
pub struct App {
    session: Session,
    canvas: Canvas,
    race: Race,
    survey: Survey,
    terrain: Terrain,
    worker: Worker,
    background: Background,
    popup: Option<Popup>,
    /// Where a picture of the next frame is to be written.
    view_wanted: Option<PathBuf>,
    /// It closes as soon as everything is written.
    is_closing: bool,
    settings: Settings,
    /// The settings as they were last written or read.
    remembered: Settings,
    settings_path: Option<PathBuf>,
    rest: Rest,
    watch: Watch,
    autosave: Option<Autosave>,
}

/// Since when the sprites have not moved.
#[derive(Default)]
struct Rest {
    subject: Option<Subject>,
    since: f64,
}

impl Rest {
    /// Whether they have rested long enough at time `now`, in seconds; otherwise how long they still must.
    fn lasts(&mut self, subject: Option<&Subject>, now: f64) -> Result<(), f64> {
        if self.subject.as_ref() != subject {
            *self = Self { subject: subject.cloned(), since: now };
        }
        let left = self.since + REST - now;
        if left <= 0.0 { Ok(()) } else { Err(left) }
    }
}

/// Opens the window and stays until it is closed. The error is one sentence that says what is missing.
pub fn run(open: &Open) -> Result<(), String> {
    let viewport = egui::ViewportBuilder::default()
        .with_title("maskscope")
        .with_app_id("maskscope")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([900.0, 600.0]);
    let options = eframe::NativeOptions { viewport, dithering: false, ..Default::default() };
    let is_open = Cell::new(false);
    let create: eframe::AppCreator<'_> = Box::new(|cc| {
        is_open.set(true);
        Ok(Box::new(App::new(&cc.egui_ctx, open, Settings::path())?))
    });
    caught(|| eframe::run_native("maskscope", options, create)).map_or_else(
        |panic| Err(if is_open.get() { format!("the window has failed: {panic}") } else { not_opened(&panic.said) }),
        |ended| ended.map_err(|error| not_opened(&missing(&error))),
    )
}

fn not_opened(reason: &str) -> String {
    format!("no window could be opened: {}", reason.trim_end_matches('.'))
}

/// What the system lacks, without the places in the sources of others that found out.
fn missing(error: &eframe::Error) -> String {
    match error {
        eframe::Error::NoGlutinConfigs(_, error) => format!("there is no OpenGL that it can be drawn with: {error}"),
        eframe::Error::Glutin(_) | eframe::Error::OpenGL(_) => {
            format!("there is no OpenGL that it can be drawn with: {error}")
        }
        other => {
            let told = other.to_string();
            let after_place = told.split_once(".rs:").and_then(|(_, place)| place.split_once(": "));
            after_place.map_or(told.clone(), |(_, reason)| reason.to_owned())
        }
    }
}

impl App {
    /// The program as it opens: with the named images, or with the first built-in pair.
    ///
    /// `settings_path` is where it remembers things; `None` for nowhere.
    pub fn new(ctx: &Context, open: &Open, settings_path: Option<PathBuf>) -> std::io::Result<Self> {
        theme::install(ctx);
        let settings = settings_path.as_deref().map_or(Ok(Settings::default()), Settings::read);
        let (wake, wake_by_file) = (ctx.clone(), ctx.clone());
        let restores = (&open.a, &open.b, &open.scene) == (&None, &None, &None);
        let (autosave, no_copy) = match settings_path.as_deref().map(|path| Autosave::beside(path, restores)) {
            None => (None, None),
            Some(Ok(autosave)) => (Some(autosave), None),
            Some(Err(reason)) => (None, Some(reason)),
        };
        let mut app = Self {
            session: Session::default(),
            canvas: Canvas::default(),
            race: Race::default(),
            survey: Survey::default(),
            terrain: Terrain::default(),
            worker: Worker::start(move || wake.request_repaint())?,
            background: Background::new(ctx.clone(), open.limits),
            popup: None,
            view_wanted: None,
            is_closing: false,
            settings: settings.clone().unwrap_or_default(),
            remembered: settings.clone().unwrap_or_default(),
            settings_path,
            rest: Rest::default(),
            watch: Watch::start(move || wake_by_file.request_repaint()),
            autosave,
        };
        if let Err(reason) = settings {
            app.set_settings_aside(&reason);
        }
        if let Some(reason) = no_copy {
            app.fail("No copy of the scene is kept", &format!("A crash would lose it. {reason}"));
        }
        ctx.set_theme(app.settings.theme());
        for (&hint, _) in Hint::ALL.iter().zip(app.settings.learnt_hints).filter(|(_, learnt)| *learnt) {
            app.apply(ctx, Action::View(ViewAction::Learnt(hint)).into());
        }
        let left_behind = app.autosave.as_ref().filter(|it| it.was_left_behind()).map(|it| it.path().to_owned());
        match (&open.a, &open.b, &open.scene, left_behind) {
            (_, _, Some(scene), _) => app.apply(ctx, open_path(scene)),
            (.., Some(copy)) => app.restore(&copy, &open.limits),
            (None, None, None, None) => app.show_sample(0),
            images => {
                for (slot, path) in [(Slot::A, images.0), (Slot::B, images.1)] {
                    if let Some(path) = path {
                        app.apply(ctx, Action::File(FileAction::OpenPath(slot, path.clone())).into());
                    }
                }
            }
        }
        if let Some(autosave) = &mut app.autosave {
            autosave.begin_with(app.session.stage());
        }
        Ok(app)
    }

    /// The state, for whoever drives the window from outside.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Does `action` as if a panel had asked for it.
    pub fn act(&mut self, ctx: &Context, action: Action) {
        self.apply(ctx, action.into());
    }

    /// Shows the whole window and does what was asked for.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.take_outcomes(&ctx);
        self.bring_the_ball();
        let may_time = self.follow_time(&ctx);
        let mut requests = Vec::new();
        self.show_panels(ui, &mut requests);
        if let Some(path) = self.view_wanted.take() {
            self.background.photograph(self.middle(), path);
        }
        if !requests.is_empty() {
            ctx.request_repaint();
        }
        for request in requests {
            self.apply(&ctx, request);
        }
        self.worker.drive(&mut self.session, may_time);
        self.follow_files(&ctx);
        self.keep_copy(&ctx);
        self.remember();
        self.close_when_written(&ctx);
    }

    /// Stays open, with what is being written in sight, until it is written; the second wish to close is one to wait unseen.
    fn close_when_written(&mut self, ctx: &Context) {
        let is_writing = self.background.is_writing();
        if ctx.input(|input| input.viewport().close_requested()) && is_writing && !self.is_closing {
            self.is_closing = true;
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            let (title, detail) = ("Closing".to_owned(), "As soon as everything is written.".to_owned());
            self.session.apply(Action::File(FileAction::Done { title, detail }));
        } else if self.is_closing && !is_writing {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
        if self.is_closing {
            // A thread that has told of its end may not have ended yet.
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
        let surface = Surface::new().fill(Theme::of(ui).panel);
        let pairs = sample_pairs().iter().map(|pair| (pair.title.as_str(), pair.shows.as_str()));
        let scenes = sample_scenes().iter().map(|scene| (scene.title.as_str(), scene.about.as_str()));
        let samples: Vec<_> = pairs.chain(scenes).collect();
        let top = Panel::top("top").exact_size(40.0).resizable(false).frame(surface);
        top.show(ui, |ui| panels::top::show(ui, &window, &samples, out));
        match self.session.view().tab() {
            Tab::Inspect => show_inspect(ui, &window, &mut self.canvas, thumbnails, out),
            Tab::Race => self.race.show(ui, &window, out),
            Tab::Survey => self.survey.show(ui, &window, out),
            Tab::Path => route::show(ui, &window, &mut self.canvas, thumbnails, out),
            Tab::Terrain => self.terrain.show(ui, &window, out),
        }
        let work: Vec<_> = self.background.shown_work().map(Running::told).collect();
        if !self.canvas.poses {
            panels::messages::show(ui, &window, &work, out);
        }
        match self.popup {
            Some(Popup::Find) => popups::find::show(ui, &window, &samples, out),
            Some(Popup::Keys) => popups::keys::show(ui, &window, out),
            Some(Popup::Traps) => popups::traps::show(ui, &window, out),
            Some(Popup::Path(asked)) => popups::path::show(ui, &window, asked, out),
            Some(Popup::Sheet(slot)) => popups::sheet::show(ui, &window, slot, out),
            Some(Popup::Conventions) => popups::conventions::show(ui, &window, out),
            None => {}
        }
    }

    /// What the tab shows in the middle of the window, in points.
    fn middle(&self) -> Rect {
        match self.session.view().tab() {
            Tab::Inspect | Tab::Path => self.canvas.rect(),
            Tab::Race => self.race.rect(),
            Tab::Survey => self.survey.rect(),
            Tab::Terrain => self.terrain.rect(),
        }
    }

    /// Gives the game its own ball and hills, once somebody looks.
    fn bring_the_ball(&mut self) {
        if self.session.view().tab() == Tab::Terrain
            && self.session.terrain().lacks_own()
            && let Some((ball, hills)) = sample_sprite("ball.png").zip(sample_sprite("hills.png"))
        {
            self.session.apply(Action::Terrain(TerrainAction::Bring(Box::new([ball, hills]))));
        }
    }

    /// Lets time pass; answers whether the sprites have rested long enough to time scans.
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
        self.watch.follow(self.session.watched_files());
        let (changed, next) = self.watch.settled();
        for path in changed {
            for slot in Slot::ALL {
                self.apply(ctx, Action::File(FileAction::ChangedOnDisk(slot, path.clone())).into());
            }
        }
        if let Some(next) = next {
            ctx.request_repaint_after(next);
        }
    }

    /// Writes the scene down once it has rested, so that a crash loses nothing.
    fn keep_copy(&mut self, ctx: &Context) {
        let Some(autosave) = &mut self.autosave else { return };
        match autosave.is_due(self.session.stage(), ctx.input(|input| input.time)) {
            Ok(()) => {
                if let Some(scene) = self.session.scene() {
                    self.background.keep(scene, autosave.path().to_owned());
                }
            }
            Err(Some(left)) => ctx.request_repaint_after(Duration::from_secs_f64(left)),
            Err(None) => {}
        }
    }

    /// Shows the scene that an earlier run has left behind.
    fn restore(&mut self, copy: &Path, limits: &Limits) {
        match load_scene(copy, limits) {
            Ok(scene) => {
                self.session.apply(Action::File(FileAction::SceneLoaded(Box::new(scene), None)));
                let title = "Restored what was open".to_owned();
                let detail = "The program had ended without being closed.".to_owned();
                self.session.apply(Action::File(FileAction::Done { title, detail }));
            }
            Err(error) => {
                self.show_sample(0);
                let kept = kept_aside(copy);
                if copy.exists() {
                    self.autosave = None;
                }
                self.fail("What was open last could not be restored", &format!("{error}. {kept}"));
            }
        }
    }

    /// Keeps settings that cannot be used, and goes on with the usual ones.
    fn set_settings_aside(&mut self, reason: &str) {
        let Some(path) = &self.settings_path else { return };
        let kept = kept_aside(path);
        if path.exists() {
            self.settings_path = None;
        }
        self.fail("The settings could not be read", &format!("{reason}. {kept}"));
    }

    fn take_outcomes(&mut self, ctx: &Context) {
        for outcome in self.background.finished() {
            match outcome {
                Outcome::Do(action) => match *action {
                    // The dialog knows of one file only, and has asked about that.
                    Action::File(FileAction::ExportTo(export @ Export::Frames(_), path))
                        if popups::path::is_taken(&self.session, PathFor::Export(export), &path) =>
                    {
                        popups::path::ask_before_replacing(ctx, PathFor::Export(export), path);
                        self.popup = Some(Popup::Path(PathFor::Export(export)));
                    }
                    action => self.apply(ctx, action.into()),
                },
                Outcome::Seen(view, path) => {
                    self.canvas.poses = false;
                    self.background.write_view(view, path);
                }
                Outcome::NoDialog(asked) => {
                    let detail = match asked {
                        PathFor::Export(_) => "Type where to write it.",
                        _ => "Type the path, or drop the file on the window.",
                    };
                    self.fail("This system shows no file dialog", detail);
                    self.popup = Some(Popup::Path(asked));
                }
                Outcome::Nothing => {}
            }
        }
    }

    fn fail(&mut self, title: &str, detail: &str) {
        let failed = FileAction::Failed { title: title.to_owned(), detail: detail.to_owned() };
        self.session.apply(Action::File(failed));
    }

    /// Does what was asked for.
    fn apply(&mut self, ctx: &Context, request: Request) {
        match request {
            Request::Session(action) => match self.session.apply(*action) {
                Some(Effect::Write { content: Content::View, path, .. }) => {
                    self.view_wanted = Some(path);
                    self.canvas.poses = true;
                    ctx.request_repaint();
                }
                Some(effect) => self.background.start(effect, self.session.stage()),
                None => {}
            },
            Request::ShowSample(index) => self.show_sample(index),
            Request::Zoom(zoom) => self.zoom(zoom),
            Request::SetTheme(theme) => {
                ctx.set_theme(theme);
                self.settings.set_theme(theme);
            }
            Request::Open(popup) => self.popup = Some(popup),
            Request::ClosePopup => self.popup = None,
            Request::CancelWork(place) => self.background.cancel(place),
            Request::Copy(text) => ctx.copy_text(text),
            Request::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
        }
    }

    fn show_sample(&mut self, index: usize) {
        let Some(pair) = sample_pairs().get(index) else {
            if let Some(scene) = sample_scenes().get(index - sample_pairs().len()) {
                self.session.apply(Action::File(FileAction::SceneLoaded(Box::new(scene.clone()), None)));
            }
            return;
        };
        if let Some((a, b)) = sample_sprite(&pair.a).zip(sample_sprite(&pair.b)) {
            self.session.apply(Action::Stage(StageAction::ShowPair { a, b, offset: pair.offset }));
        }
    }

    fn zoom(&mut self, request: ZoomRequest) {
        // Several steps may come in one frame.
        let Camera { centre, zoom } = match self.session.view().framing() {
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
        self.session.apply(Action::View(ViewAction::Frame(framing)));
    }

    /// Writes the settings down when they have changed.
    fn remember(&mut self) {
        let learnt_hints = self.session.view().learnt_hints();
        self.settings.learnt_hints = learnt_hints;
        if self.settings == self.remembered {
            return;
        }
        self.remembered = self.settings.clone();
        if let Some(path) = self.settings_path.clone()
            && let Err(reason) = self.settings.write(&path)
        {
            // Once is enough: without a place to write to nothing can be remembered.
            self.settings_path = None;
            self.fail("The settings could not be written", &reason);
        }
    }
}

/// Sets a file aside that cannot be used; answers what has become of it, as a sentence.
fn kept_aside(path: &Path) -> String {
    match set_aside(path) {
        Ok(aside) => format!("It was set aside as {}.", shown(&aside)),
        Err(error) => format!("It stays as it is, and nothing is written over it: {error}."),
    }
}

/// Opens the scene in a file.
fn open_path(scene: &Path) -> Request {
    // Which place it would go to, were it an image, does not matter.
    Action::File(FileAction::OpenPath(Slot::A, scene.to_owned())).into()
}

/// The canvas, and the panels around it.
fn show_inspect(
    ui: &mut Ui,
    window: &WindowState<'_>,
    canvas: &mut Canvas,
    thumbnails: [panels::Thumbnail; 2],
    out: &mut Vec<Request>,
) {
    let width = ui.available_width();
    let surface = Surface::new().fill(Theme::of(ui).panel);
    let bar = |panel: Panel, height: f32| panel.exact_size(height).resizable(false).frame(surface);
    bar(Panel::bottom("transport"), 84.0).show(ui, |ui| panels::transport::show(ui, window, out));
    let side = |panel: Panel, size: f32, range: std::ops::RangeInclusive<f32>| {
        panel.default_size(size).size_range(range).resizable(true).frame(surface)
    };
    if width < RAIL_BELOW {
        let rail = Panel::left("rail").exact_size(44.0).resizable(false).frame(surface);
        rail.show(ui, |ui| panels::rail(ui, window, thumbnails, out));
    } else {
        let size = if width < WIDE_FROM { 240.0 } else { 280.0 };
        side(Panel::left("left"), size, 200.0..=360.0).show(ui, |ui| panels::left(ui, window, thumbnails, out));
    }
    let size = match width {
        width if width < FOLDED_BELOW => 232.0,
        width if width < WIDE_FROM => 344.0,
        _ => 480.0,
    };
    side(Panel::right("right"), size, 232.0..=560.0).show(ui, |ui| panels::right(ui, window, out));
    bar(Panel::top("answer"), 44.0).show(ui, |ui| panels::answer::show(ui, window, out));
    let ground = Surface::new().fill(Color32::TRANSPARENT);
    CentralPanel::default().frame(ground).show(ui, |ui| canvas.show(ui, window.session, out));
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.background.finish_writing();
        if let Some(autosave) = &self.autosave {
            autosave.end();
        }
    }
}
