//! The outline of a mask, pixel by pixel.

use super::Mask;
use crate::geom::Cell;

/// The moves to the eight neighbours of a cell, clockwise, from that to its right on.
const NEIGHBOURS: [Cell; 8] = [
    Cell::new(1, 0),
    Cell::new(1, 1),
    Cell::new(0, 1),
    Cell::new(-1, 1),
    Cell::new(-1, 0),
    Cell::new(-1, -1),
    Cell::new(0, -1),
    Cell::new(1, -1),
];

impl Mask {
    /// The border pixels of the first connected part, clockwise, from its first pixel row by row; pixels that touch at
    /// their corners are connected. Empty if no pixel is set.
    ///
    /// Each next pixel touches the one before it, and the last one the first. Where the part is one pixel wide, the
    /// outline passes pixels again on its way back. `Mask.outline` of pygame finds the same pixels, but repeats the
    /// first at the end, unless it is the only one.
    ///
    /// ```
    /// use maskscope_core::{geom::Cell, mask::Mask};
    ///
    /// let mask: Mask = ".##\n.##\n...".parse()?;
    /// assert_eq!(mask.outline(), [Cell::new(1, 0), Cell::new(2, 0), Cell::new(2, 1), Cell::new(1, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outline(&self) -> Vec<Cell> {
        let Some(first) = self.first() else { return Vec::new() };
        let mut outline = vec![first];
        // To the left of the first pixel and above it, all is clear.
        let Some((second, mut way)) = self.neighbour(first, 0) else { return outline };
        let mut at = second;
        loop {
            // Two before the way here: that neighbour is the last one that was found to be clear, or beside it.
            let Some((next, onwards)) = self.neighbour(at, way + 6) else { return outline };
            if (at, next) == (first, second) {
                return outline;
            }
            outline.push(at);
            (at, way) = (next, onwards);
        }
    }

    /// The first set neighbour of `cell`, clockwise from number `from` on, and its number.
    fn neighbour(&self, cell: Cell, from: usize) -> Option<(Cell, usize)> {
        let mut neighbours = (from..from + 8).map(|number| (cell + NEIGHBOURS[number % 8], number % 8));
        neighbours.find(|(neighbour, _)| self.get_cell(*neighbour))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geom::Size;

    fn mask(text: &str) -> Mask {
        text.parse().expect("a mask")
    }

    fn outline(text: &str) -> Vec<(i64, i64)> {
        mask(text).outline().iter().map(|cell| (cell.x, cell.y)).collect()
    }

    /// The pixels of the outline, as a mask.
    fn border(mask: &Mask) -> Mask {
        let outline = mask.outline();
        Mask::from_fn(mask.size(), |x, y| outline.contains(&Cell::new(x.into(), y.into())))
    }

    #[test]
    fn it_goes_around_clockwise() {
        assert_eq!(outline("...\n.#.\n..."), [(1, 1)]);
        assert!(outline("...\n...").is_empty() && outline("").is_empty());
        assert_eq!(outline("##\n##"), [(0, 0), (1, 0), (1, 1), (0, 1)]);
        assert_eq!(outline("###"), [(0, 0), (1, 0), (2, 0), (1, 0)], "there and back");
        assert_eq!(outline("#.\n.#"), [(0, 0), (1, 1)]);
        assert_eq!(outline(".#.\n#.#"), [(1, 0), (2, 1), (1, 0), (0, 1)], "the first pixel is passed twice");
    }

    #[test]
    fn the_border_of_the_first_part_is_found() {
        let ring = mask("######.#\n######..\n###.##..\n######..\n######.#");
        assert_eq!(border(&ring).to_text(), "######..\n#....#..\n#....#..\n#....#..\n######..\n", "without its hole");
        let large = Mask::from_fn(Size::new(130, 65), |x, y| x + y > 30 && x + 65 < y + 160);
        let edge = |x: u32, y: u32| {
            let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| Cell::new(dx, dy));
            let cell = Cell::new(x.into(), y.into());
            large.get_cell(cell) && sides.iter().any(|by| !large.get_cell(cell + *by))
        };
        assert_eq!(border(&large), Mask::from_fn(large.size(), edge));
    }

    /// The pixels of the first part that have a clear neighbour on a side from which the surroundings of the part are
    /// reached.
    fn slowly(mask: &Mask) -> Mask {
        let Some(part) = mask.components().into_iter().next() else { return Mask::new(mask.size()) };
        let (right, bottom) = (i64::from(mask.width()), i64::from(mask.height()));
        let (mut outside, mut open) = (std::collections::HashSet::new(), vec![Cell::new(-1, -1)]);
        let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(x, y)| Cell::new(x, y));
        while let Some(cell) = open.pop() {
            let is_near = (-1..=right).contains(&cell.x) && (-1..=bottom).contains(&cell.y);
            if is_near && !part.get_cell(cell) && outside.insert(cell) {
                open.extend(sides.map(|by| cell + by));
            }
        }
        Mask::from_fn(mask.size(), |x, y| {
            let cell = Cell::new(x.into(), y.into());
            part.get_cell(cell) && sides.iter().any(|by| outside.contains(&(cell + *by)))
        })
    }

    proptest! {
        #![proptest_config(crate::cases::cases(256))]
        #[test]
        fn an_outline_is_closed_and_is_the_border(
            width in prop::sample::select(vec![1, 2, 5, 9, 63, 64, 65]),
            height in 1..8_u32,
            share in 0.2..0.9,
            seed in prop::collection::vec(0.0..1.0, 65 * 8),
        ) {
            let mask = Mask::from_fn(Size::new(width, height), |x, y| seed[(y * 65 + x) as usize] < share);
            let outline = mask.outline();
            prop_assert_eq!(outline.first().copied(), mask.first());
            for (one, next) in outline.iter().zip(outline.iter().cycle().skip(1)) {
                let step = *next - *one;
                prop_assert!(outline.len() == 1 || step.x.abs().max(step.y.abs()) == 1);
            }
            prop_assert_eq!(border(&mask), slowly(&mask));
        }
    }
}
