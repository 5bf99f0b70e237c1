//! A check of a game, and its judgement by the masks.

use strum::Display;

use crate::scene::{Laid, PlacedPair, PlacedSprite};
use crate::words::{plural, point, thousands};
use crate::{geom::Cell, mask::overlap_box};

/// A collision check of two sprites: their positions, and the game's answer.
#[derive(Clone, Debug)]
pub struct Check {
    /// The line of the log that holds it, from 1.
    pub line: u64,
    /// Byte of the log at which that line begins.
    pub place: u64,
    /// Unit of the game's time.
    pub clock: Clock,
    /// Time: a whole number of frames, or seconds.
    pub at: f64,
    /// The instances, A's name and B's.
    pub names: [String; 2],
    /// Both sprites as placed by the game.
    pub pair: PlacedPair,
    /// The game's answer; `None` if it gives none.
    pub game: Option<GameAnswer>,
}

/// Unit of a game's time.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum Clock {
    /// Frames, from any start.
    Frame,
    /// Seconds.
    Second,
}

/// Answer of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameAnswer {
    /// True if the sprites collide.
    pub hit: bool,
    /// The game's name for its test: `box`, `circle`, `mask` …
    pub rule: Option<String>,
    /// The number of pixels that are shared, where it knows.
    pub area: Option<u64>,
    /// A shared pixel, as a world cell, if the game names one.
    pub first: Option<Cell>,
}

/// The masks' result of a check, compared with the game's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// True if the boxes share a cell.
    pub boxes_overlap: bool,
    /// The number of pixels the masks share.
    pub overlap_area: u64,
    /// The game's hit is a miss of the masks, or the other way round.
    pub wrong_hit: bool,
    /// The game's area is not the overlap's.
    pub wrong_area: bool,
    /// The game's pixel is not shared.
    pub wrong_first: bool,
}

impl Judgement {
    /// Judges the game's answer about two placed sprites. A game that gives no answer cannot be wrong. If the boxes do
    /// not overlap, no pixel is read.
    pub fn of(pair: &PlacedPair, game: Option<&GameAnswer>) -> Self {
        let boxes_overlap = pair.boxes_overlap();
        let masks = || pair.sprites.each_ref().map(|placed| placed.posed().raster.mask());
        let area = || {
            let [a, b] = masks();
            a.overlap_area(b, pair.offset)
        };
        let overlap_area = if boxes_overlap { area() } else { 0 };
        let is_shared = |cell: Cell| {
            let is_in =
                |placed: &PlacedSprite| placed.posed().raster.mask().mask().get_cell(cell - placed.extent.origin());
            overlap_area > 0 && pair.sprites.iter().all(is_in)
        };
        Self {
            boxes_overlap,
            overlap_area,
            wrong_hit: game.is_some_and(|game| game.hit != (overlap_area > 0)),
            wrong_area: game.and_then(|game| game.area).is_some_and(|area| area != overlap_area),
            wrong_first: game.and_then(|game| game.first).is_some_and(|first| !is_shared(first)),
        }
    }

    /// True if the masks overlap.
    pub const fn masks_overlap(&self) -> bool {
        self.overlap_area > 0
    }

    /// True if the game and the masks disagree about anything.
    pub const fn disagrees(&self) -> bool {
        self.wrong_hit || self.wrong_area || self.wrong_first
    }

    /// The reason why they disagree, in words; `None` if they do not. `pair` and `game` are what was judged.
    pub fn why(&self, pair: &PlacedPair, game: &GameAnswer) -> Option<String> {
        let mut told = Vec::new();
        if self.wrong_hit {
            let said = if game.hit { "hit" } else { "miss" };
            let by = game.rule.as_ref().map_or_else(String::new, |rule| format!(" by {rule}"));
            told.push(format!("the game says {said}{by}; {}", self.truth(pair)));
        }
        if let Some(area) = game.area.filter(|_| self.wrong_area) {
            let (verb, shared) = (if self.overlap_area == 1 { "is" } else { "are" }, thousands(self.overlap_area));
            told.push(format!("the game says that {} shared; there {verb} {shared}", are(area)));
        }
        if let Some(first) = game.first.filter(|_| self.wrong_first) {
            told.push(format!("the game says that {} is shared; it is not", point(first)));
        }
        (!told.is_empty()).then(|| told.join("; "))
    }

    /// The true result, in place of the game's answer.
    fn truth(&self, pair: &PlacedPair) -> String {
        if let Some(nearest) = self.masks_overlap().then(|| nearest_to_middle(&pair.laid())).flatten() {
            let shared = are(self.overlap_area);
            let at = if self.overlap_area == 1 { "at" } else { "the nearest to the middle at" };
            return format!("{shared} shared, {at} {}", point(nearest));
        }
        let boxes = pair.sprites.each_ref().map(|placed| placed.extent);
        match boxes[0].intersection(boxes[1]) {
            Some(shared) => format!("the boxes overlap {}, no pixel is shared", shared.size()),
            None => apart(boxes[0].gap(boxes[1])),
        }
    }
}

/// `1 pixel is`, `13 pixels are`.
fn are(area: u64) -> String {
    format!("{} {}", plural(area, "pixel"), if area == 1 { "is" } else { "are" })
}

/// The distance of two boxes that share no cell: the columns and rows between them.
fn apart((x, y): (u64, u64)) -> String {
    let along = |gap: u64, axis| (gap > 0).then(|| format!("{} px in {axis}", thousands(gap)));
    let gaps: Vec<_> = [along(x, "x"), along(y, "y")].into_iter().flatten().collect();
    if gaps.is_empty() {
        "the boxes only touch".to_owned()
    } else {
        format!("the boxes are separated by {}", gaps.join(" and "))
    }
}

/// The shared pixel, as a world cell, that is nearest to the middle of the overlap bounds: of equals the uppermost, of
/// those the left one. `None` if the masks miss.
fn nearest_to_middle(laid: &Laid) -> Option<Cell> {
    let [a, b] = [&laid.a, &laid.b].map(|posed| posed.raster.mask().mask());
    let shared = overlap_box(a.size(), b.size(), laid.offset)?;
    let overlap = a.overlap(b, laid.offset)?;
    let bounds = overlap.bounds()?;
    // In half cells, so that every centre is whole.
    let middle = |low: i64, high: i64| low + high - 1;
    let (x, y) = (middle(bounds.x, bounds.right()), middle(bounds.y, bounds.bottom()));
    let mut rows: Vec<i64> = (bounds.y..bounds.bottom()).collect();
    rows.sort_by_key(|row| ((2 * row - y).abs(), *row));
    let mut nearest: Option<(i64, i64, i64)> = None;
    for row in rows {
        let down = (2 * row - y).pow(2);
        if nearest.is_some_and(|(distance, ..)| down > distance) {
            break;
        }
        let runs = u32::try_from(row).into_iter().flat_map(|row| overlap.runs(row));
        let cells = runs.flat_map(|run| {
            let (first, last) = (i64::from(run.start), i64::from(run.end) - 1);
            // A centre between two cells is equally near to both.
            [x.div_euclid(2), x.div_euclid(2) + x.rem_euclid(2)].map(|column| column.clamp(first, last))
        });
        let best_here = cells.map(|column| (down + (2 * column - x).pow(2), row, column)).min();
        nearest = nearest.into_iter().chain(best_here).min();
    }
    nearest.map(|(_, row, column)| laid.a.origin + shared.origin() + Cell::new(column, row))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::mask::Mask;
    use crate::scene::{Convention, Parents, Picture, PictureFormat, Placement, Poses, Sprite, Stand};

    fn placed(a: &str, b: &str, at: (f64, f64)) -> PlacedPair {
        let sprite = |rows: &str| {
            let mask: Mask = rows.parse().expect("a mask");
            let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
            let rgba = cells.flat_map(|(x, y)| [0, 0, 0, 255 * u8::from(mask.get(x, y))]).collect();
            Sprite::new("", Picture::new(mask.size(), rgba, PictureFormat::Mask, true), 0)
        };
        let placed = |rows, (x, y)| {
            let (parents, common, convention) = (Parents::NONE, Parents::NONE, Convention::default());
            let stand = Stand { placement: Placement::at((100.0 + x, 50.0 + y)), parents, common, convention };
            Arc::new(Poses::new(sprite(rows))).place(stand).expect("it fits")
        };
        PlacedPair::new(placed(a, (0.0, 0.0)), placed(b, at)).expect("they fit")
    }

    fn why(pair: &PlacedPair, game: &GameAnswer) -> Option<String> {
        Judgement::of(pair, Some(game)).why(pair, game)
    }

    #[test]
    fn it_says_why_the_game_is_wrong() {
        let hit = GameAnswer { hit: true, rule: Some("box".to_owned()), ..GameAnswer::default() };
        let miss = GameAnswer::default();
        let corners = placed("##..\n#...\n....", "...#\n...#\n..##", (-1.0, 0.0));
        assert_eq!(
            why(&corners, &hit).as_deref(),
            Some("the game says hit by box; the boxes overlap 3 × 3, no pixel is shared")
        );
        assert_eq!(why(&corners, &miss), None);
        let far = |x, y| placed("##", "#", (x, y));
        assert_eq!(
            why(&far(5.0, 0.0), &hit).as_deref(),
            Some("the game says hit by box; the boxes are separated by 3 px in x")
        );
        assert_eq!(
            why(&far(-2.0, 7.0), &hit).as_deref(),
            Some("the game says hit by box; the boxes are separated by 1 px in x and 6 px in y")
        );
        assert_eq!(why(&far(2.0, 0.0), &hit).as_deref(), Some("the game says hit by box; the boxes only touch"));
        assert_eq!(why(&far(1.0, 0.0), &miss).as_deref(), Some("the game says miss; 1 pixel is shared, at 101,50"));
        let full = placed("###\n###\n###", "###\n###\n###", (0.0, 0.0));
        let told = "the game says miss; 9 pixels are shared, the nearest to the middle at 101,51";
        assert_eq!(why(&full, &miss).as_deref(), Some(told));
    }

    #[test]
    fn areas_and_first_pixels_are_judged_too() {
        let pair = placed("##", "##", (1.0, 0.0));
        let game = |area, first: (i64, i64)| GameAnswer {
            hit: true,
            rule: None,
            area: Some(area),
            first: Some(Cell::new(first.0, first.1)),
        };
        assert_eq!(why(&pair, &game(1, (101, 50))), None);
        assert_eq!(
            why(&pair, &game(2, (100, 50))).as_deref(),
            Some("the game says that 2 pixels are shared; there is 1; the game says that 100,50 is shared; it is not")
        );
    }

    #[test]
    fn without_an_answer_there_is_nothing_to_disagree_with() {
        assert!(!Judgement::of(&placed("#", "#", (0.0, 0.0)), None).disagrees());
    }

    #[test]
    fn the_nearest_pixel_is_found_as_by_looking_at_all() {
        let masks = ["#..#\n....\n#..#", "##########\n#........#\n##########", "#.#\n.#.\n#.#", "....#", "#\n.\n.\n#"];
        for (a, b) in masks.iter().flat_map(|a| masks.iter().map(move |b| (a, b))) {
            for (x, y) in (-9..9).flat_map(|x| (-4..4).map(move |y| (x, y))) {
                let laid = placed(a, b, (x.into(), y.into())).laid();
                assert_eq!(nearest_to_middle(&laid), nearest_of_all(&laid), "{a}\n\n{b} at {x},{y}");
            }
        }
    }

    fn nearest_of_all(laid: &Laid) -> Option<Cell> {
        let bounds = laid.collision().overlap_bounds?;
        let middle = (bounds.x + bounds.right() - 1, bounds.y + bounds.bottom() - 1);
        let cells = (bounds.y..bounds.bottom()).flat_map(|y| (bounds.x..bounds.right()).map(move |x| Cell::new(x, y)));
        let has = |posed: &crate::scene::Posed, cell| posed.raster.mask().mask().get_cell(cell - posed.origin);
        let shared = cells.filter(|cell| has(&laid.a, *cell) && has(&laid.b, *cell));
        shared.min_by_key(|cell| ((2 * cell.x - middle.0).pow(2) + (2 * cell.y - middle.1).pow(2), cell.y, cell.x))
    }
}
