//! Surveys: questions over many placements, as pictures that fill in while they are computed.
//!
//! - `side`: left the questions. `headline`: above, the answer in a line, and the question's subjects.
//! - `maps`: in the middle the pictures, with titles and legends. `map`: one of them; `picture`: its texture.
//! - `detail`: right the pair under the pointer. `duel`: two scans, and wrong answers, in numbers.
//! - `shapes`: below the hitboxes in a table.
//! - `cost`: the page of costs in place of all that: three answers, two maps, a table.

mod cost;
mod detail;
mod duel;
pub mod headline;
mod map;
mod maps;
mod picture;
mod shapes;
mod side;

use egui::{CentralPanel, Frame as Surface, Panel, Rect, Ui};

pub use self::map::{palette, rgb};
pub use self::maps::go_to;
use self::{cost::CostChoices, detail::Detail, map::Textures};
use super::request::{Request, WindowState};
use crate::app::{command::context_menu, panels::right_width, theme::Theme, widgets::status};
use maskscope_core::survey::{Answered, CostAnswer, HitboxSurvey, Testimony};

/// Widths and heights of the parts, in points.
const SIDE: f32 = 176.0;
const HEADLINE: f32 = 44.0;
/// Opacity while the answer is about the sprites as they were before.
const STALE: f32 = 0.5;

/// State that the surveys keep from frame to frame: their pictures, and where they were last shown.
pub struct SurveyTab {
    textures: Textures,
    detail: Detail,
    costs: CostChoices,
    /// The picture shown where there is room for only one.
    chosen: usize,
    /// True if the table shows every number.
    has_all_numbers: bool,
    /// The rectangles of the pictures on the screen, in points.
    pub rect: Rect,
}

impl Default for SurveyTab {
    fn default() -> Self {
        let (textures, detail, costs) = <_>::default();
        Self { textures, detail, costs, chosen: 0, has_all_numbers: false, rect: Rect::ZERO }
    }
}

impl SurveyTab {
    /// Shows everything over all that is left of `ui`.
    pub fn show(&mut self, ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
        let theme = Theme::of(ui);
        let panel = || Surface::new().fill(theme.panel);
        let canvas = || Surface::new().fill(theme.canvas);
        let width = ui.available_width();
        // In a narrow window the page of costs has a list of the questions over it.
        if width >= headline::NARROW || !headline::lists_questions(window) {
            Panel::left("questions").exact_size(SIDE).resizable(false).frame(panel()).show(ui, |ui| {
                side::show(ui, window, out);
            });
        }
        Panel::top("survey headline").exact_size(HEADLINE).resizable(false).frame(canvas()).show(ui, |ui| {
            headline::show(ui, window, out);
        });
        let asked = window.session.surveys().question;
        let derived = window.session.derived();
        let answered = derived.answered().or_else(|| derived.answered_before());
        let answered = answered.filter(|answered| answered.question == asked);
        if derived.answered_before().is_some() {
            ui.multiply_opacity(STALE);
        }
        if let Some(answered) = answered.as_ref().filter(|_| asked.name == "cost")
            && let Some(costs) = answered.found::<CostAnswer>()
        {
            let line = status::room(ui);
            CentralPanel::default().frame(canvas()).show(ui, |ui| {
                self.rect = ui.max_rect();
                maps::leave(ui, window, self.rect, out);
                self.costs.show(ui, window, (answered, costs), (&mut self.textures, &mut self.detail), out);
            });
            return context_menu::show(ui, window, line, out);
        }
        let hitboxes = answered.as_ref().and_then(Answered::found::<HitboxSurvey>);
        if let Some(hitboxes) = hitboxes {
            let height = shapes::height(hitboxes, self.has_all_numbers, ui.available_height() * 0.45);
            let bottom = Panel::bottom("survey table").exact_size(height).resizable(false);
            let has_all = &mut self.has_all_numbers;
            bottom.frame(panel()).show(ui, |ui| shapes::table(ui, window, hitboxes, has_all, out));
        }
        let errors = answered.as_ref().and_then(Testimony::of).and_then(|testimony| testimony.errors());
        Panel::right("survey detail").exact_size(right_width(width)).resizable(false).frame(canvas()).show(ui, |ui| {
            self.detail.show(ui, window, answered.as_ref(), errors.as_ref(), out);
        });
        let line = status::room(ui);
        CentralPanel::default().frame(canvas()).show(ui, |ui| {
            self.rect = ui.max_rect();
            maps::leave(ui, window, self.rect, out);
            match &answered {
                Some(answered) => maps::show(ui, window, answered, &mut self.textures, &mut self.chosen, out),
                None => maps::show_nothing(ui, window),
            }
        });
        context_menu::show(ui, window, line, out);
    }
}
