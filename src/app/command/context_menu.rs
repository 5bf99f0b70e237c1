//! The menus that a right click opens, or Shift F10: about a sprite, a cell of the intersection, the empty canvas,
//! a layer, a scan.

use egui::{Popup, PopupKind, RectAlign};

use super::Command::*;
use super::{Command, Item, copied, list, style_menu};
use crate::app::prelude::*;
use crate::app::theme::Theme;
use crate::app::widgets::{chip, status};
use crate::exports::{KEYS, OVERLAP, SURVEY, mask_of};
use crate::files::HitboxRole;
use crate::session::{Layer, PlaybackAction};

/// Width and height of the line that says what a menu is about, in points.
const WIDTH: f32 = 208.0;
const HEAD: f32 = 28.0;
/// The widest that the name of a sprite gets.
const NAME: f32 = 120.0;

/// The subject of a menu.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MenuTarget {
    /// A sprite.
    Sprite(Slot),
    /// A cell of the intersection, in the world, and the visit, from 0, to which one can go from there, if any: `None` until
    /// that is known.
    Cell(Cell, Option<Option<u64>>),
    /// The switch of a layer, and then those of the other layers of the tab by their names.
    Layer(Layer),
    /// Commands about what is selected, in groups.
    Selected(&'static [&'static [Command]]),
}

/// The canvas where nothing lies.
pub const EMPTY: MenuTarget = MenuTarget::Selected(&[&[Fit, One], &[Open(Slot::A), Open(Slot::B)], &[ResetPlacement]]);
/// The selected scan.
pub const SCAN: MenuTarget =
    MenuTarget::Selected(&[&[Play, ShowWorst, TimeAgain, CopyScanLine, UseScan], &[DuplicateScan, RemoveScan]]);
/// The shown check of a replay.
pub const CHECK: MenuTarget =
    MenuTarget::Selected(&[&[Play, NextWrong, PreviousWrong], &[Show(Tab::Inspect), CopyTest]]);
/// The steps of a transport.
pub const PLAYED: MenuTarget = MenuTarget::Selected(&[&[Play, First, Last], &[ToTheHit, Repeat]]);
/// A map of a survey.
pub const MAP: MenuTarget = MenuTarget::Selected(&[&[ShowWorst, ResetPlacement], &[Export(&SURVEY), CopyLink]]);
/// The shown hitbox of a project.
pub const HITBOX: MenuTarget = MenuTarget::Selected(&[
    &[
        Intend(HitboxRole::Fit),
        Intend(HitboxRole::Inside),
        Intend(HitboxRole::Outside),
        Intend(HitboxRole::Feet),
        Intend(HitboxRole::Terrain),
        Intend(HitboxRole::Ignore),
    ],
    &[SaveHitbox, UndoSaved, InspectHitbox],
]);
/// The ball on the hills.
pub const GAME: MenuTarget = MenuTarget::Selected(&[&[PlayGame, First, Last], &[Fit, One], &[OpenKeys, Export(&KEYS)]]);
/// The ball's steps.
pub const BALL: MenuTarget = MenuTarget::Selected(&[&[PlayGame, First, Last], &[OpenKeys, Export(&KEYS)]]);

/// A menu that is open or is about to open.
#[derive(Clone, Copy, Debug)]
struct OpenMenu {
    target: MenuTarget,
    at: Pos2,
    /// Area that it should not cover.
    avoids: Option<Rect>,
}

fn id() -> Id {
    Id::unique("context menu")
}

/// Notes that a key has asked for a menu: whatever has the focus opens its own.
pub fn ask(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(id(), true));
    ctx.request_repaint();
}

/// True if a key has asked for a menu since this was last answered with yes.
pub fn take_asked(ctx: &Context) -> bool {
    ctx.data_mut(|data| data.remove_temp::<bool>(id())).unwrap_or(false)
}

/// Opens a menu about `target` at a place on the screen, beside what it `avoids`.
pub fn open(ctx: &Context, target: MenuTarget, at: Pos2, avoids: Option<Rect>) {
    ctx.data_mut(|data| data.insert_temp(id(), OpenMenu { target, at, avoids }));
    Popup::open_id(ctx, id());
}

/// Opens the menu about `target` where `response` was clicked with the right button, or where a key has asked for that of the
/// focus; returns true if it did.
pub fn on(ui: &Ui, response: &Response, target: MenuTarget) -> bool {
    let is_asked = response.secondary_clicked() || response.has_focus() && take_asked(ui);
    if is_asked {
        open(ui, target, response.interact_pointer_pos().unwrap_or(response.rect.left_bottom()), None);
    }
    is_asked
}

/// True if one is open.
pub fn is_open(ctx: &Context) -> bool {
    Popup::is_id_open(ctx, id())
}

/// Shows the menu that is open, if one is, and then the status `line`, which tells what its items do.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, line: Rect, out: &mut Vec<Request>) {
    show_menu(ui, window, line.top(), out);
    status::show(ui, line);
}

/// Shows the menu above `bottom`.
fn show_menu(ui: &Ui, window: &WindowState<'_>, bottom: f32, out: &mut Vec<Request>) {
    // A click that nothing took was not for a menu.
    take_asked(ui);
    let Some(mut opened) = ui.data(|data| data.get_temp::<OpenMenu>(id())).filter(|_| is_open(ui)) else { return };
    if let MenuTarget::Cell(cell, visit @ None) = &mut opened.target
        && (window.session.visits_of(*cell).is_some() || window.session.visit_at(*cell).is_some())
    {
        *visit = Some(window.session.visit_at(*cell));
        ui.data_mut(|data| data.insert_temp(id(), opened));
    }
    let mut room = ui.content_rect();
    room.max.y = bottom;
    let popup = Popup::new(id(), ui.ctx().clone(), opened.at, ui.layer_id());
    let size = popup.get_expected_size().unwrap_or(Vec2::ZERO);
    let corner = corner(opened.at, size, room, opened.avoids);
    popup
        .anchor(corner)
        .align(RectAlign::BOTTOM_START)
        .align_alternatives(&[])
        .open_memory(None)
        .kind(PopupKind::Menu)
        .layout(Layout::top_down_justified(Align::Min))
        .style(egui::containers::menu::menu_style)
        .accessible_name("Menu")
        .show(|ui| {
            style_menu(ui);
            rows(ui, opened.target, window, out);
        });
}

/// The upper left corner of a menu of `size` that opens at a place: where it lies in the `room` and over nothing that it
/// `avoids`, right of and below the place if it can.
fn corner(at: Pos2, size: Vec2, room: Rect, avoids: Option<Rect>) -> Pos2 {
    let (left, top) = (at.x - size.x, at.y - size.y);
    let beside = [pos2(at.x, at.y), pos2(left, at.y), pos2(at.x, top), pos2(left, top)];
    let last = (room.max - size).max(room.min);
    let pushed_in = beside.map(|corner| corner.clamp(room.min, last));
    let is_free = |corner: &Pos2| {
        let place = Rect::from_min_size(*corner, size);
        room.contains_rect(place) && !avoids.is_some_and(|avoided| avoided.intersects(place))
    };
    beside.into_iter().chain(pushed_in).find(is_free).unwrap_or(pushed_in[0])
}

fn rows(ui: &mut Ui, target: MenuTarget, window: &WindowState<'_>, out: &mut Vec<Request>) {
    match target {
        MenuTarget::Sprite(slot) => {
            head(ui, window, slot);
            let others = [Open(slot), Solid(slot), Export(mask_of(slot)), Swap];
            let pins: &[Command] = if slot == Slot::B { &[Pin, Unpin] } else { &[] };
            let groups: [&[Command]; 3] = [&[PushOut, MoveTo, FlipX, FlipY, QuarterTurn], pins, &others];
            let groups: Vec<&[Command]> = groups.into_iter().filter(|group| !group.is_empty()).collect();
            list(ui, &groups, window, out);
        }
        MenuTarget::Cell(cell, visit) => {
            go_to(ui, visit, out);
            copy(ui, cell, window, out);
            list(ui, &[&[Export(&OVERLAP)]], window, out);
        }
        MenuTarget::Layer(layer) => {
            let tab = window.session.view().tab;
            let others = Layer::ALL.iter().filter(|other| other.is_in(tab) && **other != layer);
            let others: Vec<_> = others.map(|&other| Layer(other)).collect();
            list(ui, &[&[Layer(layer)], &others], window, out);
        }
        MenuTarget::Selected(commands) => list(ui, commands, window, out),
    }
}

/// The sprite's chip, name and size, over a line.
fn head(ui: &mut Ui, window: &WindowState<'_>, slot: Slot) {
    let Some(placed) = window.session.stage().get(slot) else { return };
    let theme = Theme::of(ui);
    let colors = theme.sprite(slot);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.min_rect().width().max(WIDTH), HEAD), Sense::hover());
    let row = UiBuilder::new().max_rect(rect.shrink2(vec2(8.0, 0.0))).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(row, |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        chip(ui, slot.letter(), colors.chip, colors.on_chip);
        let name = RichText::new(&placed.sprite().name).font(theme::text()).color(theme.t1);
        ui.scope(|ui| {
            ui.set_max_width(NAME);
            ui.add(Label::new(name).truncate());
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(placed.sprite().size().to_string()).font(theme::mono()).color(theme.t3));
        });
    });
    ui.add(egui::Separator::default().spacing(5.0));
}

fn go_to(ui: &mut Ui, visit: Option<Option<u64>>, out: &mut Vec<Request>) {
    let label = match visit {
        Some(Some(rank)) => format!("Go to visit {}", words::visit(rank)),
        Some(None) => "Never visited".to_owned(),
        None => "Go to its visit".to_owned(),
    };
    let visit = visit.flatten();
    let sentence = "Goes to the visit of this cell.";
    let item = Item { label: &label, sentence, is_enabled: visit.is_some(), ..Item::default() };
    if let (true, Some(rank)) = (item.show(ui), visit) {
        out.push(PlaybackAction::Scrub(rank + 1).into());
    }
}

fn copy(ui: &mut Ui, cell: Cell, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let origin = window.session.origin();
    let (point, seen) = (origin.point(cell), cell - origin.cell());
    // As the command line takes it, without signs for the eye.
    let text = format!("{},{}", seen.x, seen.y);
    let sentence = "Copies the coordinates of this cell.";
    let item = Item { label: "Copy cell", sentence, value: point, is_enabled: true, ..Item::default() };
    if item.show(ui) {
        out.push(copied("Cell", text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_menu_opens_in_the_room_beside_the_pointer_and_what_it_avoids() {
        let room = Rect::from_min_max(pos2(0.0, 0.0), pos2(600.0, 500.0));
        let size = vec2(200.0, 240.0);
        for (at, avoids, expected) in [
            (pos2(100.0, 100.0), None, pos2(100.0, 100.0)),
            (pos2(500.0, 100.0), None, pos2(300.0, 100.0)),
            (pos2(100.0, 400.0), None, pos2(100.0, 160.0)),
            (pos2(590.0, 490.0), None, pos2(390.0, 250.0)),
            (pos2(300.0, 250.0), Some((310.0, 260.0)), pos2(100.0, 250.0)),
            (pos2(300.0, 250.0), Some((250.0, 260.0)), pos2(300.0, 250.0)),
        ] {
            let avoids = avoids.map(|(x, y)| Rect::from_min_size(pos2(x, y), Vec2::splat(10.0)));
            let found = corner(at, size, room, avoids);
            assert_eq!(found, expected, "{at:?} {avoids:?}");
        }
    }
}
