//! The questions, the sprites, how far the answer has come.

use crate::app::prelude::*;
use crate::app::widgets::{self, chip, drop_down, paint_row, text_button};
use crate::session::SurveyAction;
use maskscope_core::survey::{
    Answered, Candidate, Classification, HitboxSurvey, Places, QUESTIONS, Question, QuestionAbout,
};

/// Heights of a question (all questions fit the smallest window), of a line and of the list of shapes, in points; free space
/// at both sides.
const QUESTION: f32 = 24.0;
const LINE: f32 = 24.0;
const LIST: f32 = 320.0;
const EDGE: f32 = 12.0;
/// Columns and rows of offsets that are looked at in full.
const IN_FULL: u32 = 512;

pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(8.0);
    let surveys = window.session.surveys();
    let sprites = window.session.stage().both().map(|(a, b)| [a.sprite(), b.sprite()]);
    let is_listed =
        |asked: &Question| *asked == *surveys.question || sprites.is_none_or(|sprites| (asked.is_listed)(sprites));
    for asked in QUESTIONS.into_iter().filter(|asked| is_listed(asked)) {
        if entry(ui, asked, asked == surveys.question) {
            out.push(SurveyAction::Choose(asked).into());
        }
    }
    divider(ui);
    if surveys.question.about == QuestionAbout::Hitboxes {
        title(ui, "Tests as");
        for slot in Slot::ALL {
            tests_as(ui, window, slot, out);
        }
    } else {
        for slot in Slot::ALL {
            sprite(ui, window, slot);
        }
    }
    divider(ui);
    placements(ui, window);
    which_offsets(ui, window, out);
    ui.add_space(8.0);
    progress(ui, window);
}

fn title(ui: &mut Ui, text: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::hover());
    let place = rect.left_center() + vec2(EDGE, 0.0);
    ui.painter().text(place, Align2::LEFT_CENTER, text, theme::text(), Theme::of(ui).t1);
}

fn divider(ui: &mut Ui) {
    ui.add_space(6.0);
    widgets::divider(ui);
    ui.add_space(4.0);
}

/// A question of the list; returns whether it was chosen.
fn entry(ui: &mut Ui, question: &Question, is_chosen: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), QUESTION), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, question.title));
    let theme = Theme::of(ui);
    paint_row(ui, &response, false, is_chosen);
    let ink = if is_chosen { theme.t1 } else { theme.t2 };
    let place = rect.left_center() + vec2(EDGE, 0.0);
    ui.painter().text(place, Align2::LEFT_CENTER, question.title, theme::text(), ink);
    response.on_hover_text(question.sentence).clicked()
}

fn sprite(ui: &mut Ui, window: &WindowState<'_>, slot: Slot) {
    let theme = Theme::of(ui);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), LINE), Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.add_space(EDGE);
        let colors = theme.sprite(slot);
        chip(ui, slot.letter(), colors.chip, colors.on_chip);
        let Some(placed) = window.session.stage().get(slot) else {
            ui.label(RichText::new("no image").font(theme::note()).color(theme.t3));
            return;
        };
        let size = words::size(placed.raster().size());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(EDGE);
            ui.label(RichText::new(size).font(theme::mono()).color(theme.t3));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let name = RichText::new(&placed.sprite().name).font(theme::text()).color(theme.t1);
                ui.add(Label::new(name).truncate());
            });
        });
    });
}

/// The shape that a sprite is tested as: its own, or one that is tried in its place.
fn tests_as(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, out: &mut Vec<Request>) {
    let surveys = window.session.surveys();
    let Some(placed) = window.session.stage().get(slot) else { return };
    let own = placed.sprite().hitbox().map_or_else(|| "mask".to_owned(), ToString::to_string);
    let called = |choice: Option<Candidate>| {
        choice.map_or(own.clone(), |candidate| candidate.title().replace(" points", " corners"))
    };
    let answered = window.session.derived().answered();
    let shown = answered.as_ref().and_then(|answered| answered.found::<HitboxSurvey>()?.shown(surveys.candidate));
    let chosen = shown.and_then(|(_, contender)| contender.candidate).filter(|_| surveys.tried == slot);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), LINE + 4.0), Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.add_space(EDGE);
        let colors = Theme::of(ui).sprite(slot);
        chip(ui, slot.letter(), colors.chip, colors.on_chip);
        let name = format!("{} tests as", slot.letter());
        let shown = drop_down(&name, called(chosen), 116.0).height(LIST).show_ui(ui, |ui| {
            for choice in std::iter::once(None).chain(Candidate::ALL.iter().copied().map(Some)) {
                if ui.selectable_label(chosen == choice, called(choice)).clicked() {
                    out.push(SurveyAction::Try(slot, choice).into());
                }
            }
        });
        shown.response.accessible_name(format!("{name}: {}", called(chosen)));
    });
}

/// Shows the number of placements, and of those at which the masks overlap.
fn placements(ui: &mut Ui, window: &WindowState<'_>) {
    let Some(published) = window.session.derived().published() else { return };
    let answered = window.session.derived().answered();
    if let Some(found) = answered.as_ref().and_then(Answered::found::<HitboxSurvey>) {
        let Some((_, shown)) = found.shown(window.session.surveys().candidate) else { return };
        title(ui, "Placements of B");
        count(ui, "all", found.lattice.size().area(), None);
        count(ui, "pixels touch", shown.forgiven().1, None);
        return count(ui, "shapes hit", shown.unfair().1, None);
    }
    let answer = answered.as_ref().map(Answered::answer);
    let Some([hits, misses]) = answer.as_ref().and_then(|answer| answer.placements) else {
        let places = answer.map_or(published.total, |answer| answer.places.size().area());
        return count(ui, "combinations", places, None);
    };
    count(ui, "Placements", hits + misses, None);
    count(ui, "hits", hits, Some(Classification::Hit));
}

/// Shows the surveyed offsets if they are not all, with buttons for every one near the sprites, and for all.
fn which_offsets(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let answered = window.session.derived().answered();
    let places = answered.as_ref().map(|answered| answered.answer().places);
    let Some(Places::Offsets(lattice)) = places else { return };
    let Some(which) = lattice.described() else { return };
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let left = rect.left_center() + vec2(EDGE, 0.0);
    ui.painter().with_clip_rect(rect).text(left, Align2::LEFT_CENTER, &which, theme::note(), theme.t2);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &which));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.add_space(EDGE);
        if let Some(offset) = window.session.stage().offset().filter(|_| lattice.step() > 1) {
            let tip = format!("Surveys every offset near B, {IN_FULL} × {IN_FULL} of them.");
            if text_button(ui, "Look here in full").on_hover_text(tip).clicked() {
                out.push(SurveyAction::LookAt(Some(lattice.around(offset, IN_FULL))).into());
            }
        }
        let is_part = window.session.surveys().part.is_some();
        if is_part && text_button(ui, "All offsets").on_hover_text("Surveys all offsets again.").clicked() {
            out.push(SurveyAction::LookAt(None).into());
        }
    });
}

fn count(ui: &mut Ui, name: &str, count: u64, mark: Option<Classification>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let theme = Theme::of(ui);
    let left = rect.left_center() + vec2(EDGE, 0.0);
    let indent = if mark.is_some() { 16.0 } else { 0.0 };
    match mark {
        Some(Classification::Hit) => marks::diamond(ui.painter(), left + vec2(4.0, 0.0), 4.0, theme.both),
        Some(_) => marks::ring(ui.painter(), left + vec2(4.0, 0.0), 3.5, theme.t3),
        None => {}
    }
    ui.painter().text(left + vec2(indent, 0.0), Align2::LEFT_CENTER, name, theme::note(), theme.t2);
    let right = rect.right_center() - vec2(EDGE, 0.0);
    ui.painter().text(right, Align2::RIGHT_CENTER, words::thousands(count), theme::mono(), theme.t1);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {}", words::thousands(count))));
}

/// The progress of the survey, until it is complete.
fn progress(ui: &mut Ui, window: &WindowState<'_>) {
    let published = window.session.derived().published();
    let Some(published) = published.filter(|published| !published.is_complete()) else { return };
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
    let bar = Rect::from_min_size(rect.min + vec2(EDGE, 0.0), vec2(rect.width() - 2.0 * EDGE, 4.0));
    ui.painter().rect_filled(bar, 0.0, theme.bar_bg);
    let share = published.done as f32 / published.total.max(1) as f32;
    ui.painter().rect_filled(Rect::from_min_size(bar.min, vec2(bar.width() * share, 4.0)), 0.0, theme.solid);
    let text = format!("{} of {}", words::thousands(published.done), words::thousands(published.total));
    ui.painter().text(bar.left_bottom() + vec2(0.0, 12.0), Align2::LEFT_CENTER, &text, theme::note(), theme.t3);
    response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, &text));
}
