//! The formats in which an export can be written: the dialog that follows is about the chosen one.

use super::modal::modal;
use crate::app::prelude::*;
use crate::app::widgets::{Query, Search, has_words};
use crate::app::write::{elided, left};
use crate::exports::ExportRef;
use crate::files::Kind;

/// Width of the list and height of a line, in points.
const WIDTH: f32 = 440.0;
const LINE: f32 = 24.0;
/// The number of lines visible at once.
const LINES: f32 = 12.0;
/// Room for the extension.
const ENDING: f32 = 56.0;

/// Shows the formats of `export`.
pub fn show(ui: &Ui, export: ExportRef, out: &mut Vec<Request>) {
    let id = Id::unique("query of the formats");
    let mut query = Query::of(ui, id);
    let title = export.title();
    let is_chosen = modal(ui, &title, WIDTH, out, |ui, out| {
        let (hint, nothing) = (format!("{title}: type a format"), "It is not written in this format.");
        let search = Search { name: "Format", hint: &hint, nothing, line: LINE, lines: LINES };
        let find = |text: &str| {
            let text = text.to_lowercase();
            let mut kinds = (export.kinds)();
            kinds.retain(|(ending, about)| {
                has_words(&text, |word| format!("{ending} {about}").to_lowercase().contains(word))
            });
            kinds
        };
        let picked = search.show(ui, &mut query, find, |_| 0, line);
        if let Some((ending, _)) = &picked {
            out.extend([Request::ClosePopup, Request::SaveAs(export, ending)]);
        }
        picked.is_some()
    });
    let is_open = !is_chosen && !out.iter().any(|request| matches!(request, Request::ClosePopup));
    Query::keep(ui, id, query.filter(|_| is_open));
}

fn line(ui: &mut Ui, (ending, about): &Kind, is_chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    let name = format!(".{ending}");
    response
        .widget_info(|| WidgetInfo::selected(Role::MenuItem, ui.is_enabled(), is_chosen, format!("{name}: {about}")));
    let theme = Theme::of(ui);
    if is_chosen || response.hovered() {
        ui.painter().rect_filled(rect, 3.0, if is_chosen { theme.ctl } else { theme.raise });
    }
    let (x, y) = (rect.left() + 8.0, rect.center().y);
    left(ui, x, y, &name, theme::mono(), theme.t1);
    let shown = elided(ui, about, rect.right() - 8.0 - x - ENDING, &theme::note());
    left(ui, x + ENDING, y, &shown, theme::note(), theme.t2);
    response.on_hover_text(about)
}
