//! Whatever is shown fits the window: menus are never too tall, no text is cut, no two controls lie over one another.

use egui::{Rect, Role, Vec2, vec2};
use egui_kittest::{
    Node,
    kittest::{NodeT as _, Queryable as _},
};

use maskscope::{
    choice::Choice as _,
    session::{PlaybackAction, Tab, ViewAction},
};

use crate::driver::{SHEETS, Window};

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

/// What lies over one another though both are to be clicked, and texts of which a part does not show.
fn faults(window: &Window) -> Vec<String> {
    let mut found = cut_texts(window);
    for controls in controls(window) {
        for (at, one) in controls.iter().enumerate() {
            for other in &controls[at + 1..] {
                let shared = one.intersect(*other);
                let is_part = one.expand(1.0).contains_rect(*other) || other.expand(1.0).contains_rect(*one);
                if shared.width() > 1.0 && shared.height() > 1.0 && !is_part {
                    found.push(format!("controls at {one:?} and {other:?} share {shared:?}"));
                }
            }
        }
    }
    found
}

/// Where what can be clicked or dragged takes the pointer, layer by layer; but for the edges of panels, which lie over both sides.
fn controls(window: &Window) -> Vec<Vec<Rect>> {
    let is_edge = |rect: &Rect| rect.width() <= 12.5 && rect.height() > 300.0;
    window.harness.ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let of_layer = |widgets: &[egui::WidgetRect]| {
            let taking = widgets.iter().filter(|it| it.sense.interactive() && it.enabled);
            let rects = taking.map(|it| it.interact_rect).filter(Rect::is_positive);
            rects.filter(|rect| !is_edge(rect)).collect()
        };
        layers.map(|(_, widgets)| of_layer(widgets)).collect()
    })
}

/// The texts that their clip rectangles cut.
fn cut_texts(window: &Window) -> Vec<String> {
    let mut found = Vec::new();
    for clipped in &window.harness.output().shapes {
        let mut shapes = vec![&clipped.shape];
        while let Some(shape) = shapes.pop() {
            match shape {
                egui::Shape::Vec(more) => shapes.extend(more),
                egui::Shape::Text(text) if !text.galley.text().trim().is_empty() => {
                    let ink = text.visual_bounding_rect();
                    let seen = ink.intersect(clipped.clip_rect);
                    let is_cut = ink.width() - seen.width() > 1.0 || ink.height() - seen.height() > 1.0;
                    // What is scrolled away is not cut.
                    if is_cut && seen.is_positive() && text.opacity_factor > 0.0 {
                        found.push(format!("{:?} is cut: {ink:?} in {:?}", text.galley.text(), clipped.clip_rect));
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// In every tab at every size and scale nothing is cut, and nothing lies over anything else that is to be clicked.
#[test]
fn no_text_is_cut_and_no_two_controls_overlap_in_any_tab() {
    let mut faulty = Vec::new();
    for size in SIZES {
        for scale in [1.0, 2.0] {
            let mut window = Window::without_time_at(scale, size);
            window.act(PlaybackAction::Scrub(372));
            for &tab in Tab::ALL {
                window.act(ViewAction::Show(tab));
                window.harness.run_steps(6);
                let tells = |fault: String| format!("{tab:?} at {size}, {scale}×: {fault}");
                faulty.extend(faults(&window).into_iter().map(tells));
            }
        }
    }
    assert!(faulty.is_empty(), "{} faults:\n{}", faulty.len(), faulty.join("\n"));
}

/// The same for the sheets and the menus.
#[test]
fn no_text_of_a_sheet_or_a_menu_is_cut() {
    let mut faulty = Vec::new();
    for scale in [1.0, 2.0] {
        for (menu, item) in SHEETS.into_iter().chain([("Help", "Find a command…")]) {
            let mut window = Window::without_time_at(scale, vec2(1_280.0, 800.0));
            window.follow();
            window.harness.get_by_role_and_label(Role::Button, menu).click();
            window.follow();
            faulty.extend(cut_texts(&window).into_iter().map(|fault| format!("{menu} at {scale}×: {fault}")));
            window.click(item);
            faulty.extend(cut_texts(&window).into_iter().map(|fault| format!("{item} at {scale}×: {fault}")));
        }
    }
    assert!(faulty.is_empty(), "{} faults:\n{}", faulty.len(), faulty.join("\n"));
}

/// However many scans there are, their rows scroll by themselves, and what stands below them stays.
#[test]
fn many_scans_scroll_and_push_nothing_out() {
    for size in [vec2(1_280.0, 800.0), vec2(1_280.0, 700.0)] {
        let mut window = Window::start(size, 0.0, None, None);
        window.harness.run_steps(6);
        for title in ["Pixel", "About rows", "Code"] {
            assert!(window.mentions(title), "{title} at {size}");
        }
        assert!(window.rows().len() == 16, "{size}");
    }
}

/// The tests know no letter that the fonts of the window lack: whatever the pointer rests on, its tooltip can be written.
#[test]
fn every_tooltip_can_be_written() {
    for &tab in Tab::ALL {
        let mut window = Window::paused_at(372);
        window.act(ViewAction::Show(tab));
        window.harness.run_steps(6);
        let mut places: Vec<_> = buttons(&window).into_iter().map(|(_, rect)| rect).collect();
        for role in [Role::CheckBox, Role::Slider, Role::SpinButton, Role::ComboBox, Role::Label, Role::Row] {
            places.extend(window.harness.query_all_by_role(role).map(|node| node.rect()));
        }
        let whole = Rect::from_min_size(egui::Pos2::ZERO, vec2(1_280.0, 800.0));
        for place in places.into_iter().filter(|place| whole.contains_rect(*place)) {
            window.harness.hover_at(place.center());
            window.harness.run_steps(36);
        }
    }
}
