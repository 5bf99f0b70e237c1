//! The overlap in numbers.

use egui::Ui;

use crate::app::request::WindowState;
use crate::app::widgets::facts;
use crate::geom::Cell;
use crate::scene::{Collision, Contact};
use crate::session::Origin;
use crate::words;

/// Shows them.
pub fn show(ui: &mut Ui, window: &WindowState<'_>) {
    let session = window.session;
    let Some(collision) = session.collision() else { return };
    let lines = lines(&collision, session.origin()).into_iter().chain(contact_lines(session.derived().contact()));
    let lines: Vec<_> = lines.map(|(name, value)| (name, value, "")).collect();
    facts(ui, "overlap", &lines, |name, value| format!("{name} {value}"));
}

fn lines(collision: &Collision, origin: Origin) -> Vec<(&'static str, String)> {
    let none = || "none".to_owned();
    let size = collision.box_overlap();
    vec![
        ("bounds", collision.overlap_bounds.map_or_else(none, |bounds| origin.located(bounds))),
        ("centre", collision.centre().map_or_else(none, |centre| origin.fine_point(centre))),
        ("origin in A, in B", origins(collision).unwrap_or_else(none)),
        ("x, y overlap", format!("{}, {} px", size.width, size.height)),
    ]
}

/// The origin of the overlap box in each sprite's own pixels: `10,0 and 0,17`.
fn origins(collision: &Collision) -> Option<String> {
    let [in_a, in_b] = collision.origins()?.map(words::point);
    Some(format!("{in_a} and {in_b}"))
}

/// The direction in which B is pushed out, and how far; `…` while that is being computed.
fn contact_lines(contact: Option<&Contact>) -> [(&'static str, String); 2] {
    let shown = |text: fn(&Contact) -> Option<String>| match contact {
        None => "…".to_owned(),
        Some(contact) => text(contact).unwrap_or_else(|| "—".to_owned()),
    };
    [
        ("normal on B", shown(|contact| contact.normal_on_b.map(words::fine_point))),
        ("smallest push-out", shown(|contact| contact.push_out.map(push))),
    ]
}

/// `1,−1 (1.4 px)`.
fn push(by: Cell) -> String {
    format!("{} ({:.1} px)", words::point(by), by.length())
}
