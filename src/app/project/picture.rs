//! The pictures of the tab: a frame of a sprite with the shapes on it, crossed where they cover a clear pixel, dotted where they
//! leave out a solid one; and the small ones of the list.

use std::collections::HashMap;

use crate::app::paint::differing::{DifferingCells, inks};
use crate::app::paint::lines::{self, Lines};
use crate::app::paint::raster::{ByIdentity, PaintRaster, Painted, paint_texture};
use crate::app::paint::screen::Screen;
use crate::app::prelude::*;
use crate::session::{DetailedFrame, DetailedKind, HitboxPicture};
use maskscope_core::mask::Mask;
use maskscope_core::scene::Picture;
use maskscope_core::shape::{self, PlacedHitbox, PlacedPart};

/// Widths of the line of a shape and of its rim at each side, in points.
const LINE: f32 = 2.0;
const RIM: f32 = 1.0;
/// The same in a small picture.
const SMALL_LINE: f32 = 1.0;
/// From this zoom on, in pixels per cell, the solid pixels are outlined.
const OUTLINED_FROM: u32 = 4;
/// Free space inside a small picture, and its longest side in texels.
const MARGIN: f32 = 3.0;
const TEXELS: u32 = 128;
/// Corners of a round outline.
const STEPS: u16 = 64;
/// Cells along a square of the checker board, and the least width of one in points.
const SQUARE: (f32, f32) = (2.0, 8.0);
/// The most small pictures that are kept.
const MOST: usize = 512;

/// The textures of the tab.
#[derive(Default)]
pub struct ProjectPictures {
    panes: [Painted<PaneKey>; 2],
    small: HashMap<(u64, usize), Painted<ByIdentity<HitboxPicture>>>,
    /// The hitboxes of an audit whose small pictures are asked for.
    asked: (u64, Vec<usize>),
}

/// Input of a large picture; cells count from the top left pixel of the frame.
#[derive(PartialEq)]
struct PaneKey {
    picture: ByIdentity<Picture>,
    mask: ByIdentity<Mask>,
    shapes: Arc<[shape::Shape]>,
    /// The cells that it shows.
    cells: IntRect,
    cell_pixels: usize,
    cells_per_pixel: u32,
    /// Pixels that are one at a scale of 1.
    line: usize,
    unfair: [Color32; 2],
}

/// The box around a frame and the shapes of kinds on it.
pub fn bounds(frame: &DetailedFrame, at: usize, kinds: [Option<&DetailedKind>; 2]) -> IntRect {
    let whole = IntRect::new(Cell::ORIGIN, frame.picture.size());
    let shapes = kinds.into_iter().flatten().filter_map(|kind| placed(kind.shapes.get(at)?).cells());
    shapes.fold(whole, IntRect::union)
}

fn placed(shapes: &[shape::Shape]) -> PlacedHitbox {
    PlacedHitbox::new(shapes.iter().map(|shape| PlacedPart::Shape(shape.placed(&Affine::IDENTITY))).collect())
}

impl ProjectPictures {
    /// True if other hitboxes are in view than those whose small pictures were asked for last; they are noted.
    pub fn are_new(&mut self, (run, places): (u64, &[usize])) -> bool {
        let is_new = (self.asked.0, &*self.asked.1) != (run, places);
        if is_new {
            self.asked = (run, places.to_vec());
            if self.small.len() > MOST {
                self.small.retain(|(of, place), _| *of == run && places.contains(place));
            }
        }
        is_new
    }

    /// Paints the frame at a place with the shapes of a kind, seen through `screen`; `pane` is the number of the picture.
    pub fn paint(
        &mut self,
        ui: &Ui,
        pane: usize,
        screen: Screen,
        (frame, at): (&DetailedFrame, usize),
        kind: &DetailedKind,
    ) {
        let (theme, painter) = (Theme::of(ui), ui.painter().with_clip_rect(screen.canvas));
        let whole = IntRect::new(Cell::ORIGIN, frame.picture.size());
        let square = (SQUARE.0 * screen.points(screen.cell_pixels())).max(SQUARE.1);
        let ground = screen.rect(whole).intersect(screen.canvas);
        if ground.is_positive() {
            painter.add(Shape::mesh(marks::checker(ground, square, theme.checker)));
        }
        let Some(shapes) = kind.shapes.get(at) else { return };
        let hitbox = placed(shapes);
        let all = hitbox.cells().map_or(whole, |cells| cells.union(whole));
        let Some(shown) = all.intersection(screen.visible()) else { return };
        let shown = screen.whole_pixels(shown);
        let key = PaneKey {
            picture: ByIdentity(Arc::clone(&frame.picture)),
            mask: ByIdentity(Arc::clone(&frame.mask)),
            shapes: Arc::clone(shapes),
            cells: shown,
            cell_pixels: screen.whole_cell_pixels().max(1) as usize,
            cells_per_pixel: screen.cells_per_pixel(),
            line: if screen.pixels_per_point() < 1.5 { 1 } else { 2 },
            unfair: inks(theme),
        };
        if let Some(texture) = self.panes[pane].get(ui, key, paint) {
            paint_texture(&painter, texture.id(), screen.rect(shown));
        }
        if screen.whole_cell_pixels() >= OUTLINED_FROM
            && let Some(part) = whole.intersection(screen.visible())
        {
            let mut outline = Lines::default();
            lines::outline(&mut outline, &frame.mask, part, |cells| screen.rect(cells), screen.line(1.0), theme.b);
            outline.paint(&painter);
        }
        for outline in hitbox.outlines() {
            let pixel = screen.line(1.0);
            let middle = |at: f32| ((at / pixel).floor() + 0.5) * pixel;
            let on_screen = |point| {
                let Pos2 { x, y } = screen.point(point);
                pos2(middle(x), middle(y))
            };
            paint_outline(&painter, outline.into_iter().map(on_screen).collect(), LINE);
        }
    }

    /// Paints a small picture; an empty frame until it is made.
    pub fn paint_small(&mut self, ui: &Ui, rect: Rect, run: u64, place: usize, picture: Option<&Arc<HitboxPicture>>) {
        let theme = Theme::of(ui);
        ui.painter().rect(rect, 0.0, theme.canvas, Stroke::new(1.0, theme.line), StrokeKind::Inside);
        let Some(of) = picture else { return };
        let size = of.picture.size();
        let all = placed(&of.shapes).cells().unwrap_or_default().union(IntRect::new(Cell::ORIGIN, size));
        let inside = rect.shrink(MARGIN);
        let fit = (inside.width() / all.width.max(1) as f32).min(inside.height() / all.height.max(1) as f32);
        let scale = if fit >= 1.0 { fit.floor() } else { fit };
        let corner = (inside.center() - vec2(all.width as f32, all.height as f32) * scale / 2.0).round();
        #[expect(clippy::cast_possible_truncation, reason = "px of a small picture")]
        let at = |(x, y): Point| corner + vec2((x - all.x as f64) as f32, (y - all.y as f64) as f32) * scale;
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let texture = self.small.entry((run, place)).or_default();
        if let Some(texture) = texture.get(ui, ByIdentity(Arc::clone(of)), |key| shrunk(&key.0.picture)) {
            let end = at((size.width.into(), size.height.into()));
            paint_texture(&painter, texture.id(), Rect::from_min_max(at((0.0, 0.0)), end));
        }
        for shape in &of.shapes {
            let outline = shape.placed(&Affine::IDENTITY).outline(STEPS);
            paint_outline(&painter, outline.into_iter().map(at).collect(), SMALL_LINE);
        }
    }
}

/// Paints a closed line in white with a black rim, which reads on any art.
fn paint_outline(painter: &Painter, outline: Vec<Pos2>, width: f32) {
    painter.add(Shape::closed_line(outline.clone(), Stroke::new(width + 2.0 * RIM, Color32::BLACK)));
    painter.add(Shape::closed_line(outline, Stroke::new(width, Color32::WHITE)));
}

/// A picture, or every few pixels of a large one.
fn shrunk(picture: &Picture) -> PaintRaster {
    let Size { width, height } = picture.size();
    let step = width.max(height).div_ceil(TEXELS).max(1);
    let mut raster = PaintRaster::new(width.div_ceil(step) as usize, height.div_ceil(step) as usize);
    for (row, y) in (0..height).step_by(step as usize).enumerate() {
        for (pixel, x) in raster.row_mut(row).iter_mut().zip((0..width).step_by(step as usize)) {
            *pixel = color(picture, x, y);
        }
    }
    raster
}

fn color(picture: &Picture, x: u32, y: u32) -> Color32 {
    let [r, g, b, a] = picture.pixel(x, y).unwrap_or_default();
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

/// The art with the marks on it.
fn paint(key: &PaneKey) -> PaintRaster {
    let (side, step) = (key.cell_pixels, key.cells_per_pixel as usize);
    let (columns, rows) = (key.cells.width as usize / step, key.cells.height as usize / step);
    let mut raster = PaintRaster::new(columns * side, rows * side);
    let covered = placed(&key.shapes).covered(key.cells);
    let cells = DifferingCells { side, line: key.line, first: (key.cells.x, key.cells.y), unfair: key.unfair };
    for row in 0..rows {
        for column in 0..columns {
            // Of cells that share a pixel, that in their middle stands for all.
            let [x, y] = [column, row].map(|at| u32::try_from(at * step + step / 2).unwrap_or(u32::MAX));
            let cell = key.cells.origin() + Cell::new(x.into(), y.into());
            if let (Ok(x), Ok(y)) = (u32::try_from(cell.x), u32::try_from(cell.y)) {
                let ink = color(&key.picture.0, x, y);
                for line in row * side..(row + 1) * side {
                    raster.row_mut(line)[column * side..(column + 1) * side].fill(ink);
                }
            }
            match (covered.get_cell(Cell::new(x.into(), y.into())), key.mask.0.get_cell(cell)) {
                (true, false) => cells.cross(&mut raster, [column * side, row * side]),
                (false, true) => cells.dot(&mut raster, [column * side, row * side]),
                _ => {}
            }
        }
    }
    raster
}
