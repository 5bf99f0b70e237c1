//! Facts about both masks: what they cost, and what may be wrong with them.

use crate::app::prelude::*;
use crate::app::widgets::{Column, Table};
use crate::mask::Health;

/// Height of a line, in points, and room for the names of the lines.
const LINE: f32 = 20.0;
const NAMES: f32 = 104.0;

/// Shows them; what is not measured yet is `…`.
pub fn show(ui: &mut Ui, window: &WindowState<'_>) {
    let theme = Theme::of(ui);
    let found = Slot::ALL.map(|slot| window.session.derived().health(slot));
    let value = |name| Column::rest(name, 0.0).font(theme::mono);
    let columns =
        [Column::left("", NAMES).font(theme::note), value("A").ink(theme.a_text), value("B").ink(theme.b_text)];
    let table = Table { heights: [LINE, LINE], ..Table::of_facts("masks", &columns, LINE) };
    table.show(ui, FACTS.len(), |rows, at| {
        let Fact { name, tell, tip } = FACTS[at];
        let [a, b] = found.map(|health| health.map_or_else(|| "…".to_owned(), tell));
        let row = rows.fact(at, &format!("{name}: {a}; {b}"));
        row.write(0, theme.t3, name);
        row.write(1, theme.t1, &a);
        row.write(2, theme.t1, &b);
        row.response.on_hover_text(format!("{tip}\nA: {a}\nB: {b}"));
    });
}

/// A line.
#[derive(Clone, Copy)]
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
