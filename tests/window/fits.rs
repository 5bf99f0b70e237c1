//! Whatever is shown fits the window: menus are never too tall, no text is cut, no two controls lie over one another.

use egui::{Rect, Role, Vec2, vec2};
use egui_kittest::{
    Node,
    kittest::{NodeT as _, Queryable as _},
};

use crate::driver::Window;

/// The sizes at which the window must fit, in points.
const SIZES: [Vec2; 3] = [vec2(900.0, 600.0), vec2(1_280.0, 800.0), vec2(1_920.0, 1_080.0)];

fn name(node: &Node<'_>) -> String {
    node.accesskit_node().label().unwrap_or_default()
}

/// The buttons of the window: their names and places.
fn buttons(window: &Window) -> Vec<(String, Rect)> {
    let buttons = window.harness.query_all_by_role(Role::Button);
    buttons.map(|button| (name(&button), button.rect())).collect()
}

/// The rows that a click on `opener` has brought, and what they cover.
fn opened(window: &mut Window, opener: Rect) -> (Vec<(String, Rect)>, Rect) {
    let before = buttons(window);
    window.click_at(opener.center());
    let rows: Vec<_> = buttons(window).into_iter().filter(|row| !before.contains(row)).collect();
    let covered = rows.iter().map(|(_, rect)| *rect).reduce(Rect::union).expect("a menu opens").expand(5.0);
    (rows, covered)
}

/// No menu is taller than 600 points, and each lies in the window, with all it leads to.
#[test]
fn every_menu_fits_the_window() {
    for size in SIZES {
        let whole = Rect::from_min_size(egui::Pos2::ZERO, size);
        let mut seen = 0;
        for menu in ["File", "Edit", "View", "Scene", "Help", "Menu of A", "Menu of B"] {
            let mut window = Window::start(size, 0.0, None, None);
            window.follow();
            let Some(opener) = buttons(&window).into_iter().find(|(name, _)| name == menu) else { continue };
            let (rows, covered) = opened(&mut window, opener.1);
            let is_fine = |rect: Rect| rect.height() <= 600.0 && whole.contains_rect(rect);
            assert!(is_fine(covered), "{menu} at {size}: {covered:?}");
            seen += rows.len();
            // Its submenus open while the pointer rests on them.
            for (row, place) in rows {
                let before = buttons(&window);
                window.point_at(place.center());
                window.follow();
                let more = buttons(&window).into_iter().filter(|row| !before.contains(row)).map(|(_, rect)| rect);
                if let Some(covered) = more.reduce(Rect::union) {
                    assert!(is_fine(covered.expand(5.0)), "{menu}, {row} at {size}: {covered:?}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 20, "{seen} rows were seen at {size}");
    }
}
