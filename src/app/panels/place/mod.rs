//! The sprites' placement, and the rules for it.

mod rules;

pub use rules::show as rules;

use crate::app::panels::layout::padded;
use crate::app::prelude::*;
use crate::app::widgets::{NumberField, drop_down, icon_toggle, section_title_with, segmented};
use crate::session::{Placed, Stage};
use maskscope_core::scene::{Anchor, Placement};
use rules::{GAP, is_settled, scale_field};

/// Side of a button with an icon.
const BUTTON: f32 = 24.0;

/// Shows where the active sprite stands and how it is turned.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    padded(ui, 0, 10, |ui| {
        let stage = window.session.stage();
        title(ui, stage, out);
        ui.add_space(2.0);
        position(ui, window.session, out);
        ui.add_space(GAP);
        turn(ui, stage, out);
        rules::show_parents(ui, window.session, out);
    });
}

/// `Place B`, and the choice between the two.
fn title(ui: &mut Ui, stage: &Stage, out: &mut Vec<Request>) {
    let choices = Slot::ALL.map(|slot| (slot, slot.letter()));
    let mut active = stage.active;
    section_title_with(ui, &format!("Place {}", active.letter()), |ui| {
        let choice = segmented(ui, &mut active, &choices);
        choice.on_hover_text("The sprite that the fields and the arrow keys move.");
    });
    if active != stage.active {
        out.push(StageAction::Activate(active).into());
    }
}

/// x, y and both flips.
fn position(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    let stage = session.stage();
    let slot = stage.active;
    let placed = stage.get(slot);
    let held = Id::unique("zero of the fields");
    let space = Space::of(session);
    // While a field moves A, what is counted from A would move along.
    let origin = ui.data(|data| data.get_temp(held)).unwrap_or_else(|| space.zero(session));
    let old = placed.map_or_else(Placement::default, |placed| *placed.placement());
    let mut new = old;
    let (mut x, mut y) = (old.position.0 - origin.0, old.position.1 - origin.1);
    let (old_x, old_y) = (x, y);
    let row = ui.add_enabled_ui(placed.is_some(), |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let width = ((ui.available_width() - 2.0 * (BUTTON + GAP) - GAP) / 2.0).floor();
            let x_field = coordinate(ui, "x", &mut x, width, slot, space);
            let y_field = coordinate(ui, "y", &mut y, width, slot, space);
            let is_dragged = x_field.dragged() || y_field.dragged();
            ui.data_mut(|data| match is_dragged {
                true => _ = data.insert_temp(held, origin),
                false => data.remove::<Point>(held),
            });
            let letter = slot.letter();
            if icon_toggle(ui, Icon::FlipX, &format!("Flip {letter} left to right"), old.flip.0)
                .on_hover_text("Mirrors the sprite left to right, in place.")
                .clicked()
            {
                new.flip.0 = !old.flip.0;
            }
            if icon_toggle(ui, Icon::FlipY, &format!("Flip {letter} top to bottom"), old.flip.1)
                .on_hover_text("Mirrors the sprite top to bottom, in place.")
                .clicked()
            {
                new.flip.1 = !old.flip.1;
            }
            is_settled(&[x_field, y_field])
        })
    });
    // An untouched coordinate keeps every digit.
    if x != old_x {
        new.position.0 = x + origin.0;
    }
    if y != old_y {
        new.position.1 = y + origin.1;
    }
    ask(slot, old, new, row.inner.inner, out);
}

/// Degrees, scale and anchor.
fn turn(ui: &mut Ui, stage: &Stage, out: &mut Vec<Request>) {
    let slot = stage.active;
    let placed = stage.get(slot);
    let old = placed.map_or_else(Placement::default, |placed| *placed.placement());
    let mut new = old;
    let mut scale = old.scale.0;
    let reading = old.read_by(stage.convention);
    let cannot = |what: &str| format!("{} cannot {what}.", reading.convention().filter.name());
    let row = ui.add_enabled_ui(placed.is_some(), |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let letter = slot.letter();
            let name = format!("rotation of {letter}");
            let field = NumberField::new(&name, &mut new.rotation, -360.0..=360.0).label("°").width(62.0).step(1.0);
            let degrees = ui.add_enabled(reading.turns(), field).on_disabled_hover_text(cannot("turn"));
            let degrees = degrees.on_hover_text(format!("Degrees clockwise, about {}.", reading.about()));
            let name = format!("scale of {letter}");
            let tip = "The factor along both axes; the corners on the canvas change it, too. Below 0 it mirrors left to right. \
                       Under Engines each axis has its own.";
            let factor = ui.add_enabled(reading.scales(), scale_field(&name, &mut scale, "×", 56.0));
            let factor = factor.on_disabled_hover_text(cannot("scale")).on_hover_text(tip);
            anchor(ui, letter, &mut new.anchor, placed);
            is_settled(&[degrees, factor])
        })
    });
    if scale != old.scale.0 {
        let ratio = scale / old.scale.0;
        new.scale = (scale, old.scale.1 * ratio.abs());
    }
    ask(slot, old, new, row.inner.inner, out);
}

/// The point of the sprite that stands at x, y.
fn anchor(ui: &mut Ui, letter: &str, anchor: &mut Anchor, placed: Option<&Placed>) {
    let chosen = match anchor {
        Anchor::TopLeft => "top left",
        Anchor::Centred => "centred",
        Anchor::Custom(..) => "custom",
    };
    let shown = drop_down("anchor", chosen, ui.available_width()).show_ui(ui, |ui| {
        let tip = "x, y is the top left corner.";
        ui.selectable_value(anchor, Anchor::TopLeft, "top left").on_hover_text(tip);
        let tip = "x, y is the centre as PlayMyCode rounds it: odd sizes shift half a pixel left and up.";
        ui.selectable_value(anchor, Anchor::Centred, "centred").on_hover_text(tip);
        let size = placed.map_or_else(Size::default, |placed| placed.sprite().size());
        let middle = Anchor::Custom(f64::from(size.width) / 2.0, f64::from(size.height) / 2.0);
        let is_custom = matches!(anchor, Anchor::Custom(..));
        let tip = "x, y is any point: drag its cross on the canvas, or type it under Engines.";
        if ui.selectable_label(is_custom, "custom").on_hover_text(tip).clicked() && !is_custom {
            *anchor = middle;
        }
    });
    let tip = "The point of the sprite at x, y, about which it turns and scales.";
    shown.response.accessible_name(format!("Anchor of {letter}: {chosen}")).on_hover_text(tip);
}

/// Asks for a new placement if it differs, and ends the gesture when a field is left.
fn ask(slot: Slot, old: Placement, new: Placement, is_settled: bool, out: &mut Vec<Request>) {
    if new != old {
        out.push(StageAction::Pose { slot, placement: new }.into());
    }
    let is_button = new.flip != old.flip || new.anchor != old.anchor;
    if is_settled || is_button {
        out.push(StageAction::Settle.into());
    }
}

/// The space of the fields' numbers.
#[derive(Clone, Copy)]
enum Space {
    /// Points of the world: what a scene writes.
    World,
    /// Points of the world relative to A's top left pixel.
    FromA,
    /// Points inside the parents of the sprite, which move, turn or scale it: what a scene writes, from wherever the window counts.
    Parent,
}

impl Space {
    fn of(session: &Session) -> Self {
        let stage = session.stage();
        match (stage.world_from_parent(stage.active) == Affine::IDENTITY, session.view().counts_from_a) {
            (false, _) => Self::Parent,
            (true, true) => Self::FromA,
            (true, false) => Self::World,
        }
    }

    /// The point that the fields show as 0, 0.
    fn zero(self, session: &Session) -> Point {
        if let Self::FromA = self { session.origin().point_in_world() } else { (0.0, 0.0) }
    }

    const fn sentence(self) -> &'static str {
        match self {
            Self::World => "in the world, as in a scene",
            Self::FromA => "from A's top left pixel",
            Self::Parent => "in its parent's space, as in a scene",
        }
    }
}

fn coordinate(ui: &mut Ui, axis: &str, value: &mut f64, width: f32, slot: Slot, space: Space) -> Response {
    let name = format!("{axis} of {}", slot.letter());
    let field = NumberField::new(&name, value, -Placement::FAR..=Placement::FAR).label(axis).width(width);
    ui.add(field).on_hover_text(format!(
        "Position of the anchor of {} along {axis}, {}.",
        slot.letter(),
        space.sentence()
    ))
}
