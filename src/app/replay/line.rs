//! The line of the game that made the shown check, and what a person says of it.

use crate::app::prelude::*;
use crate::app::widgets::text_button;
use crate::session::{LineMark, LogAction, LogPlayer};

/// Shows the line, with buttons that let it count otherwise; nothing where the log names no line.
pub fn show(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let Some((_, step)) = log.step() else { return };
    let site = &log.replay.sites[step.site as usize];
    let Some(at) = &site.at else { return };
    let theme = Theme::of(ui);
    let mark = log.incidents.mark_of(site);
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
        let text = match mark {
            None => at.clone(),
            Some(LineMark::Ignored) => format!("{at} is ignored"),
            Some(LineMark::Contact) => format!("{at} is contact"),
        };
        ui.add(Label::new(RichText::new(text).font(theme::mono()).color(theme.t1)).truncate())
            .on_hover_text("The line of the game that made this check.");
        let mut choice = |ui: &mut Ui, text: &str, tip: &str, mark: Option<LineMark>| {
            if text_button(ui, text).on_hover_text(tip).clicked() {
                out.push(LogAction::Mark(at.clone(), mark).into());
            }
        };
        if mark.is_some() {
            return choice(ui, "Count it again", "Counts the checks of this line as the others.", None);
        }
        choice(ui, "Ignore this line", "Leaves out the checks that this line makes.", Some(LineMark::Ignored));
        if log.replay.seems_contact(site) {
            let tip = "After most hits of this line, or of another that tests the same kinds, the sprites lie edge to \
                edge, as on platforms and at walls. Contact is judged by what was tested, not by pixels.";
            choice(ui, "This is contact", tip, Some(LineMark::Contact));
        }
    });
}
