//! The rail of a small window: one button for each section of the left panel, which opens it over the canvas.

use egui::{Popup, PopupCloseBehavior, RectAlign};

use crate::app::prelude::*;
use crate::app::widgets::bare_icon_button;

/// Width of what opens, in points: as the left panel of a larger window.
const WIDTH: f32 = 240.0;

/// Part of the rail that can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RailTab {
    /// A sprite's card.
    Sprite(Slot),
    /// The sprites' placement.
    Place,
}

impl RailTab {
    const ALL: [Self; 3] = [Self::Sprite(Slot::A), Self::Sprite(Slot::B), Self::Place];

    const fn name(self) -> &'static str {
        match self {
            Self::Sprite(Slot::A) => "Sprite A",
            Self::Sprite(Slot::B) => "Sprite B",
            Self::Place => "Place",
        }
    }

    const fn sentence(self) -> &'static str {
        match self {
            Self::Sprite(Slot::A) => "Opens the card of A: its image, its threshold.",
            Self::Sprite(Slot::B) => "Opens the card of B: its image, its threshold.",
            Self::Place => "Opens the sprites' placement.",
        }
    }
}

/// The part that is open, if any, is kept here.
fn id() -> Id {
    Id::unique("open part of the rail")
}

/// True if a part is open, over the canvas.
pub fn is_open(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp::<RailTab>(id())).is_some()
}

/// Shows the rail, 44 wide; `show_tab` fills what is open.
pub fn show(ui: &mut Ui, mut show_tab: impl FnMut(&mut Ui, RailTab)) {
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = 8.0;
        ui.add_space(10.0);
        for tab in RailTab::ALL {
            let button = button(ui, tab).on_hover_text(tab.sentence());
            let was_open = ui.data(|data| data.get_temp(id())) == Some(tab);
            let mut is_open = was_open ^ button.clicked();
            // Of the popups that egui remembers, only one is open: a menu or a list of the part itself.
            let close = if Popup::is_any_open(ui) {
                PopupCloseBehavior::IgnoreClicks
            } else {
                PopupCloseBehavior::CloseOnClickOutside
            };
            let popup = Popup::from_response(&button).open_bool(&mut is_open).close_behavior(close);
            let frame = egui::Frame::popup(ui.style()).fill(Theme::of(ui).panel).inner_margin(0.0);
            popup.align(RectAlign::RIGHT_START).gap(10.0).frame(frame).width(WIDTH).show(|ui| {
                ui.set_width(WIDTH);
                show_tab(ui, tab);
            });
            if is_open != was_open {
                ui.data_mut(
                    |data| if is_open { _ = data.insert_temp(id(), tab) } else { data.remove::<RailTab>(id()) },
                );
            }
        }
    });
}

fn button(ui: &mut Ui, tab: RailTab) -> Response {
    match tab {
        RailTab::Sprite(slot) => {
            let colors = Theme::of(ui).sprite(slot);
            let letter = RichText::new(slot.letter()).font(theme::mono()).color(colors.on_chip);
            ui.scope(|ui| {
                ui.spacing_mut().button_padding = Vec2::ZERO;
                ui.spacing_mut().interact_size = Vec2::splat(20.0);
                let button = Button::new((egui::Atom::grow(), letter, egui::Atom::grow()));
                ui.add(button.fill(colors.chip).min_size(Vec2::splat(20.0))).accessible_name(tab.name())
            })
            .inner
        }
        RailTab::Place => bare_icon_button(ui, Icon::Move, tab.name()),
    }
}
