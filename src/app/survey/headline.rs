//! The answer in a line, and what the question can be asked about: scans, witnesses, or two ways to read the sprites.

use std::mem::discriminant;

use super::{map::palette, maps::paint_swatch};
use crate::app::command::{Command, tooltip};
use crate::app::panels::answer::{AnswerLine, two_rows};
use crate::app::prelude::*;
use crate::app::request::Popup;
use crate::app::widgets::{PillVerdict, choice_list, drop_down, long_solid_button, pill, segmented, text_button};
use crate::exports::SURVEY;
use crate::session::{Placed, Published, ScanAction, SurveyAction, Surveys};
use maskscope_core::scan::Scan;
use maskscope_core::scene::SolidSource;
use maskscope_core::survey::{
    Among, Answered, CostAnswer, Headline, QUESTIONS, Question, QuestionAbout, Reader, Survey as _, SurveyTimes,
    Swatch, Variation, Witness, swatches,
};

/// Below this width of the window the page of costs has a list of the questions over it.
pub const NARROW: f32 = 1_000.0;
/// Free space at both sides, in points.
const EDGE: f32 = 12.0;

pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        ui.add_space(EDGE);
        choices(ui, window, out);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(EDGE);
            let times = window.session.derived().survey_times();
            let answer = answer(window, &times);
            if answer.verdict == PillVerdict::Unasked {
                let export = Command::Export(&SURVEY);
                let button = ui.add_enabled_ui(export.is_enabled(window), |ui| text_button(ui, "Export…")).inner;
                if tooltip(button, export).clicked() {
                    export.ask(window, out);
                }
                use_fastest(ui, window, &times, out);
            } else {
                let button =
                    text_button(ui, "Open in Inspect").on_hover_text("Shows the sprites and their thresholds.");
                if button.clicked() {
                    out.push(ViewAction::Show(Tab::Inspect).into());
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if answer.verdict != PillVerdict::Unasked {
                    pill(ui, answer.verdict);
                }
                let room = ui.available_width();
                two_rows(ui, &answer, room);
            });
        });
    });
}

/// Shows the button that leads from the fastest scan to its code, once it is known.
fn use_fastest(ui: &mut Ui, window: &WindowState<'_>, times: &SurveyTimes, out: &mut Vec<Request>) {
    let derived = window.session.derived();
    let answered = derived.answered().filter(|answered| answered.question.name == "cost");
    let Some(costs) = answered.as_ref().and_then(Answered::found::<CostAnswer>) else { return };
    let fastest = costs.ranking.fastest(Among::All, times);
    let scan = fastest.first().map(|at| costs.survey.maps[*at].asked);
    let place = scan.and_then(|scan| window.session.scans().scans().iter().position(|listed| *listed == scan));
    let Some((scan, place)) = scan.zip(place) else { return };
    let button = long_solid_button(ui, &format!("Use {}…", scan.display_name()));
    if button.on_hover_text("Shows this scan as code, for your own game.").clicked() {
        out.extend([ScanAction::Select(place).into(), Request::Open(Popup::Code)]);
    }
}

/// The lists that choose the question's subjects.
fn choices(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let surveys = window.session.surveys();
    let scans = window.session.scans();
    let each = scans.each_once();
    match surveys.question.about {
        QuestionAbout::Sprites | QuestionAbout::TheseTwo(_) | QuestionAbout::Hitboxes => {}
        QuestionAbout::Scans if surveys.question.name == "cost" => {
            if ui.ctx().content_rect().width() < NARROW && lists_questions(window) {
                let mut question = surveys.question.title;
                let sprites = window.session.stage().both().map(|(a, b)| [a.sprite(), b.sprite()]);
                let is_listed = |asked: &&Question| sprites.is_none_or(|sprites| (asked.is_listed)(sprites));
                let listed: Vec<_> = QUESTIONS.into_iter().filter(is_listed).collect();
                let titles: Vec<_> = listed.iter().map(|asked| asked.title).collect();
                list(ui, "Question", 132.0, &mut question, &[&titles], str::to_owned);
                let chosen = listed.iter().find(|asked| asked.title == question && **asked != surveys.question);
                out.extend(chosen.map(|chosen| SurveyAction::Choose(chosen).into()));
            }
        }
        QuestionAbout::Scan | QuestionAbout::Scans => scan_list(ui, window, 132.0, out),
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
        QuestionAbout::Readers => choose_readers(ui, window, out),
    }
}

/// True if the questions are a list over the page where there is no room beside it: not while parts of the side are needed.
pub fn lists_questions(window: &WindowState<'_>) -> bool {
    let (surveys, derived) = (window.session.surveys(), window.session.derived());
    let answered = derived.answered();
    let is_whole = |answered: &Answered| answered.answer().places.lattice().is_none_or(|it| it.described().is_none());
    surveys.question.name == "cost" && answered.as_ref().is_none_or(is_whole)
}

/// The list from which the scan that is looked at is chosen.
pub fn scan_list(ui: &mut Ui, window: &WindowState<'_>, width: f32, out: &mut Vec<Request>) {
    let scans = window.session.scans();
    let mut scan = scans.selected();
    list(ui, "Scan", width, &mut scan, &[&scans.each_once()], Scan::display_name);
    if let Some(place) = scans.scans().iter().position(|listed| *listed == scan)
        && scan != scans.selected()
    {
        out.push(ScanAction::Select(place).into());
    }
}

fn list<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    width: f32,
    chosen: &mut T,
    groups: &[&[T]],
    called: impl Fn(T) -> String,
) -> Response {
    // As long as the window is high, with this much free above and below.
    let height = ui.content_rect().height() - 120.0;
    let shown = drop_down(name, called(*chosen), width).height(height).show_ui(ui, |ui| {
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

/// Shows the list from which a witness is chosen, those of a kind together.
fn list_of_witnesses(ui: &mut Ui, name: &str, chosen: &mut Witness, choices: &[Witness]) -> Response {
    let groups: Vec<_> = choices.chunk_by(|one, other| discriminant(one) == discriminant(other)).collect();
    list(ui, name, 132.0, chosen, &groups, Witness::display_name)
}

/// The answer so far, and what qualifies it.
fn answer(window: &WindowState<'_>, times: &SurveyTimes) -> AnswerLine {
    let derived = window.session.derived();
    if let Some(before) = derived.answered_before() {
        let detail = "Asking again; below are the answers before the change.";
        return AnswerLine::new(PillVerdict::Unasked, before.headline().sentence, detail);
    }
    let Some((published, answered)) = derived.published().zip(derived.answered()) else {
        let refusal = derived.published().and_then(Published::refusal);
        return AnswerLine::new(PillVerdict::Unasked, refusal.unwrap_or_default(), "");
    };
    if let Some(costs) = answered.found::<CostAnswer>().filter(|_| answered.question.name == "cost") {
        let Headline { sentence, detail } = costs.advice(times);
        let detail = loss(window, &answered).unwrap_or(detail);
        let which = costs.survey.lattice.described().map(|which| format!("{which} · ")).unwrap_or_default();
        let verdict = verdict(window, costs);
        let remedy = if verdict == PillVerdict::Empty { remedy(window) } else { String::new() };
        return AnswerLine::new(verdict, sentence, format!("{which}{detail}{remedy}"));
    }
    let unfinished = if published.is_complete() { "" } else { "Still counting. " };
    let headline = answered.headline();
    AnswerLine::new(PillVerdict::Unasked, headline.sentence, format!("{unfinished}{}", headline.detail))
}

/// The verdict where no placement hits: an empty mask, or a miss everywhere.
fn verdict(window: &WindowState<'_>, costs: &CostAnswer) -> PillVerdict {
    let has_no_hit = costs.ranking.placements()[0] == 0 && costs.survey.progress().is_complete();
    match (has_no_hit, empty(window)) {
        (false, _) => PillVerdict::Unasked,
        (true, Some(_)) => PillVerdict::Empty,
        (true, None) => PillVerdict::Miss,
    }
}

/// The first sprite without a solid pixel.
fn empty<'a>(window: &'a WindowState<'_>) -> Option<(Slot, &'a Placed)> {
    let placed = |slot| Some((slot, window.session.stage().get(slot)?));
    Slot::ALL.into_iter().filter_map(placed).find(|(_, placed)| placed.raster().mask().bounds().is_none())
}

/// ` Lower "solid if alpha >" of A, now 255, in Inspect.`, where that would make a pixel solid.
fn remedy(window: &WindowState<'_>) -> String {
    let Some((slot, placed)) = empty(window) else { return String::new() };
    let sprite = placed.sprite();
    let rule = sprite.rule();
    let is_alpha = matches!(rule.source, SolidSource::Alpha) && !rule.inverted;
    if !is_alpha || sprite.raster().largest_level().unwrap_or(0) == 0 {
        return String::new();
    }
    format!(" Lower \"solid if alpha >\" of {}, now {}, in Inspect.", slot.letter(), rule.threshold)
}

/// `rows loses most at offset −24,4: 390 visits, center-out needs 1, the fewest of the 8 compared`, while that place is shown.
fn loss(window: &WindowState<'_>, answered: &Answered) -> Option<String> {
    let (surveys, scan) = (window.session.surveys(), window.session.scans().selected());
    let answer = answered.answer();
    let costs = answer.costs.filter(|_| surveys.is_pinned)?;
    let (offset, _) = costs.survey.map_of(scan)?.largest_loss?;
    let (x, y) = costs.survey.lattice.asked(offset).filter(|place| surveys.pointed == Some(*place))?;
    let visits = |scan| Some((costs.survey.map_of(scan)?.costs.at(x, y).visits, scan));
    let (fewest, best) =
        costs.winners.contenders.iter().filter_map(|scan| visits(*scan)).min_by_key(|(visits, _)| *visits)?;
    let [own, fewest] = [visits(scan)?.0, fewest].map(|visits| words::thousands(visits.into()));
    let at = words::offset(offset);
    let (name, best, rivals) = (scan.display_name(), best.display_name(), costs.winners.contenders.len());
    Some(format!("{name} loses most at {at}: {own} visits, {best} needs {fewest}, the fewest of the {rivals} compared"))
}

/// Each side of a cell is cut into this many fractions.
const FRACTIONS: u32 = 16;

/// Shows the lists from which the two ways to read the sprites are chosen, and what is done to B meanwhile.
pub fn choose_readers(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let surveys = window.session.surveys();
    let mut chosen = surveys.readers;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        for (reader, name) in chosen.iter_mut().zip(["First convention", "Second convention"]) {
            let choices = Reader::offered().into_iter().map(|choice| (choice, choice.title(), String::new()));
            let tip = "Rounding, resampling and sample point; or a known engine's own rules.";
            choice_list(ui, name, reader, choices, 212.0).on_hover_text(tip);
        }
        let mut variation = surveys.variation;
        let all = [(Variation::Angles, "angles"), (Variation::Fractions(FRACTIONS), "fractions")];
        let tip = "B at every whole angle, or moved by every sixteenth of a pixel in both directions.";
        if segmented(ui, &mut variation, &all).on_hover_text(tip).changed() {
            out.push(SurveyAction::Vary(variation).into());
        }
    });
    if chosen != surveys.readers {
        out.push(SurveyAction::Read(chosen).into());
    }
}
