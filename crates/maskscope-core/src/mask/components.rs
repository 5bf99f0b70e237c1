//! Connected parts of a mask, as masks.

use std::ops::Range;

use super::{Mask, tables::root};

impl Mask {
    /// The connected parts, each as a mask of the same size, in the order of their first pixels row by row. Pixels that
    /// touch only at their corners are connected, as in `Mask.connected_components` of pygame.
    ///
    /// Each part takes the memory of the whole mask; [`Health`](super::Health) counts parts without making them.
    ///
    /// ```
    /// use maskscope_core::mask::Mask;
    ///
    /// let mask: Mask = "##..#\n..#.#".parse()?;
    /// let parts: Vec<String> = mask.components().iter().map(Mask::to_text).collect();
    /// assert_eq!(parts, ["##...\n..#..\n", "....#\n....#\n"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn components(&self) -> Vec<Self> {
        let mut runs: Vec<(u32, Range<u32>)> = Vec::new();
        let mut parents: Vec<usize> = Vec::new();
        // The numbers of the runs of the row above.
        let mut above: Range<usize> = 0..0;
        for y in 0..self.height() {
            let (start, mut first) = (runs.len(), above.start);
            for run in self.runs(y) {
                let node = runs.len();
                parents.push(node);
                // Diagonal neighbours touch: a run above may end where this one starts, or start where it ends.
                while first < above.end && runs[first].1.end < run.start {
                    first += 1;
                }
                let mut touching = first;
                while touching < above.end && runs[touching].1.start <= run.end {
                    join(&mut parents, touching, node);
                    touching += 1;
                }
                runs.push((y, run));
            }
            above = start..runs.len();
        }
        let mut numbers: Vec<Option<usize>> = vec![None; runs.len()];
        let mut components: Vec<Self> = Vec::new();
        for (node, (y, run)) in runs.into_iter().enumerate() {
            let number = *numbers[root(&mut parents, node)].get_or_insert_with(|| {
                components.push(Self::new(self.size()));
                components.len() - 1
            });
            components[number].set_run(run, y);
        }
        components
    }
}

/// Joins the trees of two nodes.
fn join(parents: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(parents, one), root(parents, other));
    parents[one.max(other)] = one.min(other);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geom::{Cell, Size};

    fn texts(text: &str) -> Vec<String> {
        text.parse::<Mask>().expect("a mask").components().iter().map(Mask::to_text).collect()
    }

    /// The same by flooding from each pixel that is not yet in a part.
    fn slowly(mask: &Mask) -> Vec<Mask> {
        let mut parts: Vec<Mask> = Vec::new();
        for (x, y) in (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y))) {
            if !mask.get(x, y) || parts.iter().any(|part| part.get(x, y)) {
                continue;
            }
            let mut part = Mask::new(mask.size());
            let mut open = vec![Cell::new(x.into(), y.into())];
            while let Some(cell) = open.pop() {
                if !mask.get_cell(cell) || part.get_cell(cell) {
                    continue;
                }
                part.set(u32::try_from(cell.x).expect("inside"), u32::try_from(cell.y).expect("inside"));
                let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Cell::new(x, y)));
                open.extend(around.map(|by| cell + by));
            }
            parts.push(part);
        }
        parts
    }

    #[test]
    fn corners_connect() {
        assert_eq!(texts("#.#\n.#.\n..."), ["#.#\n.#.\n...\n"]);
        assert_eq!(texts("#.#\n#.#\n###"), ["#.#\n#.#\n###\n"], "joined below");
        assert_eq!(texts("..#\n#..\n#.#"), ["..#\n...\n...\n", "...\n#..\n#..\n", "...\n...\n..#\n"]);
        assert_eq!(texts("#...\n..#."), ["#...\n....\n", "....\n..#.\n"], "a column lies between");
    }

    #[test]
    fn a_clear_mask_has_no_part() {
        for (width, height) in [(0, 0), (0, 3), (3, 0), (65, 2)] {
            assert_eq!(Mask::new(Size::new(width, height)).components(), []);
        }
    }

    #[test]
    fn a_part_may_wind_through_words() {
        let spiral: Mask = "#######\n......#\n#####.#\n#...#.#\n#.###.#\n#.....#\n#######".parse().expect("a mask");
        assert_eq!(spiral.scaled(Size::new(140, 70)).components().len(), 1);
    }

    proptest! {
        #![proptest_config(crate::cases::cases(256))]
        #[test]
        fn parts_are_those_of_a_flood(
            width in prop::sample::select(vec![1, 2, 7, 63, 64, 65]),
            height in 1..8_u32,
            share in 0.1..0.8,
            seed in prop::collection::vec(0.0..1.0, 65 * 8),
        ) {
            let size = Size::new(width, height);
            let mask = Mask::from_fn(size, |x, y| seed[(y * 65 + x) as usize] < share);
            let parts = mask.components();
            prop_assert_eq!(&parts, &slowly(&mask));
        }
    }
}
