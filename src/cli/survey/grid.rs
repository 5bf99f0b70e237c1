use std::fmt;

use serde::Serialize;

use crate::{
    geom::{Cell, Offset},
    survey::{AreaMap, FrameMatrix, Plane, Thresholds},
    words::{point, thousands},
};

/// Up to so many columns a grid is shown without being asked for.
const WIDEST: u32 = 16;
/// Every so manieth threshold is shown.
const THRESHOLD_STEP: u32 = 32;

/// A grid of areas, in px.
#[derive(Debug, Serialize)]
pub(super) struct Grid {
    /// The value that the first column and the first row stand for.
    x: i64,
    y: i64,
    width: u32,
    height: u32,
    values: Vec<Vec<u32>>,
    /// What people read.
    #[serde(skip)]
    text: String,
}

impl Grid {
    fn new(first: Cell, areas: &Plane<u32>, text: String) -> Self {
        let size = areas.size();
        let values = areas.rows().map(<[u32]>::to_vec).collect();
        Self { x: first.x, y: first.y, width: size.width, height: size.height, values, text }
    }

    /// The areas at every offset, and what is shared at the present one.
    pub(super) fn of_areas(map: &AreaMap, present: Offset) -> Self {
        let (offsets, areas) = (map.offsets(), map.areas());
        let hits = areas.values().iter().filter(|&&area| area > 0).count() as u64;
        let [all, hits] = [offsets.size().area(), hits].map(thousands);
        let mut text = format!("{all} offsets, masks overlap at {hits} of them\n");
        let places = (0..areas.size().height).flat_map(|y| (0..areas.size().width).map(move |x| (x, y)));
        let largest = places.max_by_key(|&(x, y)| (areas.at(x, y), std::cmp::Reverse((y, x))));
        if let Some((x, y)) = largest.filter(|&(x, y)| areas.at(x, y) > 0) {
            let at = point(offsets.offset(x, y).cell());
            text += &format!("the most is {} px, at {at}\n", thousands(areas.at(x, y).into()));
        }
        let at = point(present.cell());
        text += &match map.push_out(present) {
            None => format!("nothing is shared at {at}\n"),
            Some(by) => {
                let area = thousands(map.area(present).into());
                format!("{area} px are shared at {at}; moving B by {} parts them\n", point(by))
            }
        };
        Self::new(offsets.first(), areas, text)
    }

    /// The areas at each pair of thresholds, and at the present pair.
    pub(super) fn of_thresholds(thresholds: &Thresholds, [a, b]: [u8; 2]) -> Self {
        let levels: Vec<u32> = (0..256).step_by(THRESHOLD_STEP as usize).chain([255]).collect();
        let area = thousands(thresholds.area(a, b).into());
        let head =
            format!("{area} px are shared at thresholds {a} and {b}\n\nA's threshold to the right, B's down:\n\n");
        let text = head + &matrix(thresholds.areas(), &levels, &levels);
        Self::new(Cell::ORIGIN, thresholds.areas(), text)
    }

    /// The areas of each pair of frames.
    pub(super) fn of_frames(frames: &FrameMatrix) -> Self {
        let areas = frames.areas();
        let size = areas.size();
        let text = if size.width <= WIDEST {
            let all = |count: u32| (0..count).collect::<Vec<_>>();
            "px shared; A's frames to the right, B's down:\n\n".to_owned()
                + &matrix(areas, &all(size.width), &all(size.height))
        } else {
            let hits = areas.values().iter().filter(|&&area| area > 0).count() as u64;
            let [all, hits] = [size.area(), hits].map(thousands);
            format!("{all} pairs of frames, {hits} of which overlap\n-o FILE.csv writes all of them.\n")
        };
        Self::new(Cell::ORIGIN, areas, text)
    }
}

/// Some columns and rows of a grid, with their numbers before them.
fn matrix(areas: &Plane<u32>, columns: &[u32], rows: &[u32]) -> String {
    let cell = |x: u32, y: u32| thousands(areas.at(x, y).into());
    let cells = || rows.iter().flat_map(|&y| columns.iter().map(move |&x| cell(x, y)));
    let width = cells().map(|cell| cell.len()).max().unwrap_or(1).max(4);
    let line = |head: String, cells: Vec<String>| {
        cells.into_iter().fold(format!("{head:>4}"), |line, cell| format!("{line}  {cell:>width$}")) + "\n"
    };
    let head = line(String::new(), columns.iter().map(u32::to_string).collect());
    let body = rows.iter().map(|&y| line(y.to_string(), columns.iter().map(|&x| cell(x, y)).collect()));
    head + &body.collect::<String>()
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
