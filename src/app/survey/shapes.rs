//! Shapes in the place of a sprite's own: a table of them, and how fair the one that is shown is.

use egui::FontFamily;

use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{Column, Row, Table, bare_icon_button, labelled, numbered, section_title, text_button};
use crate::session::{Subject, SurveyAction};
use maskscope_core::mask::distance;
use maskscope_core::shape::{Meeting, PlacedHitbox};
use maskscope_core::survey::{Candidate, Contender, HitboxSurvey};

/// Heights of the head and of a row, in points, and free space at both sides.
const HEAD: f32 = 24.0;
const ROW: f32 = 26.0;
const EDGE: f32 = 12.0;
/// Width and height of a figure, in points.
pub const FIGURES: f32 = 176.0;
const FIGURE: f32 = 68.0;
/// Room for a word that is explained, and height of a line, in points.
const LABEL: f32 = 76.0;
const LINE: f32 = 18.0;

/// The contenders that are listed, with their places: the fairest is always one of them.
fn listed(survey: &HitboxSurvey, has_all: bool) -> Vec<(usize, &Contender)> {
    let fairest = survey.fairest().map(|(at, _)| at);
    let is_usual = |contender: &Contender| contender.candidate.is_none_or(Candidate::is_usual);
    let all = survey.contenders.iter().enumerate();
    all.filter(|(at, contender)| has_all || is_usual(contender) || Some(*at) == fairest).collect()
}

/// The height of the table, at most `room`.
pub fn height(survey: &HitboxSurvey, has_all: bool, room: f32) -> f32 {
    let fitting = ((room - HEAD) / ROW).floor().max(1.0);
    HEAD + ROW * fitting.min(listed(survey, has_all).len().max(1) as f32) + 2.0
}

/// A button in the head of a table that shows all there is, and only the usual again.
fn more(ui: &mut Ui, head: Rect, name: &str, [more, usual]: [&str; 2], has_all: &mut bool) {
    let place = Rect::from_min_max(pos2(head.right() - EDGE - 24.0, head.top()), head.max - vec2(EDGE, 0.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(place));
    let button = bare_icon_button(&mut ui, Icon::More, name);
    *has_all ^= button.on_hover_text(if *has_all { usual } else { more }).clicked();
}

/// Shows the table. `has_all` says whether it lists every polygon, which a button in the head changes.
pub fn table(ui: &mut Ui, window: &WindowState<'_>, survey: &HitboxSurvey, has_all: &mut bool, out: &mut Vec<Request>) {
    let surveys = window.session.surveys();
    let slot = surveys.tried;
    let head = ui.available_rect_before_wrap();
    let head = head.with_max_y(head.top() + HEAD);
    let tips = ["Shows polygons of 4, 6 and 12 corners, too.", "Shows the usual shapes."];
    more(ui, head, "More shapes", tips, has_all);
    let tests_as = format!("{} tests as", slot.letter());
    let columns = [
        Column::left("", 28.0),
        Column::left(&tests_as, 150.0).font(theme::text),
        Column::right("unfair", 72.0).tip("Of the placements where the shapes hit, those where no pixel does."),
        Column::right("forgiven", 78.0).tip("Of the placements where pixels touch, those where the shapes miss."),
        Column::right("worst", 78.0).tip("The widest gap between the closest pixels at an unfair hit."),
        Column::right("differs at", 84.0).tip("The placements where shapes and masks answer differently."),
        Column::rest("a test costs", 60.0).gap(24.0).font(theme::note),
    ];
    let listed = listed(survey, *has_all);
    let shown = survey.shown(surveys.candidate).map(|(at, _)| at);
    let chosen = listed.iter().position(|(at, _)| Some(*at) == shown).map(|at| (at, at));
    let room = ui.available_height();
    let table = Table { name: "shapes", columns: &columns, heights: [HEAD, ROW], edge: EDGE, room, chosen };
    let theme = Theme::of(ui);
    table.show(ui, listed.len(), |rows, at| {
        let (place, contender) = listed[at];
        let is_shown = Some(place) == shown;
        let ([unfair, forgiven], [worst, _]) = (contender.shares(), contender.extremes());
        let title = contender.title(slot as usize);
        let spoken = format!("{title}, unfair {unfair}, forgiven {forgiven}, worst {worst}");
        let row = rows.row(at, false, is_shown, &spoken);
        if let Some(place) = row.place(0) {
            thumbnail(&row, place, contender, slot, survey.size_of(slot as usize), theme);
        }
        row.write(1, if is_shown { theme.t1 } else { theme.t2 }, &title);
        let differs = words::thousands(contender.differences());
        for (column, text) in (2..).zip([unfair, forgiven, worst, differs]) {
            row.write(column, theme.t1, text);
        }
        row.write(6, theme.t3, contender.cost(slot as usize));
        if row.response.clicked() {
            out.push(SurveyAction::Try(slot, contender.candidate).into());
        }
        if row.response.double_clicked() {
            take(window, contender, out);
        }
        if row.response.hovered() {
            status::tell(rows.ui, Status::of(&title).can("click", "show it").can("double click", "take it"));
        }
    });
}

/// The shape over the box of its sprite.
fn thumbnail(row: &Row<'_>, place: Rect, contender: &Contender, slot: Slot, size: Size, theme: &Theme) {
    let outlines: Vec<Vec<Point>> = contender.placed[slot as usize].outlines().collect();
    let room = Rect::from_center_size(place.left_center() + vec2(12.0, 0.0), vec2(22.0, 18.0));
    let size = vec2(size.width.max(1) as f32, size.height.max(1) as f32);
    let scale = (room.size() / size).min_elem();
    let whole = Rect::from_center_size(room.center(), size * scale);
    row.painter.rect_filled(whole, 0.0, theme.sprite(slot).chip.gamma_multiply(0.5));
    let at = |&(x, y): &Point| whole.min + points((x, y)) * scale;
    for outline in outlines {
        let points = outline.iter().map(at).collect();
        row.painter.add(Shape::closed_line(points, Stroke::new(1.5, theme.t1)));
    }
}

/// Tests the sprite as the shape of a contender from here on.
fn take(window: &WindowState<'_>, contender: &Contender, out: &mut Vec<Request>) {
    let slot = window.session.surveys().tried;
    // Its own is taken already.
    let hitbox = contender.candidate.map(|_| contender.hitboxes[slot as usize].clone());
    if let Some(hitboxes) = hitbox.and_then(|hitbox| window.session.hitboxes_with(slot, Some(hitbox))) {
        out.extend([StageAction::SetHitboxes { slot, hitboxes }, StageAction::Settle].map(Request::from));
    }
}

/// Shows the shares of the contender that is shown, and its worst hit, in large figures.
pub fn figures(ui: &Ui, place: Rect, contender: &Contender) {
    let theme = Theme::of(ui);
    let ([unfair, forgiven], [worst, _]) = (contender.shares(), contender.extremes());
    let all = [
        (unfair, format!("unfair, of {}", words::plural(contender.unfair().1, "hit"))),
        (forgiven, format!("forgiven, of {}", touches(contender.forgiven().1))),
        (worst, "apart at worst, when it hits".to_owned()),
    ];
    for (at, (figure, about)) in all.iter().enumerate() {
        let top = place.left_top() + vec2(0.0, FIGURE * at as f32);
        let font = FontId::new(28.0, FontFamily::Monospace);
        ui.painter().text(top, Align2::LEFT_TOP, figure, font, theme.t1);
        ui.painter().text(top + vec2(0.0, 38.0), Align2::LEFT_TOP, about, theme::note(), theme.t2);
        let rect = Rect::from_min_size(top, vec2(place.width(), FIGURE));
        let response = ui.interact(rect, ui.scope_id().with(("figure", at)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{figure} {about}")));
    }
}

/// `1 touch`, `2 touches`.
fn touches(amount: u64) -> String {
    words::thousands(amount) + if amount == 1 { " touch" } else { " touches" }
}

/// Shows what can be done with the contender that is shown, and what the words mean. Returns the offset to go to.
pub fn aside(ui: &mut Ui, window: &WindowState<'_>, contender: &Contender, out: &mut Vec<Request>) -> Option<Offset> {
    let mut to = None;
    let slot = window.session.surveys().tried;
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if let Some((offset, _)) = contender.worst_unfair
            && text_button(ui, "Go there").on_hover_text("Shows the worst unfair hit in Inspect.").clicked()
        {
            to = Some(offset);
        }
        let text = format!("Take it for {}", slot.letter());
        let tip = "Tests the sprite as this shape from here on.";
        if contender.candidate.is_some() && text_button(ui, &text).on_hover_text(tip).clicked() {
            take(window, contender, out);
        }
    });
    ui.add_space(12.0);
    section_title(ui, "What the words mean", "");
    for (word, meaning) in [
        ("Unfair", "The shapes hit, no pixel does. Players feel it: “I did not touch it.”"),
        ("Forgiven", "Pixels touch, the shapes do not. Often intended: small shapes are forgiving."),
        ("Worst", "The widest gap between the closest pixels at an unfair hit."),
    ] {
        // What does not fit whole is left out.
        if ui.available_height() < 3.0 * LINE {
            break;
        }
        let ink = Theme::of(ui).t2;
        labelled(ui, LABEL, [word, meaning], |painter, width| numbered(painter, meaning, ink, Some([LINE, width])));
    }
    to
}

/// The answers of the shapes and of the masks with B at `offset`.
pub fn answers(contender: &Contender, subject: &Subject, offset: Offset) -> Vec<(String, bool)> {
    let [a, b] = [subject.a.mask(), subject.b.mask()];
    let shapes = match contender.meets(offset) {
        Meeting::Overlaps => "Shapes hit",
        Meeting::Touches => "Shapes touch",
        Meeting::Apart => "Shapes miss",
    };
    let area = subject.a.overlap_area(&subject.b, offset);
    let masks = match distance(a, b, offset) {
        _ if area > 0 => format!("Masks share {} px", words::thousands(area)),
        Some(apart) => format!("Masks {} px apart", words::number(apart, 1..=1)),
        None => "A mask is empty".to_owned(),
    };
    vec![(shapes.to_owned(), contender.meets(offset) == Meeting::Overlaps), (masks, area > 0)]
}

/// A point near a sprite, in single precision.
#[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
pub const fn points((x, y): Point) -> Vec2 {
    vec2(x as f32, y as f32)
}

/// Paints the outlines of a hitbox.
pub fn outline(painter: &Painter, hitbox: &PlacedHitbox, theme: &Theme, at: impl Fn(Point) -> Pos2) {
    for outline in hitbox.outlines() {
        let points: Vec<Pos2> = outline.into_iter().map(&at).collect();
        painter.add(Shape::closed_line(points.clone(), Stroke::new(4.0, theme.keyline)));
        painter.add(Shape::closed_line(points, Stroke::new(2.0, theme.t1)));
    }
}
