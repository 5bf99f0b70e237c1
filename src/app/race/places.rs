//! Positions of the cards, and of the picture and the words on each.

use egui::{Rect, Vec2, pos2, vec2};

use crate::geom::Size;

/// Between two cards, in points.
const GAP: f32 = 8.0;
/// The least size of a card if all are shown.
const LEAST: Vec2 = vec2(240.0, 108.0);
/// The least size of a card where not all fit.
const COMFORTABLE: Vec2 = vec2(280.0, 118.0);
/// The height at which all words stand beside a picture.
const ALL_WORDS: f32 = 142.0;
/// From the edges of a card to its picture and words.
const MARGIN: f32 = 6.0;
/// Between picture and words, where they stand beside it, and the least width of the words.
pub(super) const BESIDE: f32 = 12.0;
const LEAST_WORDS: f32 = 128.0;
/// The height of the words where they stand below, with the space above them.
const BELOW: f32 = 56.0;
/// Pictures wider than this many times their height have their words below.
const WIDE: f32 = 2.0;
/// The picture has a line of one physical pixel around it.
const LINE: f32 = 1.0;

/// Size of all pictures in cells, and the resolution of the screen.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The cells of the overlap.
    pub cells: Size,
    /// Physical pixels per point.
    pub pixels_per_point: f32,
}

/// Cards in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places {
    /// The size of a card.
    pub card: Vec2,
    columns: usize,
    rows: usize,
    /// True if the words stand below the picture.
    is_wide: bool,
}

impl Places {
    /// Positions for `cards` cards in `room`: all of them, with the largest pictures; if not all fit, the number that
    /// is still comfortable to read, on more height than the room has.
    pub fn new(room: Vec2, cards: usize, shown: Shown) -> Self {
        let scale = |places: &Self| places.scale(shown);
        let all = (1..=cards).map(|columns| Self::in_columns(room, cards, columns, shown, LEAST));
        let fitting = all.filter(|places| places.card.x >= LEAST.x && places.size().y <= room.y);
        fitting.max_by(|one, other| scale(one).total_cmp(&scale(other))).unwrap_or_else(|| {
            let most = (cards, (room.x + GAP) / (COMFORTABLE.x + GAP));
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few cards in a row")]
            let columns = (most.1 as usize).clamp(1, most.0.max(1));
            Self::in_columns(room, cards, columns, shown, COMFORTABLE)
        })
    }

    fn in_columns(room: Vec2, cards: usize, columns: usize, shown: Shown, least: Vec2) -> Self {
        let rows = cards.div_ceil(columns).max(1);
        let share = |length: f32, parts: usize| ((length + GAP) / parts as f32 - GAP).floor();
        let is_wide = shown.cells.width as f32 > WIDE * shown.cells.height as f32;
        // Only rows that fit whole are shown.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few rows")]
        let fitting = ((room.y + GAP) / (least.y + GAP)) as usize;
        let card = vec2(share(room.x, columns), share(room.y, fitting.clamp(1, rows)).max(least.y));
        let mut places = Self { card, columns, rows, is_wide };
        // A card higher than its picture can be would only be empty.
        let picture = shown.cells.height as f32 * places.scale(shown) / shown.pixels_per_point;
        let around = 2.0 * (MARGIN + LINE) + if is_wide { BELOW } else { 0.0 };
        places.card.y = card.y.min((picture + around).ceil().max(if is_wide { 0.0 } else { ALL_WORDS }));
        places
    }

    /// True if the words stand below the picture, not beside it.
    pub const fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// True if there is room for more than the name, the source and the counts.
    pub fn has_room(&self, window_width: f32) -> bool {
        self.card.y >= 134.0 && window_width >= 1_000.0
    }

    /// The room for the picture on a card.
    pub fn picture(&self, card: Rect) -> Rect {
        let mut room = card.shrink(MARGIN);
        if self.is_wide {
            room.max.y -= BELOW;
        } else {
            room.max.x -= BESIDE + LEAST_WORDS;
        }
        room
    }

    /// The room for the words on a card, whose picture fills `picture`.
    pub fn words(&self, card: Rect, picture: Rect) -> Rect {
        let mut words = card.shrink(MARGIN);
        if self.is_wide {
            words.min.y = words.max.y - BELOW;
        } else {
            words.min.x = picture.right() + BESIDE;
        }
        words
    }

    /// The number of texels the picture on a card can show.
    pub fn texels(&self, pixels_per_point: f32) -> Size {
        let room = self.picture(Rect::from_min_size(pos2(0.0, 0.0), self.card));
        texels_in(room, pixels_per_point)
    }

    /// The scale of the picture, in physical pixels per cell: a whole number, or one over a whole number.
    fn scale(&self, shown: Shown) -> f32 {
        let (room, cells) = (self.texels(shown.pixels_per_point), shown.cells);
        let (width, height) = (cells.width.max(1), cells.height.max(1));
        match (room.width / width).min(room.height / height) {
            0 => 1.0 / width.div_ceil(room.width).max(height.div_ceil(room.height)) as f32,
            pixels => pixels as f32,
        }
    }

    /// From the top of a row to that of the next.
    pub fn row(&self) -> f32 {
        self.card.y + GAP
    }

    /// The size of all cards together.
    pub fn size(&self) -> Vec2 {
        let all = |card: f32, count: usize| (card + GAP) * count as f32 - GAP;
        vec2(all(self.card.x, self.columns), all(self.card.y, self.rows))
    }

    /// The place of a card, from 0, row by row from the top left.
    pub fn rect(&self, at: usize) -> Rect {
        let (column, row) = (at % self.columns, at / self.columns);
        let corner = pos2(column as f32 * (self.card.x + GAP), row as f32 * (self.card.y + GAP));
        Rect::from_min_size(corner, self.card)
    }
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
    const ROOMS: [Vec2; 3] = [vec2(876.0, 372.0), vec2(1_256.0, 572.0), vec2(1_896.0, 852.0)];
    const SHIP_AND_ROCK: Shown = Shown { cells: Size::new(30, 24), pixels_per_point: 1.0 };

    #[test]
    fn sixteen_fill_a_window() {
        let [small, usual, large] = ROOMS.map(|room| Places::new(room, 16, SHIP_AND_ROCK));
        assert_eq!((small.columns, small.card), (3, vec2(286.0, 118.0)), "three rows show, and the rest scrolls");
        assert_eq!((usual.columns, usual.card), (4, vec2(308.0, 137.0)));
        assert_eq!((large.columns, large.card), (4, vec2(468.0, 206.0)));
    }

    #[test]
    fn any_number_shows_down_to_a_least_size_and_fills_the_width() {
        for cells in [(30, 24), (24, 30), (100, 10), (7, 300), (4_096, 4_096), (1, 1)] {
            for pixels_per_point in [1.0, 1.5, 2.0] {
                let shown = Shown { cells: Size::new(cells.0, cells.1), pixels_per_point };
                for cards in [1, 2, 12, 16, 17, 24, 40] {
                    for room in ROOMS {
                        let places = Places::new(room, cards, shown);
                        let size = places.size();
                        assert!(size.x <= room.x, "{places:?}");
                        assert!(size.x > room.x - places.columns as f32, "no gap at the right: {places:?}");
                        assert!(places.columns * places.rows >= cards);
                        let is_least = |least: Vec2| places.card.x >= least.x;
                        assert!(is_least(if size.y <= room.y { LEAST } else { COMFORTABLE }), "{places:?}");
                        let card = places.rect(cards - 1);
                        assert!(card.contains_rect(places.picture(card)));
                    }
                }
            }
        }
        let all_show = |cards| Places::new(ROOMS[1], cards, SHIP_AND_ROCK).size().y <= ROOMS[1].y;
        assert!([12, 16, 17, 24].into_iter().all(all_show), "at 1280 × 800");
    }

    #[test]
    fn wide_pictures_have_their_words_below() {
        let places =
            |width, height| Places::new(ROOMS[1], 16, Shown { cells: Size::new(width, height), pixels_per_point: 1.0 });
        assert!(!places(20, 10).is_wide() && places(21, 10).is_wide());
        let card = places(21, 10).rect(0);
        assert_eq!(places(21, 10).picture(card).width(), card.width() - 2.0 * MARGIN);
    }
}
