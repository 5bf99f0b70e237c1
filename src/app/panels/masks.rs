//! The overlap in numbers. And facts about both masks: what they cost, and what may be wrong with them.

use crate::app::paint::write::elided;
use crate::app::prelude::*;
use crate::app::widgets::{Column, Table, facts, labelled, low, numbered, section_title_with, text_button};
use crate::session::{Origin, SurveyAction};
use maskscope_core::mask::Health;
use maskscope_core::scene::{Collision, Fairness, MaskContact, ShapeCheck};
use maskscope_core::shape::Meeting;
use maskscope_core::survey::question;

/// Room for a label, and height of a line, in points.
const LABEL: f32 = 108.0;
const LINE: f32 = 18.0;
/// Room for the button behind the title.
const BUTTON: f32 = 124.0;

/// Shows the numbers of the overlap; where a sprite has a hitbox, first the changes that it makes.
pub fn show_overlap(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let session = window.session;
    let Some(collision) = session.collision() else { return };
    if let Some(check) = session.shape_check() {
        changed_by_shapes(ui, session, check, &collision, out);
        ui.add_space(8.0);
    }
    let lines = lines(&collision, session.origin()).into_iter().chain(contact_lines(session.derived().contact()));
    let lines: Vec<_> = lines.map(|(name, value)| (name, value, "")).collect();
    facts(ui, "overlap", &lines, |name, value| format!("{name} {value}"));
}

/// Shows the answer of the shapes beside that of the masks, and a remedy.
fn changed_by_shapes(ui: &mut Ui, session: &Session, check: ShapeCheck, collision: &Collision, out: &mut Vec<Request>) {
    let hitbox_survey = question("hitbox");
    let title = match session.tested_shapes()[..] {
        [(_, name)] => {
            let ending = if name.ends_with('s') { "" } else { "s" };
            format!("What {} change{ending}", session.shapes_text())
        }
        _ => "What the shapes change".to_owned(),
    };
    let room = ui.available_width() - if hitbox_survey.is_some() { BUTTON } else { 0.0 };
    section_title_with(ui, &elided(ui, &title, room, &theme::text()), |ui| {
        let Some(question) = hitbox_survey else { return };
        let button = low(ui, |ui| text_button(ui, "All placements…"));
        if button.on_hover_text("Tests at every placement whether shapes and masks agree.").clicked() {
            out.push(SurveyAction::Choose(question).into());
            out.push(ViewAction::Show(Tab::Survey).into());
        }
    });
    let (shapes_hit, masks_hit) = (check.meeting == Meeting::Overlaps, collision.masks_overlap());
    let [shapes, masks] = [shapes_hit, masks_hit].map(words::hit_or_miss);
    let both = if shapes == masks { " and".to_owned() } else { format!(", {masks}") };
    let here = format!("{shapes} by shapes{both} by masks");
    let (derived, contact) = (session.derived(), session.derived().contact());
    let shared = derived.shared_by_shapes().map_or(0, |shared| shared.cells.count());
    let distance = contact.and_then(MaskContact::nearest).map(|px| format!("{} px apart", words::number(px, 1..=1)));
    let way = |way: Option<Option<Cell>>| match way {
        None => "…".to_owned(),
        Some(None) => "none".to_owned(),
        Some(Some(by)) => words::point(by),
    };
    let [of_shapes, of_masks] = [derived.push_out_of_shapes(), contact.map(|contact| contact.push_out)].map(way);
    let closest = distance.unwrap_or_else(|| if masks_hit { "shared" } else { "…" }.to_owned());
    for (label, text) in [
        ("Here", here),
        ("Shapes share", format!("{} px", words::thousands(shared))),
        ("Closest pixels", closest),
        ("Push-out", format!("shapes {of_shapes}, masks {of_masks}")),
        ("Remedy", remedy(session, check)),
    ] {
        let ink = Theme::of(ui).t1;
        labelled(ui, LABEL, [label, &text], |painter, width| numbered(painter, &text, ink, Some([LINE, width])));
    }
}

/// Returns a change after which shapes and masks may agree.
fn remedy(session: &Session, check: ShapeCheck) -> String {
    let size = match check.fairness {
        Fairness::Hits | Fairness::Misses => return "none is needed here".to_owned(),
        Fairness::Unfair => "smaller",
        Fairness::Forgiven => "larger",
    };
    match session.tested_shapes()[..] {
        [(_, "polygon")] => "more points, or test by mask".to_owned(),
        [(_, name)] if name != "shapes" => format!("a {size} {name}, a polygon, or test by mask"),
        _ => format!("{size} shapes, or test by mask"),
    }
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
fn contact_lines(contact: Option<&MaskContact>) -> [(&'static str, String); 2] {
    let shown = |text: fn(&MaskContact) -> Option<String>| match contact {
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

/// Height of a line, in points, and room for the names of the lines.
const FACT_LINE: f32 = 20.0;
const NAMES: f32 = 104.0;

/// Shows the facts about both masks; what is not measured yet is `…`.
pub fn show_health(ui: &mut Ui, window: &WindowState<'_>) {
    let theme = Theme::of(ui);
    let found = Slot::ALL.map(|slot| window.session.derived().health(slot));
    let value = |name| Column::rest(name, 0.0).font(theme::mono);
    let columns =
        [Column::left("", NAMES).font(theme::note), value("A").ink(theme.a_text), value("B").ink(theme.b_text)];
    let table = Table { heights: [FACT_LINE, FACT_LINE], ..Table::of_facts("masks", &columns, FACT_LINE) };
    table.show(ui, FACTS.len(), |rows, at| {
        let MaskFact { name, tell, tip } = FACTS[at];
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
struct MaskFact {
    name: &'static str,
    tell: fn(&Health) -> String,
    tip: &'static str,
}

const FACTS: [MaskFact; 10] = [
    MaskFact { name: "size", tell: |health| health.size.to_string(), tip: "Columns and rows of the frame." },
    MaskFact {
        name: "set bits",
        tell: set_bits,
        tip: "Solid pixels; an empty mask never hits, a full one needs only the box.",
    },
    MaskFact { name: "islands", tell: islands, tip: "Groups of solid pixels, diagonal neighbours included." },
    MaskFact {
        name: "single pixels",
        tell: |health| words::thousands(health.islands.single),
        tip: "Islands of one pixel: specks too small to see that still collide.",
    },
    MaskFact {
        name: "holes",
        tell: |health| words::thousands(health.holes),
        tip: "Groups of clear pixels enclosed by solid ones.",
    },
    MaskFact {
        name: "thin pixels",
        tell: |health| words::thousands(health.thin),
        tip: "Solid pixels where the mask is one pixel wide: sampling and fast sprites miss them.",
    },
    MaskFact {
        name: "at the border",
        tell: borders,
        tip: "Edges that solid pixels touch; the sprite may be cropped there.",
    },
    MaskFact { name: "as RGBA", tell: |health| bytes(health.bytes_as_rgba()), tip: "Four bytes per pixel." },
    MaskFact { name: "as alpha", tell: |health| bytes(health.bytes_as_alpha()), tip: "One byte per pixel." },
    MaskFact {
        name: "as bits",
        tell: |health| bytes(health.bytes_as_bits()),
        tip: "One bit per pixel, in whole words of 32.",
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

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::mask::{Mask, Prepared};

    #[test]
    fn the_facts_about_a_mask_are_said() {
        let drawn = |text: &str| text.parse::<Mask>().expect("a mask");
        let ring = drawn("........\n.###....\n.#.#...#\n.###....\n........");
        let wall = Mask::from_fn(Size::new(64, 32), |x, _| x < 40);
        for (mask, expected) in [
            (drawn("..\n.."), ["2 × 2", "0, empty", "0", "0", "0", "0", "none", "16 B", "4 B", "4 B"]),
            (drawn("##\n##"), ["2 × 2", "4, full", "1", "0", "0", "0", "all four", "16 B", "4 B", "4 B"]),
            (ring, ["8 × 5", "9", "2, of 1 to 8", "1", "1", "9", "right", "160 B", "40 B", "8 B"]),
            (wall, ["64 × 32", "1,280", "1", "0", "0", "0", "left, top, bottom", "8,192 B", "2,048 B", "256 B"]),
        ] {
            let health = Health::of(&mask, &|| false).expect("nobody cancels");
            assert_eq!(FACTS.map(|fact| (fact.tell)(&health)), expected);
        }
    }

    #[test]
    fn the_overlap_is_said_in_numbers() {
        let [a, b] = ["####\n####", "###\n###\n###"].map(|text| text.parse::<Mask>().expect("a mask"));
        let [a, b] = [a, b].map(Prepared::new);
        let said = |x: i32, y: i32| {
            let collision = Collision::of(&a, &b, Offset::new(x, y));
            lines(&collision, Session::default().origin())
        };
        let names = ["bounds", "centre", "origin in A, in B", "x, y overlap"];
        for ((x, y), expected) in [
            ((2, -2), ["2 × 1 at 2,0", "3,0.5", "2,0 and 0,2", "2, 1 px"]),
            ((-2, 0), ["1 × 2 at 0,0", "0.5,1", "0,0 and 2,0", "1, 2 px"]),
            ((4, 0), ["none", "none", "none", "0, 0 px"]),
        ] {
            let all: Vec<_> = names.into_iter().zip(expected.map(str::to_owned)).collect();
            assert_eq!(said(x, y), all);
        }
    }

    #[test]
    fn the_way_out_is_said_once_it_is_known() {
        let said = |contact: Option<MaskContact>| contact_lines(contact.as_ref()).map(|(_, value)| value);
        let found = |normal_on_b, push_out| Some(MaskContact { normal_on_b, push_out, closest: None });
        assert_eq!(said(None), ["…", "…"]);
        assert_eq!(said(found(None, None)), ["—", "—"]);
        assert_eq!(said(found(Some((0.6, -0.8)), Some(Cell::new(1, -1)))), ["0.6,−0.8", "1,−1 (1.4 px)"]);
        assert_eq!(said(found(Some((-1.0, 0.0)), Some(Cell::new(-3, 4)))), ["−1,0", "−3,4 (5.0 px)"]);
    }
}
