//! The status line: what lies under the pointer, and what mouse and keys do to it there and then. And facts in text: a value
//! after its label, and numbers in the font of numbers.

use egui::{Frame, Galley, Panel, TextFormat, text::LayoutJob};

use super::table::{Column, Table};
use crate::app::paint::write;
use crate::app::prelude::*;

/// Free space at both ends, between what is done and its effect, and between two pairs, in points.
const EDGE: f32 = 12.0;
const GAP: f32 = 5.0;
const BETWEEN: f32 = 14.0;
/// Height of the line.
const HEIGHT: f32 = 20.0;
/// Side of the chip.
const CHIP: f32 = 14.0;

/// Content of the status line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// The letter of a sprite, and its colours: ground and ink.
    pub chip: Option<(&'static str, Color32, Color32)>,
    /// Name of the item under the pointer; may be empty.
    pub name: String,
    /// Description or effect of the item.
    pub note: String,
    /// Effects of mouse and keys: `drag`, `move`.
    pub pairs: Vec<(&'static str, String)>,
}

impl Status {
    /// About something of this name.
    pub fn of(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// With what it does.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// With something that can be done, and what that does.
    pub fn can(mut self, gesture: &'static str, effect: impl Into<String>) -> Self {
        self.pairs.push((gesture, effect.into()));
        self
    }

    /// Adds what a gesture does, where it is possible.
    pub fn can_if(self, is_possible: bool, gesture: &'static str, effect: impl Into<String>) -> Self {
        if is_possible { self.can(gesture, effect) } else { self }
    }

    /// The line as it is read aloud: `rock.png: drag move, wheel zoom`.
    fn spoken(&self) -> String {
        let pairs = self.pairs.iter().map(|(gesture, effect)| format!("{gesture} {effect}"));
        let note = self.note.trim_end_matches('.').to_owned();
        let parts: Vec<_> = [note].into_iter().chain(pairs).filter(|part| !part.is_empty()).collect();
        let letter = self.chip.map_or_else(String::new, |(letter, ..)| format!("{letter} "));
        let name = format!("{letter}{}", self.name);
        if name.is_empty() { parts.join(", ") } else { format!("{name}: {}", parts.join(", ")) }
    }
}

fn id() -> Id {
    Id::unique("status")
}

/// Says something in the status line of this frame.
pub fn tell(ctx: &Context, status: Status) {
    let frame = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(id(), (frame, status)));
}

/// Sets the status of this frame unless one is set already.
pub fn tell_else(ctx: &Context, status: Status) {
    let frame = ctx.cumulative_pass_nr();
    let is_set = ctx.data(|data| data.get_temp::<(u64, Status)>(id())).is_some_and(|(set, _)| set == frame);
    if !is_set {
        tell(ctx, status);
    }
}

/// Keeps room for the line at the foot of `ui`; it is filled by [`show`] once everything else has been shown.
pub fn room(ui: &mut Ui) -> Rect {
    let surface = Frame::new().fill(Theme::of(ui).panel);
    Panel::bottom("status").exact_size(HEIGHT).resizable(false).frame(surface).show(ui, |ui| ui.max_rect()).inner
}

/// True if a folder hovers over the window; a page does not know.
pub fn is_folder_above(ctx: &Context) -> bool {
    ctx.input(|input| input.raw.hovered_files.iter().filter_map(|file| file.path.as_ref()).any(|path| path.is_dir()))
}

/// About the files that hover over the window, if any do.
fn of_files(ctx: &Context) -> Option<Status> {
    match ctx.input(|input| input.raw.hovered_files.len()) {
        0 => None,
        _ if is_folder_above(ctx) => Some(Status::of("a folder").can("drop", "its hitboxes are audited")),
        1 => Some(Status::of("a file").can("left half", "becomes A").can("right half", "becomes B")),
        _ => Some(Status::of("files").can("drop", "the first becomes A, the second B")),
    }
}

/// Shows the last status of this frame, or the effect of dropped files; pairs that do not fit are left out.
pub fn show(ui: &mut Ui, rect: Rect) {
    let set = ui.data(|data| data.get_temp::<(u64, Status)>(id()));
    let frame = ui.ctx().cumulative_pass_nr();
    let set = set.filter(|(set, _)| *set == frame).map(|(_, status)| status);
    let Some(status) = of_files(ui).or(set) else { return };
    let theme = Theme::of(ui);
    let painter = ui.painter().with_clip_rect(rect);
    let (mut left, end) = (rect.left() + EDGE, rect.right() - EDGE);
    let middle = rect.center().y;
    if let Some((letter, ground, ink)) = status.chip {
        let chip = Rect::from_center_size(pos2(left + CHIP / 2.0, middle), vec2(CHIP, CHIP));
        painter.rect_filled(chip, 2.0, ground);
        painter.text(chip.center(), Align2::CENTER_CENTER, letter, theme::ruler(), ink);
        left = chip.right() + GAP;
    }
    let text = |text: &str, ink| vec![numbered(&painter, text, ink, None)];
    let about = [(&status.name, theme.t1), (&status.note, theme.t3)].into_iter();
    let about = about.filter(|(part, _)| !part.is_empty()).map(|(part, ink)| text(part, ink));
    let pairs = status.pairs.iter().map(|(gesture, effect)| {
        let gesture = painter.layout_no_wrap((*gesture).to_owned(), theme::tag(), theme.t1);
        [vec![gesture], text(effect, theme.t3)].concat()
    });
    // Each part is shown whole or not at all, and after one that does not fit none is.
    for part in about.chain(pairs) {
        let width: f32 = part.iter().map(|galley| galley.size().x + GAP).sum();
        if left + width - GAP > end {
            break;
        }
        for galley in part {
            let place = Align2::LEFT_CENTER.anchor_size(pos2(left, middle), galley.size());
            left = place.right() + GAP;
            painter.galley(place.min, galley, theme.t1);
        }
        left += BETWEEN - GAP;
    }
    let response = ui.interact(rect, id(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Status, ui.is_enabled(), status.spoken()));
}

/// The usual left edge of the text, and height of a line, in points.
pub const LABELS: f32 = 76.0;
const LINE: f32 = 18.0;

/// Shows a label, and from `left` on the text that `lay_out` makes at most as wide as it is given; screen readers read
/// `label: text`.
pub fn labelled(
    ui: &mut Ui,
    left: f32,
    [label, text]: [&str; 2],
    lay_out: impl FnOnce(&Painter, f32) -> Arc<Galley>,
) -> Response {
    let theme = Theme::of(ui);
    let galley = lay_out(ui.painter(), ui.available_width() - left);
    let size = vec2(ui.available_width(), galley.size().y.max(LINE) + 4.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let middle = rect.left_top() + vec2(0.0, LINE / 2.0);
    ui.painter().text(middle, Align2::LEFT_CENTER, label, theme::note(), theme.t3);
    ui.painter().galley(rect.left_top() + vec2(left, 0.0), galley, theme.t2);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{label}: {text}")));
    response
}

/// Shows lines of a name, a value and a tooltip; screen readers read the text that `spoken` makes of name and value.
pub fn facts(ui: &mut Ui, name: &str, lines: &[(&str, String, &str)], spoken: impl Fn(&str, &str) -> String) {
    let theme = Theme::of(ui);
    let columns = [Column::left("", 112.0).font(theme::note), Column::rest("", 0.0).font(theme::mono)];
    Table::of_facts(name, &columns, 20.0).show(ui, lines.len(), |rows, at| {
        let (name, value, tip) = &lines[at];
        let row = rows.fact(at, &spoken(name, value));
        row.write(0, theme.t3, name);
        row.write(1, theme.t1, value);
        if !tip.is_empty() {
            row.response.on_hover_text(*tip);
        }
    });
}

/// Lays out a note in one colour, with its numbers in the font of numbers: in lines of a height and a maximum width, in points,
/// or in a single line.
pub fn numbered(painter: &Painter, line: &str, ink: Color32, size: Option<[f32; 2]>) -> Arc<Galley> {
    let mut job = LayoutJob::default();
    let height = size.map(|[height, _]| height);
    job.wrap.max_width = size.map_or(f32::INFINITY, |[_, width]| width);
    let mut append = |text: &str, font_id: FontId| {
        job.append(text, 0.0, TextFormat { font_id, color: ink, line_height: height, ..TextFormat::default() });
    };
    // No line ends between a number and its per cent, which is a unit in the font of text.
    for (at, word) in line.replace(" %", "\u{a0}%").split(' ').enumerate() {
        let number = word.split('\u{a0}').next().unwrap_or_default().trim_end_matches([',', ':', ';', '.']);
        let is_number = number.chars().all(|c| c.is_ascii_digit() || "#,.−".contains(c));
        let (number, rest) = if is_number { word.split_at(number.len()) } else { ("", word) };
        if at > 0 {
            append(" ", theme::note());
        }
        append(number, theme::mono());
        append(rest, theme::note());
    }
    painter.layout_job(job)
}

/// Lays out a note in a single line as [`numbered`]; where that is wider than `room` points, its beginning and end in the font of
/// notes.
pub fn numbered_or_cut(ui: &Ui, line: &str, ink: Color32, room: f32) -> Arc<Galley> {
    let galley = numbered(ui.painter(), line, ink, None);
    if galley.size().x <= room {
        return galley;
    }
    let cut = write::elided(ui, line, room, &theme::note());
    ui.painter().layout_no_wrap(cut, theme::note(), ink)
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn the_end_of_a_sentence_is_not_part_of_its_last_number() {
        let mut harness = Harness::new_ui(|ui| {
            let line = "21× fewer than rows, 499; 34 % of all; center-out 132.";
            let galley = numbered(ui.painter(), line, Color32::WHITE, None);
            let is_mono = |part: &str| {
                let at = galley.job.text.find(part).expect("it is there") + part.len() - 1;
                let holds = |section: &&egui::text::LayoutSection| {
                    (section.byte_range.start.0..section.byte_range.end.0).contains(&at)
                };
                galley.job.sections.iter().find(holds).is_some_and(|section| section.format.font_id == theme::mono())
            };
            assert_eq!(["499", "499;", "132", "132.", "34", "%"].map(is_mono), [true, false, true, false, true, false]);
        });
        harness.run();
    }

    #[test]
    fn a_status_is_shown_in_the_same_frame_and_no_longer() {
        let mut harness = Harness::new_ui_state(
            |ui, tells: &mut bool| {
                if *tells {
                    tell(ui, Status::of("rock.png").can("drag", "move").can_if(false, "click", "choose"));
                }
                let rect = ui.max_rect();
                show(ui, rect);
            },
            true,
        );
        harness.get_by_label("rock.png: drag move");
        *harness.state_mut() = false;
        harness.run();
        assert!(harness.query_by_label("rock.png: drag move").is_none());
    }
}
