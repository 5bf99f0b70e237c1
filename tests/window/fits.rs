//! Everything shown fits the window: menus are never too tall, no text is cut, no two controls overlap.

use egui::{Key, LayerId, Modifiers, PointerButton, Pos2, Rect, Role, Vec2, pos2, vec2};
use egui_kittest::{
    Node,
    kittest::{NodeT as _, Queryable as _},
};

use maskscope::session::{PlaybackAction, Published, ScanAction, Slot, Tab, ViewAction};
use maskscope_core::choice::Choice as _;

use crate::{
    driver::{SHEETS, Window},
    logs::drop_into,
};

/// The sizes at which the window must fit, in points.
const SIZES: [Vec2; 4] = [vec2(900.0, 600.0), vec2(900.0, 700.0), vec2(1_280.0, 800.0), vec2(1_920.0, 1_080.0)];

fn name(node: &Node<'_>) -> String {
    node.accesskit_node().label().unwrap_or_default()
}

/// Returns the names and places of the window's buttons.
fn buttons(window: &Window) -> Vec<(String, Rect)> {
    let buttons = window.harness.query_all_by_role(Role::Button);
    buttons.map(|button| (name(&button), button.rect())).collect()
}

/// The same with switches and the items of the palette.
fn rows(window: &Window) -> Vec<(String, Rect)> {
    let of_role = |role| window.harness.query_all_by_role(role).map(|node| (name(&node), node.rect()));
    [Role::Button, Role::CheckBox, Role::MenuItem].into_iter().flat_map(of_role).collect()
}

/// The physical pixels per point at which it must fit.
const SCALES: [f32; 2] = [1.0, 2.0];

/// The clicks, one after the other, that open each menu and part of the left panel; in a small window, some are inside
/// others.
fn ways(size: Vec2) -> &'static [&'static [&'static str]] {
    if size.x < 1_000.0 {
        &[
            &["File"],
            &["Sprite A"],
            &["Sprite A", "Menu of A"],
            &["Sprite B"],
            &["Sprite B", "Menu of B"],
            &["Place"],
            &["more"],
            &["Menu of the scans"],
        ]
    } else {
        &[
            &["File"],
            &["Edit"],
            &["View"],
            &["Scene"],
            &["Help"],
            &["Menu of A"],
            &["Menu of B"],
            &["Menu of the scans"],
            &["more"],
        ]
    }
}

/// The menus and sheets in a window of one size, and their faults.
struct Look {
    window: Window,
    size: Vec2,
    faults: Vec<String>,
    /// The number of menus and sheets that were seen.
    seen: usize,
}

impl Look {
    fn new(size: Vec2, scale: f32) -> Self {
        let mut window = Window::without_time_at(scale, size);
        window.act(PlaybackAction::Scrub(372));
        window.follow();
        Self { window, size, faults: Vec::new(), seen: 0 }
    }

    /// Closes everything that is open.
    fn close(&mut self) {
        (0..4).for_each(|_| self.window.key(Key::Escape));
        self.window.point_at(pos2(self.size.x - 2.0, 2.0));
    }

    /// Looks at what `open` shows, and then at each of its submenus, which open while the pointer rests on them.
    fn look(&mut self, name: &str, open: &dyn Fn(&mut Window)) {
        let (before, beneath) = (rows(&self.window), faults(&self.window));
        open(&mut self.window);
        self.window.follow();
        let rows: Vec<_> = rows(&self.window).into_iter().filter(|row| !before.contains(row)).collect();
        let Some(covered) = rows.iter().map(|(_, rect)| *rect).reduce(Rect::union) else { return };
        self.seen += 1;
        let covered = covered.expand(5.0);
        if covered.height() > 600.0 || !Rect::from_min_size(Pos2::ZERO, self.size).contains_rect(covered) {
            self.faults.push(format!("{name}: it covers {covered:?}"));
        }
        let faults = faults(&self.window).into_iter().filter(|fault| !beneath.contains(fault));
        self.faults.extend(faults.map(|fault| format!("{name}: {fault}")));
        for (row, place) in rows {
            self.look(&format!("{name}, {row}"), &|window| window.point_at(place.center()));
        }
    }

    fn assert_fine(&self, scale: f32, least: usize) {
        let Self { size, faults, seen, .. } = self;
        assert!(*seen >= least, "{seen} were seen at {size}");
        assert!(faults.is_empty(), "{size}, {scale}×: {} faults:\n{}", faults.len(), faults.join("\n"));
    }
}

// One test for each size: they run side by side.
#[test]
fn every_menu_fits_the_smallest_window() {
    every_menu_fits(SIZES[0]);
}

#[test]
fn every_menu_fits_a_small_window() {
    every_menu_fits(SIZES[1]);
}

#[test]
fn every_menu_fits_a_usual_window() {
    every_menu_fits(SIZES[2]);
}

#[test]
fn every_menu_fits_a_large_window() {
    every_menu_fits(SIZES[3]);
}

/// Every menu and all its submenus are inside the window, and as free of faults as the window itself.
#[track_caller]
fn every_menu_fits(size: Vec2) {
    for scale in SCALES {
        let mut look = Look::new(size, scale);
        for &tab in Tab::ALL {
            look.window.act(ViewAction::Show(tab));
            // Until then, more buttons come.
            look.window.wait_until("the survey is complete", |window| {
                tab != Tab::Survey || window.session().derived().published().is_some_and(Published::is_complete)
            });
            let ways = match tab {
                Tab::Inspect => ways(size),
                Tab::Race if size.x >= 1_000.0 => &[&["Export…"][..]],
                _ => &[],
            };
            for way in ways {
                look.close();
                let seen = look.seen;
                look.look(&format!("{tab:?}, {}", way.join(", ")), &|window| {
                    for step in *way {
                        let mut places = buttons(window).into_iter().filter(|(name, _)| name.starts_with(step));
                        let (_, place) = places.next_back().unwrap_or_else(|| panic!("{step} at {size}"));
                        window.click_at(place.center());
                    }
                });
                assert!(look.seen > seen, "{way:?} opens at {size}");
            }
            look.close();
            let lists: Vec<_> = look.window.harness.query_all_by_role(Role::ComboBox).map(|list| list.rect()).collect();
            for place in lists {
                look.look(&format!("{tab:?}, list at {place:?}"), &|window| window.click_at(place.center()));
                look.close();
            }
        }
        look.window.act(ViewAction::Show(Tab::Inspect));
        look.close();
        let canvas = look.window.harness.get_by_label("Canvas").rect();
        let places = [
            ("sprite", look.window.pixel(Slot::B, 40, 20)),
            ("cell", look.window.pixel(Slot::A, 24, 12)),
            ("canvas", canvas.left_bottom() + vec2(20.0, -10.0)),
            ("scan", look.window.row("cross").1),
        ];
        for (name, place) in places {
            look.look(&format!("menu of a {name}"), &|window| {
                window.press(place, PointerButton::Secondary);
                window.release(place, PointerButton::Secondary);
            });
            look.close();
        }
        look.assert_fine(scale, 25);
    }
}

/// Every sheet is inside the window, and as free of faults as the window itself.
#[test]
fn every_sheet_fits_the_window() {
    for (size, scale) in SIZES.into_iter().flat_map(|size| SCALES.map(|scale| (size, scale))) {
        let mut look = Look::new(size, scale);
        look.look("Find a command…", &|window| window.key_with(Modifiers::COMMAND, Key::K));
        for (_, item) in SHEETS {
            look.close();
            // The palette opens it in a window of any size.
            look.window.key_with(Modifiers::COMMAND, Key::K);
            look.window.harness.get_by_role(Role::TextInput).type_text(item.trim_end_matches('…'));
            look.window.follow();
            look.look(item, &|window| window.key(Key::Enter));
            assert!(look.window.shows("Close"), "{item} opens at {size}");
        }
        look.assert_fine(scale, SHEETS.len() + 1);
    }
}

/// Returns controls that overlap, and texts that are cut.
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

/// Returns the areas of controls that take the pointer, layer by layer, without the edges of panels, which overlap both
/// sides, and scroll bars, which overlap the content.
fn controls(window: &Window) -> Vec<Vec<Rect>> {
    let bars: Vec<_> = window.harness.query_all_by_role(Role::ScrollBar).map(|bar| bar.rect().expand(1.0)).collect();
    let is_edge = |rect: &Rect| {
        rect.width() <= 12.5 && (rect.height() > 100.0 || bars.iter().any(|bar| bar.contains_rect(*rect)))
    };
    window.harness.ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let of_layer = |layer: &LayerId, widgets: &[egui::WidgetRect]| {
            // A menu that egui moves into the window has the ground from before it was moved, behind its rows.
            let ground = layer.id.with("move");
            let taking = widgets.iter().filter(|it| it.sense.interactive() && it.enabled && it.id != ground);
            let rects = taking.map(|it| it.interact_rect).filter(Rect::is_positive);
            rects.filter(|rect| !is_edge(rect)).collect()
        };
        layers.map(|(layer, widgets)| of_layer(layer, widgets)).collect()
    })
}

/// Returns the texts that are cut by their clip rectangles.
fn cut_texts(window: &Window) -> Vec<String> {
    let mut found = Vec::new();
    let bars: Vec<_> = window.harness.query_all_by_role(Role::ScrollBar).map(|bar| bar.rect()).collect();
    // In a scrolled area, the last line in view may be cut.
    let scrolls = |clip: Rect| {
        let is_as_high = |bar: &Rect| {
            bar.expand(1.0).y_range().contains(clip.top()) && bar.expand(1.0).y_range().contains(clip.bottom())
        };
        bars.iter().any(|bar| clip.expand(1.0).x_range().contains(bar.center().x) && is_as_high(bar))
    };
    for clipped in &window.harness.output().shapes {
        let mut shapes = vec![&clipped.shape];
        while let Some(shape) = shapes.pop() {
            match shape {
                egui::Shape::Vec(more) => shapes.extend(more),
                egui::Shape::Text(text) if !text.galley.text().trim().is_empty() => {
                    let ink = text.visual_bounding_rect();
                    let seen = ink.intersect(clipped.clip_rect);
                    let is_low = ink.height() - seen.height() > 1.0 && !scrolls(clipped.clip_rect);
                    let is_cut = ink.width() - seen.width() > 1.0 || is_low;
                    // Text that is scrolled out of view is not cut.
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

/// In every tab at every size and scale, no text is cut and no controls overlap.
#[test]
fn no_text_is_cut_and_no_two_controls_overlap_in_any_tab() {
    let mut faulty = Vec::new();
    for size in SIZES {
        for scale in SCALES {
            let mut window = Window::without_time_at(scale, size);
            // Scroll bars appear at once.
            window.harness.ctx.all_styles_mut(|style| style.animation_time = 0.0);
            window.act(PlaybackAction::Scrub(372));
            for &tab in Tab::ALL {
                window.act(ViewAction::Show(tab));
                window.harness.run_steps(6);
                let tells = |fault: String| format!("{tab:?} at {size}, {scale}×: {fault}");
                faulty.extend(faults(&window).into_iter().map(tells));
            }
            let folder = tempfile::tempdir().expect("a folder");
            window.act(ViewAction::Show(Tab::Inspect));
            let window = drop_into(window, &folder);
            faulty.extend(faults(&window).into_iter().map(|fault| format!("a log at {size}, {scale}×: {fault}")));
        }
    }
    assert!(faulty.is_empty(), "{} faults:\n{}", faulty.len(), faulty.join("\n"));
}

/// The rows of many scans scroll by themselves; the parts below them stay in place, and the race shows all of them.
#[test]
fn many_scans_scroll_and_push_nothing_out() {
    let mut faulty = Vec::new();
    for size in [vec2(1_280.0, 700.0)].into_iter().chain(SIZES) {
        let mut window = Window::start(size, 0.0, None, None);
        window.harness.ctx.all_styles_mut(|style| style.animation_time = 0.0);
        window.harness.run_steps(6);
        // The parts below the table; if the tabs do not fit beside one another, they are a list.
        let tabs = if size.x < 1_000.0 { "Shown: About" } else { "Code" };
        let below = |window: &Window| {
            let mut nodes = window.harness.query_all_by_label_contains(tabs);
            let place = nodes.find(|node| node.rect().left() > size.x / 2.0).map(|node| node.rect());
            let place = place.unwrap_or_else(|| panic!("{tabs} at {size}"));
            let panel = Rect::from_min_max(Pos2::ZERO, pos2(size.x, size.y - 84.0));
            assert!(panel.contains_rect(place), "{place:?} at {size}");
            place.top()
        };
        let before = below(&window);
        window.act(ScanAction::Use("sample:2".parse().expect("a scan")));
        for step in 3..13 {
            window.act(ScanAction::Duplicate);
            window.act(ScanAction::SetParameters(format!("sample:{step}").parse().expect("a scan")));
        }
        window.harness.run_steps(6);
        assert_eq!(window.rows().len(), 26, "{size}");
        // A scan may be listed twice.
        window.act(ScanAction::SetParameters("sample:2".parse().expect("a scan")));
        let now = below(&window);
        assert!(size.x > 1_600.0 || now == before, "{now:?} and {before:?} at {size}");
        // The left panel is too high for the lowest window.
        for tab in [Tab::Inspect, Tab::Race, Tab::Survey].into_iter().filter(|_| SIZES.contains(&size)) {
            window.act(ViewAction::Show(tab));
            window.wait_until("the survey is complete", |window| {
                tab != Tab::Survey || window.session().derived().published().is_some_and(Published::is_complete)
            });
            window.harness.run_steps(6);
            faulty.extend(faults(&window).into_iter().map(|fault| format!("{tab:?} at {size}: {fault}")));
        }
    }
    assert!(faulty.is_empty(), "{} faults:\n{}", faulty.len(), faulty.join("\n"));
}

/// The fonts of the window have every letter of every tooltip; a missing one fails the test.
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
        let whole = Rect::from_min_size(Pos2::ZERO, vec2(1_280.0, 800.0));
        for place in places.into_iter().filter(|place| whole.contains_rect(*place)) {
            window.harness.hover_at(place.center());
            window.harness.run_steps(36);
        }
    }
}
