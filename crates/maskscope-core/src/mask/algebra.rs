//! Masks combined pixel by pixel: `&`, `|`, `^` and `!`.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::Mask;

/// An operator of two masks, which puts the top left pixel of the right one on that of the left one.
macro_rules! operator {
    ($operator:ident, $method:ident, $combine:expr, $doc:literal, $example:literal) => {
        impl $operator for &Mask {
            type Output = Mask;

            #[doc = $doc]
            ///
            /// The result has the size of the left mask; no pixel outside the right one is set in it.
            ///
            /// ```
            /// use maskscope_core::mask::Mask;
            ///
            /// let (left, right): (Mask, Mask) = ("##..".parse()?, ".##".parse()?);
            #[doc = $example]
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            fn $method(self, right: Self) -> Mask {
                combined(self, right, $combine)
            }
        }

        impl $operator for Mask {
            type Output = Mask;

            /// Combines two masks by value.
            fn $method(self, right: Self) -> Self {
                combined(&self, &right, $combine)
            }
        }
    };
}

operator!(
    BitAnd,
    bitand,
    |left, right| left & right,
    "The pixels that are set in both masks.",
    "assert_eq!((&left & &right).to_text(), \".#..\\n\");"
);
operator!(
    BitOr,
    bitor,
    |left, right| left | right,
    "The pixels that are set in at least one of two masks.",
    "assert_eq!((&left | &right).to_text(), \"###.\\n\");"
);
operator!(
    BitXor,
    bitxor,
    |left, right| left ^ right,
    "The pixels that are set in exactly one of two masks.",
    "assert_eq!((&left ^ &right).to_text(), \"#.#.\\n\");"
);

impl Not for &Mask {
    type Output = Mask;

    /// The mask with set and clear pixels exchanged.
    ///
    /// ```
    /// use maskscope_core::mask::Mask;
    ///
    /// let mask: Mask = "##.\n#..".parse()?;
    /// assert_eq!((!&mask).to_text(), "..#\n.##\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn not(self) -> Mask {
        let mut words: Vec<u64> = self.words().iter().map(|word| !word).collect();
        let beyond = self.width() % u64::BITS;
        if beyond > 0 {
            words.iter_mut().skip(self.stride() - 1).step_by(self.stride()).for_each(|word| *word &= (1 << beyond) - 1);
        }
        Mask::of_words(self.size(), words)
    }
}

impl Not for Mask {
    type Output = Mask;

    /// Inverts a mask by value.
    fn not(self) -> Self {
        !&self
    }
}

/// The mask of the size of `left` whose words are combined from those of two masks; outside `right` they are 0.
fn combined(left: &Mask, right: &Mask, combine: impl Fn(u64, u64) -> u64) -> Mask {
    if left.size() == right.size() {
        let pairs = left.words().iter().zip(right.words());
        return Mask::of_words(left.size(), pairs.map(|(left, right)| combine(*left, *right)).collect());
    }
    Mask::from_rows(left.size(), |y, row| {
        let others: &[u64] = if y < right.height() { right.row(y) } else { &[] };
        let words = left.row(y);
        let shared = others.len().min(words.len());
        let (inside, outside) = row.split_at_mut(shared);
        for ((to, word), other) in inside.iter_mut().zip(words).zip(others) {
            *to = combine(*word, *other);
        }
        for (to, word) in outside.iter_mut().zip(&words[shared..]) {
            *to = combine(*word, 0);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;

    const SIDES: [u32; 7] = [0, 1, 2, 63, 64, 65, 130];

    fn pairs() -> impl Iterator<Item = (Mask, Mask)> {
        let mask = |width, height, by: u32| {
            Mask::from_fn(Size::new(width, height), |x, y| (x * 7 + y * 13 + x * y).is_multiple_of(by))
        };
        let sizes = SIDES.into_iter().flat_map(|one| SIDES.map(|other| (one, other)));
        sizes.flat_map(move |(one, other)| {
            [(3, 3), (3, 5), (5, 3), (0, 2)].map(|(left, right)| (mask(one, left, 2), mask(other, right, 3)))
        })
    }

    #[test]
    fn each_pixel_of_the_left_mask_is_combined_with_that_of_the_right_one() {
        for (left, right) in pairs() {
            let by_pixel = |combine: fn(bool, bool) -> bool| {
                Mask::from_fn(left.size(), |x, y| combine(left.get(x, y), right.get(x, y)))
            };
            let sizes = format!("{} and {}", left.size(), right.size());
            assert_eq!(&left & &right, by_pixel(|left, right| left && right), "{sizes}");
            assert_eq!(&left | &right, by_pixel(|left, right| left || right), "{sizes}");
            assert_eq!(&left ^ &right, by_pixel(|left, right| left != right), "{sizes}");
            assert_eq!(!&left, by_pixel(|left, _| !left), "{sizes}");
        }
    }

    #[test]
    fn what_lies_outside_is_dropped() {
        let (small, large): (Mask, Mask) =
            ("#.\n.#".parse().expect("a mask"), "###\n###\n###".parse().expect("a mask"));
        assert_eq!((&small ^ &large).to_text(), ".#\n#.\n");
        assert_eq!((&large ^ &small).to_text(), ".##\n#.#\n###\n");
        assert_eq!((large & small).to_text(), "#..\n.#.\n...\n");
    }

    #[test]
    fn padding_stays_clear() {
        for (left, right) in pairs() {
            let full = &left | &!&left;
            assert_eq!(full.count(), left.size().area());
            assert!((!full).is_clear());
            assert!((&left | &right).count() <= left.size().area());
        }
    }
}
