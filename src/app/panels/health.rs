//! Facts about both masks: what they cost, and what may be wrong with them.

use egui::{Align2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::layout::padded;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{Heading, section};
use crate::mask::Health;
use crate::session::{Slot, ViewAction};
use crate::words;

/// Height of a line, in points.
const LINE: f32 = 20.0;
/// Room for the names of the lines.
const NAMES: f32 = 104.0;

/// Shows the section; while it is folded, nothing is measured.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let heading = Heading { title: "Masks", note: "size, islands, holes", ..Heading::default() };
    let shown = padded(ui, 0, 8, |ui| {
        section(ui, heading, false, |ui| {
            let found = Slot::ALL.map(|slot| window.session.derived().health(slot));
            line(ui, "", &["A".to_owned(), "B".to_owned()], "");
            for Fact { name, tell, tip } in FACTS {
                line(ui, name, &found.map(|health| health.map_or_else(|| "…".to_owned(), tell)), tip);
            }
        })
    });
    let is_open = shown.is_some();
    if is_open != window.session.view().watches_health {
        out.push(ViewAction::WatchHealth(is_open).into());
    }
}

/// A line of the section.
struct Fact {
    name: &'static str,
    tell: fn(&Health) -> String,
    tip: &'static str,
}

const FACTS: [Fact; 9] = [
    Fact { name: "size", tell: |health| health.size.to_string(), tip: "Columns and rows of the frame." },
    Fact {
        name: "set bits",
        tell: set_bits,
        tip: "Solid pixels; an empty mask never hits, a full one needs only the box.",
    },
    Fact { name: "islands", tell: islands, tip: "Groups of solid pixels, diagonal neighbours included." },
    Fact {
        name: "single pixels",
        tell: |health| words::thousands(health.islands.single),
        tip: "Islands of one pixel: specks too small to see that still collide.",
    },
    Fact {
        name: "holes",
        tell: |health| words::thousands(health.holes),
        tip: "Groups of clear pixels inside solid ones.",
    },
    Fact {
        name: "thin pixels",
        tell: |health| words::thousands(health.thin),
        tip: "Solid pixels where the mask is one pixel wide: sampling and fast sprites miss them.",
    },
    Fact {
        name: "at the border",
        tell: borders,
        tip: "Edges that solid pixels touch; the sprite may be cropped there.",
    },
    Fact {
        name: "as RGBA, alpha",
        tell: |health| format!("{}, {}", bytes(health.bytes_as_rgba()), bytes(health.bytes_as_alpha())),
        tip: "Four bytes a pixel, or one.",
    },
    Fact {
        name: "as bits",
        tell: |health| bytes(health.bytes_as_bits()),
        tip: "One bit a pixel, in whole words of 32.",
    },
];

fn set_bits(health: &Health) -> String {
    let count = words::thousands(health.set);
    match (health.is_empty(), health.is_full()) {
        (true, _) => format!("{count}, empty"),
        (_, true) => format!("{count}, full"),
        _ => count,
    }
}

fn islands(health: &Health) -> String {
    let islands = &health.islands;
    let count = words::thousands(islands.count);
    if islands.count < 2 {
        count
    } else {
        format!("{count}, of {} to {}", islands.smallest, words::thousands(islands.largest))
    }
}

fn borders(health: &Health) -> String {
    let borders = health.borders;
    let all = [(borders.left, "left"), (borders.top, "top"), (borders.right, "right"), (borders.bottom, "bottom")];
    let touched: Vec<_> = all.into_iter().filter(|(touches, _)| *touches).map(|(_, name)| name).collect();
    match touched.len() {
        0 => "none".to_owned(),
        4 => "all four".to_owned(),
        _ => touched.join(", "),
    }
}

/// `8,192 B`.
fn bytes(count: u64) -> String {
    format!("{} B", words::thousands(count))
}

fn line(ui: &mut Ui, name: &str, values: &[String; 2], tip: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let theme = Theme::of(ui);
    let painter = ui.painter();
    painter.text(rect.left_center(), Align2::LEFT_CENTER, name, theme::note(), theme.t3);
    let width = ((rect.width() - NAMES) / 2.0).floor();
    for (at, (value, slot)) in values.iter().zip(Slot::ALL).enumerate() {
        let left = rect.left() + NAMES + width * at as f32;
        let cell = Rect::from_min_max(pos2(left, rect.top()), pos2(left + width - 6.0, rect.bottom()));
        let ink = if name.is_empty() { theme.sprite(slot).text } else { theme.t1 };
        painter.with_clip_rect(cell).text(cell.left_center(), Align2::LEFT_CENTER, value, theme::mono(), ink);
    }
    let [a, b] = values;
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{name}: {a}; {b}")));
    if !tip.is_empty() {
        response.on_hover_text(format!("{tip}\nA: {a}\nB: {b}"));
    }
}
