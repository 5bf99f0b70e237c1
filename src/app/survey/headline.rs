//! The answer in a line, and what the question can be asked about.

use std::mem::discriminant;

use egui::{Align, Layout, Response, RichText, Sense, Ui, vec2};

use super::maps::{paint_swatch, palette};
use super::readers;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::drop_down;
use crate::scan::Scan;
use crate::session::{ScanAction, SurveyAction, Surveys};
use crate::survey::{QuestionAbout, Swatch, Witness, swatches};

pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(12.0);
        ui.spacing_mut().item_spacing.x = 12.0;
        choices(ui, window, out);
        let (sentence, detail) = text(window);
        ui.add(egui::Label::new(RichText::new(sentence).font(theme::answer()).color(theme.t1)).truncate());
        // The parts that qualify it, if they fit.
        let mut parts: Vec<_> = detail.split(" · ").collect();
        let width = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), theme::note(), theme.t2).size().x;
        while width(&parts.join(" · ")) > ui.available_width() - 12.0 && parts.pop().is_some() {}
        ui.label(RichText::new(parts.join(" · ")).font(theme::note()).color(theme.t2));
    });
}

/// The lists from which is chosen what the question is about.
fn choices(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let surveys = window.session.surveys();
    let scans = window.session.scans();
    let each = scans.each_once();
    match surveys.question.about {
        QuestionAbout::Sprites | QuestionAbout::TheseTwo(_) => {}
        QuestionAbout::Scan | QuestionAbout::Scans => {
            let mut scan = scans.selected();
            list(ui, "Scan", &mut scan, &[&each], Scan::display_name);
            if let Some(place) = scans.scans().iter().position(|listed| *listed == scan)
                && scan != scans.selected()
            {
                out.push(ScanAction::Select(place).into());
            }
        }
        QuestionAbout::Two => {
            let mut pair = surveys.pair;
            let rivals = Surveys::rivals(&each);
            let second = [&[Witness::Truth], &*rivals].concat();
            let tip = "Two scans are compared by their visits, known engines by their answers.";
            let [first_color, second_color] = swatches(palette(ui));
            let are_scans = pair.iter().all(|one| matches!(one, Witness::Scan(_)));
            let swatch = |ui: &mut Ui, swatch: Swatch| {
                if are_scans {
                    let (rect, _) = ui.allocate_exact_size(vec2(36.0, 24.0), Sense::hover());
                    paint_swatch(ui.painter(), rect.left_center(), &swatch);
                }
            };
            swatch(ui, first_color);
            list_of_witnesses(ui, "First", &mut pair[0], &rivals).on_hover_text(tip);
            swatch(ui, second_color);
            list_of_witnesses(ui, "Second", &mut pair[1], &second).on_hover_text(tip);
            if pair != surveys.pair {
                out.push(SurveyAction::Compare(pair).into());
            }
        }
        QuestionAbout::Witnesses => {
            let mut witness = surveys.witness;
            let tip = "A scan that can err, a pre-check taken for the whole answer, or a known engine.";
            list_of_witnesses(ui, "Answers of", &mut witness, &Surveys::witnesses(&each)).on_hover_text(tip);
            if witness != surveys.witness {
                out.push(SurveyAction::Judge(witness).into());
            }
        }
        QuestionAbout::Readers => readers::choose(ui, window, out),
    }
}

fn list<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    chosen: &mut T,
    groups: &[&[T]],
    called: impl Fn(T) -> String,
) -> Response {
    // As long as the window is high, with this much free above and below.
    let height = ui.content_rect().height() - 120.0;
    let shown = drop_down(name, called(*chosen), 132.0).height(height).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (at, group) in groups.iter().enumerate() {
            if at > 0 {
                ui.separator();
            }
            for &choice in *group {
                ui.selectable_value(chosen, choice, called(choice));
            }
        }
    });
    shown.response.accessible_name(format!("{name}: {}", called(*chosen)))
}

/// The same of witnesses, those of a kind together.
fn list_of_witnesses(ui: &mut Ui, name: &str, chosen: &mut Witness, choices: &[Witness]) -> Response {
    let groups: Vec<_> = choices.chunk_by(|one, other| discriminant(one) == discriminant(other)).collect();
    list(ui, name, chosen, &groups, Witness::display_name)
}

/// The answer so far, and what qualifies it.
fn text(window: &WindowState<'_>) -> (String, String) {
    let Some(published) = window.session.derived().published() else { return (String::new(), String::new()) };
    if let Some(why) = published.refusal() {
        return (why, String::new());
    }
    let headline = window.session.derived().answered().map(|answered| answered.headline()).unwrap_or_default();
    let so_far = if published.is_complete() { "" } else { " so far" };
    (headline.sentence, headline.detail + so_far)
}
