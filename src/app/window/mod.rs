//! The program with its window: opens, shows everything frame by frame, closes.
//!
//! - `inspect`: the tab *Inspect*, the canvas and the panels around it.
//! - `requests`: does what was asked for, and takes what has come back from outside.
//! - `dropped_files`: files that come over the window, and pasted links.

pub mod dropped_files;
pub mod inspect;
mod requests;

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::{collections::HashMap, path::PathBuf, time::Duration};

use egui::{Frame, Panel};

use crate::app::canvas::Canvas;
use crate::app::outside::{self, Arrival, Outside, Platform, Settings};
use crate::app::panels::{self, answer::AnswerLine};
use crate::app::prelude::*;
use crate::app::project::ProjectTab;
use crate::app::race::RaceTab;
use crate::app::request::{PictureWanted, Popup, Previewed};
use crate::app::rest::Rest;
use crate::app::survey::SurveyTab;
use crate::app::{command, popups, replay, samples, script_field, terrain, widgets};
use crate::cli::WindowStart;
use crate::exports::{Chosen, ExportRef};
use crate::files::{holds_link, sample_sprite};
use crate::lessons::lesson_named;
use crate::session::{Action, Document, Event, Hint, Job, LessonAction, LogAction, TerrainAction};
use maskscope_core::replay::StopRules;

/// The program with its window.
pub struct App {
    pub(super) session: Session,
    pub(super) canvas: Canvas,
    race: RaceTab,
    survey: SurveyTab,
    project: ProjectTab,
    pub(super) outside: Outside,
    pub(super) popup: Option<Popup>,
    /// The errors about paths that were typed, by their ids: once one leads to its file, they are closed.
    pub(super) path_errors: Vec<u64>,
    /// A picture of the next frame that is to be written.
    pub(super) picture: Option<PictureWanted>,
    /// It closes as soon as everything is written.
    is_closing: bool,
    /// It closes whatever is lost.
    closes_anyway: bool,
    /// The number of the signal by which the system asks it to end; 0 for none.
    signal: Arc<AtomicI32>,
    /// True until what it opens with is shown, and all of that has been found.
    is_starting: bool,
    pub(super) settings: Settings,
    rest: Rest,
    /// The last export to each path.
    pub(super) written: HashMap<PathBuf, Chosen>,
    /// The last export, and its file.
    pub(super) exported: Option<(Chosen, PathBuf)>,
    /// The file that the sheet of exports would write.
    pub(super) preview: Option<Previewed>,
    /// Title of the system's window.
    title: String,
    /// The last spoken answer.
    announced: String,
    /// The work in entries of the browser's history when they were left, by their numbers.
    left: HashMap<i32, Document>,
    /// True if it continues the last session, and nothing has been done since.
    pub(super) continues: bool,
}

impl App {
    /// The program as it opens on a platform: with the named images, or with the first built-in pair.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub fn new(ctx: &Context, open: &WindowStart, platform: Platform) -> std::io::Result<Self> {
        theme::install(ctx);
        outside::claim(command::key_names());
        let is_bare = (&open.a, &open.b, &open.scene, &open.follow) == (&None, &None, &None, &None);
        let greets = platform.greets;
        let (outside, settings, found) = Outside::open(ctx, open.limits, platform, is_bare)?;
        let mut app = Self {
            session: Session::default(),
            canvas: Canvas::default(),
            race: RaceTab::default(),
            survey: SurveyTab::default(),
            project: ProjectTab::default(),
            outside,
            popup: None,
            path_errors: Vec::new(),
            picture: None,
            is_closing: false,
            closes_anyway: false,
            signal: Arc::default(),
            is_starting: true,
            settings,
            rest: Rest::default(),
            written: HashMap::new(),
            exported: None,
            preview: None,
            title: String::new(),
            announced: String::new(),
            left: HashMap::new(),
            continues: false,
        };
        ctx.set_theme(app.settings.theme);
        widgets::set_open_tabs(ctx, app.settings.tabs.clone());
        for (&hint, _) in Hint::ALL.iter().zip(app.settings.learnt_hints).filter(|(_, learnt)| *learnt) {
            app.session.apply(ViewAction::Learnt(hint).into());
        }
        app.session.apply(LessonAction::Recall(app.settings.lessons.clone()).into());
        if open.follow.is_some() {
            samples::show(&mut app.session, 0);
        }
        match (&open.scene, found.kept) {
            (Some(scene), _) => app.ask(ctx, Ask::Open(OpenAs::Scene, scene.clone())),
            (None, Some(kept)) => {
                app.session.continue_with(*kept);
                app.continues = true;
                if found.has_died {
                    app.session.hold_scripts();
                }
            }
            (None, None) if is_bare && greets && app.settings == Settings::default() => {
                samples::greet(&mut app.session);
            }
            (None, None) if is_bare => samples::show(&mut app.session, 0),
            (None, None) => {
                for (input, path) in [(OpenAs::Image(Slot::A), &open.a), (OpenAs::Beside(open.at), &open.b)] {
                    if let Some(path) = path {
                        app.ask(ctx, Ask::Open(input, path.clone()));
                    }
                }
            }
        }
        if let Some(path) = open.follow.clone() {
            app.session.apply(LogAction::Open { path, is_live: true }.into());
            if let Some(rules) = open.stops.clone() {
                app.host(*rules);
            }
        }
        if let Some((place, _)) = open.lesson.as_deref().and_then(lesson_named) {
            samples::open_lesson(&mut app.session, place);
        }
        if !is_bare {
            app.outside.begin_with(&app.session);
        }
        for action in found.events {
            app.session.apply(action.into());
        }
        Ok(app)
    }

    /// Lets the game whose log is followed be stopped by `rules`, and writes a line to standard output: what it has to find in
    /// its environment, or nothing if nobody can listen to it.
    fn host(&mut self, rules: StopRules) {
        let line = match self.outside.host(&mut self.session, rules) {
            Ok((name, value)) => format!("{name}={}", value.display()),
            Err(error) => {
                self.fail("The game cannot be stopped", words::sentence(&error.to_string()));
                String::new()
            }
        };
        let mut output = std::io::stdout();
        // Without a reader there is no game, either.
        writeln!(output, "{line}").and_then(|()| output.flush()).ok();
    }

    /// The state, for code that drives the window.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Does `action` as if a panel had asked for it.
    pub fn act(&mut self, ctx: &Context, action: Action) {
        self.apply(ctx, action.into());
    }

    /// Opens what a link leads to, as if it had been pasted: a whole address, or what begins with its `#`. Other text, and none,
    /// is left alone.
    pub fn open_link(&mut self, ctx: &Context, text: &str) {
        if holds_link(text) {
            self.apply(ctx, Request::OpenLink(text.to_owned()));
        }
    }

    /// Opens what the page's address leads to: in an entry of the browser's history that was left, what was shown there. A
    /// lesson begins again.
    fn arrive(&mut self, ctx: &Context, Arrival { link, left, at }: Arrival) {
        if self.session.lessons().open().is_none() {
            self.left.insert(left, self.session.document());
        }
        match self.left.remove(&at) {
            Some(kept) => {
                self.outside.leave_copy(self.session.document());
                self.session.continue_with(kept);
            }
            None if link.is_empty() => {}
            None => self.apply(ctx, Request::OpenLink(link)),
        }
    }

    /// Writes an export to `path`, as if it had been chosen in a dialog.
    pub fn export(&mut self, ctx: &Context, export: ExportRef, path: PathBuf) {
        self.write(ctx, Chosen::suggested(export, &self.session), path, false, false);
    }

    /// Shows the whole window and does what was asked for.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        for arrival in outside::arrived_links(&ctx, self.continues) {
            self.arrive(&ctx, arrival);
        }
        self.end_by_signal();
        self.take_outcomes(&ctx);
        self.outside.listen(&mut self.session);
        self.outside.audit(&self.session);
        self.bring_the_ball();
        self.continues &= !self.session.can_undo_redo().0;
        let plays = self.let_time_pass(&ctx);
        if ctx.input(|input| input.pointer.any_pressed()) {
            self.session.apply(StageAction::Grasp.into());
        }
        if self.session.view().greets && is_used(&ctx) {
            self.session.apply(ViewAction::Greet(false).into());
        }
        let mut requests = Vec::new();
        self.show_panels(ui, &mut requests);
        if let Some(wanted) = self.picture.take() {
            self.outside.photograph(self.middle(), wanted);
        }
        if !requests.is_empty() {
            ctx.request_repaint();
        }
        for request in requests {
            self.apply(&ctx, request);
        }
        let (now, is_held) = ctx.input(|input| (input.time, input.pointer.any_down()));
        self.rest.follow(self.session.derived().subject(), is_held, plays, now);
        for ask in self.session.take_to_compare() {
            self.ask(&ctx, ask);
        }
        let work = self.outside.drive(&mut self.session, &self.rest);
        let change = self.outside.follow(&self.session);
        for replaced in self.session.take_replaced() {
            self.outside.leave_copy(replaced);
        }
        if self.is_starting && self.session.wanted().iter().all(Job::is_timing) {
            self.is_starting = false;
            self.outside.shows_start();
        }
        let copy = self.outside.keep(&self.session);
        if let Some(next) = work.into_iter().chain(change).chain(copy).min() {
            ctx.request_repaint_after(next);
        }
        for event in outside::deliver(&ctx) {
            self.session.apply(event.into());
        }
        self.remember(&ctx);
        self.name_the_window(&ctx);
        self.announce_the_answer();
        self.close_when_written(&ctx);
    }

    /// The place for the number of a signal that is to end it.
    pub fn signal(&self) -> Arc<AtomicI32> {
        Arc::clone(&self.signal)
    }

    /// Ends the program where a signal asks it to: says what could not be kept, and asks nothing.
    fn end_by_signal(&mut self) {
        let signal = self.signal.load(Ordering::Relaxed);
        if signal != 0 {
            let secured = self.outside.secure(&self.session);
            self.end();
            if let Err(why) = secured {
                // Where standard error is closed, the exit status has to do.
                writeln!(std::io::stderr(), "maskscope: what is in no file could not be kept: {why}").ok();
            }
            std::process::exit(128 + signal);
        }
    }

    /// Waits until everything is written: the next start goes on from here.
    pub fn end(&mut self) {
        self.outside.end(&self.session);
    }

    /// Sets the title of the system's window: the names of the sprites, with a dot while there are unsaved changes.
    fn name_the_window(&mut self, ctx: &Context) {
        let dot = if self.session.has_unsaved_changes() { " •" } else { "" };
        let title = match self.session.names() {
            name if name.is_empty() => "maskscope".to_owned(),
            name => format!("{name}{dot} – maskscope"),
        };
        if title != self.title {
            outside::entitle(ctx, &title);
            self.title = title;
        }
    }

    /// Says the answer of the sprites on the stage where it is another one.
    fn announce_the_answer(&mut self) {
        let answer = AnswerLine::of(&self.session).spoken();
        if answer != self.announced {
            outside::say(&answer);
            self.announced = answer;
        }
    }

    /// Stays open, and shows what is being written, until it is written. A second request to close closes it at once; what
    /// is left is written unseen. Where unsaved work could not be kept, a person is asked first.
    fn close_when_written(&mut self, ctx: &Context) {
        let is_writing = self.outside.is_writing();
        let is_requested = ctx.input(|input| input.viewport().close_requested());
        if is_requested && is_writing && !self.is_closing {
            self.is_closing = true;
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.done("Closing", "When all files are written.");
        } else if is_requested
            && !self.closes_anyway
            && let Err(why) = self.outside.secure(&self.session)
        {
            self.is_closing = false;
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.session.apply(Event::WorkAtRisk(why).into());
            ctx.request_repaint();
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
        let is_script = self.session.view().tab == Tab::Inspect && self.session.scans().selected().is_own();
        let window = WindowState {
            session: &self.session,
            zoom: self.canvas.camera().map(|camera| camera.zoom),
            hovered: self.canvas.hovered(),
            canvas: self.middle(),
            sprites: self.canvas.sprites(&self.session),
            continues: self.continues,
            preview: self.preview.as_ref(),
            exported: self.exported.as_ref(),
            page: &self.settings.page,
            has_popup: self.popup.is_some(),
            has_script: is_script && script_field::is_open(ui.ctx()),
        };
        let shown_zoom = window.zoom;
        command::handle_keys(ui.ctx(), &window, out);
        let surface = Frame::new().fill(Theme::of(ui).panel);
        let samples = samples::titles();
        let top = Panel::top("top").exact_size(40.0).resizable(false).frame(surface);
        top.show(ui, |ui| panels::top::show(ui, &window, &samples, out));
        match self.session.view().tab {
            Tab::Inspect => inspect::show(ui, &window, &mut self.canvas, thumbnails, out),
            Tab::Race => self.race.show(ui, &window, out),
            Tab::Survey => self.survey.show(ui, &window, out),
            Tab::Replay => replay::show(ui, &window, &mut self.canvas, thumbnails, out),
            Tab::Project => self.project.show(ui, &window, out),
            Tab::Terrain => terrain::show(ui, &window, &mut self.canvas, out),
        }
        if self.canvas.camera().map(|camera| camera.zoom) != shown_zoom {
            // The bar over the canvas was shown before it.
            ui.ctx().request_repaint();
        }
        dropped_files::show(ui, &self.session, self.middle(), out);
        dropped_files::take_pasted(ui, out);
        if !self.canvas.poses {
            let in_field = match &self.popup {
                Some(Popup::Path(field)) => field.error,
                _ => None,
            };
            panels::messages::show(ui, &window, &self.outside.shown_work(), in_field, out);
        }
        if let Some(popup) = &mut self.popup {
            popups::show(ui, &window, popup, &samples, out);
        }
    }

    /// Returns the middle of the window, which the tab fills, in points.
    fn middle(&self) -> Rect {
        match self.session.view().tab {
            Tab::Inspect | Tab::Replay | Tab::Terrain => self.canvas.rect(),
            Tab::Race => self.race.rect,
            Tab::Survey => self.survey.rect,
            Tab::Project => self.project.rect,
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

    /// Lets time pass; returns whether anything plays.
    fn let_time_pass(&mut self, ctx: &Context) -> bool {
        let passed = ctx.input(|input| f64::from(input.stable_dt));
        // After an idle time the first frame would be one long step.
        let plays = self.session.tick(passed.min(0.1));
        if plays {
            ctx.request_repaint();
        }
        plays
    }

    /// Writes the settings down when they have changed.
    fn remember(&mut self, ctx: &Context) {
        self.settings.tabs = widgets::open_tabs(ctx);
        self.settings.learnt_hints = self.session.view().learnt_hints;
        self.settings.lessons.clone_from(self.session.lessons().progress());
        if let Some(failure) = self.outside.remember(&self.settings) {
            self.session.apply(failure.into());
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }

    /// The colour of the canvas, which is not filled again: where a processor draws, every pixel takes time. Only frames of
    /// areas that scroll are, since their contents fade into that colour.
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        Theme::named(egui::Theme::from_dark_mode(visuals.dark_mode)).canvas.to_normalized_gamma_f32()
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.end();
    }
}

/// True if something is dragged or dropped, or a key is pressed.
fn is_used(ctx: &Context) -> bool {
    ctx.input(|input| {
        let is_key = |event: &egui::Event| matches!(event, egui::Event::Key { pressed: true, .. });
        input.pointer.is_decidedly_dragging() || !input.raw.dropped_files.is_empty() || input.events.iter().any(is_key)
    })
}
