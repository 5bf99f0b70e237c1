//! The race of many scans over one overlap, side by side: at one step, or as an animation of all in lockstep.
//!
//! ```text
//! 16 scans over the same 30 × 24 cells     step 96 of 720
//! ship.png and rock.png at 10,−17
//! ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬───────────                      the steps, on a logarithmic axis
//! ┌──────────────┐  ┌──────────────┐
//! │              │  │              │                      the cells, and the visits so far
//! │              │  │              │
//! └──────────────┘  └──────────────┘
//! words        1st  rows                                  the scan, and its place once it has stopped
//! 17 visits  hit…  96 visits                              visits, and what came of them
//! ```

use strum::{EnumMessage, EnumProperty, IntoStaticStr, VariantArray};

use super::animation::{self, FillingPicture, LAST_FRAME, TENTH, log_steps};
use super::pen::{Pen, Text, TextAnchor, text, width};
use super::record::{Record, Watchable};
use super::type_area::{BODY, GAP, MAKER, MARGIN, NARROWEST, NOTE, TypeArea, line_height};
use super::{bitmap::Bitmap, board::Board, tiles::GridTiles};
use crate::files::{FileFormat, VisitOrder};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::palette::Palette;
use maskscope_core::scan::{Count, Hit, Pair};
use maskscope_core::words::{plural, point, thousands};

/// Px between the parts of a card.
const PART: u32 = 6;
/// The room for the cells on a card, in px: usually, and where the overlap's width is more than twice its height.
const USUAL: Size = Size::new(184, 148);
const WIDE: Size = Size::new(384, 148);
/// The least width of the words on a card, in px.
const LEAST_WORDS: u32 = 172;
/// The preferred width of a page, in heights.
const SHAPE: f64 = 1.1;
/// The size of the title, in px.
const TITLE: f32 = 17.0;
/// The height of the line of steps, in px.
const LINE: u32 = 4;

/// A scan that races, and what it answers.
#[derive(Clone, Debug)]
pub struct RaceLane<'a> {
    /// The scan and where it runs.
    pub order: VisitOrder<'a>,
    /// The visit that decides.
    pub hit: Option<Hit>,
    /// Visits, and the cells that they cover.
    pub count: Count,
    /// True if the answer is wrong.
    pub is_wrong: bool,
    /// Its place, or why it has none, as it is written beside the name once the scan has stopped: `1st`, `wrong`.
    pub standing: String,
}

impl RaceLane<'_> {
    /// True if the scan has ended after `steps` visits.
    const fn has_stopped(&self, steps: u64) -> bool {
        self.count.visits <= steps
    }
}

/// Scans that race over one overlap. Only scans whose boxes overlap race.
#[derive(Debug)]
pub struct RacePlate<'a> {
    /// The scans, in the order in which they are shown.
    pub lanes: Vec<RaceLane<'a>>,
    /// The names of A and B.
    pub names: [&'a str; 2],
    /// The comparison behind the places, as a sentence: `Places by time.`
    pub places: &'a str,
    /// The number of pixels that the masks share.
    pub overlap_area: u64,
    /// The colours.
    pub palette: &'a Palette,
}

/// A file format for races.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage, EnumProperty)]
#[strum(serialize_all = "lowercase")]
#[non_exhaustive]
pub enum RaceFormat {
    /// The whole race, in at most 256 colours a frame.
    #[strum(message = "GIF", props(word = "film", synonyms = "animation video"))]
    Gif,
    /// The whole race.
    #[strum(message = "APNG", props(word = "film", synonyms = "animation video"))]
    Apng,
    /// The race at one step.
    #[strum(message = "PNG", props(word = "still", synonyms = "image picture"))]
    Png,
}

impl FileFormat for RaceFormat {
    const CONTENT: &'static str = "a race";
}

impl RaceFormat {
    /// The race as the content of a file; as PNG, after `steps` steps.
    pub fn encode(self, race: &RacePlate<'_>, steps: u64) -> Vec<u8> {
        let page = RacePage::new(race);
        match self {
            Self::Gif => animation::gif(&page),
            Self::Apng => animation::apng(&page),
            Self::Png => page.at(steps).to_png(),
        }
    }
}

/// A race whose scans have run and whose cards have their places.
struct RacePage<'a> {
    race: &'a RacePlate<'a>,
    cards: Vec<PlateCard<'a>>,
    size: Size,
    /// The lines above and below the cards.
    texts: Vec<Text>,
    /// The line of steps.
    line: IntRect,
    /// The number of steps at the end of each frame after the first, and the duration of the frame in tenths of a second.
    steps: Vec<(u64, u16)>,
}

/// A scan, its place, and what it did.
struct PlateCard<'a> {
    lane: &'a RaceLane<'a>,
    board: Board<'a>,
    record: Record,
    /// The place of the picture and the words, in px.
    area: IntRect,
}

impl<'a> RacePage<'a> {
    fn new(race: &'a RacePlate<'a>) -> Self {
        let steps = log_steps(race.lanes.iter().map(|lane| lane.count.visits).max().unwrap_or(0));
        let first = race.lanes.first();
        let shared = first.and_then(|lane| lane.order.overlap_box()).unwrap_or_default();
        let room = if shared.width > 2 * shared.height { WIDE } else { USUAL };
        let tiles = GridTiles::within(shared.size(), room, true);
        let picture = tiles.extent(shared.size());
        let words = PART + line_height(BODY) + line_height(NOTE);
        let card = Size::new(picture.width.max(LEAST_WORDS), picture.height + words);
        let columns = columns(race.lanes.len(), card);
        let wide = columns * (card.width + GAP) - GAP;
        let mut column = TypeArea::new(MARGIN, wide.max(NARROWEST), MARGIN);
        column.paragraph(
            &format!("{} scans over the same {} cells", race.lanes.len(), shared.size()),
            TITLE,
            race.palette.t1,
            0,
        );
        if let Some(RaceLane { order, .. }) = first {
            let [a, b] = race.names;
            let scene = format!("{a} and {b} at {}", point(order.offset.cell()));
            column.paragraph(&scene, BODY, race.palette.t2, 0);
        }
        column.y += PART;
        let line = IntRect { x: MARGIN.into(), y: column.y.into(), width: wide.max(NARROWEST), height: LINE };
        column.y += LINE + GAP;
        let top = column.y;
        let ends: Vec<u64> = steps.iter().map(|(steps, _)| *steps).collect();
        let cards = race.lanes.iter().zip(0..).filter_map(|(lane, at)| {
            let (x, y) = (MARGIN + at % columns * (card.width + GAP), top + at / columns * (card.height + GAP));
            let area = IntRect::new(Cell::new(x.into(), y.into()), card);
            PlateCard::new(lane, area, tiles, &ends, race.palette)
        });
        let cards: Vec<PlateCard<'_>> = cards.collect();
        column.y = top + u32::try_from(cards.len()).expect("few scans").div_ceil(columns) * (card.height + GAP);
        column.ends(format!("One visit each per step. {}", race.places), MAKER.to_owned(), NOTE, race.palette.t3);
        let size = Size::new(wide.max(NARROWEST) + 2 * MARGIN, column.y + MARGIN);
        Self { race, cards, size, texts: column.texts, line, steps }
    }

    /// The number of steps.
    fn total(&self) -> u64 {
        self.steps.last().map_or(0, |(steps, _)| *steps)
    }

    /// The race after some steps, or at its end where there are fewer.
    fn at(&self, steps: u64) -> Bitmap {
        let steps = steps.min(self.total());
        let mut drawn = Bitmap::new(self.size);
        self.draw_start(&mut drawn);
        self.draw_visits(&mut drawn, 0, steps);
        self.draw_words(&mut drawn, steps);
        drawn
    }

    fn draw_start(&self, pen: &mut impl Pen) {
        pen.fill(IntRect::new(Cell::ORIGIN, self.size), self.race.palette.panel);
        self.texts.iter().for_each(|text| pen.text(text));
        self.cards.iter().for_each(|card| card.board.draw_ground(pen));
        self.draw_words(pen, 0);
    }

    /// Draws the visits from one step to another, and the hits among them.
    fn draw_visits(&self, pen: &mut impl Pen, from: u64, to: u64) {
        for card in &self.cards {
            let all = card.record.count.visits;
            if from < all {
                card.board.draw_visits(pen, &card.record, from..to.min(all));
            }
            if from < all && all <= to {
                card.board.draw_hit(pen, &card.record);
            }
        }
    }

    /// Draws what changes from step to step beside the visits: counts, places, what came of it.
    fn draw_words(&self, pen: &mut impl Pen, steps: u64) {
        let palette = self.race.palette;
        let total = self.total();
        let share = if steps == 0 { 0.0 } else { (steps as f64).ln_1p() / (total.max(1) as f64).ln_1p() };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a length in px")]
        let played = (f64::from(self.line.width) * share).round() as u32;
        pen.fill(self.line, palette.line);
        pen.fill(IntRect { width: played, ..self.line }, palette.t1);
        let right = self.line.right();
        let counter = IntRect { x: right - 200, y: MARGIN.into(), width: 200, height: line_height(TITLE) };
        pen.fill(counter, palette.panel);
        let counted = format!("step {} of {}", thousands(steps), thousands(total));
        text(pen, &counted, (right, MARGIN + line_height(TITLE) - 7), TextAnchor::End, BODY, palette.t2);
        self.cards.iter().for_each(|card| self.draw_card_words(pen, card, steps));
    }

    fn draw_card_words(&self, pen: &mut impl Pen, card: &PlateCard<'_>, steps: u64) {
        let (palette, lane, area) = (self.race.palette, card.lane, card.area);
        let high = line_height(BODY) + line_height(NOTE);
        let words = IntRect { y: area.bottom() - i64::from(high), height: high, ..area };
        pen.fill(words, palette.panel);
        let foot = u32::try_from(words.bottom()).expect("inside the page");
        let (name, count) = (foot - line_height(NOTE) - 5, foot - 5);
        let has_stopped = lane.has_stopped(steps);
        let is_wrong = has_stopped && lane.is_wrong;
        let scan = lane.order.scan;
        let mark = if scan.is_exact() { "" } else { " ≈" };
        let ink = if is_wrong { palette.bad } else { palette.t1 };
        text(pen, &format!("{}{mark}", scan.display_name()), (area.x, name), TextAnchor::Start, BODY, ink);
        let standing = if has_stopped { &*lane.standing } else { "" };
        text(pen, standing, (area.right(), name), TextAnchor::End, BODY, ink);
        let visits = plural(lane.count.visits.min(steps), "visit");
        text(pen, &visits, (area.x, count), TextAnchor::Start, NOTE, palette.t1);
        if has_stopped {
            let came = self.what_came(lane);
            let fits = width(visits.chars().count() + came.chars().count() + 2, NOTE) <= area.width as f32;
            let came = if fits { &*came } else { came.split(',').next().unwrap_or_default() };
            let ink = if is_wrong { palette.bad } else { palette.t2 };
            text(pen, came, (area.right(), count), TextAnchor::End, NOTE, ink);
        }
    }

    /// The result of a scan: `hit, 28,16`; the part after the first comma can be left out.
    fn what_came(&self, lane: &RaceLane<'_>) -> String {
        let origin = lane.order.overlap_box().unwrap_or_default().origin();
        match lane.hit {
            None if lane.is_wrong => format!("misses {} px", thousands(self.race.overlap_area)),
            None => "miss".to_owned(),
            Some(hit) => match hit.cell {
                Some((x, y)) => format!("hit, {}", point(origin + Cell::new(x.into(), y.into()))),
                None => "hit, in an area".to_owned(),
            },
        }
    }
}

impl<'a> PlateCard<'a> {
    fn new(
        lane: &'a RaceLane<'a>,
        area: IntRect,
        tiles: GridTiles,
        ends: &[u64],
        palette: &'a Palette,
    ) -> Option<Self> {
        let order = &lane.order;
        let pair = Pair::new(order.a, order.b, order.offset)?;
        let record = Record::new(&Watchable::Order(order), pair.size(), &tiles, lane.count, ends.to_vec());
        let board = Board { pair, palette, tiles, shows_ground: true, origin: area.origin() };
        Some(Self { lane, board, record, area })
    }
}

/// Before the first step, and after each that is shown.
impl FillingPicture for RacePage<'_> {
    fn size(&self) -> Size {
        self.size
    }

    fn frames(&self) -> usize {
        self.steps.len() + 1
    }

    fn draw(&self, frame: usize, drawn: &mut Bitmap) -> Bitmap {
        let end = |frame: usize| frame.checked_sub(1).map_or(0, |at| self.steps[at].0);
        if frame == 0 {
            self.draw_start(drawn);
            return drawn.clone();
        }
        self.draw_visits(drawn, end(frame - 1), end(frame));
        self.draw_words(drawn, end(frame));
        let mut shown = drawn.clone();
        for card in &self.cards {
            if let Some(current) = card.record.steps.get(frame - 1).filter(|_| card.record.count.visits > end(frame)) {
                card.board.draw_current(&mut shown, *current);
            }
        }
        shown
    }

    fn hold(&self, frame: usize) -> u16 {
        match frame.checked_sub(1) {
            None => 5 * TENTH,
            Some(at) if at + 1 == self.steps.len() => LAST_FRAME,
            Some(at) => self.steps[at].1 * TENTH,
        }
    }
}

/// The number of columns in which `cards` cards make the page whose shape is the most pleasant, without a last row that is emptier than
/// it needs to be.
fn columns(cards: usize, card: Size) -> u32 {
    let cards = u32::try_from(cards).expect("few scans").max(1);
    let shape = |columns: u32| {
        let (width, height) = (columns * (card.width + GAP), cards.div_ceil(columns) * (card.height + GAP));
        (f64::from(width) / f64::from(height) / SHAPE).ln().abs()
    };
    let best = (1..=cards).min_by(|one, other| shape(*one).total_cmp(&shape(*other))).unwrap_or(1);
    cards.div_ceil(cards.div_ceil(best))
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::geom::Offset;
    use maskscope_core::mask::{Mask, Prepared, truth::Truth};
    use maskscope_core::scan::{RankMap, Scan};

    /// The race of all scans over two masks.
    fn plate<'a>(a: &'a Prepared, b: &'a Prepared, offset: Offset) -> RacePlate<'a> {
        let truth = Truth::of(a.mask(), b.mask(), offset);
        let lane = |scan| {
            let order = VisitOrder { scan, a, b, offset, at: Cell::ORIGIN };
            let mut count = Count::default();
            let hit = order.run(&mut count);
            RaceLane { order, hit, count, is_wrong: hit.is_some() != (truth.area > 0), standing: "1st".to_owned() }
        };
        let lanes = Scan::ALL.into_iter().map(lane).collect();
        RacePlate { lanes, names: ["a", "b"], places: "Places.", overlap_area: 1, palette: &Palette::DARK }
    }

    /// One pixel shared, near the lower right.
    fn masks() -> (Prepared, Prepared, Offset) {
        let a = Mask::from_fn(Size::new(20, 12), |x, y| (x + y) % 3 == 0 && (x, y) != (15, 9) || (x, y) == (16, 9));
        let b = Mask::from_fn(Size::new(20, 12), |x, y| (x, y) == (14, 8));
        (a.into(), b.into(), Offset::new(2, 1))
    }

    #[test]
    fn after_each_step_the_visited_cells_are_those_of_that_many_visits() {
        let (a, b, offset) = masks();
        let plate = plate(&a, &b, offset);
        let page = RacePage::new(&plate);
        assert_eq!(page.cards.len(), plate.lanes.len());
        let start = page.at(0);
        for steps in [1, 2, 17, 60, u64::MAX] {
            let picture = page.at(steps);
            for card in page.cards.iter().filter(|card| card.lane.count.cells == card.lane.count.visits) {
                let RaceLane { order, hit, count, .. } = card.lane;
                let mut ranks = RankMap::of_cells(card.board.pair.size());
                order.run(&mut ranks);
                let hit = hit.and_then(|hit| hit.cell);
                let size = card.board.pair.size();
                // The diamond covers cells around it.
                let is_near = |x: u32, y: u32| hit.is_some_and(|(hx, hy)| hx.abs_diff(x) < 3 && hy.abs_diff(y) < 3);
                for (x, y) in (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y))) {
                    let rank = ranks.rank_of_cell(x.into(), y.into()).filter(|rank| *rank != RankMap::NEVER);
                    let visited = rank.filter(|rank| u64::from(*rank) < steps);
                    let tile = card.board.tiles.of_cell(x.into(), y.into()).translated(card.board.origin);
                    let (column, line) = (tile.x + i64::from(tile.width / 2), tile.y + i64::from(tile.height / 2));
                    let column = usize::try_from(column).expect("on the page");
                    let line = u32::try_from(line).expect("on the page");
                    let colored = visited.map(|rank| plate.palette.rank.of_rank(rank.into(), count.visits));
                    let expected = colored.unwrap_or(start.row(line)[column]);
                    if !is_near(x, y) {
                        assert_eq!(picture.row(line)[column], expected, "{} at {x},{y} after {steps}", order.scan);
                    }
                }
            }
        }
    }

    #[test]
    fn an_animation_ends_with_the_picture_of_the_last_step() {
        let (a, b, offset) = masks();
        let plate = plate(&a, &b, offset);
        let page = RacePage::new(&plate);
        let mut drawn = Bitmap::new(page.size);
        let last = (0..page.frames()).map(|frame| page.draw(frame, &mut drawn)).last();
        let most = plate.lanes.iter().map(|lane| lane.count.visits).max().expect("scans");
        assert!(last == Some(page.at(most)));
        let bytes = RaceFormat::Gif.encode(&plate, 0);
        let gif = image::load_from_memory(&bytes).expect("a GIF").to_rgb8();
        assert_eq!((gif.width(), gif.height()), (page.size.width, page.size.height));
    }

    #[test]
    fn pages_are_about_square_and_no_last_row_is_emptier_than_it_must_be() {
        let card = Size::new(184, 192);
        assert_eq!([1, 2, 12, 16, 17, 24].map(|cards| columns(cards, card)), [1, 2, 4, 4, 5, 5]);
    }
}
