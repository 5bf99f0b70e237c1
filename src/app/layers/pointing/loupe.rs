//! The loupe: raw pixels around the pointer, or around the ball's probe, and which of them are solid.

use crate::app::paint::{draw::*, lines::Lines};

/// Distance from the canvas's edges, and from what it shows, in points.
const MARGIN: f32 = 14.0;
const SHY: f32 = 8.0;
/// At this zoom, in pixels per cell, and above, pixels are large enough without it.
const NEEDED_BELOW: u32 = 8;
/// Height of the line of text below it.
const CAPTION: f32 = 18.0;
/// Below this height of the window, in points, the loupe is small.
const SMALL_WINDOW: f32 = 640.0;

pub const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, _| paint(draw) };

/// The area of the loupe while the pointer is over a sprite of small pixels and drags nothing: beside the pixels that it
/// shows, away from the areas `over` the canvas, from the first hit and the current visit.
pub fn place(draw: &DrawContext<'_>, over: &[Rect]) -> Option<Rect> {
    let is_needed = draw.screen.whole_cell_pixels() < NEEDED_BELOW && !draw.drags && draw.edited_hitbox().is_none();
    let centre = centre(draw).filter(|_| is_needed)?;
    let (cells, side) = cells(draw);
    let hit = draw.first_hit_middle().map(|middle| Rect::from_center_size(middle, Vec2::splat(24.0)));
    let current = draw.current_visit_rect().filter(|rect| rect.width() < 64.0).map(|rect| rect.expand(5.0));
    let avoided: Vec<_> = over.iter().copied().chain(hit).chain(current).collect();
    let shown = Vec2::splat(draw.screen.points(draw.screen.cell_pixels()) * f32::from(cells));
    let middle = draw.screen.rect(IntRect::new(centre, Size::new(1, 1))).center();
    let shown = Rect::from_center_size(middle, shown).expand(SHY);
    let ball = draw.sprite_box(Slot::A).filter(|_| draw.step().is_some());
    let shown = ball.map_or(shown, |ball| shown.union(draw.screen.rect(ball)));
    free_corner(draw.screen.canvas, Vec2::splat(side * f32::from(cells)), shown, &avoided)
}

/// The cell in the middle: that of what the probe read, or the end that decides where it does not show whole; without, the one
/// under the pointer over a sprite.
fn centre(draw: &DrawContext<'_>) -> Option<Cell> {
    if let Some(step) = draw.step().filter(|_| draw.shows(Layer::Probe)) {
        let (first, last) = (step.look.reads.first, step.look.reads.cells().last()?);
        let is_short = (first.y - last.y).abs() < i64::from(cells(draw).0) - 2;
        return Some(if is_short { Cell::new(last.x, i64::midpoint(first.y, last.y)) } else { last });
    }
    let is_over_sprite = |cell: &Cell| draw.sprites().iter().flatten().any(|sprite| sprite.place().contains(*cell));
    draw.hovered.filter(is_over_sprite)
}

/// The number of cells along a side, and the size of each.
fn cells(draw: &DrawContext<'_>) -> (i16, f32) {
    let is_small = draw.painter.ctx().content_rect().height() < SMALL_WINDOW;
    if is_small { (7, 12.0) } else { (9, 16.0) }
}

/// Paints the loupe, where it is shown.
fn paint(draw: &DrawContext<'_>) {
    let Some((centre, rect)) = centre(draw).zip(draw.loupe) else { return };
    let (cells, side) = cells(draw);
    let painter = draw.painter;
    painter.rect_filled(rect, 0.0, draw.theme.canvas);
    let mut lines = Lines::default();
    let mut corners = Mesh::default();
    let half = i64::from(cells / 2);
    let place = |cell: Cell| {
        let by = cell - centre + Cell::new(half, half);
        Rect::from_min_size(rect.min + vec2(by.x as f32, by.y as f32) * side, Vec2::splat(side))
    };
    for (row, column) in (-half..=half).flat_map(|row| (-half..=half).map(move |column| (row, column))) {
        let cell = centre + Cell::new(column, row);
        lines.rect(place(cell), color(draw, cell));
        add_corners(&mut corners, draw, cell, place(cell).shrink(1.0));
    }
    lines.paint(painter);
    painter.add(Shape::mesh(corners));
    if let Some(step) = draw.step().filter(|_| draw.shows(Layer::Probe)) {
        draw.paint_reads(&painter.with_clip_rect(rect), step.look.reads, place);
    }
    paint_frames(draw, rect, side);
    let caption = format!("{}  {side}×", draw.session.origin().point(centre));
    let below = rect.left_bottom() + vec2(2.0, 4.0);
    let text = painter.layout_no_wrap(caption, theme::tag(), draw.theme.t2);
    painter.rect_filled(Rect::from_min_size(below, text.size()).expand2(vec2(3.0, 1.0)), 0.0, draw.theme.canvas);
    painter.galley(below, text, draw.theme.t2);
}

/// Bottom right, or the next corner where it covers nothing of what it shows, and, if there is one, nothing to be avoided.
fn free_corner(canvas: Rect, size: Vec2, shown: Rect, avoided: &[Rect]) -> Option<Rect> {
    let (left, right) = (canvas.min.x + MARGIN, canvas.max.x - MARGIN - size.x);
    let (top, bottom) = (canvas.min.y + MARGIN, canvas.max.y - MARGIN - CAPTION - size.y);
    let corners = [(right, bottom), (left, bottom), (right, top), (left, top)];
    let places = corners.map(|(x, y)| Rect::from_min_size(pos2(x, y), size));
    let is_away = |place: &&Rect| !place.intersects(shown);
    let covers = |place: &Rect| {
        let with_caption = place.with_max_y(place.max.y + CAPTION);
        avoided.iter().any(|other| other.intersects(with_caption))
    };
    let away = || places.iter().filter(is_away);
    away().find(|place| !covers(place)).or_else(|| away().next()).copied()
}

/// The colour of the art in a cell, over the background.
fn color(draw: &DrawContext<'_>, cell: Cell) -> Color32 {
    let is_in_sky = draw.session.view().is_game() && draw.sprite_box(Slot::B).is_some_and(|sky| sky.contains(cell));
    let background = if is_in_sky { SKY } else { draw.theme.canvas };
    draw.sprites().iter().flatten().fold(background, |ground, sprite| match pixel(sprite, cell) {
        Some([r, g, b, a]) => ground.blend(Color32::from_rgba_unmultiplied(r, g, b, a)),
        None => ground,
    })
}

fn pixel(sprite: &CanvasSprite<'_>, cell: Cell) -> Option<[u8; 4]> {
    let local = cell - sprite.origin;
    sprite.picture.pixel(u32::try_from(local.x).ok()?, u32::try_from(local.y).ok()?)
}

/// A triangle in the lower left corner where A is solid, in the upper right one where B is.
fn add_corners(mesh: &mut Mesh, draw: &DrawContext<'_>, cell: Cell, place: Rect) {
    for sprite in draw.sprites().iter().flatten() {
        if !sprite.mask.get_cell(cell - sprite.origin) {
            continue;
        }
        let (corner, color) = match sprite.slot {
            Slot::A => (place.left_bottom(), draw.theme.a),
            Slot::B => (place.right_top(), draw.theme.b),
        };
        let inward = (place.center() - corner) * 0.7;
        for (reach, color) in [(1.35, Color32::BLACK), (1.0, color)] {
            let first = u32::try_from(mesh.vertices.len()).unwrap_or(0);
            mesh.colored_vertex(corner, color);
            mesh.colored_vertex(corner + vec2(inward.x * reach, 0.0), color);
            mesh.colored_vertex(corner + vec2(0.0, inward.y * reach), color);
            mesh.add_triangle(first, first + 1, first + 2);
        }
    }
}

/// The black and white frame around it, and the one around its middle cell.
fn paint_frames(draw: &DrawContext<'_>, rect: Rect, side: f32) {
    let pixel = draw.screen.line(1.0);
    let middle = Rect::from_center_size(rect.center(), Vec2::splat(side));
    let mut lines = Lines::default();
    lines.outline(&draw.screen, rect, 1.0, Color32::BLACK);
    lines.outline(&draw.screen, rect.expand(pixel), 1.0, Color32::WHITE);
    lines.outline(&draw.screen, middle.shrink(pixel), 1.0, Color32::BLACK);
    lines.outline(&draw.screen, middle, 1.0, Color32::WHITE);
    lines.outline(&draw.screen, middle.expand(pixel), 1.0, Color32::BLACK);
    lines.paint(draw.painter);
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    #[test]
    fn the_loupe_moves_away_from_the_pointer_and_from_messages() {
        let canvas = Rect::from_min_max(pos2(0.0, 0.0), pos2(700.0, 600.0));
        let size = Vec2::splat(144.0);
        let corner = |pointer: Pos2, avoided: &[Rect]| {
            let shown = Rect::from_center_size(pointer, Vec2::splat(60.0));
            free_corner(canvas, size, shown, avoided).expect("a free corner")
        };
        let away = corner(pos2(100.0, 100.0), &[]);
        assert!(away.max.x > 600.0);
        let near = corner(away.center(), &[]);
        assert!(near.min.x < 100.0 && !near.contains(away.center()));
        let message = Rect::from_min_max(pos2(200.0, 500.0), pos2(690.0, 590.0));
        let beside = corner(pos2(100.0, 100.0), &[message]);
        assert!(beside.max.x < 200.0 && beside.max.y < 600.0, "{beside:?}");
        let above = corner(beside.center(), &[message]);
        assert!(above.min.x > 500.0 && above.max.y < 200.0, "{above:?}");
        assert_eq!(free_corner(canvas, size, canvas, &[]), None, "it would cover what it shows");
    }
}
