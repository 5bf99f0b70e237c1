//! Rounding of positions between pixels, resampling of turned sprites, the scale along each axis. And the parents in which the
//! active sprite stands, from the innermost on: one line each, and the fields of the chosen one.

use crate::app::prelude::*;
use crate::app::widgets::{NumberField, choice_list, segmented, text_button};
use crate::session::{Family, ParentRef, Stage};
use maskscope_core::scene::{Anchor, Filter, Placement, SampleAt, Snap};

/// Shows the rules, and the line that adds a parent.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let stage = window.session.stage();
    ui.spacing_mut().item_spacing.y = GAP;
    convention(ui, stage, out);
    axes(ui, stage, out);
    add_parent(ui, window.session, out);
}

fn convention(ui: &mut Ui, stage: &Stage, out: &mut Vec<Request>) {
    let old = stage.convention;
    let mut new = old;
    named(ui, "rounding", |ui| {
        let choices = Snap::ALL.iter().map(|snap| (*snap, snap.name().to_owned(), snap.sentence()));
        let width = ui.available_width();
        choice_list(ui, "Rounding", &mut new.snap, choices, width).on_hover_text(old.snap.sentence());
    });
    named(ui, "resampling", |ui| {
        filters(ui, "Resampling", &mut new.filter, None);
    });
    named(ui, "sample point", |ui| {
        let choices: Vec<_> = SampleAt::ALL.iter().map(|at| (*at, at.name())).collect();
        segmented(ui, &mut new.at, &choices)
            .on_hover_text("The point of a cell at which turned sprites are read: its centre, or its top left corner.");
    });
    if new != old {
        out.push(StageAction::SetConvention(new).into());
    }
}

/// A list of all filters, after another choice with its name and its sentence.
fn filters<T>(ui: &mut Ui, name: &str, chosen: &mut T, other: Option<(T, String, String)>)
where
    T: From<Filter> + Clone + PartialEq,
{
    let all = Filter::ALL.iter().map(|filter| (T::from(*filter), filter.name().to_owned(), filter.sentence()));
    let all: Vec<_> = other.into_iter().chain(all).collect();
    let sentence = all.iter().find(|(value, ..)| value == chosen).map_or("", |(.., sentence)| sentence).to_owned();
    let width = ui.available_width();
    choice_list(ui, name, chosen, all, width).on_hover_text(sentence);
}

/// The resampling of the active sprite, its scale along each axis, and its anchor if that is a custom point.
fn axes(ui: &mut Ui, stage: &Stage, out: &mut Vec<Request>) {
    let slot = stage.active;
    let Some(placed) = stage.get(slot) else { return };
    let old = *placed.placement();
    let mut new = old;
    let letter = slot.letter();
    let mut settled = false;
    named(ui, &format!("resampling of {letter}"), |ui| {
        let other = (None, "as above".to_owned(), "The same as for both sprites, above.".to_owned());
        filters(ui, &format!("Read {letter} by"), &mut new.filter, Some(other));
        settled |= new.filter != old.filter;
    });
    named(ui, &format!("scale {letter}"), |ui| {
        let width = ((ui.available_width() - GAP) / 2.0).floor();
        for (axis, value) in [("x", &mut new.scale.0), ("y", &mut new.scale.1)] {
            let name = format!("scale {axis} of {letter}");
            let tip = "The factor along this axis of the sprite; below 0 it mirrors the sprite about its anchor.";
            let field = ui.add_enabled(old.read_by(stage.convention).scales(), scale_field(&name, value, axis, width));
            settled |= is_settled(&[field.on_hover_text(tip)]);
        }
    });
    if let Anchor::Custom(x, y) = &mut new.anchor {
        named(ui, &format!("anchor {letter}"), |ui| {
            let width = ((ui.available_width() - GAP) / 2.0).floor();
            for (axis, value) in [("x", x), ("y", y)] {
                let name = format!("anchor {axis} of {letter}");
                let field = NumberField::new(&name, value, -Placement::FAR..=Placement::FAR);
                let field = ui.add(field.label(axis).width(width).step(0.1));
                settled |= is_settled(&[field.on_hover_text("Pixels from the top left corner of the image.")]);
            }
        });
    }
    if new != old {
        out.push(StageAction::Pose { slot, placement: new }.into());
    }
    if settled {
        out.push(StageAction::Settle.into());
    }
}

/// Between two controls, in points.
pub const GAP: f32 = 4.0;
/// Room for the names of the lines.
const NAMES: f32 = 64.0;

/// A line of controls after its name.
pub fn named(ui: &mut Ui, name: &str, add_controls: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let left = ui.cursor().left();
        ui.label(RichText::new(name).font(theme::note()).color(Theme::of(ui).t3));
        ui.add_space((left + NAMES - ui.cursor().left()).max(0.0));
        add_controls(ui);
    });
}

/// A field for the factor along an axis, or along both.
pub fn scale_field<'a>(name: &'a str, scale: &'a mut f64, label: &'a str, width: f32) -> NumberField<'a, f64> {
    let (least, most) = Placement::SCALES.into_inner();
    NumberField::new(name, scale, -most..=most).at_least(least).label(label).width(width).step(0.01)
}

/// True if a gesture in one of the fields has ended.
pub fn is_settled(fields: &[Response]) -> bool {
    fields.iter().any(|field| field.drag_stopped() || field.lost_focus())
}

/// Height of a line, in points.
const LINE: f32 = 20.0;

/// A line for each parent; nothing if there is no parent.
pub fn show_parents(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    let stage = session.stage();
    let chosen = session.chosen_parent();
    let families = [Family::Own(stage.active), Family::Common];
    if families.iter().all(|family| stage.parents(*family).all().is_empty()) {
        return;
    }
    ui.add_space(GAP);
    ui.spacing_mut().item_spacing.y = GAP;
    for family in families {
        let parents = stage.parents(family).all();
        for (index, parent) in parents.iter().enumerate() {
            let of = ParentRef { family, index };
            let is_chosen = chosen == Some(of);
            if line(ui, of, parent, is_chosen).clicked() {
                out.push(ViewAction::ChooseParent((!is_chosen).then_some(of)).into());
            }
            if is_chosen {
                fields(ui, of, parents, out);
            }
        }
    }
}

/// The line of the rules by which a parent is added around a sprite or around both.
fn add_parent(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    let slot = session.stage().active;
    named(ui, "add parent", |ui| {
        let both = "Moves, turns and scales both sprites together; Gilbert's test uses its space.";
        let own = "Moves, turns and scales this sprite alone, inside the parent of both.";
        for (family, text, tip) in
            [(Family::Common, "of both".to_owned(), both), (Family::Own(slot), format!("of {}", slot.letter()), own)]
        {
            let button = text_button(ui, &text).accessible_name(format!("Add a parent {text}")).on_hover_text(tip);
            if button.clicked() {
                insert(family, session.stage().parents(family).all(), 0, out);
            }
        }
    });
}

/// Adds a parent that does nothing yet as number `index`, and chooses it.
fn insert(family: Family, parents: &[Placement], index: usize, out: &mut Vec<Request>) {
    let mut parents = parents.to_vec();
    parents.insert(index, Placement::default());
    out.push(StageAction::SetParents { family, parents }.into());
    out.push(StageAction::Settle.into());
    out.push(ViewAction::ChooseParent(Some(ParentRef { family, index })).into());
}

/// `parent of B`; the parent of that is `parent 2 of B`.
fn name(ParentRef { family, index }: ParentRef) -> String {
    let number = if index == 0 { String::new() } else { format!(" {}", index + 1) };
    match family {
        Family::Own(slot) => format!("parent{number} of {}", slot.letter()),
        Family::Common => format!("parent{number} of A and B"),
    }
}

/// Its name, and where it stands and how it is turned.
fn line(ui: &mut Ui, of: ParentRef, parent: &Placement, is_chosen: bool) -> Response {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    let painter = ui.painter();
    if is_chosen || response.hovered() {
        painter.rect_filled(rect, 2.0, if is_chosen { theme.ctl } else { theme.raise });
    }
    let name = name(of).replacen('p', "P", 1);
    let ink = if is_chosen { theme.t1 } else { theme.t2 };
    painter.text(rect.left_center() + vec2(4.0, 0.0), Align2::LEFT_CENTER, &name, theme::note(), ink);
    let summary = summary(parent);
    painter.text(rect.right_center() - vec2(4.0, 0.0), Align2::RIGHT_CENTER, &summary, theme::note(), theme.t3);
    let spoken = format!("{name}: {summary}");
    response.widget_info(|| WidgetInfo::selected(Role::Row, ui.is_enabled(), is_chosen, &spoken));
    response
        .on_hover_text("Shows its fields here, and its handles on the canvas: the ring moves it, the disc turns it.")
}

/// `12,4 · 30° · × 2`, where it differs from nothing.
fn summary(parent: &Placement) -> String {
    let number = |n: f64| words::number(n, 0..=2);
    let (place, (wide, high)) = (words::fine_point(parent.position), parent.scale);
    let turn = (parent.rotation != 0.0).then(|| format!("{}°", number(parent.rotation)));
    let scale = ((wide, high) != (1.0, 1.0)).then(|| match wide == high {
        true => format!("× {}", number(wide)),
        false => format!("× {} {}", number(wide), number(high)),
    });
    [Some(place), turn, scale].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Position, rotation and scale of the chosen parent, and what can be done with it.
fn fields(ui: &mut Ui, of: ParentRef, parents: &[Placement], out: &mut Vec<Request>) {
    let old = parents[of.index];
    let (mut new, mut settled) = (old, false);
    let name = name(of);
    let around = "In the space around it, as in a scene: its own parent's, or the world.";
    let third = ((ui.available_width() - 2.0 * GAP) / 3.0).floor();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (axis, value) in [("x", &mut new.position.0), ("y", &mut new.position.1)] {
            let name = format!("{axis} of {name}");
            let field = NumberField::new(&name, value, -Placement::FAR..=Placement::FAR).label(axis).width(third);
            settled |= is_settled(&[ui.add(field).on_hover_text(around)]);
        }
        let name = format!("rotation of {name}");
        let field = NumberField::new(&name, &mut new.rotation, -360.0..=360.0).label("°").width(third).step(1.0);
        settled |= is_settled(&[ui.add(field).on_hover_text("Degrees clockwise, about its position.")]);
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let tip = "The factor along this axis, before it is turned. Two different ones shear turned sprites inside; below 0 it mirrors.";
        for (axis, value) in [("x", &mut new.scale.0), ("y", &mut new.scale.1)] {
            let (name, label) = (format!("scale {axis} of {name}"), format!("× {axis}"));
            settled |= is_settled(&[ui.add(scale_field(&name, value, &label, third)).on_hover_text(tip)]);
        }
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let around = text_button(ui, "Add its parent").on_hover_text("A parent around this one.");
        if around.clicked() {
            insert(of.family, parents, of.index + 1, out);
        }
        let tip = "Removes the parent; sprites in it keep their numbers, now counted from outside.";
        if text_button(ui, "Remove").accessible_name(format!("Remove {name}")).on_hover_text(tip).clicked() {
            let mut parents = parents.to_vec();
            parents.remove(of.index);
            out.push(StageAction::SetParents { family: of.family, parents }.into());
            out.push(StageAction::Settle.into());
            out.push(ViewAction::ChooseParent(None).into());
        }
    });
    if new != old {
        let mut parents = parents.to_vec();
        parents[of.index] = new;
        out.push(StageAction::SetParents { family: of.family, parents }.into());
    }
    if settled {
        out.push(StageAction::Settle.into());
    }
}
