//! Where the cards lie.

use egui::{Rect, Vec2, pos2, vec2};

/// Between two cards, in points.
const GAP: f32 = 8.0;
/// About how wide a column is where there is room for several.
const COLUMN: f32 = 350.0;
/// A card is at least so high, and at most so much of its width.
const LEAST_HEIGHT: f32 = 142.0;
const MOST_HEIGHT: f32 = 0.62;

/// Cards in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places {
    /// The size of a card.
    pub card: Vec2,
    columns: usize,
    rows: usize,
}

impl Places {
    /// Places for so many cards that fill `room`; where it is too low for all, they are higher than it.
    pub fn new(room: Vec2, cards: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few columns")]
        let columns = ((room.x / COLUMN).round() as usize).clamp(1, cards.max(1));
        let rows = cards.div_ceil(columns).max(1);
        let share = |length: f32, parts: usize| ((length + GAP) / parts as f32 - GAP).floor();
        let width = share(room.x, columns);
        let height = share(room.y, rows).min((width * MOST_HEIGHT).floor()).max(LEAST_HEIGHT);
        Self { card: vec2(width, height), columns, rows }
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
            (vec2(1_896.0, 912.0), 5, vec2(372.0, 222.0)),
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
