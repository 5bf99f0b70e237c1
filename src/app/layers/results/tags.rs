//! Names on the canvas: both sprites, the intersection's size, the first hit, the current visit.
//!
//! The names of the sprites have their places. Each other tag tries a few and takes the first at which it covers no mark and
//! no other tag; a tag with no such place is left out whole. While something is dragged, it keeps its side.

use egui::Galley;

use crate::app::paint::draw::*;
use crate::app::theme::SpriteColors;
use maskscope_core::mask::Mask;
use maskscope_core::scan::{Scan, Words, verdict::Finding};
use maskscope_core::scene::{MaskContact, Shown, Sprite};

/// Free space around a tag's text, in points.
const PADDING: Vec2 = vec2(4.0, 1.0);
/// A sprite that is narrower or lower than this on the screen, in points, is not written upon.
const SMALL: f32 = 64.0;
/// Distance of a name from its corner, where a handle may be, in points.
const BESIDE: f32 = 7.0;
/// At this zoom, in pixels per cell, and above, tags are written out.
const WRITTEN_OUT_FROM: u32 = 8;

pub const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, kept| paint(draw, kept.of()) };

/// The sides of tags that do not hop during a drag, by their numbers among the tried places: those at which it began.
#[derive(Default)]
struct TagSides {
    intersection: Option<usize>,
    distance: Option<usize>,
}

fn paint(draw: &DrawContext<'_>, sides: &mut TagSides) {
    if !draw.drags {
        *sides = TagSides::default();
    }
    let mut tags = Tags { draw, taken: marks(draw), line: None };
    for slot in Slot::ALL {
        paint_sprite(draw, &mut tags, slot);
    }
    paint_pinned(draw, &mut tags);
    // What keeps its side comes first: the others avoid it.
    if draw.drags {
        paint_sizes(draw, &mut tags, sides);
    }
    paint_current(draw, &mut tags);
    paint_first_hit(draw, &mut tags);
    if !draw.drags {
        paint_sizes(draw, &mut tags, sides);
    }
    tags.line = draw.closest_pixels().map(|pixels| pixels.map(|pixel| pixel.center()));
    for slot in Slot::ALL {
        paint_shapes(draw, &mut tags, slot);
    }
    paint_verdict(draw, &mut tags);
}

/// `never visited: column 29`, or `line 4: outside the box`, beside the cells that a script, or the loop of a game, leaves out or
/// should not have asked for.
fn paint_verdict(draw: &DrawContext<'_>, tags: &mut Tags<'_>) {
    let Some(verdict) = draw.session.verdict().filter(|_| draw.shows(Layer::Visits)) else { return };
    let (words, rect) = match &verdict.finding {
        Finding::NeverVisits { shape: Some(shape), .. } => {
            let bounds = verdict.never.as_ref().and_then(Mask::bounds);
            (format!("never visited: {shape}"), bounds.and_then(|bounds| draw.rect_in_overlap(bounds)))
        }
        Finding::Fails(failure) => {
            let line = failure.line.map_or_else(String::new, |line| format!("line {line}: "));
            (format!("{line}outside the box"), draw.cell_outside(verdict))
        }
        _ => return,
    };
    let Some(rect) = rect.map(|rect| rect.expand(6.0)) else { return };
    let places = [
        (rect.right_center(), Align2::LEFT_CENTER),
        (rect.center_bottom(), Align2::CENTER_TOP),
        (rect.left_center(), Align2::RIGHT_CENTER),
        (rect.center_top(), Align2::CENTER_BOTTOM),
    ];
    let text = tags.text(words, draw.theme.bad_text);
    tags.paint(&text, draw.theme.bad_bg, &places);
}

/// The distance and the size of the intersection; the labels of a first start say both.
fn paint_sizes(draw: &DrawContext<'_>, tags: &mut Tags<'_>, sides: &mut TagSides) {
    if !draw.session.view().greets {
        paint_distance(draw, tags, &mut sides.distance);
        paint_intersection(draw, tags, &mut sides.intersection);
    }
}

/// Areas that no tag may cover.
fn marks(draw: &DrawContext<'_>) -> Vec<Rect> {
    let hit = draw.first_hit_middle().filter(|_| draw.shows(Layer::FirstHit));
    let hit = hit.map(|middle| Rect::from_center_size(middle, Vec2::splat(24.0)));
    let current = draw.current_visit_rect().filter(|rect| rect.width() < 64.0 && draw.shows(Layer::CurrentVisit));
    let current = current.map(|rect| rect.expand(5.0));
    hit.into_iter().chain(current).chain(draw.taken.iter().copied()).collect()
}

/// Finds free places.
struct Tags<'a> {
    draw: &'a DrawContext<'a>,
    taken: Vec<Rect>,
    /// The line between the closest pixels, once no tag may cover it.
    line: Option<[Pos2; 2]>,
}

impl Tags<'_> {
    fn text(&self, text: String, ink: Color32) -> Arc<Galley> {
        self.draw.painter.layout_no_wrap(text, theme::tag(), ink)
    }

    /// Paints `text` at the first free of `places`: a point, and which corner or side of the tag lies on it.
    fn paint(&mut self, text: &Arc<Galley>, ground: Color32, places: &[(Pos2, Align2)]) -> Option<Rect> {
        self.paint_at_side(text, ground, places, &mut None)
    }

    /// Same as [`paint`](Self::paint), but at the `side` that was chosen before, if one was, pushed into the canvas.
    fn paint_at_side(
        &mut self,
        text: &Arc<Galley>,
        ground: Color32,
        places: &[(Pos2, Align2)],
        side: &mut Option<usize>,
    ) -> Option<Rect> {
        let (canvas, size) = (self.draw.screen.canvas, (text.size() + 2.0 * PADDING).ceil());
        let corner = |(at, align): &(Pos2, Align2)| align.anchor_size(*at, size).min;
        let snapped = |corner: Pos2| Rect::from_min_size(corner.round(), size);
        let rect = match side.and_then(|side| places.get(side)) {
            Some(place) => snapped(corner(place).min(canvas.max - size).max(canvas.min)),
            None => {
                let is_free = |rect: &Rect| {
                    let is_crossed = self.line.is_some_and(|line| crosses(line, *rect));
                    let is_taken = self.taken.iter().any(|taken| taken.intersects(*rect));
                    canvas.contains_rect(*rect) && !is_crossed && !is_taken
                };
                let mut tried = places.iter().map(|place| snapped(corner(place))).enumerate();
                let (found, rect) = tried.find(|(_, rect)| is_free(rect))?;
                *side = Some(found);
                rect
            }
        };
        self.put(text, ground, rect);
        Some(rect)
    }

    /// Paints `text` at a place.
    fn put(&mut self, text: &Arc<Galley>, ground: Color32, rect: Rect) {
        // A rim: the ground may be that of the cells around.
        let rim = if ground.intensity() > 0.5 { Color32::BLACK } else { Color32::WHITE };
        self.draw.painter.rect_filled(rect.expand(self.draw.screen.line(1.0)), 0.0, rim);
        self.draw.painter.rect_filled(rect, 0.0, ground);
        self.draw.painter.galley(rect.min + PADDING, Arc::clone(text), Color32::PLACEHOLDER);
        self.taken.push(rect);
    }
}

/// The name of the frame that is shown, as an atlas has it, or of the file.
fn shown_name(sprite: &Sprite) -> &str {
    let frame = if let Shown::Frame(at) = sprite.shown() { sprite.frames().all().get(at) } else { None };
    frame.map(|frame| &*frame.name).filter(|name| !name.is_empty()).unwrap_or(&sprite.name)
}

fn is_written_out(draw: &DrawContext<'_>) -> bool {
    draw.screen.whole_cell_pixels() >= WRITTEN_OUT_FROM
}

/// The name of a sprite, which stays where it is while the sprite moves: A's over its left corner, B's inside its right one,
/// or under it where it is small. At the edge of the canvas it stays in view.
fn paint_sprite(draw: &DrawContext<'_>, tags: &mut Tags<'_>, slot: Slot) {
    let Some(placed) = draw.session.stage().get(slot).filter(|_| draw.shows(Layer::Boxes)) else { return };
    let SpriteColors { chip: ground, on_chip: ink, .. } = draw.theme.sprite(slot);
    let letter = slot.letter();
    let (sprite, is_replay) = (placed.sprite(), draw.session.view().tab == Tab::Replay);
    let name = if is_replay { &sprite.name } else { shown_name(sprite) };
    let words = if is_written_out(draw) || is_replay { format!("{letter}  {name}") } else { letter.to_owned() };
    let text = tags.text(words, ink);
    let (canvas, size) = (draw.screen.canvas, (text.size() + 2.0 * PADDING).ceil());
    let rect = draw.screen.rect(placed.bounding_box()).expand(draw.screen.line(1.0)).shrink2(vec2(BESIDE, 0.0));
    let place = match slot {
        Slot::A => Align2::LEFT_BOTTOM.anchor_size(rect.left_top(), size),
        Slot::B if rect.size().min_elem() < SMALL => Align2::RIGHT_TOP.anchor_size(rect.right_bottom(), size),
        Slot::B => Align2::RIGHT_TOP.anchor_size(rect.right_top(), size),
    };
    if rect.intersects(canvas) {
        let corner = place.min.max(canvas.min).min(canvas.max - size);
        tags.put(&text, ground, Rect::from_min_size(corner.round(), size));
    }
}

/// `pinned 14,−21: miss, 4.5 px apart` at the box of the pinned B, and the way from there to B at B's corner.
fn paint_pinned(draw: &DrawContext<'_>, tags: &mut Tags<'_>) {
    let Some(pinned) = draw.pinned() else { return };
    let place = draw.session.origin().point(pinned.position());
    let verdict = draw.session.derived().pinned().filter(|_| is_written_out(draw)).map(|answers| {
        let apart = answers.contact.nearest().map(|px| format!(", {} px apart", words::number(px, 1..=1)));
        match answers.collision.overlap_area {
            0 => format!(": miss{}", apart.unwrap_or_default()),
            shared => format!(": hit, {} px", words::thousands(shared)),
        }
    });
    let text = tags.text(format!("pinned {place}{}", verdict.unwrap_or_default()), draw.theme.panel);
    let rect = draw.screen.rect(pinned.bounding_box()).expand(draw.screen.line(2.0));
    let places = [
        (rect.right_top(), Align2::RIGHT_BOTTOM),
        (rect.left_top(), Align2::LEFT_BOTTOM),
        (rect.left_bottom(), Align2::LEFT_TOP),
        (rect.right_bottom(), Align2::RIGHT_TOP),
    ];
    tags.paint(&text, draw.theme.t1, &places);
    let Some(([_, end], b)) = draw.way_from_pin().zip(draw.session.stage().get(Slot::B)) else { return };
    let text = tags.text(words::point(b.position() - pinned.position()), draw.theme.panel);
    let away = vec2(10.0, 0.0);
    let places = [
        (end + away, Align2::LEFT_TOP),
        (end + away.rot90(), Align2::RIGHT_TOP),
        (end - away, Align2::RIGHT_TOP),
        (end + away, Align2::LEFT_BOTTOM),
    ];
    tags.paint(&text, draw.theme.t1, &places);
}

/// True if a line runs through `rect`.
fn crosses([from, to]: [Pos2; 2], rect: Rect) -> bool {
    let way = to - from;
    let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
    for (start, way, sides) in [(from.x, way.x, rect.x_range()), (from.y, way.y, rect.y_range())] {
        // Along an axis on which it does not move, these are infinite.
        let [one, other] = [(sides.min - start) / way, (sides.max - start) / way];
        enters = enters.max(one.min(other));
        leaves = leaves.min(one.max(other));
    }
    enters <= leaves
}

/// `tested: box 48 × 48` below the shapes of a sprite, else right of them; in Inspect its card has the numbers.
fn paint_shapes(draw: &DrawContext<'_>, tags: &mut Tags<'_>, slot: Slot) {
    let Some(words) = draw.tested_name(slot).filter(|_| draw.shows(Layer::Shapes)) else { return };
    let words = if draw.session.view().tab == Tab::Inspect { "tested".to_owned() } else { format!("tested: {words}") };
    let text = tags.text(words, draw.theme.panel);
    let outlines: Vec<Vec<Pos2>> = draw
        .tested_outlines(slot)
        .into_iter()
        .map(|outline| outline.into_iter().map(|point| draw.screen.point(point)).collect())
        .collect();
    let mut rect = Rect::NOTHING;
    outlines.iter().flatten().for_each(|point| rect.extend_with(*point));
    let rect = rect.expand(2.0);
    let on_line = outlines.first().filter(|_| draw.session.view().tab == Tab::Inspect).and_then(|line| on_top(line));
    // Beside the marks at the corners.
    let aside = vec2(8.0, 0.0);
    let left = [(rect.left_bottom() + aside, Align2::LEFT_TOP), (rect.left_top() + aside, Align2::LEFT_BOTTOM)];
    let right = [(rect.right_bottom() - aside, Align2::RIGHT_TOP), (rect.right_top() - aside, Align2::RIGHT_BOTTOM)];
    let [one, other] = if slot == Slot::A { [left, right] } else { [right, left] };
    let beside = (rect.right_top() + aside, Align2::LEFT_TOP);
    let on_line = on_line.map(|at| (at, Align2::CENTER_CENTER));
    let places = [one[0], other[0], beside, one[1], other[1]];
    let places: Vec<_> = on_line.into_iter().chain(places).collect();
    tags.paint(&text, draw.theme.t1, &places);
}

/// The place of a name on an outline: in the middle of its uppermost edge, or, where it is round, 40° right of the top.
fn on_top(outline: &[Pos2]) -> Option<Pos2> {
    const ROUND: usize = 24;
    if outline.len() > ROUND {
        let rect = Rect::from_points(outline);
        let (sin, cos) = 40_f32.to_radians().sin_cos();
        return Some(rect.center() + vec2(sin, -cos) * rect.size() / 2.0);
    }
    let edges = outline.iter().zip(outline.iter().cycle().skip(1)).map(|(from, to)| from.lerp(*to, 0.5));
    edges.min_by(|one, other| one.y.total_cmp(&other.y))
}

fn paint_intersection(draw: &DrawContext<'_>, tags: &mut Tags<'_>, side: &mut Option<usize>) {
    let Some(overlap) = draw.overlap().filter(|_| draw.shows(Layer::Intersection)) else { return };
    let words = format!("{} = {}", overlap.size(), words::thousands(overlap.area()));
    let text = tags.text(words, draw.theme.panel);
    let rect = draw.screen.rect(overlap).expand(draw.screen.line(2.0));
    let places = [
        (rect.right_top(), Align2::RIGHT_BOTTOM),
        (rect.left_top(), Align2::LEFT_BOTTOM),
        (rect.right_bottom(), Align2::RIGHT_TOP),
        (rect.left_bottom(), Align2::LEFT_TOP),
        (rect.center_bottom(), Align2::CENTER_TOP),
    ];
    tags.paint_at_side(&text, draw.theme.t1, &places, side);
}

/// The distance of the closest pixels, beside the intersection if it holds the line between them, with a line to it.
fn paint_distance(draw: &DrawContext<'_>, tags: &mut Tags<'_>, side: &mut Option<usize>) {
    let Some((pixels, distance)) =
        draw.closest_pixels().zip(draw.session.derived().contact().and_then(MaskContact::nearest))
    else {
        return;
    };
    let text = tags.text(format!("{} px apart", words::number(distance, 1..=1)), draw.theme.panel);
    let [from, to] = pixels.map(|pixel| pixel.center());
    let middle = from.lerp(to, 0.5);
    if !draw.screen.canvas.contains(middle) {
        return;
    }
    let overlap = draw.overlap().map(|overlap| draw.screen.rect(overlap));
    let beside = overlap.filter(|rect| rect.contains(middle)).unwrap_or(Rect::from_pos(middle));
    let away = vec2(10.0, 0.0);
    let falls = (to - from).x * (to - from).y > 0.0;
    let [right, left] =
        if falls { [Align2::LEFT_BOTTOM, Align2::RIGHT_TOP] } else { [Align2::LEFT_TOP, Align2::RIGHT_BOTTOM] };
    let places = [
        (pos2(beside.right(), middle.y) + away, right),
        (pos2(beside.left(), middle.y) - away, left),
        (beside.right_top() + away, Align2::LEFT_BOTTOM),
        (beside.right_bottom() + away, Align2::LEFT_TOP),
        (beside.left_bottom() - away, Align2::RIGHT_TOP),
        (beside.center_bottom() + away.rot90(), Align2::CENTER_TOP),
    ];
    if let Some(rect) = tags.paint_at_side(&text, draw.theme.t1, &places, side) {
        lead(draw, middle, rect);
    }
}

/// A thin line from a mark to its tag.
fn lead(draw: &DrawContext<'_>, from: Pos2, tag: Rect) {
    let to = tag.clamp(from);
    for (width, color) in [(3.0, draw.theme.canvas), (1.0, draw.theme.t1)] {
        draw.painter.line_segment([from, to], Stroke::new(width, color));
    }
}

fn paint_first_hit(draw: &DrawContext<'_>, tags: &mut Tags<'_>) {
    let Some(middle) = draw.first_hit_middle().filter(|_| draw.shows(Layer::FirstHit)) else { return };
    let Some((recording, hit)) = draw.session.derived().recording().and_then(|r| r.hit.map(|hit| (r, hit))) else {
        return;
    };
    let rank = words::thousands(recording.count.visits);
    let place = hit.cell.zip(draw.overlap()).map(|((x, y), overlap)| overlap.origin() + Cell::new(x.into(), y.into()));
    let words = match place {
        Some(cell) if is_written_out(draw) => format!("first hit {}  #{rank}", draw.session.origin().point(cell)),
        None if is_written_out(draw) => format!("accepted {} × {}  #{rank}", hit.visit.width, hit.visit.height),
        _ => format!("hit #{rank}"),
    };
    let text = tags.text(words, draw.theme.on_hit);
    let away = 18.0;
    let places = [
        (middle + vec2(away, away), Align2::LEFT_CENTER),
        (middle + vec2(away, -away), Align2::LEFT_CENTER),
        (middle + vec2(-away, away), Align2::RIGHT_CENTER),
        (middle + vec2(-away, -away), Align2::RIGHT_CENTER),
        (middle + vec2(0.0, 2.0 * away), Align2::CENTER_TOP),
    ];
    if let Some(rect) = tags.paint(&text, draw.theme.both, &places) {
        lead(draw, middle + (rect.clamp(middle) - middle).normalized() * 10.0, rect);
    }
}

fn paint_current(draw: &DrawContext<'_>, tags: &mut Tags<'_>) {
    let session = draw.session;
    let position = session.playback().position();
    let is_hit = session.derived().recording().is_some_and(|r| r.hit.is_some() && r.count.visits == position);
    let is_under_labels = session.view().greets;
    let shown = draw.shows(Layer::CurrentVisit) && !(is_hit && draw.shows(Layer::FirstHit)) && !is_under_labels;
    let Some(rect) = draw.current_visit_rect().filter(|_| shown) else { return };
    let text = tags.text(format!("#{}{}", words::thousands(position), word_shifts(draw)), Color32::BLACK);
    let rect = rect.expand(8.0);
    let places = [
        (rect.right_center(), Align2::LEFT_CENTER),
        (rect.left_center(), Align2::RIGHT_CENTER),
        (rect.center_bottom(), Align2::CENTER_TOP),
        (rect.center_top(), Align2::CENTER_BOTTOM),
    ];
    tags.paint(&text, Color32::WHITE, &places);
}

/// Of a visit that tests a word: how far each mask's words are shifted to the right for it, and the tail mask that
/// cuts off what lies beyond it: `  A >> 10  B >> 0  tail 0x3FFFFFFF`.
fn word_shifts(draw: &DrawContext<'_>) -> String {
    let session = draw.session;
    let is_shown = draw.shows(Layer::Words) && session.scans().selected() == Scan::Words(Words);
    let parts = session.current_visit().zip(session.derived().collision()).filter(|_| is_shown);
    let Some((visit, origins)) = parts.and_then(|(visit, collision)| Some((visit, collision.origins()?))) else {
        return String::new();
    };
    let shift = |origin: i64| (origin + i64::from(visit.x)).rem_euclid(64);
    let tail = u64::MAX >> (64 - visit.width);
    let [a, b] = origins.map(|origin| shift(origin.x));
    format!("  A >> {a}  B >> {b}  tail {tail:#X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_crosses_what_it_runs_through() {
        let rect = Rect::from_min_max(pos2(10.0, 10.0), pos2(30.0, 20.0));
        let crosses = |from: [f32; 2], to: [f32; 2]| crosses([from.into(), to.into()], rect);
        assert!(crosses([0.0, 0.0], [40.0, 30.0]), "from corner to corner");
        assert!(crosses([15.0, 15.0], [16.0, 15.0]), "it lies inside");
        assert!(crosses([20.0, 0.0], [20.0, 40.0]) && crosses([0.0, 15.0], [40.0, 15.0]), "along an axis");
        assert!(!crosses([0.0, 0.0], [9.0, 9.0]), "it ends before");
        assert!(!crosses([5.0, 0.0], [5.0, 40.0]) && !crosses([0.0, 25.0], [40.0, 25.0]), "along an axis, beside it");
        assert!(!crosses([0.0, 12.0], [12.0, 40.0]), "past a corner");
    }
}
