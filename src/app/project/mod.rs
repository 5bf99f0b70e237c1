//! The tab *Project*: the hitboxes of a folder, those that fit their pictures worst first, each beside a better one that can be
//! saved into its file. Its parts, below the sentence:
//!
//! - `empty`: the way to begin, and an audit under way.
//! - `list`: left the hitboxes, in groups.
//! - `compare`: in the middle both shapes on the picture, and their numbers; `picture`: how they are painted; `saving`: the lines
//!   of the file, and the buttons.
//! - `intended`: the button with the roles. `kinds`: right the shapes to choose from, the roles, the baseline.
//! - `sentence`: what the audit comes to, and the names of shapes.

mod compare;
mod empty;
mod intended;
mod kinds;
mod list;
mod picture;
mod saving;
mod sentence;

use egui::{CentralPanel, Frame as Surface, Panel};

use crate::app::command::{Command, context_menu};
use crate::app::panels::{answer, padded, right_width};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::text_button;
use crate::session::ProjectAudit;
use picture::ProjectPictures;

/// Below this width of the window there is no right panel, and below the other one the list is narrow.
const NARROW: f32 = 1_100.0;
/// Height of the sentence, in points.
const HEADLINE: f32 = 44.0;
/// State of the tab from frame to frame: its pictures, and where it was last shown.
pub struct ProjectTab {
    pictures: ProjectPictures,
    /// The middle on the screen, in points.
    pub rect: Rect,
}

impl Default for ProjectTab {
    fn default() -> Self {
        Self { pictures: ProjectPictures::default(), rect: Rect::ZERO }
    }
}

/// The width of the list in a window this wide.
const fn list_width(window: f32) -> f32 {
    match window {
        ..NARROW => 232.0,
        ..1_600.0 => 296.0,
        _ => 376.0,
    }
}

impl ProjectTab {
    /// Shows everything over all that is left of `ui`.
    pub fn show(&mut self, ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
        let surface = Surface::new().fill(Theme::of(ui).panel);
        let bar = |panel: Panel, size: f32| panel.exact_size(size).resizable(false).frame(surface);
        let (width, project) = (ui.available_width(), window.session.project());
        let report = project.and_then(|project| Some((project, project.report()?)));
        let has_right = report.is_some() && width >= NARROW;
        if let Some((project, report)) = report {
            bar(Panel::left("project list"), list_width(width)).show(ui, |ui| {
                list::show(ui, project, report, &mut self.pictures, out);
            });
        }
        if let Some((project, report)) = report.filter(|_| has_right) {
            bar(Panel::right("project right"), right_width(width)).show(ui, |ui| {
                kinds::show(ui, project, report, out);
            });
        }
        bar(Panel::top("project sentence"), HEADLINE).show(ui, |ui| {
            answer::line(ui, &sentence::answer(project), |ui| controls(ui, window, out));
        });
        let line = status::room(ui);
        let ground = Surface::new().fill(Theme::of(ui).canvas);
        CentralPanel::default().frame(ground).show(ui, |ui| {
            self.rect = ui.max_rect();
            match (report, project) {
                (Some((project, _)), _) => self.middle(ui, window, project, has_right, out),
                (None, Some(project)) => empty::show_progress(ui, project),
                (None, None) => empty::show(ui, out),
            }
        });
        context_menu::show(ui, window, line, out);
    }

    /// Shows the shapes on the picture, and what saving one changes.
    fn middle(
        &mut self,
        ui: &mut Ui,
        window: &WindowState<'_>,
        project: &ProjectAudit,
        has_right: bool,
        out: &mut Vec<Request>,
    ) {
        let keys = Status::default().can("↑ ↓", "next hitbox").can("S", "save").can("I", "intended");
        status::tell_else(ui, keys.can("right click", "role"));
        let Some(hitbox) = project.hitbox() else { return };
        ScrollArea::vertical().id_salt("project middle").auto_shrink(false).show(ui, |ui| {
            padded(ui, 12, 12, |ui| {
                compare::show(ui, project, hitbox, (&mut self.pictures, has_right), out);
                ui.add_space(8.0);
                saving::show(ui, window, project, hitbox, out);
            });
        });
    }
}

/// Adds the button of the sentence.
fn controls(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let Some(project) = window.session.project() else { return };
    let command = if project.progress().is_some() { Command::StopAudit } else { Command::CheckAgain };
    if text_button(ui, &command.label(window)).on_hover_text(command.sentence()).clicked() {
        command.ask(window, out);
    }
}
