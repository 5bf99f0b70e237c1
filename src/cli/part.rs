//! `--part X,Y,WxH`: a part of the offsets.

use std::str::FromStr;

use crate::geom::{Cell, IntRect, Size};

/// A box of offsets: its top left one, and the number of columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part(pub(super) IntRect);

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "a part is X,Y,WxH as in -20,5,64x48: its first offset, its columns and rows";
        let mut parts = text.split(',');
        let (Some(x), Some(y), Some(size), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
            return Err(EXPECTED);
        };
        let offset = |text: &str| text.parse::<i32>().map(i64::from).map_err(|_| EXPECTED);
        let side = |text: &str| text.parse().ok().filter(|&side| side > 0).ok_or(EXPECTED);
        let (width, height) = size.split_once('x').ok_or(EXPECTED)?;
        Ok(Self(IntRect::new(Cell::new(offset(x)?, offset(y)?), Size::new(side(width)?, side(height)?))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_a_corner_and_a_size() {
        let part = IntRect::new(Cell::new(-20, 5), Size::new(64, 48));
        assert_eq!("-20,5,64x48".parse(), Ok(Part(part)));
        for text in ["", "1,2", "1,2,3", "1,2,3x", "1,2,0x4", "1,2,3x4,5", "1.5,2,3x4", "a,2,3x4", "1,2,-3x4"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
