//! The incidents of a log under their verdicts, each with a picture of its worst moment; then what counts separately.

mod list;
mod row;

use super::{apart, incident};
use crate::app::command::context_menu;
use crate::app::paint::write::left;
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::session::{LogAction, LogPlayer};
use list::{ListRow, OpenGroups, Title, items};
use maskscope_core::replay::Verdict;
use row::{EDGE, Sign, VisibleRow};

/// Heights of a group's title, of a row, and of a row in a high window, in points.
const GROUP: f32 = 26.0;
const ROW: f32 = 46.0;
const HIGH_ROW: f32 = 54.0;
/// From this height of the window on, rows are higher.
const HIGH: f32 = 960.0;

/// Shows the list over what is left of `ui`.
pub fn show(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let id = Id::unique("open incidents");
    let mut open = ui.data(|data| data.get_temp::<OpenGroups>(id)).unwrap_or_default();
    let items = items(log, &open);
    let row = if ui.ctx().content_rect().height() < HIGH { ROW } else { HIGH_ROW };
    let shown = log.incidents.place_of_shown(log.played()).map(|place| log.incidents.ranked()[place]);
    let mut pictured = Vec::new();
    ScrollArea::vertical().id_salt("incidents").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for item in &items {
            let height = match item {
                ListRow::Incident(_) | ListRow::Flight(_) => row,
                ListRow::Fold { .. } | ListRow::Suspect(_) | ListRow::Deaf(_) | ListRow::None(_) => 40.0,
                ListRow::Title(..) => GROUP,
            };
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
            let is_shown = matches!(item, ListRow::Incident(number) if Some(*number) == shown);
            if is_shown && has_changed(ui, shown) {
                ui.scroll_to_rect(rect, None);
            }
            if !ui.is_rect_visible(rect) {
                continue;
            }
            let Some(entry) = VisibleRow::of(log, item, shown) else {
                match item {
                    ListRow::Title(title, count) => title_row(ui, log, &response, (*title, *count), out),
                    ListRow::None(text) => {
                        let ink = Theme::of(ui).t3;
                        let galley = ui.painter().layout(text.clone(), theme::note(), ink, rect.width() - 2.0 * EDGE);
                        ui.painter().galley(rect.min + vec2(EDGE, 4.0), galley, ink);
                        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
                    }
                    _ => {}
                }
                continue;
            };
            pictured.extend(entry.step.filter(|_| entry.sign == Sign::Picture));
            entry.show(ui, log, &response);
            if let (true, ListRow::Fold { key, .. }) = (response.clicked(), item)
                && !open.remove(key)
            {
                open.insert(*key);
            }
            let is_asked = entry.step.is_some() && context_menu::on(ui, &response, context_menu::CHECK);
            let is_chosen = response.clicked() || is_asked;
            out.extend(entry.step.filter(|_| is_chosen).map(|step| LogAction::Show(step).into()));
            if response.hovered() {
                let effect = if entry.step.is_some() { "show it" } else { "show its incidents, or hide them" };
                let status = Status::of(&entry.lines[0][0]).can("click", effect);
                status::tell(ui, status.can_if(entry.step.is_some(), "right click", "menu"));
            }
        }
        apart::show(ui, log, out);
    });
    ui.data_mut(|data| data.insert_temp(id, open));
    if pictured.iter().any(|step| log.moment(*step).is_none()) && !log.asks_for(&pictured) {
        out.push(LogAction::Picture(pictured).into());
    }
}

/// True in the frame in which another incident is shown than before.
fn has_changed(ui: &Ui, shown: Option<usize>) -> bool {
    let id = Id::unique("incident in view");
    let before = ui.data(|data| data.get_temp::<Option<usize>>(id)).flatten();
    ui.data_mut(|data| data.insert_temp(id, shown));
    before != shown
}

fn title_row(ui: &mut Ui, log: &LogPlayer, row: &Response, (title, count): (Title, usize), out: &mut Vec<Request>) {
    let (theme, rect) = (Theme::of(ui), row.rect);
    let (y, ink) = (rect.center().y, theme.t1);
    let (name, tip, sign) = title.about();
    left(ui, rect.left() + EDGE + 2.0, y, sign, theme::mono(), ink);
    left(ui, rect.left() + 34.0, y, &name, theme::text(), ink);
    let heading = format!("{name}, {}", words::thousands(count as u64));
    row.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &heading));
    row.clone().on_hover_text(tip);
    if let Title::Verdict(verdict) = title {
        incident::mark(ui.painter(), pos2(rect.left() + EDGE + 6.0, y), verdict, theme);
    }
    if title == Title::Verdict(Verdict::MissedTouch) {
        mute(ui, log, rect, out);
    }
}

/// Adds the eye that leaves missed touches out.
fn mute(ui: &mut Ui, log: &LogPlayer, row: Rect, out: &mut Vec<Request>) {
    let is_muted = log.incidents.is_muted;
    let place = Rect::from_center_size(pos2(row.right() - 88.0, row.center().y), vec2(20.0, 20.0));
    let eye = ui.interact(place, Id::unique("mute missed touches"), Sense::click());
    eye.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, !is_muted, "Missed touches count"));
    let theme = Theme::of(ui);
    let ink = if eye.hovered() || !is_muted { theme.t2 } else { theme.edge };
    Icon::Eye.paint(ui.painter(), place.center(), ink);
    if is_muted {
        let cross = [place.left_bottom() + vec2(3.0, -3.0), place.right_top() + vec2(-3.0, 3.0)];
        ui.painter().line_segment(cross, Stroke::new(1.5, theme.t2));
    }
    let tip = "Counts missed touches, or leaves them out: forgiving hitboxes are a design, not a fault.";
    if eye.on_hover_text(tip).clicked() {
        out.push(LogAction::Mute(!is_muted).into());
    }
}
