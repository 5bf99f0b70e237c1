//! The sheet that leads from the answer to the game: the selected scan as code in a language, to copy or to save.

use egui::text::{LayoutJob, TextFormat};

use super::modal::{framed, is_entered};
use crate::app::command::copied;
use crate::app::outside;
use crate::app::paint::write;
use crate::app::prelude::*;
use crate::app::survey::headline;
use crate::app::widgets::{
    bare_icon_button, main_copy_button, numbered, numbered_or_cut, open_tab, open_tabs, paint_row, text_button,
};
use crate::exports::{CODE, Chosen, MOST_PIXELS, code_of, fits_in_code};
use crate::files::{CodedScan, ScanLanguage, are_samples};
use crate::session::{Placed, ScanAction};
use maskscope_core::scan::Scan;
use maskscope_core::scene::SolidSource;
use maskscope_core::survey::{Answered, CostAnswer, Survey as _};

/// Sizes in points: of the sheet, its head and foot, the list of languages and a row of it, a title, a line of code.
const SIZE: Vec2 = vec2(680.0, 432.0);
const HEAD: f32 = 40.0;
const FOOT: f32 = 48.0;
const LIST: f32 = 168.0;
const ROW: f32 = 36.0;
const TITLE: f32 = 24.0;
const LINE: f32 = 18.0;
/// Free space at the sides of the sheet, and around the code in its frame.
const EDGE: f32 = 16.0;
const INSET: f32 = 13.0;
/// The names under which the chosen language is kept, and whether the code holds both masks; the text for yes.
const CHOSEN: &str = "code";
const MASKS: &str = "masks in code";
const WITH: &str = "with";
/// The use of code that holds both masks.
const WITH_MASKS: &str =
    "Both masks are in the code, as they are tested here: it needs no picture. Another frame needs another mask.";

/// Shows the sheet with the language that was chosen last.
pub fn show(ui: &Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    framed(ui, "Use a scan", (SIZE.x, 0.0), out, |ui, out| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        let language = chosen(ui);
        let with_masks = with_masks(ui) && fits_in_code(window.session);
        let code = code_of(window.session, language, with_masks);
        let known = KnownScan::of(window.session);
        head(ui, window, &known, out);
        let body = ui.available_rect_before_wrap();
        let body = Rect::from_min_size(body.min, vec2(SIZE.x, SIZE.y - HEAD - FOOT));
        ui.allocate_rect(body, Sense::hover());
        let (languages, pane) = body.split_left_right_at_x(body.left() + LIST);
        list(ui, languages, language, code.is_ok());
        let pane = pane.shrink2(vec2(EDGE, 0.0)).with_min_y(pane.top() + 12.0);
        let shown = &mut ui.new_child(UiBuilder::new().max_rect(pane));
        match &code {
            Ok(code) => show_code(shown, window, language, (code, with_masks), known.mean.as_deref()),
            Err(why) => show_nearest(shown, window, why, out),
        }
        let line = Stroke::new(1.0, Theme::of(ui).line);
        ui.painter().vline(languages.right(), body.y_range(), line);
        ui.painter().hline(body.x_range(), body.top(), line);
        ui.painter().hline(body.x_range(), body.bottom(), line);
        foot(ui, window, language, code.ok(), out);
    });
}

/// The language that was chosen last.
fn chosen(ctx: &Context) -> ScanLanguage {
    let title = open_tabs(ctx).remove(CHOSEN);
    let is_chosen = |language: &ScanLanguage| title.as_deref() == Some(language.title());
    ScanLanguage::ALL.iter().copied().find(is_chosen).unwrap_or(ScanLanguage::Pygame)
}

/// True if the code is to hold both masks, as it was chosen last.
fn with_masks(ctx: &Context) -> bool {
    open_tabs(ctx).get(MASKS).is_some_and(|chosen| chosen == WITH)
}

/// The switch for both masks as data.
fn mask_switch(ui: &mut Ui, window: &WindowState<'_>, has_code: bool) {
    let fits = fits_in_code(window.session);
    let mut is_on = with_masks(ui) && fits;
    let add = |ui: &mut Ui| ui.checkbox(&mut is_on, "with both masks as data");
    let switch = ui.add_enabled_ui(fits && has_code, add).inner;
    let tip = "Writes the masks into the code, a text for each row: it then needs no picture.";
    let most = format!("Only masks of up to {} px together: export each as code.", words::thousands(MOST_PIXELS));
    if switch.on_hover_text(tip).on_disabled_hover_text(most).changed() {
        open_tab(ui, MASKS, if is_on { WITH } else { "without" });
    }
}

/// The scan, what is known of it here, and the button that closes.
fn head(ui: &mut Ui, window: &WindowState<'_>, known: &KnownScan, out: &mut Vec<Request>) {
    let inside = |ui: &mut Ui| {
        ui.add_space(8.0);
        if bare_icon_button(ui, Icon::Close, "Close").on_hover_text("Closes this. Esc").clicked() {
            out.push(Request::ClosePopup);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 10.0;
            ui.add_space(16.0);
            ui.label(RichText::new("Use").font(theme::answer()).color(Theme::of(ui).t1));
            headline::scan_list(ui, window, 132.0, out);
            let (room, ink) = (ui.available_width() - 8.0, Theme::of(ui).t3);
            ui.label(numbered_or_cut(ui, &known.sentence, ink, room));
        });
    };
    ui.allocate_ui_with_layout(vec2(SIZE.x, HEAD), Layout::right_to_left(Align::Center), inside);
}

/// The answer of the survey about the selected scan, and its place there, once all placements are counted.
fn counted(answered: Option<&Answered>, scan: Scan) -> Option<(&CostAnswer, usize)> {
    let costs = answered?.found::<CostAnswer>().filter(|costs| costs.survey.progress().is_complete())?;
    Some((costs, costs.survey.maps.iter().position(|map| map.asked == scan)?))
}

/// The facts about the selected scan.
#[derive(Default)]
struct KnownScan {
    /// `ship × rock: 20 ns per test here, never wrong at all 7,134 placements`, as far as that is known.
    sentence: String,
    /// The mean time of a test, once it is measured.
    mean: Option<String>,
}

impl KnownScan {
    fn of(session: &Session) -> Self {
        let Some((a, b)) = session.stage().both() else { return Self::default() };
        let names = format!("{} × {}", a.sprite().stem(), b.sprite().stem());
        let answered = session.derived().answered();
        let Some((costs, at)) = counted(answered.as_ref(), session.scans().selected()) else {
            return Self { sentence: names, mean: None };
        };
        let mean = costs.ranking.mean(at, &session.derived().survey_times()).map(|mean| words::duration(mean.nanos));
        let [hits, misses] = costs.ranking.placements();
        let all = words::thousands(hits + misses);
        let proof = match (hits, costs.summaries[at].wrong()) {
            (0, _) => None,
            (_, 0) => Some(format!("never wrong at all {all} placements")),
            (_, wrong) => Some(format!("wrong at {} of {all} placements", words::thousands(wrong))),
        };
        let time = mean.as_ref().map(|time| format!("{time} per test here"));
        let facts: Vec<String> = time.into_iter().chain(proof).collect();
        let sentence = if facts.is_empty() { names } else { format!("{names}: {}", facts.join(", ")) };
        Self { sentence, mean }
    }
}

/// The languages, one below the other; a click chooses one.
fn list(ui: &Ui, room: Rect, chosen: ScanLanguage, has_code: bool) {
    let theme = Theme::of(ui);
    let mut top = room.top();
    for &language in ScanLanguage::ALL {
        let rect = Rect::from_min_size(pos2(room.left(), top), vec2(room.width(), ROW));
        top += ROW;
        let response = ui.interact(rect, ui.scope_id().with(("language", language.name())), Sense::click());
        let is_chosen = language == chosen;
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, language.title()));
        paint_row(ui, &response, false, is_chosen);
        let ink = match (has_code, is_chosen) {
            (false, _) => theme.t3,
            (true, true) => theme.t1,
            (true, false) => theme.t2,
        };
        write::left(ui, rect.left() + EDGE, rect.center().y, language.title(), theme::text(), ink);
        write::right(ui, rect.right() - 12.0, rect.center().y, language.engine(), theme::note(), theme.t3);
        if response.clicked() && !is_chosen {
            open_tab(ui, CHOSEN, language.title());
        }
        response.on_hover_text(language.sentence());
    }
}

/// The code under its title, and what has to be known about it.
fn show_code(
    ui: &mut Ui,
    window: &WindowState<'_>,
    language: ScanLanguage,
    (code, with_masks): (&str, bool),
    mean: Option<&str>,
) {
    let theme = Theme::of(ui);
    let scan = window.session.scans().selected();
    let has_own = CodedScan::of(scan).is_some_and(|coded| language.has_own(coded));
    let [title, usage] = if has_own {
        [
            format!("Already in {}", language.title()),
            "Its own mask test is this scan. Make the masks once, when the picture is loaded, and ask them.".to_owned(),
        ]
    } else {
        [format!("{} for {}", scan.display_name(), language.title()), language.usage().to_owned()]
    };
    let usage = if with_masks { WITH_MASKS.to_owned() } else { usage };
    write::title_row(ui, TITLE, &title, &words::plural(code.lines().count() as u64, "line"));
    ui.add(Label::new(RichText::new(usage).font(theme::text()).color(theme.t2)).wrap());
    ui.add_space(10.0);
    let notes = notes(window.session, language, with_masks, mean);
    let room = ui.available_height() - notes.len() as f32 * LINE - EDGE;
    let galley = ui.painter().layout_job(coloured(code.trim_end(), language, theme));
    let size = vec2(ui.available_width(), (galley.size().y + 2.0 * INSET).min(room));
    let (frame, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect(frame, 3.0, theme.canvas, Stroke::new(1.0, theme.line), StrokeKind::Inside);
    // The bar needs some of the space at the right.
    let room = Rect::from_min_max(frame.min + vec2(INSET, 1.0), frame.max - vec2(3.0, 1.0));
    let inside = &mut ui.new_child(UiBuilder::new().max_rect(room));
    ScrollArea::both().id_salt((language.name(), scan.to_string())).auto_shrink(false).show(inside, |ui| {
        ui.add_space(INSET - 1.0);
        ui.add(Label::new(galley));
        ui.add_space(INSET - 1.0);
    });
    ui.add_space(8.0);
    for (is_tried, text) in &notes {
        let (place, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        let mark = place.left_center() + vec2(6.0, 0.0);
        if *is_tried {
            Icon::Check.paint(ui.painter(), mark, theme.t1);
        } else {
            marks::ring(ui.painter(), mark, 3.5, theme.t3);
        }
        let galley = numbered(ui.painter(), text, theme.t2, None);
        let corner = pos2(place.left() + 20.0, place.center().y - galley.size().y / 2.0);
        ui.painter().galley(corner, galley, theme.t2);
    }
}

/// The code, with its comments in a quieter colour.
fn coloured(code: &str, language: ScanLanguage, theme: &Theme) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    for line in code.split_inclusive('\n') {
        let is_comment = line.trim_start().starts_with(language.comment());
        let color = if is_comment { theme.t3 } else { theme.t1 };
        let format = TextFormat { font_id: theme::mono(), color, line_height: Some(LINE), ..TextFormat::default() };
        job.append(line, 0.0, format);
    }
    job
}

/// Notes about the code: that it was tried, which has a tick, and what does not hold for this pair.
fn notes(session: &Session, language: ScanLanguage, with_masks: bool, mean: Option<&str>) -> Vec<(bool, String)> {
    let Some((a, b)) = session.stage().both() else { return Vec::new() };
    let mut notes = Vec::new();
    let names = [&*a.sprite().name, &*b.sprite().name];
    if are_samples(names, [a, b].map(|placed| placed.raster().mask().mask())) {
        let [a, b] = [a, b].map(|placed| placed.raster().size());
        let placements =
            (u64::from(a.width) + u64::from(b.width) - 1) * (u64::from(a.height) + u64::from(b.height) - 1);
        // Its tests have no Godot 4.
        let tried = if language == ScanLanguage::Godot { "Tried in Godot 3" } else { "Tried" };
        let placements = words::thousands(placements);
        let text = format!("{tried}: this code says the same as maskscope at all {placements} placements.");
        notes.push((true, text));
    }
    let is_by_alpha = |placed: &Placed| {
        let rule = placed.sprite().rule();
        matches!(rule.source, SolidSource::Alpha) && !rule.inverted
    };
    if !(with_masks || is_by_alpha(a) && is_by_alpha(b)) {
        let text = "Solid pixels are not those by alpha here: make the masks by the same rule.";
        notes.push((false, text.to_owned()));
    }
    if !session.stage().is_upright() {
        let text = if with_masks {
            "These masks are of the sprites as they are turned, scaled and flipped here."
        } else {
            "Turned, scaled and flipped sprites need masks of the picture as it is drawn."
        };
        notes.push((false, text.to_owned()));
    }
    if let Some(time) = mean.filter(|_| language.is_interpreted()) {
        let name = match language {
            ScanLanguage::Pygame | ScanLanguage::Arcade => "Python",
            _ => language.title(),
        };
        notes.push((false, format!("These {time} are of compiled code: in {name} a test takes longer.")));
    }
    notes
}

/// The reason why there is no code, and a button that selects the nearest scan that has.
fn show_nearest(ui: &mut Ui, window: &WindowState<'_>, why: &str, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let scans = window.session.scans();
    let (scan, nearest) = (scans.selected(), CodedScan::nearest(scans.selected()).scan());
    write::title_row(ui, TITLE, &format!("No code for {}", scan.display_name()), "");
    ui.add(Label::new(RichText::new(why).font(theme::text()).color(theme.t2)).wrap());
    ui.add_space(10.0);
    let place = scans.scans().iter().position(|listed| *listed == nearest);
    if let Some(place) = place.filter(|_| nearest != scan) {
        let button = text_button(ui, &format!("Show {}", nearest.display_name()));
        if button.on_hover_text("Selects this scan, and shows its code.").clicked() {
            out.push(ScanAction::Select(place).into());
        }
    }
}

/// The buttons that copy and save.
fn foot(ui: &mut Ui, window: &WindowState<'_>, language: ScanLanguage, code: Option<String>, out: &mut Vec<Request>) {
    let inside = |ui: &mut Ui| {
        let is_entered = is_entered(ui);
        ui.add_space(12.0);
        let copy = ui.add_enabled_ui(code.is_some(), |ui| main_copy_button(ui, "Copy")).inner;
        let is_copied = copy.on_hover_text("Copies the code. Enter").clicked();
        ui.add_space(4.0);
        let label = if outside::HAS_SYSTEM { "Save…" } else { "Download…" };
        let save = ui.add_enabled_ui(code.is_some(), |ui| text_button(ui, label)).inner;
        if save.on_hover_text("Writes the code to a file that you choose.").clicked() {
            let mut chosen = Chosen::new(&CODE, language.name());
            chosen.options.with_masks = with_masks(ui);
            out.extend([Request::ClosePopup, Request::SaveAs(chosen, chosen.suggestion(window.session))]);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(EDGE);
            mask_switch(ui, window, code.is_some());
        });
        if is_copied || is_entered {
            out.extend(code.map(|code| copied("Code", code)));
        }
        if is_entered {
            out.push(Request::ClosePopup);
        }
    };
    ui.allocate_ui_with_layout(vec2(SIZE.x, FOOT), Layout::right_to_left(Align::Center), inside);
}
