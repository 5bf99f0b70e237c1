//! Orders that only one engine uses, as iterators of cells local to the overlap box.

use crate::{geom::Size, scan::walk};

/// Row by row, every other cell, regardless of the ends of rows; then the cells left out.
///
/// ```text
/// 0 8 1 9 2
/// a 3 b 4 c
/// 5 d 6 e 7
/// ```
///
/// Source: HaxeFlixel's `FlxCollision.pixelPerfectCheck`, which reads even indices first, then odd ones.
pub(super) fn even_then_odd(size: Size) -> impl Iterator<Item = (u32, u32)> {
    walk::rows(size).step_by(2).chain(walk::rows(size).skip(1).step_by(2))
}

/// Column by column without the first column and the first row.
///
/// ```text
/// . . . .
/// . 0 2 4
/// . 1 3 5
/// ```
///
/// Source: the SFML wiki's pixel-perfect test reads a pixel only if its coordinates are above 0 in both sprites, along
/// both axes. The overlap begins with column 0 and row 0 of one sprite or the other, so its own first column and row
/// are left out.
pub(super) fn above_zero(size: Size) -> impl Iterator<Item = (u32, u32)> {
    walk::columns(size).filter(|&(x, y)| x > 0 && y > 0)
}
