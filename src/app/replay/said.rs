//! The answer line of a log, and the words for what the game said.

use egui::{Align, Layout, RichText, Ui};

use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{icon_button, wrong_pill};
use crate::app::{icons::Icon, panels};
use crate::replay::Step;
use crate::session::{LogPlayer, PlayerAction};
use crate::words;

/// `hit` or `miss`.
pub fn answer(hit: bool) -> &'static str {
    if hit { "hit" } else { "miss" }
}

/// Shows what the game and the masks say of the check, 44 high.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, log: &LogPlayer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let Some((_, step)) = log.step().filter(|(_, step)| step.is_wrong()) else {
        panels::answer::show(ui, window, out);
        return;
    };
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        ui.add_space(12.0);
        wrong_pill(ui, "WRONG")
            .on_hover_text("The game and the masks disagree about this check, or something flew through.");
        ui.label(RichText::new(sentence(step)).font(theme::answer()).color(theme.t1));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(12.0);
            let wrong = log.replay.pairs.iter().map(|pair| pair.wrong.len() as u64).sum();
            let tip = "Goes to the next wrong check of all pairs. N.";
            if icon_button(ui, Icon::On, "Next wrong check").on_hover_text(tip).clicked() {
                out.push(PlayerAction::GoWrong { on: true }.into());
            }
            ui.label(RichText::new(format!("{} wrong", words::thousands(wrong))).font(theme::mono()).color(theme.t1));
            let tip = "Goes to the wrong check before, of all pairs. Shift N.";
            if icon_button(ui, Icon::Back, "Previous wrong check").on_hover_text(tip).clicked() {
                out.push(PlayerAction::GoWrong { on: false }.into());
            }
        });
    });
}

/// What is wrong with a check, in a sentence.
fn sentence(step: &Step) -> String {
    let masks = answer(step.masks_overlap());
    match step.game {
        Some(game) if game != step.masks_overlap() => format!("The game says {}, the masks say {masks}", answer(game)),
        Some(_) if step.disagrees => format!("Both say {masks}, but name different pixels"),
        _ => "One passed through the other since the previous check".to_owned(),
    }
}
