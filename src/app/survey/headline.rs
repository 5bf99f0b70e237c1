//! The answer in a line, and what the question can be asked about.

use egui::{Align, Layout, RichText, Ui};

use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::drop_down;
use crate::scan::Scan;
use crate::session::{Answer, CostAnswer, ScanAction, SurveyAction, SurveyKind, Surveys};
use crate::words;

/// Shows the line.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(12.0);
        ui.spacing_mut().item_spacing.x = 12.0;
        choices(ui, window, out);
        let (sentence, detail) = told(window);
        ui.label(RichText::new(sentence).font(theme::answer()).color(theme.t1));
        ui.add(egui::Label::new(RichText::new(detail).font(theme::note()).color(theme.t2)).truncate());
    });
}

/// The lists from which is chosen whom the question is about.
fn choices(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let surveys = window.session.surveys();
    let scans = window.session.scans();
    match surveys.kind() {
        SurveyKind::Difference => {
            let mut pair = surveys.pair();
            for (scan, name) in pair.iter_mut().zip(["First scan", "Second scan"]) {
                list_of_scans(ui, name, scan, scans.scans());
            }
            if pair != surveys.pair() {
                out.push(SurveyAction::Compare(pair).into());
            }
        }
        SurveyKind::Divergence => {
            let mut witness = surveys.witness();
            let shown = drop_down("Whose answers", witness.to_string(), 132.0).show_ui(ui, |ui| {
                for choice in Surveys::witnesses(scans.scans()) {
                    ui.selectable_value(&mut witness, choice, choice.to_string());
                }
            });
            let tip = "A scan that can err, a pre-check taken for the whole answer, or a known engine.";
            shown.response.accessible_name(format!("Whose answers: {witness}")).on_hover_text(tip);
            if witness != surveys.witness() {
                out.push(SurveyAction::Judge(witness).into());
            }
        }
        SurveyKind::Worst | SurveyKind::Cost => {
            let mut scan = scans.selected();
            list_of_scans(ui, "Scan", &mut scan, scans.scans());
            if let Some(place) = scans.scans().iter().position(|listed| *listed == scan)
                && scan != scans.selected()
            {
                out.push(ScanAction::Select(place).into());
            }
        }
        _ => {}
    }
}

fn list_of_scans(ui: &mut Ui, name: &str, chosen: &mut Scan, scans: &[Scan]) {
    let shown = drop_down(name, chosen.to_string(), 132.0).show_ui(ui, |ui| {
        for &choice in scans {
            ui.selectable_value(chosen, choice, choice.to_string());
        }
    });
    shown.response.accessible_name(format!("{name}: {chosen}"));
}

/// The answer so far, and what qualifies it.
fn told(window: &WindowState<'_>) -> (String, String) {
    let Some(published) = window.session.published() else { return (String::new(), String::new()) };
    let so_far = if published.is_complete() { String::new() } else { "so far".to_owned() };
    match &*published.answer {
        Answer::Cost(cost) => told_cost(window, cost, &so_far),
        Answer::Divergence(found) => {
            let (false_hits, false_misses) = (found.false_hits(), found.false_misses());
            let sentence = match false_hits + false_misses {
                0 => format!("{} is never wrong", found.witness()),
                wrong => format!("{} is wrong at {}", found.witness(), words::plural(wrong, "placement")),
            };
            let missed = found.largest_miss().map_or(String::new(), |(offset, area)| {
                format!(" · misses up to {} px, at {}", words::thousands(area), words::point(offset.cell()))
            });
            let counts =
                format!("{} false hits, {} misses", words::thousands(false_hits), words::thousands(false_misses));
            (sentence, format!("{counts}{missed} {so_far}"))
        }
        Answer::Thresholds(thresholds) => {
            let [a, b] = thresholds_now(window);
            let area = words::plural(thresholds.area(a, b).into(), "pixel");
            (format!("{area} shared at thresholds {a} and {b}"), "A's threshold across, B's down".to_owned())
        }
        Answer::Area(map) => {
            let most = map.areas().values().iter().copied().max().unwrap_or(0);
            let overlaps = map.areas().values().iter().filter(|area| **area > 0).count() as u64;
            let sentence = format!(
                "Masks overlap at {}, by up to {} px",
                words::plural(overlaps, "placement"),
                words::thousands(most.into())
            );
            (sentence, format!("the line is where they start to touch {so_far}"))
        }
        Answer::Frames(matrix) => {
            let size = matrix.areas().size();
            let hits = matrix.areas().values().iter().filter(|area| **area > 0).count() as u64;
            let sentence =
                format!("{} of {} of frames overlap here", words::thousands(hits), words::plural(size.area(), "pair"));
            (sentence, format!("A's frames across, B's down {so_far}"))
        }
        Answer::Disagreement(_) | Answer::Route(_) => (String::new(), String::new()),
        Answer::Refused(why) => (why.clone(), String::new()),
    }
}

/// The thresholds of A and B.
pub fn thresholds_now(window: &WindowState<'_>) -> [u8; 2] {
    crate::session::Slot::ALL
        .map(|slot| window.session.stage().get(slot).map_or(0, |placed| placed.sprite().threshold()))
}

fn told_cost(window: &WindowState<'_>, cost: &CostAnswer, so_far: &str) -> (String, String) {
    let surveys = window.session.surveys();
    let summary = |scan: Scan| {
        let place = cost.survey.maps().iter().position(|map| map.scan() == scan)?;
        cost.summaries.get(place).map(|(summary, _)| summary)
    };
    match surveys.kind() {
        SurveyKind::Difference => {
            let [one, other] = surveys.pair();
            let means =
                summary(one).zip(summary(other)).and_then(|(a, b)| Some((a.all.spread?.mean, b.all.spread?.mean)));
            let sentence = means.map_or_else(String::new, |(a, b)| {
                let (less, more, ratio) =
                    if a <= b { (one, other, b / a.max(1e-9)) } else { (other, one, a / b.max(1e-9)) };
                format!("{less} needs {} fewer visits than {more} in the mean", times(ratio))
            });
            (sentence, format!("{one} less {other} at every offset {so_far}"))
        }
        SurveyKind::Worst => {
            let scan = window.session.scans().selected();
            let worst = cost.survey.map_of(scan).and_then(|map| cost.survey.worst(map));
            let sentence = worst.map_or_else(String::new, |(offset, cost)| {
                format!(
                    "{scan} needs {} at {}",
                    words::plural(cost.visits.into(), "visit"),
                    words::point(offset.cell())
                )
            });
            (sentence, format!("the worst placement of this art {so_far}"))
        }
        _ => {
            let claim = cost.claim.as_ref().filter(|claim| claim.offsets() > 0);
            claim.map_or_else(
                || ("The masks overlap nowhere".to_owned(), so_far.to_owned()),
                |claim| (claim.sentence(), format!("{} {so_far}", claim.detail())),
            )
        }
    }
}

/// `3.3×`.
fn times(ratio: f64) -> String {
    let decimals = usize::from(ratio < 9.95);
    format!("{ratio:.decimals$}×")
}
