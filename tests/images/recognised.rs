//! Sheets that are recognised by their clear columns and rows, and single sprites that are left whole.

use crate::dice;
use maskscope::files::{sample_frames, sample_sprite};
use maskscope_core::{
    geom::Size,
    mask::Mask,
    scene::{Grid, Picture, PictureFormat},
};

use dice::Dice;

fn picture(size: Size, is_ink: impl Fn(u32, u32) -> bool) -> Picture {
    let pixels = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| if is_ink(x, y) { [200, 100, 50, 255] } else { [0; 4] }).collect();
    Picture::new(size, rgba, PictureFormat::Png, true)
}

fn drawn(text: &str) -> Picture {
    let mask: Mask = text.parse().expect("a mask");
    picture(mask.size(), |x, y| mask.get(x, y))
}

/// Returns the recognised grid: columns and rows, the cell, margin and spacing.
fn recognised(picture: &Picture) -> Option<(Size, Size, u32, u32)> {
    let grid = Grid::recognised(picture)?;
    Some((grid.columns_and_rows(picture.size()), grid.cell, grid.margin, grid.spacing))
}

/// Draws a sheet of `counts` cells. The first `filled` cells show a walker: a body that nods, and legs of changing
/// width.
fn walkers(dice: &mut Dice, counts: Size, cell: Size, filled: u32) -> Picture {
    let poses: Vec<(u32, u32)> = (0..filled).map(|_| (dice.pick(&[1, 2]), dice.pick(&[0, 1, 2]))).collect();
    let size = Size::new(counts.width * cell.width, counts.height * cell.height);
    picture(size, |x, y| {
        let number = (y / cell.height) * counts.width + x / cell.width;
        let Some(&(nod, stride)) = poses.get(number as usize) else { return false };
        let (x, y) = (x % cell.width, y % cell.height);
        let is_body = (nod..cell.height / 2).contains(&y) && (cell.width / 4..cell.width * 3 / 4).contains(&x);
        let leg = (cell.width / 4).saturating_sub(stride)..cell.width / 2 + stride;
        is_body || ((cell.height / 2..cell.height - 1).contains(&y) && leg.contains(&x) && x > 0)
    })
}

#[test]
fn cells_that_divide_the_sheet_are_found() {
    let mut dice = Dice::new(14);
    for (columns, rows, width, height) in [
        (4, 2, 16, 16),
        (2, 1, 32, 32),
        (1, 2, 8, 8),
        (8, 1, 64, 64),
        (3, 4, 24, 32),
        (6, 1, 32, 48),
        (1, 5, 12, 20),
        (9, 9, 10, 10),
    ] {
        let (counts, cell) = (Size::new(columns, rows), Size::new(width, height));
        let count = columns * rows;
        let sheet = walkers(&mut dice, counts, cell, count);
        assert_eq!(recognised(&sheet), Some((counts, cell, 0, 0)), "{counts} of {cell}");
        // The last row may have fewer filled cells.
        if columns > 2 && rows > 1 {
            let sheet = walkers(&mut dice, counts, cell, count - 2);
            assert_eq!(recognised(&sheet), Some((counts, cell, 0, 0)), "{counts} of {cell}, without the last two");
        }
    }
}

#[test]
fn full_cells_with_gaps_are_found() {
    for (columns, rows, side, margin, spacing) in [(5, 3, 16, 0, 1), (4, 4, 8, 2, 3), (7, 1, 9, 1, 1), (2, 2, 32, 1, 2)]
    {
        let length = |count: u32| 2 * margin + count * side + (count - 1) * spacing;
        let size = Size::new(length(columns), length(rows));
        let is_tile = |at: u32, count: u32| {
            at.checked_sub(margin).is_some_and(|at| at % (side + spacing) < side && at / (side + spacing) < count)
        };
        let sheet = picture(size, |x, y| is_tile(x, columns) && is_tile(y, rows));
        let grid = Grid::recognised(&sheet).expect("a sheet");
        assert_eq!(grid.columns_and_rows(size), Size::new(columns, rows), "{columns} × {rows} of {side}: {grid:?}");
        // The share of the gap in a cell does not matter: each cell contains a whole tile, at the same position.
        let pitch = grid.cell.width + grid.spacing;
        let holds_tile = grid.margin <= margin && grid.margin + grid.cell.width >= margin + side;
        assert!(grid.cell.width == grid.cell.height && pitch == side + spacing && holds_tile, "{grid:?}");
    }
}

#[test]
fn a_single_sprite_with_gaps_is_left_whole() {
    let boots = picture(Size::new(32, 32), |x, y| y > 8 && ((4..14).contains(&x) || (18..28).contains(&x)));
    let crosshair = picture(Size::new(32, 32), |x, y| {
        let (x, y) = (x.min(31 - x), y.min(31 - y));
        (x == 4 && y < 12 && y > 3) || (y == 4 && x < 12 && x > 3)
    });
    let glasses = picture(Size::new(64, 32), |x, y| {
        let x = x.min(63 - x);
        (4..28).contains(&x) && (10..22 + x / 8).contains(&y)
    });
    let equals = drawn(&("..........\n".repeat(2) + ".########.\n".repeat(4).as_str()).repeat(2));
    let letter_i = picture(Size::new(8, 24), |x, y| (2..6).contains(&x) && !(4..=8).contains(&y));
    let sparks = picture(Size::new(64, 64), |x, y| {
        [(3, 5), (40, 9), (22, 30), (50, 41), (9, 55)].iter().any(|(a, b)| x.abs_diff(*a) < 3 && y.abs_diff(*b) < 3)
    });
    let full = picture(Size::new(64, 32), |_, _| true);
    let clear = picture(Size::new(64, 32), |_, _| false);
    let tiny = picture(Size::new(6, 3), |x, _| x % 2 == 0);
    for (name, sprite) in [
        ("boots", boots),
        ("a crosshair", crosshair),
        ("glasses", glasses),
        ("an equals sign", equals),
        ("the letter i", letter_i),
        ("sparks", sparks),
        ("a full image", full),
        ("a clear image", clear),
        ("a tiny image", tiny),
        ("an image without columns", picture(Size::new(0, 9), |_, _| true)),
        ("an image without rows", picture(Size::new(9, 0), |_, _| true)),
    ] {
        assert_eq!(recognised(&sprite), None, "{name}");
    }
    let opaque = Picture::new(Size::new(8, 4), vec![255; 128], PictureFormat::Jpeg, false);
    assert_eq!(recognised(&opaque), None, "without alpha nothing is clear");
}

#[test]
fn of_the_samples_only_the_sheet_is_one() {
    for name in "ball bee coin fish gem glow hills laser log moon mushroom ring rock ship snake star".split(' ') {
        let sprite = sample_sprite(&format!("{name}.png")).expect("a sample");
        assert_eq!(sprite.suggested_grid(), None, "{name}");
    }
    let walker = sample_sprite("walker.png").expect("a sample").suggested_grid().expect("a sheet");
    let frames = sample_frames("walker.png").expect("a sample");
    assert_eq!(walker.columns_and_rows(frames.first().picture.size()).area(), 8);
}
