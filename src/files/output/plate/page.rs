//! A plate, placed: everything on it has its place before anything is drawn.

use super::animation::{self, FillingPicture, LAST_FRAME, step_time};
use super::legend::{LegendEntry, MarkKind};
use super::pen::{Pen, Text};
use super::record::{MOST_VISITS, Record, Watchable, end_of_step, even_steps};
use super::type_area::{BODY, GAP, MAKER, MARGIN, NARROWEST, NOTE, TITLE, TypeArea};
use super::{bitmap::Bitmap, board::Board, svg::Svg, tiles::GridTiles};
use crate::files::{Ran, VisitOrder};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::palette::Palette;
use maskscope_core::scan::{Count, Hit, Pair, Scan, Trace};
use maskscope_core::words::{located, point, thousands};

/// The bar of rank colours: its height in px, and how many colours it shows.
const BAR: u32 = 8;
const BAR_STEPS: u32 = 72;

/// The diagram of a scanning order.
///
/// Its memory is bounded by the picture, whose sides are at most some 2,000 px, and by one bit per cell of the overlap.
#[derive(Clone, Copy, Debug)]
pub struct Plate<'a> {
    /// The scan and where it runs.
    pub order: VisitOrder<'a>,
    /// The names of sprites A and B; `None` for the black and the white cells of a checkerboard, which need not be shown.
    pub names: Option<[&'a str; 2]>,
    /// The colours.
    pub palette: &'a Palette,
}

impl Plate<'_> {
    /// The plate as SVG; its texts stay texts.
    pub fn to_svg(&self) -> String {
        self.page().to_svg()
    }

    /// The plate as PNG.
    pub fn to_png(&self) -> Vec<u8> {
        self.page().to_png()
    }

    /// The plate filling up, as an animated GIF that repeats forever.
    pub fn to_gif(&self) -> Vec<u8> {
        self.page().to_gif()
    }

    /// The plate filling up, as an animated PNG that repeats forever.
    pub fn to_apng(&self) -> Vec<u8> {
        self.page().to_apng()
    }

    /// The plate, laid out: what it looks like and how its scan ran come from one run.
    pub(in crate::files) fn page(&self) -> Page<'_> {
        Page::new(self)
    }
}

/// A plate whose scan has run and whose parts have their places.
#[derive(Debug)]
pub(in crate::files) struct Page<'a> {
    /// Title of the plate.
    pub title: String,
    /// Columns and rows, in px.
    pub size: Size,
    palette: &'a Palette,
    texts: Vec<Text>,
    samples: Vec<LegendEntry>,
    /// The bar of rank colours, the grid, and the visits of the scan; `None` if the boxes do not overlap.
    scanned: Option<(IntRect, Board<'a>, Record)>,
}

impl<'a> Page<'a> {
    /// Runs the scan of `plate` and lays the page out.
    pub fn new(plate: &Plate<'a>) -> Self {
        let mut scanned = run(plate);
        let grid = scanned.as_ref().map_or(0, |(board, _)| board.area().width);
        let mut column = TypeArea::new(MARGIN, grid.max(NARROWEST), MARGIN);
        let title = title(plate);
        set_head(&mut column, plate, &title);
        if let Some((board, _)) = &mut scanned {
            column.y += GAP;
            board.origin = Cell::new(MARGIN.into(), column.y.into());
            column.y += board.area().height;
        }
        column.y += GAP;
        let bar = IntRect { x: MARGIN.into(), y: column.y.into(), width: grid.max(NARROWEST), height: BAR };
        if let Some((board, record)) = &scanned {
            column.y += BAR + GAP / 4;
            set_legend(&mut column, plate, board, record);
        }
        set_foot(&mut column, plate);
        let size = Size::new(grid.max(NARROWEST) + 2 * MARGIN, column.y + MARGIN);
        let scanned = scanned.map(|(board, record)| (bar, board, record));
        Self { title, size, palette: plate.palette, texts: column.texts, samples: column.samples, scanned }
    }

    /// The run of its scan.
    pub fn ran(&self) -> Ran {
        let ran = |(_, _, record): &(_, _, Record)| Ran { is_hit: record.hit.is_some(), count: record.count };
        self.scanned.as_ref().map(ran).unwrap_or_default()
    }

    pub fn to_gif(&self) -> Vec<u8> {
        animation::gif(self)
    }

    pub fn to_apng(&self) -> Vec<u8> {
        animation::apng(self)
    }

    pub fn to_svg(&self) -> String {
        let mut svg = Svg::default();
        self.draw(&mut svg);
        svg.finish(self.size, &self.title)
    }

    pub fn to_png(&self) -> Vec<u8> {
        let mut bitmap = Bitmap::new(self.size);
        self.draw(&mut bitmap);
        bitmap.to_png()
    }

    /// Draws the finished plate.
    fn draw(&self, pen: &mut impl Pen) {
        self.draw_start(pen);
        if let Some((_, board, record)) = &self.scanned {
            board.draw_visits(pen, record, 0..record.count.visits);
            board.draw_hit(pen, record);
        }
    }

    /// Draws what is there before the first visit.
    fn draw_start(&self, pen: &mut impl Pen) {
        pen.fill(IntRect::new(Cell::ORIGIN, self.size), self.palette.panel);
        if let Some((bar, board, _)) = &self.scanned {
            board.draw_ground(pen);
            draw_bar(pen, *bar, self.palette);
        }
        for sample in &self.samples {
            sample.draw(pen, self.palette);
        }
        for text in &self.texts {
            pen.text(text);
        }
    }
}

/// Before the first visit, after each step, and the finished plate.
impl FillingPicture for Page<'_> {
    fn size(&self) -> Size {
        self.size
    }

    fn frames(&self) -> usize {
        self.scanned.as_ref().map_or(0, |(_, _, record)| record.steps.len()) + 2
    }

    fn draw(&self, frame: usize, drawn: &mut Bitmap) -> Bitmap {
        let Some(step) = frame.checked_sub(1) else {
            self.draw_start(drawn);
            return drawn.clone();
        };
        let Some((_, board, record)) = &self.scanned else { return drawn.clone() };
        let Some(current) = record.steps.get(step) else {
            board.draw_hit(drawn, record);
            return drawn.clone();
        };
        let end = |step: usize| end_of_step(record.count.visits, step as u64);
        board.draw_visits(drawn, record, end(step)..end(step + 1));
        let mut shown = drawn.clone();
        board.draw_current(&mut shown, *current);
        shown
    }

    fn hold(&self, frame: usize) -> u16 {
        let frames = self.frames();
        if frame + 1 == frames { LAST_FRAME } else { step_time(frames) }
    }
}

/// Runs the scan, and records it in the detail in which it is drawn: a long one runs again for that, as it has to be
/// counted first.
fn run<'a>(plate: &Plate<'a>) -> Option<(Board<'a>, Record)> {
    let order = &plate.order;
    let pair = Pair::new(order.a, order.b, order.offset)?;
    let mut trace = Trace::with_limit(usize::try_from(MOST_VISITS).expect("some thousands"));
    let hit = order.run(&mut trace);
    let count = trace.count;
    let shows_ground = plate.names.is_some();
    let leaves_a_rim = shows_ground || count.cells > count.visits;
    let tiles = GridTiles::fitting(pair.size(), count.visits.to_string().len(), leaves_a_rim);
    let is_whole = count.visits <= MOST_VISITS;
    let run = if is_whole { Watchable::Traced(trace, hit) } else { Watchable::Order(order) };
    let record = Record::new(&run, pair.size(), &tiles, count, even_steps(count.visits));
    Some((Board { pair, palette: plate.palette, tiles, shows_ground, origin: Cell::ORIGIN }, record))
}

/// `edge-in · 30 × 24`.
fn title(plate: &Plate<'_>) -> String {
    let name = plate.order.scan.display_name();
    let shared = plate.order.overlap_box();
    shared.map_or(format!("{name} · boxes apart"), |shared| format!("{name} · {}", shared.size()))
}

/// The title, what was scanned, and what the strategy does.
fn set_head(column: &mut TypeArea, plate: &Plate<'_>, title: &str) {
    let Plate { order, palette, .. } = plate;
    column.paragraph(title, TITLE, palette.t1, 0);
    column.y += GAP / 4;
    let scanned = match plate.names {
        Some([a, b]) => {
            let at_a = if order.at == Cell::ORIGIN { String::new() } else { format!(" at {}", point(order.at)) };
            format!("{a}{at_a} and {b} at {}", point(order.at + order.offset.cell()))
        }
        None => "On a checkerboard, where nothing is shared.".to_owned(),
    };
    column.paragraph(&scanned, BODY, palette.t2, 0);
    // The sentence describes the default parameters.
    if Scan::ALL.contains(&order.scan) {
        column.paragraph(order.scan.about().sentence, BODY, palette.t2, 0);
    }
}

/// Sets the meanings of the bar of colours and of the marks, and the result of the scan.
fn set_legend(column: &mut TypeArea, plate: &Plate<'_>, board: &Board<'_>, record: &Record) {
    let palette = plate.palette;
    let last = format!("last #{}", thousands(record.count.visits));
    column.ends("first visit #1".to_owned(), last, NOTE, palette.t2);
    column.y += GAP / 2;
    let kinds = MarkKind::shown(record, board.shows_ground);
    if !kinds.is_empty() {
        let entries: Vec<_> = kinds.into_iter().map(|kind| (kind, kind.meaning(board.shows_ground))).collect();
        column.entries(&entries, NOTE, palette.t2);
        column.y += GAP / 2;
    }
    column.paragraph(&outcome(plate, board, record), BODY, palette.t1, 0);
}

/// `497 visits · hit at 26,16 as #497 · 223 of 720 cells never visited`.
fn outcome(plate: &Plate<'_>, board: &Board<'_>, record: &Record) -> String {
    let Count { visits, cells } = record.count;
    let plural = if visits == 1 { "" } else { "s" };
    let mut parts = vec![format!("{} visit{plural}", thousands(visits))];
    if cells > visits {
        parts.push(format!("{} cells covered", thousands(cells)));
    }
    if record.beyond > 0 {
        parts.push(format!("{} of them outside", thousands(record.beyond)));
    }
    parts.push(verdict(plate, board, record));
    if record.never_visited > 0 {
        let all = thousands(board.pair.size().area());
        parts.push(format!("{} of {all} cells never visited", thousands(record.never_visited)));
    }
    parts.join(" · ")
}

/// The result of the scan, compared with the truth.
fn verdict(plate: &Plate<'_>, board: &Board<'_>, record: &Record) -> String {
    let order = &plate.order;
    let shared = order.a.overlap_area(order.b, order.offset);
    let number = record.hit_number().map_or(String::new(), |n| format!(" as #{}", thousands(n)));
    match (record.hit, shared) {
        (None, 0) => "nothing shared".to_owned(),
        (None, _) => format!("wrong: misses all {} px shared", thousands(shared)),
        (Some(_), 0) => format!("wrong: claims a hit{number} where nothing is shared"),
        (Some(hit), _) if board.pair.has_shared(hit) => format!("hit {}{number}", place(plate, hit)),
        (Some(hit), _) => format!("wrong: claims a hit {}{number}, where nothing is shared", place(plate, hit)),
    }
}

/// The world cell of a hit: `at 26,16`, or `in 15 × 12 at 25,12` where it names no cell.
fn place(plate: &Plate<'_>, hit: Hit) -> String {
    let overlap = plate.order.overlap_box().unwrap_or_default();
    match hit.cell {
        Some((x, y)) => format!("at {}", point(overlap.origin() + Cell::new(x.into(), y.into()))),
        None => format!("in {}", located(hit.visit.in_space_of(overlap))),
    }
}

/// Sets the source of the strategy, and the name of the program.
fn set_foot(column: &mut TypeArea, plate: &Plate<'_>) {
    column.y += GAP / 2;
    column.end(MAKER.to_owned(), NOTE, plate.palette.t3);
    let source = format!("Source: {}", plate.order.scan.about().source.full);
    column.paragraph(&source, NOTE, plate.palette.t3, NARROWEST / 4);
}

/// The colours of the visits, first to last.
fn draw_bar(pen: &mut impl Pen, bar: IntRect, palette: &Palette) {
    for step in 0..BAR_STEPS {
        let edge = |step: u32| bar.width * step / BAR_STEPS;
        let part = IntRect { x: bar.x + i64::from(edge(step)), width: edge(step + 1) - edge(step), ..bar };
        pen.fill(part, palette.rank.of_rank(step.into(), BAR_STEPS.into()));
    }
}
