//! The row of layers over the canvas: a button for each, which is also the legend, and `more` for those that rarely matter.

use egui::containers::menu::MenuButton;

use super::layout::PADDING;
use crate::app::command::context_menu::{self, MenuTarget};
use crate::app::command::{Command, item, tooltip};
use crate::app::layers::switch;
use crate::app::prelude::*;
use crate::app::widgets::SwatchButton;
use crate::session::{Layer, Session, Tab, ViewAction};

/// Height of the row, in points.
pub const HEIGHT: f32 = 28.0;
/// Free space between two buttons, and between two groups.
const GAP: f32 = 4.0;
const GROUP: f32 = 12.0;
/// Room for `more`.
const MORE: f32 = 64.0;
/// From this width of the window on, names stand beside the swatches of the groups that have room.
const NAMED_FROM: f32 = 1_600.0;

/// The buttons of a tab, in groups: other ones where a sprite has a hitbox.
const fn groups(tab: Tab, has_hitbox: bool) -> &'static [&'static [Layer]] {
    match tab {
        Tab::Inspect if has_hitbox => &[
            &[Layer::Shapes, Layer::Unfair, Layer::Forgiven],
            &[Layer::Boxes, Layer::Intersection, Layer::Outlines],
            &[Layer::BitsA, Layer::BitsB, Layer::BitsBoth, Layer::Distance],
            &[Layer::Grid],
            &[Layer::Visits, Layer::CurrentVisit, Layer::FirstHit],
        ],
        Tab::Replay => &[
            &[Layer::Shapes, Layer::NearbyFrames],
            &[Layer::Outlines, Layer::Intersection],
            &[Layer::BitsA, Layer::BitsB, Layer::BitsBoth],
            &[Layer::Distance, Layer::Grid],
            &[Layer::Screen],
        ],
        Tab::Terrain => &[&[Layer::BallTrail, Layer::Velocity], &[Layer::TriedPlace, Layer::Probe], &[Layer::Grid]],
        _ => &[
            &[Layer::Boxes, Layer::TightBounds],
            &[Layer::Intersection, Layer::Outlines],
            &[Layer::BitsA, Layer::BitsB, Layer::BitsBoth],
            &[Layer::Visits, Layer::CurrentVisit, Layer::FirstHit],
            &[Layer::Distance, Layer::Grid],
        ],
    }
}

/// True if the layer has something to show now.
fn applies(layer: Layer, session: &Session) -> bool {
    match layer {
        Layer::Words => session.scans().selected().word_bits().is_some(),
        Layer::Shapes | Layer::Unfair | Layer::Forgiven => has_hitbox(session),
        Layer::BoundsUsed => session.scans().pre_check.is_some(),
        Layer::OnionSkin => Slot::ALL
            .into_iter()
            .any(|slot| session.stage().get(slot).is_some_and(|it| it.sprite().frames().are_animated())),
        _ => true,
    }
}

fn has_hitbox(session: &Session) -> bool {
    Slot::ALL.into_iter().any(|slot| session.stage().get(slot).is_some_and(|it| it.sprite().hitbox().is_some()))
}

/// Shows the row.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let session = window.session;
    let (tab, shown) = (session.view().tab, session.view().layers);
    let groups = groups(tab, has_hitbox(session));
    let buttons: Vec<(usize, Layer)> =
        groups.iter().enumerate().flat_map(|(group, layers)| layers.iter().map(move |&layer| (group, layer))).collect();
    let room = ui.available_width() - 2.0 * PADDING - MORE;
    let button = |layer: Layer, is_named| SwatchButton { is_on: shown.has(layer), name: layer.title(), is_named };
    let ends = |named: usize| -> Vec<f32> {
        let mut end = 0.0;
        let widths = buttons.iter().enumerate().map(|(at, &(group, layer))| {
            let gap = if at > 0 && buttons[at - 1].0 != group { GROUP } else { GAP };
            end += button(layer, group < named).width(ui) + gap;
            end
        });
        widths.collect()
    };
    let most = if ui.ctx().content_rect().width() < NAMED_FROM { 0 } else { groups.len() };
    let named = (1..=most).rev().find(|&named| ends(named).last().is_some_and(|end| *end <= room)).unwrap_or(0);
    let fitting = ends(named).partition_point(|end| *end <= room);
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.add_space(PADDING);
        for (at, &(group, layer)) in buttons[..fitting].iter().enumerate() {
            if at > 0 && buttons[at - 1].0 != group {
                ui.add_space(GROUP - GAP);
            }
            let theme = Theme::of(ui);
            let response =
                button(layer, group < named).show(ui, |painter, rect| (switch(layer).swatch)(painter, rect, theme));
            if response.clicked() {
                out.push(ViewAction::ShowLayer(layer, !shown.has(layer)).into());
            }
            context_menu::on(ui, &response, MenuTarget::Layer(layer));
            tooltip(response, Command::Layer(layer));
        }
        let is_beside = |layer: Layer| buttons[..fitting].iter().any(|(_, beside)| *beside == layer);
        let rest = Layer::ALL.iter().copied().filter(|layer| layer.is_in(tab) && !is_beside(*layer));
        let rest: Vec<_> = rest.filter(|layer| applies(*layer, session)).collect();
        if !rest.is_empty() {
            ui.add_space(GROUP - GAP);
            more(ui, tab, &rest, window, out);
        }
    });
}

/// Adds the list of layers without a button, the X-ray as a whole first.
fn more(ui: &mut Ui, tab: Tab, rest: &[Layer], window: &WindowState<'_>, out: &mut Vec<Request>) {
    let button = Button::new((RichText::new("more").font(theme::note()), Icon::Down.atom())).frame_when_inactive(false);
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        if tab != Tab::Terrain {
            item(ui, Command::Bits, window, out);
        }
        rest.iter().for_each(|&layer| item(ui, Command::Layer(layer), window, out));
    });
    response.on_hover_text("Lists the other layers.");
}
