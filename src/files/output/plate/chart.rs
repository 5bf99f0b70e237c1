//! Charts: maps beside each other, each place a coloured square, and what the colours mean.
//!
//! ```text
//! Visits at every offset           title
//! ship.png and rock.png, …         what was surveyed
//! rows         columns
//! ┌────────┐   ┌────────┐          maps under their captions: a line where masks start to touch, a diamond where the
//! │  ▒▓█   │   │  ▒▓█   │          sprites are now
//! └────────┘   └────────┘
//! ■ 1 visit  ■ 2,000  ■ misses     the colours
//! ```

use super::type_area::{BODY, GAP, MAKER, MARGIN, NARROWEST, NOTE, TITLE, TypeArea, line_height};
use super::{bitmap::Bitmap, board::middle, legend::SAMPLE, pen::Pen};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::palette::{Palette, Rgb};
use maskscope_core::survey::{Hatch, Map, Swatch};

/// The most columns of maps, and the longest side of a map in px: where there are several, and where there is one.
const COLUMNS: u32 = 4;
const SIDE_OF_SEVERAL: u32 = 320;
const SIDE_OF_ONE: u32 = 840;
/// The longest side of a place, in px.
const LARGEST_PLACE: u32 = 24;
/// The shortest side of a place, in px, through which a line runs.
const LEAST_STRUCK: u32 = 3;
/// From the middle of the diamond to its corners, in px.
const DIAMOND: f32 = 6.0;

/// Maps of one size, with their texts.
pub struct Chart<'a> {
    /// Title.
    pub title: String,
    /// Description of the survey, in sentences.
    pub notes: Vec<String>,
    /// The maps, each with the place that is marked.
    pub maps: Vec<(Map<'a>, Option<(u32, u32)>)>,
    /// Meanings of colours, and of the lines through them; of colours that stand for more and more, the middle one is shown.
    pub keys: Vec<(Swatch, String)>,
    /// The colours of everything else.
    pub palette: &'a Palette,
}

impl Chart<'_> {
    /// The chart as PNG.
    pub fn to_png(&self) -> Vec<u8> {
        let grid = MapGrid::of(&self.maps);
        let width = grid.width().max(NARROWEST);
        let mut column = TypeArea::new(MARGIN, width, MARGIN);
        column.paragraph(&self.title, TITLE, self.palette.t1, 0);
        column.y += GAP / 4;
        for note in &self.notes {
            column.paragraph(note, BODY, self.palette.t2, 0);
        }
        column.y += GAP;
        let top = column.y;
        column.y += grid.height();
        let meanings = self.keys.iter().map(|(_, meaning)| &**meaning);
        let samples = column.labels(meanings, NOTE, self.palette.t2);
        column.y += GAP / 2;
        column.end(MAKER.to_owned(), NOTE, self.palette.t3);
        column.y += line_height(NOTE);

        let size = Size::new(width + 2 * MARGIN, column.y + MARGIN);
        let mut bitmap = Bitmap::new(size);
        bitmap.fill(IntRect::new(Cell::ORIGIN, size), self.palette.panel);
        for (number, (map, present)) in (0..).zip(&self.maps) {
            let (x, y) = grid.origin(number);
            let mut caption = TypeArea::new(MARGIN + x, grid.map.width, top + y);
            let title = [&*map.title, &*map.note].into_iter().filter(|words| !words.is_empty());
            caption.paragraph(&title.collect::<Vec<_>>().join(" · "), BODY, self.palette.t1, 0);
            let origin = Cell::new((MARGIN + x).into(), (top + y + line_height(BODY)).into());
            draw(&mut bitmap, map, *present, origin, grid.scale, self.palette);
            caption.texts.iter().for_each(|text| bitmap.text(text));
        }
        for ((Swatch { colors, hatch }, _), origin) in self.keys.iter().zip(samples) {
            bitmap.fill(IntRect::new(origin, Size::new(SAMPLE, SAMPLE)), colors[colors.len() / 2]);
            // As three by three places.
            let third = SAMPLE / 3;
            for (column, row) in (0..3).flat_map(|y| (0..3).map(move |x| (x * third, y * third))) {
                let place = Cell::new(column.into(), row.into());
                strike(&mut bitmap, IntRect::new(origin + place, Size::new(third, third)), *hatch);
            }
        }
        column.texts.iter().for_each(|text| bitmap.text(text));
        bitmap.to_png()
    }
}

/// Arrangement of maps of one size.
#[derive(Clone, Copy, Debug)]
struct MapGrid {
    columns: u32,
    rows: u32,
    scale: Scale,
    /// The size of a map, in px; a caption needs some width.
    map: Size,
}

/// Scale from places to pixels: one of the numbers is 1.
#[derive(Clone, Copy, Debug)]
struct Scale {
    px_per_place: u32,
    places_per_px: u32,
}

impl MapGrid {
    fn of(maps: &[(Map<'_>, Option<(u32, u32)>)]) -> Self {
        let count = u32::try_from(maps.len()).unwrap_or(u32::MAX).max(1);
        let places = maps.first().map_or(Size::default(), |(map, _)| map.size());
        let longer = places.width.max(places.height).max(1);
        let side = if count == 1 { SIDE_OF_ONE } else { SIDE_OF_SEVERAL };
        let scale = Scale {
            px_per_place: (side / longer).clamp(1, LARGEST_PLACE),
            places_per_px: longer.div_ceil(side).max(1),
        };
        let px = |places: u32| places.div_ceil(scale.places_per_px) * scale.px_per_place;
        let map = Size::new(px(places.width).max(SIDE_OF_SEVERAL / 2), px(places.height));
        Self { columns: count.min(COLUMNS), rows: count.div_ceil(COLUMNS), scale, map }
    }

    const fn width(self) -> u32 {
        self.columns * (self.map.width + GAP) - GAP
    }

    fn height(self) -> u32 {
        self.rows * self.row()
    }

    fn row(self) -> u32 {
        line_height(BODY) + self.map.height + GAP
    }

    /// The start of map `number`, from 0, in px from the first.
    fn origin(self, number: u32) -> (u32, u32) {
        (number % self.columns * (self.map.width + GAP), number / self.columns * self.row())
    }
}

/// Draws the line of a `hatch` through the middle of a square; squares are too small for stripes, which become both lines.
fn strike(pen: &mut impl Pen, square: IntRect, hatch: Option<(Hatch, Rgb)>) {
    let Some((hatch, ink)) = hatch else { return };
    let middle = Cell::new((square.width / 2).into(), (square.height / 2).into());
    if hatch != Hatch::Down {
        pen.fill(IntRect { y: square.y + middle.y, height: 1, ..square }, ink);
    }
    if hatch != Hatch::Across {
        pen.fill(IntRect { x: square.x + middle.x, width: 1, ..square }, ink);
    }
}

/// Draws a map with its top left at `origin`, and a diamond at the `present` place.
fn draw(
    pen: &mut impl Pen,
    map: &Map<'_>,
    present: Option<(u32, u32)>,
    origin: Cell,
    Scale { px_per_place, places_per_px }: Scale,
    palette: &Palette,
) {
    let size = map.size();
    let squares = Size::new(size.width.div_ceil(places_per_px), size.height.div_ceil(places_per_px));
    let place = |column: u32, row: u32| (column * places_per_px, row * places_per_px);
    let area = IntRect::new(origin, Size::new(squares.width * px_per_place, squares.height * px_per_place));
    pen.squares(area, px_per_place, &|column, row| {
        let (x, y) = place(column, row);
        Some(map.color(x, y, palette))
    });
    let square = |column: u32, row: u32| {
        let corner = Cell::new((column * px_per_place).into(), (row * px_per_place).into());
        IntRect::new(origin + corner, Size::new(px_per_place, px_per_place))
    };
    if map.is_hatched() && px_per_place >= LEAST_STRUCK {
        for (x, y) in (0..squares.height).flat_map(|y| (0..squares.width).map(move |x| (x, y))) {
            strike(pen, square(x, y), map.hatch(x, y, palette));
        }
    }
    if let Some(is_inside) = &map.inside {
        let is_inside = |column: u32, row: u32| {
            let (x, y) = place(column, row);
            is_inside(x, y)
        };
        for (column, row) in (0..squares.height).flat_map(|y| (0..squares.width).map(move |x| (x, y))) {
            let here = is_inside(column, row);
            if column > 0 && is_inside(column - 1, row) != here {
                pen.fill(IntRect { width: 1, ..square(column, row) }, palette.t1);
            }
            if row > 0 && is_inside(column, row - 1) != here {
                pen.fill(IntRect { height: 1, ..square(column, row) }, palette.t1);
            }
        }
    }
    if let Some((x, y)) = present {
        let square = square(x / places_per_px, y / places_per_px);
        let centre = middle(square);
        pen.diamond(centre, DIAMOND + 2.0, palette.keyline);
        pen.diamond(centre, DIAMOND, palette.t1);
        pen.diamond(centre, DIAMOND - 2.5, palette.keyline);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::survey::{Ink, Places, Role, Term};

    #[test]
    fn a_line_runs_through_every_place_that_has_one() {
        const INK: Rgb = [1, 2, 3];
        let lines = [Some(Hatch::Across), Some(Hatch::Down), Some(Hatch::Cross), None];
        for (hatch, expected) in lines.into_iter().zip([24, 24, 47, 0]) {
            let places = Places::Cells(Size::new(2, 1));
            let term = || Term { ink: Ink::Scan([200; 3]), ..Term::new("one", |_| INK) };
            let line: Role = |_| INK;
            let terms = [term(), Term { hatch: hatch.map(|hatch| (hatch, Some(Ink::Role(line)))), ..term() }];
            let map = Map::new("A map", places, terms, |x, _| (usize::from(x == 1), 0.0));
            let chart = |keys| Chart {
                title: "Lines".to_owned(),
                notes: Vec::new(),
                maps: Vec::new(),
                keys,
                palette: &Palette::LIGHT,
            };
            let swatch = Swatch { hatch: hatch.map(|hatch| (hatch, INK)), ..[200; 3].into() };
            let key = (swatch, "one".to_owned());
            let struck = |chart: &Chart<'_>| {
                let picture = image::load_from_memory(&chart.to_png()).expect("a PNG").to_rgb8();
                picture.pixels().filter(|pixel| pixel.0 == INK).count()
            };
            assert_eq!(
                struck(&Chart { maps: vec![(map, None)], ..chart(Vec::new()) }),
                expected,
                "{hatch:?} on the map"
            );
            assert_eq!(struck(&chart(vec![key])) > 0, hatch.is_some(), "{hatch:?} beside its meaning");
        }
    }
}
