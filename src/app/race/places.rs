//! Positions of the cards: a podium over rows of smaller ones, or all of one size; and of the picture and the words on each.

use crate::app::prelude::*;

/// Between two cards, in points.
const GAP: f32 = 8.0;
/// The least height of a card while all are of one size.
const LEAST: f32 = 118.0;
/// The least height of the room for a picture above its words.
const LEAST_PICTURE: f32 = 82.0;
/// Between picture and words, where they stand beside it, and the least width of the words.
const BESIDE: f32 = 14.0;
const LEAST_WORDS: f32 = 100.0;
/// Pictures wider than this many times their height have their words below.
const WIDE: f32 = 2.0;
/// The picture has a line of one physical pixel around it.
const LINE: f32 = 1.0;
/// The height of a row that only shows that there is more.
const PEEP: f32 = 30.0;
/// Below the first width of the room, the podium and the rows have fewer cards; from the second on, numbers are larger.
const NARROW: f32 = 976.0;
const LARGE: f32 = 1_576.0;

/// The arrangement of a room of some width.
#[derive(Clone, Copy, Debug)]
struct Poster {
    /// The most cards on the podium, and the cards of a row.
    podium: usize,
    columns: usize,
    /// The ratio of the height of a picture on the podium to that of a smaller card.
    ratio: f32,
    /// The rows that are to show without scrolling, if there is room.
    rows: usize,
}

impl Poster {
    const fn of(room: Vec2) -> Self {
        if room.x < NARROW {
            Self { podium: 2, columns: 5, ratio: 1.31, rows: 1 }
        } else {
            Self { podium: 4, columns: 7, ratio: 1.44, rows: 2 }
        }
    }
}

/// Size of all pictures in cells, and the resolution of the screen.
#[derive(Clone, Copy, Debug)]
pub struct PictureSpace {
    /// The cells of the overlap.
    pub cells: Size,
    /// Physical pixels per point.
    pub pixels_per_point: f32,
}

impl PictureSpace {
    /// The scale of a picture in a room, in physical pixels per cell: a whole number, or one over a whole number.
    fn scale(self, room: Rect) -> f32 {
        let (room, cells) = (texels_in(room, self.pixels_per_point), self.cells);
        let (width, height) = (cells.width.max(1), cells.height.max(1));
        match (room.width / width).min(room.height / height) {
            0 => 1.0 / width.div_ceil(room.width).max(height.div_ceil(room.height)) as f32,
            pixels => pixels as f32,
        }
    }

    /// The height of a picture with its line, in points.
    fn height(self, scale: f32) -> f32 {
        (self.cells.height as f32 * scale + 2.0 * LINE) / self.pixels_per_point
    }

    fn is_wide(self) -> bool {
        self.cells.width as f32 > WIDE * self.cells.height as f32
    }
}

/// The place of the words on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordPlace {
    /// Beside the picture.
    Beside,
    /// In a line below it.
    Below,
    /// The sign in a head above it, the name over a note and the number below.
    Podium,
}

/// The parts of a card of some size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Width and height of the card, in points.
    pub size: Vec2,
    /// The place of the words.
    pub words: WordPlace,
    /// From the left, the upper and the lower edge of the card to its picture, in points.
    side: f32,
    head: f32,
    foot: f32,
    /// Sizes of the fonts of the number and of the name.
    pub fonts: [f32; 2],
}

impl Face {
    /// A card of a row.
    const SMALL: Self =
        Self { size: Vec2::ZERO, words: WordPlace::Below, side: 8.0, head: 5.0, foot: 30.0, fonts: [16.0, 13.0] };

    /// A card while all are of one size.
    fn equal(shown: PictureSpace) -> Self {
        let (words, foot) = if shown.is_wide() { (WordPlace::Below, 32.0) } else { (WordPlace::Beside, 6.0) };
        Self { size: Vec2::ZERO, words, side: 6.0, head: 6.0, foot, fonts: [20.0, 13.0] }
    }

    /// A card on the podium.
    fn podium(is_large: bool) -> Self {
        let (foot, number) = if is_large { (59.0, 48.0) } else { (43.0, 32.0) };
        Self { size: Vec2::ZERO, words: WordPlace::Podium, side: 11.0, head: 27.0, foot, fonts: [number, 16.0] }
    }

    /// The room for the picture.
    pub fn picture(&self, card: Rect) -> Rect {
        let beside = if self.words == WordPlace::Beside { BESIDE + LEAST_WORDS } else { 0.0 };
        Rect::from_min_max(card.min + vec2(self.side, self.head), card.max - vec2(self.side + beside, self.foot))
    }

    /// The room for the head of a card on the podium.
    pub fn head_room(&self, card: Rect) -> Rect {
        Rect::from_x_y_ranges(self.inside(card), card.top() + 1.0..=card.top() + self.head)
    }

    /// The room for the words on a card, whose picture fills `picture`.
    pub fn word_room(&self, card: Rect, picture: Rect) -> Rect {
        match self.words {
            WordPlace::Beside => {
                let x = Rangef::new(picture.right() + BESIDE, self.inside(card).max);
                Rect::from_x_y_ranges(x, card.top() + self.head..=card.bottom() - self.foot)
            }
            _ => Rect::from_x_y_ranges(self.inside(card), card.bottom() - self.foot..=card.bottom() - 1.0),
        }
    }

    fn inside(&self, card: Rect) -> Rangef {
        Rangef::new(card.left() + self.side, card.right() - self.side)
    }

    /// The number of texels the picture can show.
    fn texels(&self, pixels_per_point: f32) -> Size {
        texels_in(self.picture(Rect::from_min_size(pos2(0.0, 0.0), self.size)), pixels_per_point)
    }

    fn scale(&self, shown: PictureSpace) -> f32 {
        shown.scale(self.picture(Rect::from_min_size(pos2(0.0, 0.0), self.size)))
    }

    /// The height without the picture.
    fn around(&self) -> f32 {
        self.head + self.foot
    }
}

/// Cards in rows and columns, below a podium.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardPlaces {
    /// The cards of the podium, if there is one, and their number.
    podium: Option<(Face, usize)>,
    card: Face,
    columns: usize,
    rows: usize,
    /// The number of rows that show without scrolling.
    pub visible: usize,
    /// The height of what shows of the next row.
    pub peep: f32,
}

impl CardPlaces {
    /// The most cards on the podium in `room`.
    pub const fn most_on_podium(room: Vec2) -> usize {
        Poster::of(room).podium
    }

    /// Positions for `cards` cards of one size in `room`: the rows that fit, and the others after scrolling.
    pub fn equal(room: Vec2, cards: usize, shown: PictureSpace) -> Self {
        let columns = if room.x < NARROW { 3 } else { 4 }.min(cards.max(1));
        let rows = cards.div_ceil(columns).max(1);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few rows")]
        let visible = (((room.y + GAP) / (LEAST + GAP)) as usize).clamp(1, rows);
        let size = vec2(share(room.x, columns), share(room.y, visible));
        let card = Face { size, ..Face::equal(shown) };
        Self { podium: None, card, columns, rows, visible, peep: 0.0 }
    }

    /// Positions for a podium of `podium` cards and rows of `small` smaller ones, which fill `room`: the number of rows that
    /// leaves the pictures in them largest, and the others after scrolling.
    pub fn poster(room: Vec2, podium: usize, small: usize, shown: PictureSpace) -> Self {
        let poster = Poster::of(room);
        let rows = small.div_ceil(poster.columns);
        let with = |visible| Self::with_podium(room, (podium, rows), visible, shown);
        let scale = |places: &Self| places.card.scale(shown);
        let fitting = (poster.rows.min(rows)..=rows).map(with).filter(Self::fits);
        fitting.max_by(|one, other| scale(one).total_cmp(&scale(other))).unwrap_or_else(|| with(rows.min(1)))
    }

    fn with_podium(room: Vec2, (podium, rows): (usize, usize), visible: usize, shown: PictureSpace) -> Self {
        let Poster { columns, ratio, .. } = Poster::of(room);
        let mut first = Face::podium(room.x >= LARGE);
        let (mut card, count) = (Face::SMALL, visible as f32);
        let peep = if visible < rows { PEEP } else { 0.0 };
        let height = room.y - if visible < rows { PEEP + GAP } else { 0.0 };
        first.size.x = share(room.x, podium);
        card.size.x = share(room.x, columns);
        let pictures = height - first.around() - count * (card.around() + GAP);
        let with = |picture: f32| {
            let card = Face { size: vec2(card.size.x, picture + card.around()), ..card };
            let first = Face { size: vec2(first.size.x, height - count * (card.size.y + GAP)), ..first };
            (first, card)
        };
        let shared = with((pictures / (ratio + count)).floor().max(LEAST_PICTURE));
        let needed = shown.height(shared.1.scale(shown)).ceil().max(LEAST_PICTURE);
        let lower = with(needed.min(shared.1.size.y - card.around()));
        // Lower rows are for the podium only where its pictures gain by them.
        let (first, card) = if lower.0.scale(shown) > shared.0.scale(shown) { lower } else { shared };
        Self { podium: Some((first, podium)), card, columns, rows, visible, peep }
    }

    /// True if the pictures on the podium have room.
    fn fits(&self) -> bool {
        self.podium.is_none_or(|(card, _)| card.size.y - card.around() >= LEAST_PICTURE)
    }

    /// The number of cards on the podium, and their height with the gap below them.
    pub fn podium(&self) -> (usize, f32) {
        self.podium.map_or((0, 0.0), |(card, count)| (count, card.size.y + GAP))
    }

    /// The most texels that a picture can show.
    pub fn texels(&self, pixels_per_point: f32) -> Size {
        self.podium.map_or(self.card, |(card, _)| card).texels(pixels_per_point)
    }

    /// From the top of a row to that of the next.
    pub fn row(&self) -> f32 {
        self.card.size.y + GAP
    }

    /// The height of all rows below the podium, and of what shows below the last.
    pub fn height(&self) -> f32 {
        self.row() * self.rows as f32 + self.peep
    }

    /// The number of cards above the rows that `scrolled` points bring into view, and in them.
    pub fn seen(&self, scrolled: f32) -> usize {
        let rows = crate::app::paint::screen::whole_u32((scrolled / self.row()).round()) as usize + self.visible;
        self.podium().0 + rows * self.columns
    }

    /// The card at a place, from 0: the podium from the left, then row by row. The top of the podium lies at 0, and that of
    /// the rows, too.
    pub fn card(&self, at: usize) -> (Face, Rect) {
        let (card, column, row) = match self.podium {
            Some((card, count)) if at < count => (card, at, 0),
            _ => {
                let at = at - self.podium().0;
                (self.card, at % self.columns, at / self.columns)
            }
        };
        let corner = pos2(column as f32 * (card.size.x + GAP), row as f32 * (card.size.y + GAP));
        (card, Rect::from_min_size(corner, card.size))
    }

    /// The rest of the row in which the card at a place would stand.
    pub fn rest_of_row(&self, at: usize) -> Rect {
        let end = self.columns as f32 * (self.card.size.x + GAP) - GAP;
        self.card(at).1.with_max_x(end)
    }
}

/// The length of each of some equal parts with gaps between them.
fn share(length: f32, parts: usize) -> f32 {
    ((length + GAP) / parts.max(1) as f32 - GAP).floor()
}

/// The number of texels that fit into the room for a picture, which also has its line.
pub(super) fn texels_in(room: Rect, pixels_per_point: f32) -> Size {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at least 1, and `as` saturates")]
    let along = |points: f32| ((points * pixels_per_point).floor() - 2.0 * LINE).max(1.0) as u32;
    Size::new(along(room.width()), along(room.height()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rooms for cards in windows of 900 × 700, 1280 × 800 and 1920 × 1080 points.
    const ROOMS: [Vec2; 3] = [vec2(876.0, 476.0), vec2(1_256.0, 576.0), vec2(1_896.0, 856.0)];
    const SHIP_AND_ROCK: PictureSpace = PictureSpace { cells: Size::new(30, 24), pixels_per_point: 1.0 };

    #[test]
    fn sixteen_of_one_size_fill_a_window() {
        let [small, usual, large] = ROOMS.map(|room| CardPlaces::equal(room, 16, SHIP_AND_ROCK));
        assert_eq!((small.columns, small.visible), (3, 3), "the others are reached by scrolling");
        assert_eq!((usual.columns, usual.card.scale(SHIP_AND_ROCK)), (4, 5.0));
        assert_eq!((large.columns, large.visible), (4, 4));
    }

    #[test]
    fn the_poster_has_a_podium_over_two_rows() {
        let poster = |room, small| CardPlaces::poster(room, CardPlaces::most_on_podium(room), small, SHIP_AND_ROCK);
        let numbers = |places: CardPlaces| {
            let (podium, count) = places.podium.expect("a podium");
            (count, podium.scale(SHIP_AND_ROCK), places.columns, places.visible, places.card.scale(SHIP_AND_ROCK))
        };
        let [small, usual, large] = ROOMS;
        assert_eq!(numbers(poster(small, 15)), (2, 8.0, 5, 1, 5.0), "the other rows are reached by scrolling");
        assert_eq!(numbers(poster(vec2(876.0, 376.0), 15)), (2, 5.0, 5, 1, 3.0), "a window of 900 × 600");
        assert_eq!(numbers(poster(usual, 13)), (4, 7.0, 7, 2, 5.0));
        assert_eq!(numbers(poster(large, 13)), (4, 12.0, 7, 2, 8.0));
        for (small, peep) in [(13, 0.0), (14, 0.0), (15, PEEP), (27, PEEP)] {
            let places = poster(usual, small);
            assert_eq!((places.visible, places.peep), (2, peep), "from 18 scans, and the legend, rows scroll");
        }
    }

    /// As drawn: heads of 26, pictures in 176, feet of 42, and a line around.
    #[test]
    fn the_cards_of_the_usual_window_are_as_high_as_drawn() {
        let height = |places: &CardPlaces| (places.podium().1 - GAP, places.row() - GAP);
        assert_eq!(height(&CardPlaces::poster(ROOMS[1], 4, 13, SHIP_AND_ROCK)), (246.0, 157.0));
        assert_eq!(height(&CardPlaces::poster(vec2(876.0, 376.0), 2, 15, SHIP_AND_ROCK)), (198.0, 132.0));
    }

    #[test]
    fn any_number_fits_the_width_and_no_row_is_cut() {
        for cells in [(30, 24), (24, 30), (100, 10), (7, 300), (4_096, 4_096), (1, 1)] {
            for pixels_per_point in [1.0, 1.5, 2.0] {
                let shown = PictureSpace { cells: Size::new(cells.0, cells.1), pixels_per_point };
                for cards in [1, 2, 3, 12, 17, 24, 40] {
                    for room in ROOMS {
                        let podium = cards.min(CardPlaces::most_on_podium(room));
                        let poster = CardPlaces::poster(room, podium, cards + 1 - podium, shown);
                        for places in [CardPlaces::equal(room, cards, shown), poster] {
                            let fitting = places.podium().1 + places.visible as f32 * places.row() - GAP;
                            assert!(fitting <= room.y + 1.0, "{fitting} in {room}: {places:?}");
                            let covered = fitting + if places.peep > 0.0 { places.peep + GAP } else { 0.0 };
                            let rounding = 1.0 + places.visible as f32;
                            assert!(covered > room.y - rounding, "an empty band: {covered} in {room}: {places:?}");
                            for at in 0..cards {
                                let (card, rect) = places.card(at);
                                assert!(rect.right() <= room.x, "{places:?}");
                                assert!(rect.contains_rect(card.picture(rect)), "{places:?}");
                            }
                            assert!(places.rest_of_row(cards).right() <= room.x, "{places:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn wide_pictures_have_their_words_below() {
        let card = |width| {
            CardPlaces::equal(ROOMS[1], 16, PictureSpace { cells: Size::new(width, 10), pixels_per_point: 1.0 }).card(0)
        };
        assert!(card(20).0.words == WordPlace::Beside && card(21).0.words == WordPlace::Below);
        let (card, rect) = card(21);
        assert_eq!(card.picture(rect).width(), rect.width() - 2.0 * card.side);
    }
}
