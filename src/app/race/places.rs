//! Where the cards lie.

use egui::{Rect, Vec2, pos2, vec2};

/// Between two cards, in points.
const GAP: f32 = 8.0;
/// The least size of a card.
const LEAST: Vec2 = vec2(280.0, 142.0);
/// The width of the text on a card, and the largest ratio of a picture's width to its height.
const WORDS: f32 = 156.0;
const PICTURE: f32 = 1.25;

/// Cards in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places {
    /// The size of a card.
    pub card: Vec2,
    columns: usize,
    rows: usize,
}

impl Places {
    /// Places for `cards` cards that fill `room` with the largest pictures; where it is too low for all of them, the places are
    /// higher than it.
    pub fn new(room: Vec2, cards: usize) -> Self {
        let wide_enough = (1..=cards).map(|columns| Self::in_columns(room, cards, columns));
        let candidates: Vec<Self> = wide_enough.filter(|places| places.card.x >= LEAST.x).collect();
        let fitting = candidates.iter().filter(|places| places.size().y <= room.y);
        let best = fitting.max_by(|one, other| one.picture().total_cmp(&other.picture()));
        best.or(candidates.last()).copied().unwrap_or_else(|| Self::in_columns(room, cards, 1))
    }

    fn in_columns(room: Vec2, cards: usize, columns: usize) -> Self {
        let rows = cards.div_ceil(columns).max(1);
        let share = |length: f32, parts: usize| ((length + GAP) / parts as f32 - GAP).floor();
        let (width, height) = (share(room.x, columns), share(room.y, rows).max(LEAST.y));
        // A card higher than its picture can be would only be empty.
        let most = ((width - WORDS) / PICTURE).floor() + LEAST.y / 2.0;
        Self { card: vec2(width, height.min(most).max(LEAST.y)), columns, rows }
    }

    /// About how wide a picture is.
    fn picture(&self) -> f32 {
        (self.card.x - WORDS).min(PICTURE * self.card.y)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_windows_have_more_columns_and_cards_fill_them() {
        for (room, columns, card) in [
            (vec2(876.0, 392.0), 3, vec2(286.0, 142.0)),
            (vec2(1_256.0, 592.0), 4, vec2(308.0, 142.0)),
            (vec2(1_896.0, 872.0), 4, vec2(468.0, 212.0)),
        ] {
            let places = Places::new(room, 16);
            assert_eq!((places.columns, places.card), (columns, card));
            assert!(places.size().x <= room.x);
            assert_eq!(places.rect(15).max.to_vec2().y, places.size().y);
        }
    }

    #[test]
    fn one_card_is_a_card() {
        assert_eq!(Places::new(vec2(1_256.0, 592.0), 1).rect(0).min, pos2(0.0, 0.0));
        assert_eq!(Places::new(vec2(100.0, 100.0), 0).columns, 1);
    }
}
