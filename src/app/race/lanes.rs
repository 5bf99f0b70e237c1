//! The time line of the race: a lane for each sign, with a flag where each of its scans stops.

use crate::app::command::context_menu;
use crate::app::paint::signs::{SIGN_WIDTH, paint_sign, visit_unit};
use crate::app::paint::write;
use crate::app::prelude::*;
use crate::app::widgets::{End, Flag, Timeline};
use crate::session::{PlaybackAction, ScanRow, signs};
use maskscope_core::scan::Reads;

/// Widths of the heads of the lanes, in points: the signs with their words, and the signs alone.
const HEADS: f32 = 132.0;
const SIGNS: f32 = 40.0;
/// Between a sign and its words.
const GAP: f32 = 8.0;

/// Opacity while the counts belong to an earlier placement.
const STALE: f32 = 0.5;

/// The height of the time line.
pub(super) fn height(session: &Session) -> f32 {
    Timeline::height(signs(session.derived().rows().iter()).len())
}

/// Shows the time line right of the heads of its lanes, which have words only in a wide window.
pub(super) fn show(ui: &mut Ui, session: &Session, is_wide: bool, out: &mut Vec<Request>) {
    if session.derived().rows_are_stale() {
        ui.multiply_opacity(STALE);
    }
    let (position, total, rows) = (session.race().steps(), session.steps(), session.derived().rows());
    let signs = signs(rows.iter());
    let (flags, lanes) = (rows.iter().map(|row| flag(row, &signs)).collect(), signs.len());
    let timeline = Timeline { name: "steps of the race", position, total, flags, lanes };
    let all = ui.available_rect_before_wrap();
    let heads = if is_wide { HEADS } else { SIGNS };
    let track = UiBuilder::new().max_rect(all.with_min_x(all.left() + heads - Timeline::START));
    let shown = ui.scope_builder(track, |ui| ui.add_enabled_ui(total > 0, |ui| timeline.show(ui)).inner);
    let (response, moved) = shown.inner;
    if total > 0 {
        for (lane, &reads) in signs.iter().enumerate() {
            let middle = Timeline::lane_middle(response.rect, lane, lanes);
            show_head(ui, pos2(all.left(), middle), reads, is_wide);
        }
    }
    context_menu::on(ui, &response, context_menu::PLAYED);
    out.extend(moved.map(|step| PlaybackAction::Scrub(step).into()));
}

/// Paints the sign of a lane, with what its scans read in a visit.
fn show_head(ui: &Ui, left: Pos2, reads: Reads, is_wide: bool) {
    let theme = Theme::of(ui);
    paint_sign(ui.painter(), left + vec2(SIGN_WIDTH / 2.0, 0.0), reads, theme, theme.t2);
    if is_wide {
        write::left(ui, left.x + SIGN_WIDTH + GAP, left.y, &visit_unit(reads), theme::note(), theme.t3);
    }
}

/// The flag of a scan, in the lane of its sign.
fn flag(row: &ScanRow, signs: &[Reads]) -> Flag {
    let end = End::of(row.hit.is_some(), row.is_wrong);
    let lane = signs.iter().position(|reads| *reads == row.scan.reads()).unwrap_or(0);
    Flag { at: row.count.visits, name: row.scan.display_name(), end, lane }
}
