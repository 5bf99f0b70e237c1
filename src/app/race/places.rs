//! Positions of the cards: a podium over rows of smaller ones, or all of one size; and of the picture and the words on each.

use crate::app::prelude::*;

/// Between two cards, in points.
const GAP: f32 = 8.0;
/// The least height of a card while all are of one size.
const LEAST: f32 = 118.0;
/// The height that words need beside a picture, and the least height of a picture above them: the legend is as high.
const BESIDE_HEIGHT: f32 = 96.0;
const LEAST_PICTURE: f32 = 82.0;
/// Between picture and words, where they stand beside it, and the least width of the words.
const BESIDE: f32 = 14.0;
const LEAST_WORDS: f32 = 100.0;
/// Pictures wider than this many times their height have their words below.
const WIDE: f32 = 2.0;
/// The picture has a line of one physical pixel around it.
const LINE: f32 = 1.0;
/// The least ratio of a picture on the podium to that of a smaller card.
const PODIUM: f32 = 1.5;
/// The height of a row that only shows that there is more.
const PEEP: f32 = 30.0;
/// Below this width of the room, the podium and the rows have fewer cards.
const NARROW: f32 = 976.0;

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

/// The parts of a card of some size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Width and height of the card, in points.
    pub size: Vec2,
    /// From the edges of the card to its picture, in points.
    margin: f32,
    /// The height of the words below the picture; `None` where they stand beside it.
    below: Option<f32>,
    /// Sizes of the fonts of the number and of the name.
    pub fonts: [f32; 2],
}

impl Face {
    /// A card of a row, with its words in a line below the picture.
    const SMALL: Self = Self { size: Vec2::ZERO, margin: 9.0, below: Some(26.0), fonts: [16.0, 13.0] };

    /// A card while all are of one size.
    fn equal(shown: PictureSpace) -> Self {
        Self { size: Vec2::ZERO, margin: 6.0, below: shown.is_wide().then_some(26.0), fonts: [20.0, 13.0] }
    }

    /// A card on the podium.
    fn podium(shown: PictureSpace, is_large: bool) -> Self {
        let fonts = if is_large { [56.0, 20.0] } else { [40.0, 16.0] };
        Self { size: Vec2::ZERO, margin: 12.0, below: shown.is_wide().then_some(fonts[0]), fonts }
    }

    /// The room for the picture.
    pub fn picture(&self, card: Rect) -> Rect {
        let mut room = card.shrink(self.margin);
        match self.below {
            Some(height) => room.max.y -= height,
            None => room.max.x -= BESIDE + LEAST_WORDS,
        }
        room
    }

    /// The room for the words on a card, whose picture fills `picture`.
    pub fn words(&self, card: Rect, picture: Rect) -> Rect {
        let mut words = card.shrink(self.margin);
        match self.below {
            Some(height) => words.min.y = words.max.y - height,
            None => words.min.x = picture.right() + BESIDE,
        }
        words
    }

    /// True if the words stand below the picture.
    pub const fn is_below(&self) -> bool {
        self.below.is_some()
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
        2.0 * self.margin + self.below.unwrap_or(0.0)
    }

    /// No higher than the picture needs, since the rest would be empty, but `least` points.
    fn without_rest(mut self, shown: PictureSpace, least: f32) -> Self {
        self.size.y = (self.around() + shown.height(self.scale(shown)).max(least)).ceil().min(self.size.y);
        self
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
    /// Positions for `cards` cards of one size in `room`: the rows that fit, and the others after scrolling.
    pub fn equal(room: Vec2, cards: usize, shown: PictureSpace) -> Self {
        let columns = if room.x < NARROW { 3 } else { 4 }.min(cards.max(1));
        let rows = cards.div_ceil(columns).max(1);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few rows")]
        let visible = (((room.y + GAP) / (LEAST + GAP)) as usize).clamp(1, rows);
        let size = vec2(share(room.x, columns), share(room.y, visible));
        let card = Face { size, ..Face::equal(shown) }.without_rest(shown, BESIDE_HEIGHT);
        Self { podium: None, card, columns, rows, visible, peep: 0.0 }
    }

    /// Positions for a podium and rows of smaller cards, `cards` in all: the number of rows that leaves the pictures in
    /// them largest, and the others after scrolling.
    pub fn poster(room: Vec2, cards: usize, shown: PictureSpace) -> Self {
        let (podium, columns) = if room.x < NARROW { (2, 5) } else { (3, 7) };
        let podium = podium.min(cards);
        let rows = (cards - podium).div_ceil(columns);
        let with = |visible| Self::with_podium(room, (podium, columns, rows), visible, shown);
        let scale = |places: &Self| places.card.scale(shown);
        let fitting = (1..=rows).map(with).filter(|places| places.podium().1 >= BESIDE_HEIGHT);
        fitting.max_by(|one, other| scale(one).total_cmp(&scale(other))).unwrap_or_else(|| with(rows.min(1)))
    }

    fn with_podium(
        room: Vec2,
        (podium, columns, rows): (usize, usize, usize),
        visible: usize,
        shown: PictureSpace,
    ) -> Self {
        let mut first = Face::podium(shown, room.x >= 1_576.0);
        let (mut card, count) = (Face::SMALL, visible as f32);
        let peep = if visible < rows { PEEP } else { 0.0 };
        let room = room - vec2(0.0, if visible < rows { PEEP + GAP } else { 0.0 });
        let pictures = room.y - first.around() - count * (card.around() + GAP);
        let height = (pictures / (PODIUM + count)).max(LEAST_PICTURE);
        card.size = vec2(share(room.x, columns), height + card.around());
        card = card.without_rest(shown, LEAST_PICTURE);
        first.size = vec2(share(room.x, podium), room.y - count * (card.size.y + GAP));
        first = first.without_rest(shown, BESIDE_HEIGHT);
        Self { podium: Some((first, podium)), card, columns, rows, visible, peep }
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

    /// The rooms for cards in windows of 900, 1280 and 1920 points.
    const ROOMS: [Vec2; 3] = [vec2(876.0, 492.0), vec2(1_256.0, 592.0), vec2(1_896.0, 872.0)];
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
        let [small, usual, large] = ROOMS.map(|room| CardPlaces::poster(room, 17, SHIP_AND_ROCK));
        let numbers = |places: &CardPlaces| {
            let (podium, count) = places.podium.expect("a podium");
            (count, podium.scale(SHIP_AND_ROCK), places.columns, places.visible, places.card.scale(SHIP_AND_ROCK))
        };
        assert_eq!(numbers(&small), (2, 9.0, 5, 1, 4.0), "the other rows are reached by scrolling");
        let smallest = CardPlaces::poster(vec2(876.0, 392.0), 17, SHIP_AND_ROCK);
        assert_eq!(numbers(&smallest), (2, 7.0, 5, 1, 4.0), "a window of 900 × 600");
        assert_eq!(numbers(&usual), (3, 9.0, 7, 2, 5.0));
        assert_eq!(numbers(&large), (3, 14.0, 7, 2, 8.0));
        assert_eq!(CardPlaces::poster(ROOMS[1], 30, SHIP_AND_ROCK).visible, 1, "more scans scroll");
    }

    #[test]
    fn any_number_fits_the_width_and_no_row_is_cut() {
        for cells in [(30, 24), (24, 30), (100, 10), (7, 300), (4_096, 4_096), (1, 1)] {
            for pixels_per_point in [1.0, 1.5, 2.0] {
                let shown = PictureSpace { cells: Size::new(cells.0, cells.1), pixels_per_point };
                for cards in [1, 2, 3, 12, 17, 24, 40] {
                    for room in ROOMS {
                        for places in [CardPlaces::equal(room, cards, shown), CardPlaces::poster(room, cards, shown)] {
                            let fitting = places.podium().1 + places.visible as f32 * places.row() - GAP;
                            assert!(fitting <= room.y + 1.0, "{fitting} in {room}: {places:?}");
                            for at in 0..cards {
                                let (card, rect) = places.card(at);
                                assert!(rect.right() <= room.x, "{places:?}");
                                assert!(rect.contains_rect(card.picture(rect)), "{places:?}");
                            }
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
        assert!(!card(20).0.is_below() && card(21).0.is_below());
        let (card, rect) = card(21);
        assert_eq!(card.picture(rect).width(), rect.width() - 2.0 * card.margin);
    }
}
