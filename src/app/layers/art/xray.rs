//! Inside the intersection the art fades and the masks appear: solid in A only, in B only, in both.
//!
//! Or, with the channels shown, as in Gilbert's bitmap: A's bits in the red channel, B's in the green one, on black. There
//! both together are yellow, because the two are combined by their maximum.

use egui::TextureId;

use crate::app::paint::draw::*;
use crate::app::paint::raster::{PaintRaster, Painted, paint_texture};
use crate::session::Subject;
use maskscope_core::mask::Mask;

/// At this zoom, in pixels per cell, and above, cells solid in only one sprite are hatched.
const HATCHED_FROM: u32 = 8;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[
        Switch {
            layer: Layer::BitsA,
            key: None,
            swatch: |painter, rect, theme| swatch_bits(painter, rect, theme.a, false, theme),
        },
        Switch {
            layer: Layer::BitsB,
            key: None,
            swatch: |painter, rect, theme| swatch_bits(painter, rect, theme.b, true, theme),
        },
        Switch {
            layer: Layer::BitsBoth,
            key: None,
            swatch: |painter, rect, theme| _ = painter.rect_filled(rect, 0.0, theme.both),
        },
        Switch { layer: Layer::Channels, key: Some(Key::C), swatch: swatch_channels },
    ],
    paint: |draw, kept| kept.of::<Xray>().paint(draw),
};

/// The texture of the mask bits.
#[derive(Default)]
pub struct Xray(Painted<XrayKey>);

/// Input of the picture.
#[derive(Clone, PartialEq)]
struct XrayKey {
    subject: Subject,
    /// The cells it shows, in A's space.
    cells: IntRect,
    /// Pixels per cell where cells are hatched, otherwise 1.
    cell_pixels: u32,
    cells_per_pixel: u32,
    /// Wash, A only, B only, both; clear where the layer is off.
    colors: [Color32; 4],
    hatch: [Color32; 2],
}

impl Xray {
    /// Paints wash and bits over the intersection.
    fn paint(&mut self, draw: &DrawContext<'_>) {
        let parts = [Layer::BitsA, Layer::BitsB, Layer::BitsBoth, Layer::Channels, Layer::Visits];
        if !parts.into_iter().any(|layer| draw.shows(layer)) {
            return;
        }
        let Some((visible, subject)) = draw.visible_overlap().zip(draw.session.derived().subject()) else { return };
        let cells = visible.translated(Cell::ORIGIN - draw.session.corner_of_a());
        let pixels = draw.screen.whole_cell_pixels();
        let theme = draw.theme;
        let channels = draw.shows(Layer::Channels);
        let shown = |layer: Layer, color: Color32| {
            if draw.shows(layer) && !channels { color } else { Color32::TRANSPARENT }
        };
        let key = XrayKey {
            subject: subject.clone(),
            cells,
            cell_pixels: if pixels >= HATCHED_FROM { pixels } else { 1 },
            cells_per_pixel: draw.screen.cells_per_pixel(),
            colors: if channels { theme::CHANNELS } else { colors(theme, shown) },
            hatch: [
                shown(Layer::BitsA, theme.a.gamma_multiply(theme.bit_hatch)),
                shown(Layer::BitsB, theme.b.gamma_multiply(theme.bit_hatch)),
            ],
        };
        let clip = draw.overlap().map_or(draw.screen.canvas, |overlap| draw.screen.rect(overlap));
        let painter = draw.painter.with_clip_rect(clip.intersect(draw.screen.canvas));
        if let Some(texture) = self.0.get(painter.ctx(), key, paint) {
            paint_texture(&painter, texture.id(), draw.screen.rect(visible));
        }
    }
}

impl Xray {
    /// All bits of the whole overlap: some pixels per cell, or one per square of `cells_per_pixel` cells a side.
    pub fn whole(
        &mut self,
        ctx: &Context,
        subject: &Subject,
        (cell_pixels, cells_per_pixel): (u32, u32),
        theme: &Theme,
    ) -> Option<TextureId> {
        let shared = subject.overlap_box()?;
        let up = |cells: u32| cells.next_multiple_of(cells_per_pixel);
        let key = XrayKey {
            subject: subject.clone(),
            cells: IntRect { width: up(shared.width), height: up(shared.height), ..shared },
            cell_pixels: cell_pixels.max(1),
            cells_per_pixel,
            colors: colors(theme, |_, color| color),
            hatch: [theme.a, theme.b].map(|color| color.gamma_multiply(theme.bit_hatch)),
        };
        self.0.get(ctx, key, paint).map(egui::TextureHandle::id)
    }
}

/// The colours of cells that are clear, solid in A only, in B only, in both.
fn colors(theme: &Theme, shown: impl Fn(Layer, Color32) -> Color32) -> [Color32; 4] {
    let tinted = |layer, color: Color32, share| theme.wash.blend(shown(layer, color.gamma_multiply(share)));
    [
        theme.wash,
        tinted(Layer::BitsA, theme.a, theme.bit_tint),
        tinted(Layer::BitsB, theme.b, theme.bit_tint),
        tinted(Layer::BitsBoth, theme.both, 1.0),
    ]
}

fn paint(key: &XrayKey) -> PaintRaster {
    let classes = Classes::of(key);
    if key.cell_pixels == 1 {
        let mut raster = PaintRaster::new(classes.columns, classes.rows);
        for y in 0..classes.rows {
            for (pixel, class) in raster.row_mut(y).iter_mut().zip(classes.row(y)) {
                *pixel = key.colors[usize::from(*class)];
            }
        }
        return raster;
    }
    let side = key.cell_pixels as usize;
    let mut raster = PaintRaster::new(classes.columns * side, classes.rows * side);
    for y in 0..classes.rows {
        for (x, &class) in classes.row(y).iter().enumerate() {
            paint_cell(&mut raster, key, (x, y), class);
        }
    }
    raster
}

/// Fills a cell and draws its diagonal: falling for A only, rising for B only. Of small cells, every second diagonal is drawn.
fn paint_cell(raster: &mut PaintRaster, key: &XrayKey, (x, y): (usize, usize), class: u8) {
    let side = key.cell_pixels as usize;
    let (left, top) = (x * side, y * side);
    let is_hatched = key.cell_pixels >= HATCHED_FROM || (x + y).is_multiple_of(2);
    for step in 0..side {
        let row = &mut raster.row_mut(top + step)[left..left + side];
        row.fill(key.colors[usize::from(class)]);
        match class {
            _ if !is_hatched => {}
            1 => row[step] = row[step].blend(key.hatch[0]),
            2 => row[side - 1 - step] = row[side - 1 - step].blend(key.hatch[1]),
            _ => {}
        }
    }
}

/// For each cell, or square of cells that shares a pixel: bit 0 where A is solid, bit 1 where B is; 3 only where both
/// are in the same cell.
struct Classes {
    columns: usize,
    rows: usize,
    classes: Vec<u8>,
}

impl Classes {
    fn of(key: &XrayKey) -> Self {
        let per = key.cells_per_pixel;
        let (columns, rows) = ((key.cells.width / per) as usize, (key.cells.height / per) as usize);
        let mut all = Vec::with_capacity(columns * rows);
        let mut strip = RowStrip::new(key.cells.width);
        for first in (key.cells.y..key.cells.bottom()).step_by(per as usize) {
            strip.read(key, first..first + i64::from(per));
            all.extend((0..columns).map(|column| strip.class(column * per as usize, per as usize)));
        }
        Self { columns, rows, classes: all }
    }

    fn row(&self, y: usize) -> &[u8] {
        &self.classes[y * self.columns..][..self.columns]
    }
}

/// Some rows of both masks, laid over each other: 64 columns per word.
struct RowStrip {
    a: Vec<u64>,
    b: Vec<u64>,
    both: Vec<u64>,
    /// The row of A and the row of B that are read.
    row: [Vec<u64>; 2],
}

impl RowStrip {
    fn new(width: u32) -> Self {
        let words = width.div_ceil(64) as usize;
        let clear = || vec![0; words];
        Self { a: clear(), b: clear(), both: clear(), row: [clear(), clear()] }
    }

    fn read(&mut self, key: &XrayKey, rows: std::ops::Range<i64>) {
        let Subject { a, b, offset, .. } = &key.subject;
        for words in [&mut self.a, &mut self.b, &mut self.both] {
            words.fill(0);
        }
        let [of_a, of_b] = &mut self.row;
        for y in rows {
            let at = Cell::new(key.cells.x, y);
            read_row(a.mask(), at, of_a);
            read_row(b.mask(), at - offset.cell(), of_b);
            let all = self.a.iter_mut().zip(&mut self.b).zip(&mut self.both);
            for (((a, b), both), (of_a, of_b)) in all.zip(of_a.iter().zip(&*of_b)) {
                *a |= of_a;
                *b |= of_b;
                *both |= of_a & of_b;
            }
        }
    }

    /// The class of the cells `first .. first + count` together.
    fn class(&self, first: usize, count: usize) -> u8 {
        if count == 1 {
            let bit = |words: &[u64]| u8::from(words[first / 64] >> (first % 64) & 1 == 1);
            return bit(&self.a) | bit(&self.b) << 1;
        }
        if bits_set(&self.both, first, count) > 0 {
            return 3;
        }
        match (bits_set(&self.a, first, count), bits_set(&self.b, first, count)) {
            (0, 0) => 0,
            (a, b) if a >= b => 1,
            _ => 2,
        }
    }
}

/// The words of a row from a cell on; clear above and below the mask.
fn read_row(mask: &Mask, from: Cell, words: &mut [u64]) {
    match u32::try_from(from.y) {
        Ok(y) => mask.read_row(from.x, y, words),
        Err(_) => words.fill(0),
    }
}

/// The number of set bits of `first .. first + count`.
fn bits_set(words: &[u64], first: usize, count: usize) -> u32 {
    let (mut at, end, mut set) = (first, first + count, 0);
    while at < end {
        let length = (64 - at % 64).min(end - at);
        set += (words[at / 64] >> (at % 64) << (64 - length)).count_ones();
        at += length;
    }
    set
}

/// A tint with diagonals: `\` for A, `/` where it is `rising`.
fn swatch_bits(painter: &Painter, rect: Rect, color: Color32, rising: bool, theme: &Theme) {
    painter.rect_filled(rect, 0.0, color.gamma_multiply(theme.bit_fill));
    let hatch = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let stroke = Stroke::new(1.0, color.gamma_multiply(theme.bit_hatch.max(0.75)));
    let (from, to) = if rising { (rect.bottom(), rect.top()) } else { (rect.top(), rect.bottom()) };
    for step in -2..4_i8 {
        let x = rect.left() + 7.0 * f32::from(step);
        hatch.line_segment([pos2(x, from), pos2(x + rect.height(), to)], stroke);
    }
}

/// Red, where both are yellow, green, on black.
fn swatch_channels(painter: &Painter, rect: Rect, _: &Theme) {
    painter.rect_filled(rect, 0.0, theme::CHANNELS[0]);
    for (left, class) in [(0.0, 1), (8.0, 3), (16.0, 2)] {
        let part = Rect::from_min_size(rect.min + vec2(left, 2.0), vec2(8.0, 10.0));
        painter.rect_filled(part, 0.0, theme::CHANNELS[class]);
    }
}
