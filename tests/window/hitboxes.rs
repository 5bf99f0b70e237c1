//! Hitboxes in Inspect: chosen, typed, fitted, dragged, and judged in the answer line.

use std::path::Path;

use egui::{Event, Key, Modifiers, PointerButton, Vec2, vec2};
use egui_kittest::kittest::Queryable as _;
use maskscope::session::{Slot, StageAction};
use maskscope_core::{
    geom::{Cell, Point},
    shape::{Hitbox, Part, Shape},
};

use crate::driver::Window;

/// The opening pair with B where a circle hits and no pixel does.
fn apart() -> Window {
    let mut window = Window::without_time(vec2(1280.0, 800.0));
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(14, -21) });
    window.act(StageAction::Settle);
    window
}

fn choose(window: &mut Window, from: &str, kind: &str) {
    window.click(&format!("Hitbox of B: {from}"));
    window.click(kind);
    window.wait_until("it is fitted", |window| window.session().fits().is_none());
}

/// The only shape of B.
fn shape(window: &Window) -> Option<Shape> {
    let sprite = window.session().stage().get(Slot::B)?.sprite();
    match sprite.hitbox().map(Hitbox::parts) {
        Some([Part::Shape(shape)]) => Some(shape.clone()),
        _ => None,
    }
}

/// A point of B, in its pixels, on the screen.
fn at(window: &Window, (x, y): Point) -> egui::Pos2 {
    let corner = window.pixel(Slot::B, 0, 0) - Vec2::splat(window.cell_size(Slot::B) / 2.0);
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    let by = vec2(x as f32, y as f32) * window.cell_size(Slot::B);
    corner + by
}

#[test]
fn a_circle_is_chosen_typed_fitted_and_undone() {
    let mut window = apart();
    choose(&mut window, "mask", "circle");
    assert_eq!(shape(&window), Some(Shape::Circle([24.0, 20.5, 24.0])));
    window.enter("circle r of B", "20");
    assert_eq!(shape(&window), Some(Shape::Circle([24.0, 20.5, 20.0])));
    window.follow();
    assert!(window.shows("B: outside the mask 304 px") && window.shows("B: mask left out 268 px"));
    assert!(window.shows("Shapes hit, masks share nothing"));
    let detail = "An unfair hit, 4.5 px apart: the circle of B reaches past its pixels and shares 67 px with A.";
    window.wait_until("the distance is known", |window| window.shows(detail));
    window.click("Fit hitbox of B");
    window.wait_until("it is fitted", |window| window.session().fits().is_none());
    let fitted = shape(&window);
    assert!(matches!(fitted, Some(Shape::Circle(circle)) if circle != [24.0, 20.5, 20.0]), "{fitted:?}");
    let (added, missed) = window.session().derived().differing(Slot::B).expect("it is counted");
    assert!(added + missed < 304 + 268, "{added} {missed}");
    for expected in [Some(Shape::Circle([24.0, 20.5, 20.0])), Some(Shape::Circle([24.0, 20.5, 24.0])), None] {
        window.act(StageAction::Undo);
        assert_eq!(shape(&window), expected);
    }
}

/// An engine's file is opened with the shape that the game tests; the answer line says how it fits.
#[test]
fn the_shape_in_the_file_of_an_engine_is_chosen() {
    let mut window = Window::without_time(vec2(1280.0, 800.0));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/ship.tscn");
    window.open_file(Slot::B, path);
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(200, 0) });
    window.act(StageAction::Settle);
    let sprite = window.session().stage().get(Slot::B).expect("it is read").sprite().clone();
    assert_eq!(sprite.hitboxes.offered.as_ref(), sprite.frames().offers.hitboxes.first());
    let (added, missed) = sprite.hitbox().and_then(|shape| shape.differing(sprite.mask())).expect("it is small");
    assert!(added > 0 && missed > 0, "{added} {missed}");
    let fits = format!("The collision shape of ship reaches {added} px past its pixels and leaves {missed} px out.");
    let detail = format!("Shapes say the same. {fits}");
    window.wait_until("its fit is known", |window| window.shows(&detail));
}

#[test]
fn a_shape_that_leaves_pixels_out_forgives() {
    let mut window = Window::without_time(vec2(1280.0, 800.0));
    choose(&mut window, "mask", "circle");
    assert!(window.shows("Shapes say the same."));
    window.enter("circle r of B", "2");
    window.follow();
    assert!(window.shows("Shapes miss, masks overlap: 13 px"));
    assert!(window.shows("A forgiven touch: the circle of B leaves these pixels out."));
}

#[test]
fn a_rim_is_dragged_as_one_step() {
    let mut window = apart();
    choose(&mut window, "mask", "circle");
    window.enter("circle r of B", "20");
    let (from, cell) = (at(&window, (44.0, 20.5)), window.cell_size(Slot::B));
    window.point_at(from);
    assert!(window.shows("B radius: drag change the radius, Shift whole px, right click menu"));
    window.press(from, PointerButton::Primary);
    for step in [1.0, 2.0, 3.5] {
        window.point_at(from - vec2(step * cell, 0.0));
    }
    window.release(from - vec2(3.5 * cell, 0.0), PointerButton::Primary);
    assert_eq!(shape(&window), Some(Shape::Circle([24.0, 20.5, 16.5])));
    window.act(StageAction::Undo);
    assert_eq!(shape(&window), Some(Shape::Circle([24.0, 20.5, 20.0])));
}

#[test]
fn a_capsule_is_chosen_and_its_ends_its_side_and_its_middle_are_dragged() {
    let mut window = apart();
    choose(&mut window, "mask", "capsule");
    assert_eq!(shape(&window), Some(Shape::Capsule([20.5, 20.5, 27.5, 20.5, 20.5])), "it fills the image");
    window.enter("capsule r of B", "10");
    window.enter("capsule x1 of B", "10.5");
    let mut numbers = [10.5, 20.5, 27.5, 20.5, 10.0];
    assert_eq!(shape(&window), Some(Shape::Capsule(numbers)));
    for (name, from, by, moved) in [
        ("B end: drag move", (27.5, 20.5), vec2(4.0, 0.0), [0.0, 0.0, 4.0, 0.0, 0.0]),
        ("B radius: drag change the radius", (21.0, 10.5), vec2(0.0, 3.5), [0.0, 0.0, 0.0, 0.0, -3.5]),
        ("B middle: drag move", (21.0, 20.5), vec2(1.0, 2.0), [1.0, 2.0, 1.0, 2.0, 0.0]),
    ] {
        let (from, by) = (at(&window, from), by * window.cell_size(Slot::B));
        window.point_at(from);
        assert!(window.mentions(name), "{name}");
        window.press(from, PointerButton::Primary);
        for part in [0.3, 0.7, 1.0] {
            window.point_at(from + part * by);
        }
        window.release(from + by, PointerButton::Primary);
        for (number, moved) in numbers.iter_mut().zip(moved) {
            *number += moved;
        }
        assert_eq!(shape(&window), Some(Shape::Capsule(numbers)), "{name}");
    }
    window.click("Fit hitbox of B");
    window.wait_until("it is fitted", |window| window.session().fits().is_none());
    let Some(Shape::Capsule([x1, y1, x2, y2, _])) = shape(&window) else { panic!("a capsule") };
    assert!(x1 == x2 || y1 == y2, "upright or lying: {x1},{y1} to {x2},{y2}");
}

#[test]
fn a_polygon_gains_and_loses_a_corner() {
    let mut window = Window::paused_at(0);
    choose(&mut window, "mask", "polygon");
    let Some(Shape::Polygon(fitted)) = shape(&window) else { panic!("a polygon") };
    assert_eq!(fitted.len(), 8);
    assert!(window.shows("Hitbox of B: polygon, 8 corners"));
    let ends = |edge: usize| [fitted[edge], fitted[(edge + 1) % 8]];
    let length = |edge: &usize| {
        let [from, to] = ends(*edge);
        (to[0] - from[0]).hypot(to[1] - from[1])
    };
    let longest = (0..8).max_by(|one, other| length(one).total_cmp(&length(other))).expect("eight edges");
    let [from, to] = ends(longest);
    let on_edge = at(&window, (f64::midpoint(from[0], to[0]), f64::midpoint(from[1], to[1])));
    window.point_at(on_edge);
    // Clicks of a second ago are no part of a double click.
    window.harness.run_steps(60);
    for pressed in [true, false, true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        window.harness.event(Event::PointerButton { pos: on_edge, button, pressed, modifiers });
    }
    window.wait_until("it has another corner", |window| window.shows("Hitbox of B: polygon, 9 corners"));
    let Some(Shape::Polygon(nine)) = shape(&window) else { panic!("a polygon") };
    let corner = at(&window, nine[longest + 1].into());
    window.click_at(corner);
    window.key(Key::Delete);
    assert_eq!(shape(&window), Some(Shape::Polygon(fitted)));
    window.act(StageAction::Undo);
    assert_eq!(shape(&window), Some(Shape::Polygon(nine)));
    window.act(StageAction::Undo);
    window.act(StageAction::Undo);
    assert_eq!(shape(&window), None, "the choice and its fit are one step");
}

#[test]
fn a_corner_is_pulled_out_of_an_edge_stays_where_edges_would_cross_and_goes_back() {
    let mut window = apart();
    choose(&mut window, "mask", "box");
    window.choose("Find", "Edit B as polygon");
    window.key(Key::Escape);
    let corners = |window: &Window| match shape(window) {
        Some(Shape::Polygon(corners)) => corners,
        other => panic!("{other:?} is no polygon"),
    };
    let before = corners(&window);
    assert_eq!(before.len(), 4);
    let [top, pulled, beyond] = [(24.0, 0.0), (24.0, 10.0), (24.0, 60.0)].map(|place| at(&window, place));
    window.point_at(top);
    assert!(window.shows("B edge: drag pull a corner out of it, double click add a corner, right click menu"));
    window.press(top, PointerButton::Primary);
    window.point_at(pulled);
    let with_corner = corners(&window);
    assert_eq!((with_corner.len(), with_corner[1]), (5, [24.0, 10.0]));
    window.point_at(beyond);
    assert_eq!(corners(&window), with_corner, "it stays where its edges cross no other");
    window.key(Key::Escape);
    window.release(beyond, PointerButton::Primary);
    assert_eq!(corners(&window), before);
}

#[test]
fn a_hitbox_is_made_a_polygon_and_copied_by_its_menu() {
    let mut window = apart();
    window.choose("Find", "Edit B as polygon");
    assert_eq!(shape(&window), None, "there is no shape yet");
    window.key(Key::Escape);
    choose(&mut window, "mask", "box");
    window.click("Menu of B");
    window.click("Edit B as polygon");
    let corners = vec![[0.0, 0.0], [48.0, 0.0], [48.0, 41.0], [0.0, 41.0]];
    assert_eq!(shape(&window), Some(Shape::Polygon(corners)));
    window.choose("Find", "Copy hitbox of B: JSON");
    assert!(window.shows("Hitbox copied"));
    window.click("Menu of B");
    window.click("Copy hitbox as code");
    window.click("LÖVE");
    let copied = window.harness.query_all_by_label("Hitbox copied").count();
    assert_eq!(copied, 2);
}

#[test]
fn the_overlap_tab_leads_to_all_placements() {
    let mut window = apart();
    choose(&mut window, "mask", "circle");
    window.click("Overlap");
    assert!(window.shows("What the circle of B changes") && window.shows("Here: hit by shapes, miss by masks"));
    window.click("All placements…");
    assert_eq!(window.session().surveys().question.name, "hitbox");
}

/// The handles and the table of shapes are those of the sprite that was given a hitbox last.
#[test]
fn the_sprite_with_the_new_hitbox_is_edited_and_compared() {
    let mut window = apart();
    choose(&mut window, "mask", "circle");
    window.click("Hitbox of A: mask");
    window.click("ellipse");
    assert!(window.shows("Place A"));
    window.click("Overlap");
    window.click("All placements…");
    window.wait_until("it is answered", |window| window.shows("A tests as"));
    window.click("B tests as: circle r 24");
    window.click("circle r 24");
    window.wait_until("it is answered", |window| window.shows("B tests as"));
}

#[test]
fn hitboxes_in_a_file_are_offered_and_taken() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let (image, set) = (folder.path().join("walls.png"), folder.path().join("walls.tsx"));
    image::RgbaImage::from_pixel(8, 4, image::Rgba([255; 4])).save(&image).expect("it can be written");
    let text = r#"<tileset name="walls" tilewidth="4" tileheight="4"><image source="walls.png" width="8" height="4"/>
        <tile id="0"><objectgroup><object id="7" x="1" y="1" width="2" height="3"/>
        <object id="8" x="1" y="1"><point/></object></objectgroup></tile></tileset>"#;
    std::fs::write(&set, text).expect("it can be written");
    let mut window = apart();
    window.click("Hitbox of B: mask");
    assert!(window.shows("from the file none"), "the sample has none");
    window.key(Key::Escape);
    window.drop_files([image, set]);
    window.wait_until("the tiles are there", |window| {
        Slot::ALL
            .iter()
            .any(|slot| window.session().stage().get(*slot).is_some_and(|it| it.sprite().name == "walls.tsx"))
    });
    let at = window.session().stage().active;
    let name = |hitbox: &str| format!("Hitbox of {}: {hitbox}", at.letter());
    window.click(&name("mask"));
    assert!(window.shows("left out: 1 point"));
    window.click("object 7 Tiled");
    let shape = |window: &Window| window.session().stage().get(at).and_then(|it| it.sprite().hitbox().cloned());
    assert_eq!(shape(&window), Some(Shape::Box([1.0, 1.0, 2.0, 3.0]).into()));
    assert!(window.shows(&name("object 7")));
    window.enter(&format!("box w of {}", at.letter()), "4");
    assert!(window.shows(&name("object 7, edited")));
    window.act(StageAction::ShowFrame { slot: at, shown: maskscope_core::scene::Shown::Frame(1) });
    assert_eq!(shape(&window), None, "a tile without objects");
    window.act(StageAction::ShowFrame { slot: at, shown: maskscope_core::scene::Shown::Frame(0) });
    window.click(&name("object 7, edited"));
    window.click("circle");
    assert!(window.shows(&name("circle")));
}

/// Makes a polygon of these corners the hitbox of B.
fn give_polygon(window: &mut Window, corners: &[[f64; 2]]) {
    let polygon = Hitbox::new(vec![Part::Shape(Shape::Polygon(corners.to_vec()))]).expect("a polygon");
    let hitboxes = window.session().hitboxes_with(Slot::B, Some(polygon)).expect("B is there");
    window.act(StageAction::SetHitboxes { slot: Slot::B, hitboxes });
    window.act(StageAction::Settle);
    window.act(StageAction::Activate(Slot::B));
}

#[test]
fn delete_removes_the_corner_under_the_pointer_else_the_one_that_was_clicked() {
    let all = [[0.0, 0.0], [24.0, 0.0], [40.0, 8.0], [40.0, 40.0], [0.0, 40.0]];
    let mut window = apart();
    give_polygon(&mut window, &all);
    let place = |window: &Window, corner: usize| at(window, all[corner].into());
    // Nothing was clicked.
    window.point_at(place(&window, 2));
    assert!(window.mentions("corner 3: drag move") && window.mentions("Delete remove it"));
    window.key(Key::Delete);
    assert_eq!(shape(&window), Some(Shape::Polygon(vec![all[0], all[1], all[3], all[4]])));
    window.act(StageAction::Undo);
    // Another one was clicked.
    window.click_at(place(&window, 0));
    window.point_at(place(&window, 1));
    window.key(Key::Delete);
    assert_eq!(shape(&window), Some(Shape::Polygon(vec![all[0], all[2], all[3], all[4]])));
    window.act(StageAction::Undo);
    window.click_at(place(&window, 0));
    window.harness.remove_cursor();
    window.key(Key::Delete);
    assert_eq!(shape(&window), Some(Shape::Polygon(all[1..].to_vec())));
}

#[test]
fn a_corner_that_cannot_be_removed_says_why() {
    let crossing = [[0.0, 0.0], [40.0, 0.0], [40.0, 40.0], [0.0, 40.0], [30.0, 10.0]];
    let triangle = [[0.0, 0.0], [40.0, 0.0], [40.0, 40.0]];
    for (corners, why) in [
        (&crossing[..], "Without it, edges of the polygon would cross."),
        (&triangle[..], "A polygon needs at least three corners."),
    ] {
        let mut window = apart();
        give_polygon(&mut window, corners);
        window.point_at(at(&window, corners[1].into()));
        window.key(Key::Delete);
        assert!(window.mentions("Corner 2 stays") && window.mentions(why), "{why}");
        assert_eq!(shape(&window), Some(Shape::Polygon(corners.to_vec())));
    }
}
