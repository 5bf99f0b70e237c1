//! The answer line: whether boxes and masks overlap, by how much, what that means for a game, and which scans are wrong.

use egui::text::LayoutJob;

use super::layout::PADDING;
use crate::app::command::inspect;
use crate::app::paint::write::width;
use crate::app::prelude::*;
use crate::app::request::Popup;
use crate::app::script_field;
use crate::app::widgets::{PillVerdict, numbered, pill, wrong_pill};
use crate::session::{Origin, Placed, ScanRow};
use maskscope_core::scene::{Collision, Fairness, MaskContact, PreCheck, ShapeCheck, SolidRule, SolidSource};
use maskscope_core::shape::Meeting;

/// Free space between the parts of the line, in points.
const GAP: f32 = 12.0;
/// Below this width of the window the line has only its first row.
const NARROW: f32 = 1_000.0;
/// Heights of both rows.
const ROWS: [f32; 2] = [20.0, 16.0];

/// Shows the line of the sprites on the stage.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let answer = AnswerLine::of(window.session);
    let of_script = script_in_words(window.session).filter(|_| script_field::is_open(ui.ctx()));
    let detail = of_script.or_else(|| pinned_in_words(window.session)).unwrap_or(answer.detail);
    let answer = AnswerLine { detail, ..answer };
    line(ui, &answer, |ui| wrong_pills(ui, window, out));
}

/// `The pinned B, 4,−4 from here, was a miss: its pixels were 4.5 px apart.`; `None` while nothing is pinned, or that is not known.
fn pinned_in_words(session: &Session) -> Option<String> {
    let (pinned, here) = session.stage().pinned().zip(session.stage().get(Slot::B))?;
    let answers = session.derived().pinned()?;
    let way = pinned.position() - here.position();
    if way == Cell::ORIGIN {
        return Some("B is pinned here: move it to compare both places.".to_owned());
    }
    let verdict = if answers.collision.masks_overlap() {
        format!("a hit: it shared {} px", words::thousands(answers.collision.overlap_area))
    } else {
        let apart = answers.contact.nearest();
        let apart = apart.map(|px| format!(": its pixels were {} px apart", words::number(px, 1..=1)));
        format!("a miss{}", apart.unwrap_or_default())
    };
    Some(format!("The pinned B, {} from here, was {verdict}.", words::point(way)))
}

/// `Your scan finds it with 24 visits: 21× fewer than rows, 499; center-out 132.`; `None` unless the selected scan is a script
/// that is right and hits.
fn script_in_words(session: &Session) -> Option<String> {
    let rows = session.derived().rows();
    let row = rows.get(session.scans().selected_index()).filter(|row| row.scan.is_own())?;
    session.derived().judgement(row.scan.own()?).filter(|_| !row.is_wrong)?;
    row.hit?;
    let visits_of = |name: &str| {
        let other = rows.iter().find(|row| row.scan.to_string() == name).filter(|row| !row.is_hidden)?;
        Some(other.count.visits)
    };
    let (own, by_rows, by_rings) = (row.count.visits, visits_of("rows")?, visits_of("center-out")?);
    let (visits, [rows, rings]) = (words::plural(own, "visit"), [by_rows, by_rings].map(words::thousands));
    let ratio = words::ratio(by_rows, own);
    Some(match by_rows > own && ratio != "1.0" {
        true => format!("Your scan finds it with {visits}: {ratio}× fewer than rows, {rows}; center-out {rings}."),
        false => format!("Your scan finds it with {visits}; rows needs {rows}, center-out {rings}."),
    })
}

/// An answer in a line, 44 high, beside the controls that `add_right` adds from the right.
pub fn line(ui: &mut Ui, answer: &AnswerLine, add_right: impl FnOnce(&mut Ui)) {
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.add_space(PADDING);
        if answer.verdict != PillVerdict::Unasked {
            pill(ui, answer.verdict);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(PADDING);
            add_right(ui);
            let room = ui.available_width();
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| two_rows(ui, answer, room));
        });
    });
}

/// The sentence over what it means for a game, at most `room` points wide; a narrow window goes without the second row. A
/// sentence that is wider is written smaller, and takes both rows if it is wider still.
pub fn two_rows(ui: &mut Ui, answer: &AnswerLine, room: f32) {
    let theme = Theme::of(ui);
    let has_second = !answer.detail.is_empty() && ui.ctx().content_rect().width() >= NARROW;
    let height = if has_second { ROWS[0] + ROWS[1] } else { ROWS[0] };
    let (rect, _) = ui.allocate_exact_size(vec2(room.max(0.0), height), Sense::hover());
    let fits = |font: &FontId| width(ui, answer.sentence.as_str(), font.clone()) <= room;
    let font = [theme::answer(), theme::text()].into_iter().find(fits);
    if has_second && font.is_none() {
        let mut job = LayoutJob::simple(answer.sentence.clone(), theme::text(), theme.t1, room);
        job.wrap.max_rows = 2;
        let label = Label::new(job).wrap();
        ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Min))).add(label);
        return;
    }
    let font = font.unwrap_or_else(theme::answer);
    let (first, second) = rect.split_top_bottom_at_y(rect.top() + ROWS[0]);
    let layout = Layout::left_to_right(Align::Center);
    let row = |ui: &mut Ui, rect, label: Label| ui.new_child(UiBuilder::new().max_rect(rect).layout(layout)).add(label);
    row(ui, first, Label::new(RichText::new(&answer.sentence).font(font).color(theme.t1)).truncate());
    if has_second {
        let galley = numbered(ui.painter(), &answer.detail, theme.t2, None);
        let cut = || Label::new(RichText::new(&answer.detail).font(theme::note()).color(theme.t2)).truncate();
        let label = if galley.size().x <= room { Label::new(galley) } else { cut() };
        row(ui, second, label);
    }
}

/// Adds a pill where the scene answers something other than it should.
pub fn expectation_pill(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    if window.session.is_as_expected() == Some(false) {
        let tip = "The scene expects another answer. Click to see it.";
        if wrong_pill(ui, "not as expected").on_hover_text(tip).clicked() {
            out.push(Request::Open(Popup::Expectation));
        }
    }
}

/// Adds the same, and a pill for the wrong scans.
pub fn wrong_pills(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    expectation_pill(ui, window, out);
    let all = wrong_scans(window.session);
    let fails = |row: &ScanRow| window.session.derived().failure(row.scan).is_some();
    let (failing, wrong): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, row)| fails(row));
    if wrong.is_empty() {
        failing_pill(ui, window, &failing, out);
    }
    let Some((place, row)) = wrong.first() else { return };
    let text = match deciding_pre_check(window.session) {
        // All are wrong for the same reason.
        Some(check) => {
            let fault = if row.hit.is_some() { "reports a hit" } else { "misses it" };
            format!("pre-check {check} {fault}")
        }
        None if wrong.len() == 1 => {
            wrong_sentence(row, window.session.derived().collision().is_some_and(Collision::masks_overlap))
        }
        None => format!("{} scans are wrong", wrong.len()),
    };
    let tip = format!("This answer is wrong. Selects {}.", row.scan.display_name());
    if wrong_pill(ui, &text).on_hover_text(tip).clicked() {
        inspect(window, *place, out);
    }
}

/// Adds a pill for the scripts that do not answer.
fn failing_pill(ui: &mut Ui, window: &WindowState<'_>, failing: &[(usize, &ScanRow)], out: &mut Vec<Request>) {
    let Some((place, row)) = failing.first() else { return };
    let Some(failure) = window.session.derived().failure(row.scan) else { return };
    let name = row.scan.display_name();
    let text = match failing.len() {
        1 if failure.is_stopped() => format!("{name} is stopped"),
        1 => format!("{name} does not answer"),
        many => format!("{many} scripts do not answer"),
    };
    if wrong_pill(ui, &text).on_hover_text(format!("{name}: {failure}")).clicked() {
        inspect(window, *place, out);
    }
}

/// The scans that are wrong, with their places in the list; none while the counts are stale.
fn wrong_scans(session: &Session) -> Vec<(usize, &ScanRow)> {
    let rows = if session.derived().rows_are_stale() { &[] } else { session.derived().rows() };
    rows.iter().enumerate().filter(|(_, row)| row.is_wrong).collect()
}

/// The pre-check that answers in place of every scan, if one does.
fn deciding_pre_check(session: &Session) -> Option<PreCheck> {
    let subject = session.derived().subject()?;
    subject.is_decided().and(subject.pre_check).map(|chosen| chosen.check)
}

/// `sample:10 misses it`.
pub fn wrong_sentence(row: &ScanRow, masks_overlap: bool) -> String {
    let fault = match (row.hit.is_some(), masks_overlap) {
        (true, true) => "hits without a shared pixel",
        (true, false) => "reports a hit",
        (false, true) => "misses it",
        (false, false) => "does not answer",
    };
    format!("{} {fault}", row.scan.display_name())
}

/// The answer in words.
#[derive(Debug, PartialEq)]
pub struct AnswerLine {
    pub verdict: PillVerdict,
    sentence: String,
    detail: String,
}

impl AnswerLine {
    /// An answer, its sentence, and the consequence in the second row.
    pub fn new(verdict: PillVerdict, sentence: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { verdict, sentence: sentence.into(), detail: detail.into() }
    }

    /// The answer with another sentence in the first row and its own in the second.
    #[must_use]
    pub fn under(self, sentence: String) -> Self {
        Self { detail: self.sentence, sentence, ..self }
    }

    /// The answer of the sprites on the stage.
    pub fn of(session: &Session) -> Self {
        let stage = session.stage();
        let (Some((a, b)), Some(collision)) = (stage.both(), session.collision()) else {
            return Self::without_image(session);
        };
        match (a.raster().solid_count(), b.raster().solid_count()) {
            (0, 0) => Self::new(
                PillVerdict::Empty,
                "Neither mask has a solid pixel",
                "They can never hit. Lower the thresholds.",
            ),
            (0, _) => Self::without_pixel(Slot::A, a),
            (_, 0) => Self::without_pixel(Slot::B, b),
            _ => {
                let distance = session.derived().contact().and_then(MaskContact::nearest);
                let of_masks = Self::of_collision(&collision, distance, session.origin());
                match session.shape_check() {
                    Some(check) => Self::of_shapes(session, check, &collision, of_masks),
                    None => of_masks,
                }
            }
        }
    }

    /// The sentence and its detail, as they are spoken.
    pub fn spoken(&self) -> String {
        format!("{}. {}", self.sentence, self.detail).trim_end().to_owned()
    }

    fn without_image(session: &Session) -> Self {
        let missing: Vec<_> = Slot::ALL.into_iter().filter(|&slot| session.stage().get(slot).is_none()).collect();
        let (sentence, key) = match missing[..] {
            [slot @ Slot::A] => (format!("No image in {}", slot.letter()), "Ctrl O"),
            [slot @ Slot::B] => (format!("No image in {}", slot.letter()), "Ctrl Shift O"),
            _ => ("No images".to_owned(), "Ctrl O"),
        };
        let fit = Slot::ALL.into_iter().find_map(|slot| fit_of_file(session, slot));
        let detail = fit.into_iter().chain([format!("Drop one on the canvas, or press {key}.")]).collect::<Vec<_>>();
        Self::new(PillVerdict::Empty, sentence, detail.join(" "))
    }

    fn without_pixel(slot: Slot, placed: &Placed) -> Self {
        let sentence = format!("Mask of {} has no solid pixel", slot.letter());
        let sprite = placed.sprite();
        let SolidRule { source, threshold, inverted } = sprite.rule();
        let remedy = match source {
            SolidSource::Alpha if !inverted => {
                let largest = sprite.raster().largest_level().unwrap_or(0);
                format!("Lower the threshold of {threshold}: the largest alpha is {largest}")
            }
            SolidSource::Alpha => format!("Every alpha is above the threshold of {threshold}"),
            SolidSource::Key(key) => {
                format!("Every pixel has the key colour {}, tolerance {}", key.color_text(), key.tolerance)
            }
            SolidSource::Image(image) => {
                let what = if image.layer.is_some() { "layer" } else { "mask image" };
                format!("The {what} {} has no level above {threshold}", image.name)
            }
        };
        let inverted = if *inverted { ", inverted" } else { "" };
        Self::new(PillVerdict::Empty, sentence, format!("It can never be hit. {remedy}{inverted}."))
    }

    /// The answer of the shapes where it differs from that of the masks.
    fn of_shapes(session: &Session, check: ShapeCheck, collision: &Collision, of_masks: Self) -> Self {
        let shapes = session.shapes_text();
        let tested = session.tested_shapes();
        let [is_one, is_single] = [tested.len() == 1, tested.len() == 1 && tested[0].1 != "shapes"];
        let verb = |one: &'static str, several: &'static str| if is_single { one } else { several };
        match check.fairness {
            Fairness::Hits | Fairness::Misses if check.meeting == Meeting::Touches => {
                Self { detail: "Shapes only touch: engines differ in what they answer.".to_owned(), ..of_masks }
            }
            Fairness::Hits | Fairness::Misses => {
                let fit = tested.iter().find_map(|(slot, _)| fit_of_file(session, *slot));
                let detail = ["Shapes say the same.".to_owned()].into_iter().chain(fit).collect::<Vec<_>>().join(" ");
                Self { detail, ..of_masks }
            }
            Fairness::Unfair => {
                let apart =
                    check.distance.map_or_else(String::new, |px| format!(", {} px apart", words::number(px, 1..=1)));
                let pixels = session.derived().shared_by_shapes().map_or(0, |shared| shared.cells.count());
                let with = match tested[..] {
                    [(slot, _)] if is_one => format!(" with {}", slot.other().letter()),
                    _ => String::new(),
                };
                let shares = format!("{} {} px{with}", verb("shares", "share"), words::thousands(pixels));
                let past = format!("{} past {} pixels", verb("reaches", "reach"), verb("its", "their"));
                let detail = format!("An unfair hit{apart}: {shapes} {past} and {shares}.");
                Self::new(PillVerdict::Hit, "Shapes hit, masks share nothing", detail)
            }
            Fairness::Forgiven => {
                let sentence = format!("Shapes miss, masks overlap: {} px", words::thousands(collision.overlap_area));
                let detail = format!("A forgiven touch: {shapes} {} these pixels out.", verb("leaves", "leave"));
                Self::new(PillVerdict::Miss, sentence, detail)
            }
        }
    }

    fn of_collision(collision: &Collision, distance: Option<f64>, origin: Origin) -> Self {
        let size = collision.box_overlap();
        if collision.masks_overlap() {
            let (area, cells) = (collision.overlap_area, size.area());
            let share = words::percent(area, cells);
            let sentence =
                format!("Masks overlap: {} of {} px, {share}", words::thousands(area), words::thousands(cells));
            return Self::new(
                PillVerdict::Hit,
                sentence,
                "A game that tests boxes reports a hit here, too, and is right.",
            );
        }
        if collision.boxes_overlap() {
            let apart = distance.map_or_else(String::new, |px| {
                format!("; the closest pixels are {} px apart", words::number(px, 1..=1))
            });
            let sentence = format!("Boxes overlap {size}, masks share nothing");
            return Self::new(
                PillVerdict::Miss,
                sentence,
                format!("A game that tests boxes reports a hit here{apart}."),
            );
        }
        let (a, b) = (collision.box_a, collision.box_b);
        let apart = match a.gap(b) {
            (0, 0) => {
                let detail =
                    format!("A game that counts touching boxes reports a hit here: {}.", meeting_edge(a, b, origin));
                return Self::new(PillVerdict::Miss, "Boxes touch: nothing to test", detail);
            }
            (far, 0) | (0, far) => format!("{} px apart", words::thousands(far)),
            (x, y) => format!("{} px apart in x, {} px in y", words::thousands(x), words::thousands(y)),
        };
        Self::new(
            PillVerdict::Miss,
            format!("Boxes {apart}: nothing to test"),
            "A game that tests boxes reports no hit here.",
        )
    }
}

/// A sentence about how well the shape that a sprite has from its file fits its mask, once that is known.
fn fit_of_file(session: &Session, slot: Slot) -> Option<String> {
    let sprite = session.stage().get(slot)?.sprite();
    let offered = sprite.hitboxes.offered.as_ref().filter(|_| !sprite.hitboxes.are_edited())?;
    let (added, missed) = session.derived().differing(slot)?;
    let shape = format!("The {} of {}", offered.editor.tested.unwrap_or("hitbox"), sprite.stem());
    let past = match added {
        0 => "stays within its pixels".to_owned(),
        added => format!("reaches {} px past its pixels", words::thousands(added)),
    };
    let out = if missed == 0 { "none".to_owned() } else { format!("{} px", words::thousands(missed)) };
    Some(format!("{shape} {past} and leaves {out} out."))
}

/// The edge or corner of two touching boxes.
fn meeting_edge(a: IntRect, b: IntRect, origin: Origin) -> String {
    let meet = |a_low, a_high, b_low, b_high| match (a_high == b_low, b_high == a_low) {
        (true, _) => Some(b_low),
        (_, true) => Some(a_low),
        _ => None,
    };
    match (meet(a.x, a.right(), b.x, b.right()), meet(a.y, a.bottom(), b.y, b.bottom())) {
        (Some(x), Some(y)) => format!("corners meet at {}", origin.point(Cell::new(x, y))),
        (Some(x), None) => format!("edges meet at x {}", origin.column(x)),
        (None, Some(y)) => format!("edges meet at y {}", origin.row(y)),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;
    use maskscope_core::mask::{Mask, Prepared};
    use maskscope_core::scan::{Count, Hit, Visit};

    #[test]
    fn a_collision_is_said_with_what_it_means_for_a_game() {
        let full = "####\n####\n####";
        let is_right = "A game that tests boxes reports a hit here, too, and is right.";
        for (a, b, (x, y), apart, verdict, [sentence, detail]) in [
            (full, "#.\n.#", (1, 0), None, PillVerdict::Hit, ["Masks overlap: 2 of 4 px, 50.0 %", is_right]),
            (full, "#.\n.#", (3, 2), None, PillVerdict::Hit, ["Masks overlap: 1 of 1 px, 100 %", is_right]),
            (
                "####\n####\n###.",
                "#.\n..",
                (3, 2),
                Some(1.0),
                PillVerdict::Miss,
                [
                    "Boxes overlap 1 × 1, masks share nothing",
                    "A game that tests boxes reports a hit here; the closest pixels are 1.0 px apart.",
                ],
            ),
            (
                "....",
                "..",
                (1, 0),
                None,
                PillVerdict::Miss,
                ["Boxes overlap 2 × 1, masks share nothing", "A game that tests boxes reports a hit here."],
            ),
            (
                full,
                "##",
                (4, 1),
                None,
                PillVerdict::Miss,
                [
                    "Boxes touch: nothing to test",
                    "A game that counts touching boxes reports a hit here: edges meet at x 4.",
                ],
            ),
            (
                full,
                "##",
                (5, 0),
                None,
                PillVerdict::Miss,
                ["Boxes 1 px apart: nothing to test", "A game that tests boxes reports no hit here."],
            ),
            (
                full,
                "##",
                (0, -3),
                None,
                PillVerdict::Miss,
                ["Boxes 2 px apart: nothing to test", "A game that tests boxes reports no hit here."],
            ),
            (
                full,
                "##",
                (6, 1_237),
                None,
                PillVerdict::Miss,
                [
                    "Boxes 2 px apart in x, 1,234 px in y: nothing to test",
                    "A game that tests boxes reports no hit here.",
                ],
            ),
        ] {
            let [a, b] = [a, b].map(|text| Prepared::new(text.parse::<Mask>().expect("a mask")));
            let collision = Collision::of(&a, &b, Offset::new(x, y));
            let expected = AnswerLine::new(verdict, sentence, detail);
            assert_eq!(AnswerLine::of_collision(&collision, apart, Session::default().origin()), expected);
        }
    }

    #[test]
    fn what_is_wrong_with_a_scan_is_said_by_both_answers() {
        let hit = Hit { visit: Visit::cell(0, 0), cell: None };
        for (hit, masks_overlap, expected) in [
            (Some(hit), true, "sample:10 hits without a shared pixel"),
            (Some(hit), false, "sample:10 reports a hit"),
            (None, true, "sample:10 misses it"),
            (None, false, "sample:10 does not answer"),
        ] {
            let scan = "sample:10".parse().expect("a scan");
            let count = Count::default();
            let row = ScanRow { scan, hit, count, is_wrong: true, timing: None, is_hidden: false };
            assert_eq!(wrong_sentence(&row, masks_overlap), expected);
        }
    }

    #[test]
    fn a_sentence_that_is_wider_than_its_row_takes_both() {
        let sentence = "840 of 240,333 checks are wrong; 806 at 2 places look like contact";
        for (room, rows) in [(370.0, 2.0), (440.0, 1.0), (700.0, 1.0)] {
            let show = |ui: &mut Ui| two_rows(ui, &AnswerLine::new(PillVerdict::Wrong, sentence, "In frame 7."), room);
            let harness = Harness::builder().with_size([1_280.0, 100.0]).build_ui(show);
            let height = harness.get_by_label(sentence).rect().height();
            assert!(height > 14.0 * rows && height < 25.0 * rows, "{height} in {room}");
            assert_eq!(harness.query_by_label("In frame 7.").is_none(), rows > 1.0);
        }
    }
}
