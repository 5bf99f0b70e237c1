//! Every control can be reached without a mouse.

use egui::{Key, Modifiers, Rect, vec2};
use egui_kittest::kittest::NodeT as _;
use maskscope::session::{PlaybackAction, Published, Tab, ViewAction};
use maskscope_core::choice::Choice as _;

use crate::driver::{USABLE, Window};

/// Returns the names and places of all nodes for which `is_meant` holds.
fn nodes(window: &Window, is_meant: impl Fn(&egui_kittest::Node<'_>) -> bool) -> Vec<(String, Rect)> {
    let nodes = window.harness.root().children_recursive().filter(is_meant);
    nodes.map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect())).collect()
}

/// Returns the control that has the focus, and its place.
fn focused(window: &Window) -> Option<(String, Rect)> {
    nodes(window, |node| node.accesskit_node().is_focused()).pop()
}

#[test]
fn tab_leads_once_round_all_controls() {
    let screen = vec2(1280.0, 800.0);
    for &tab in Tab::ALL {
        let mut window = Window::without_time(screen);
        window.act(PlaybackAction::Last);
        window.act(ViewAction::Show(tab));
        if tab == Tab::Survey {
            window.wait_until("the survey is complete", |window| {
                window.session().derived().published().is_some_and(Published::is_complete)
            });
        }
        window.follow();
        window.key_with(Modifiers::SHIFT, Key::Tab);
        let mut reached: Vec<(String, Rect)> = Vec::new();
        while let Some(here) = focused(&window).filter(|here| !reached.contains(here)) {
            let visible = here.1.intersect(Rect::from_min_size(egui::Pos2::ZERO, screen));
            assert!(visible.is_positive(), "{tab:?}: {here:?} can be seen");
            reached.push(here);
            window.key(Key::Tab);
        }
        // In each row, the focus moves from left to right.
        for pair in reached.windows(2) {
            let [one, other] = [pair[0].1, pair[1].1];
            let least = one.height().min(other.height());
            let is_a_row = one.height().max(other.height()) <= 3.0 * least
                && (one.center().y - other.center().y).abs() < least / 2.0;
            assert!(!is_a_row || one.left() <= other.left(), "{tab:?}: {pair:?}");
        }
        assert_eq!(focused(&window).as_ref(), reached.first(), "{tab:?}: the focus returns to the first control");
        let controls = nodes(&window, |node| {
            let node = node.accesskit_node();
            USABLE.contains(&node.role()) && !node.is_disabled()
        });
        assert!(controls.len() > 10, "{tab:?} has {} controls", controls.len());
        let missed: Vec<_> = controls.iter().filter(|control| !reached.contains(control)).collect();
        assert!(missed.is_empty(), "{tab:?}: {missed:?}");
    }
}
