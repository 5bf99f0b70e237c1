//! The five buttons that lead from step to step, of a path and of a log.

use egui::Ui;

use crate::app::{
    icons::Icon,
    widgets::{icon_button, solid_button},
};

/// Where a button leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    First,
    Back,
    Play,
    On,
    Last,
}

/// Shows the buttons, each with its name and what its tooltip says, in the order of [`Way`]; what was clicked.
pub fn buttons(ui: &mut Ui, plays: bool, texts: [(&str, &str); 5]) -> Option<Way> {
    let (play, text) = if plays { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    let ways = [
        (Way::First, Icon::First),
        (Way::Back, Icon::Back),
        (Way::Play, play),
        (Way::On, Icon::On),
        (Way::Last, Icon::Last),
    ];
    let mut clicked = None;
    for ((way, icon), (name, tip)) in ways.into_iter().zip(texts) {
        let button = match way {
            Way::Play => solid_button(ui, icon, text).accessible_name(name),
            _ => icon_button(ui, icon, name),
        };
        if button.on_hover_text(tip).clicked() {
            clicked = Some(way);
        }
    }
    clicked
}
