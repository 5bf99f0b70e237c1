//! Presentation of overlap areas, for any kind of places.

use crate::survey::{Ink, Inside, Map, Places, Plane, Term};
use crate::words::thousands;

/// Counts of areas during a survey, so that they need not be read again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AreaTally {
    /// The number of places that share something.
    pub overlaps: u64,
    /// The largest area.
    pub largest: u32,
}

impl AreaTally {
    /// Counts one more place.
    pub fn add(&mut self, area: u32) {
        self.overlaps += u64::from(area > 0);
        self.largest = self.largest.max(area);
    }

    /// The tally of all places at once.
    pub fn of(areas: impl Iterator<Item = u32>) -> Self {
        let mut tally = Self::default();
        areas.for_each(|area| tally.add(area));
        tally
    }
}

/// A map of areas, the largest of them as `tally` has it, with a line around those that are not 0 where it `has_line`.
pub(in crate::survey) fn map<'a>(
    title: &str,
    places: Places,
    areas: &'a Plane<u32>,
    tally: AreaTally,
    has_line: bool,
    tooltip: impl Fn(u32, u32) -> String + 'a,
) -> Map<'a> {
    let pixels = Term::numbers(Ink::Pixels(tally.largest.max(1)));
    let terms = [Term::new("nothing shared", |palette| palette.ctl), pixels];
    let area = |x, y| areas.at(x, y);
    let inside = has_line.then(|| Box::new(move |x, y| area(x, y) > 0) as Inside<'a>);
    let value = move |x, y| (usize::from(area(x, y) > 0), area(x, y).into());
    Map {
        inside,
        column: Some("overlap_area".to_owned()),
        ..Map::new(title, places, terms, value).with_tooltip(tooltip)
    }
}

/// Some columns and rows of areas, with their numbers before them.
pub(super) fn matrix(areas: &Plane<u32>, columns: &[u32], rows: &[u32]) -> String {
    let cell = |x: u32, y: u32| thousands(areas.at(x, y).into());
    let cells = || rows.iter().flat_map(|&y| columns.iter().map(move |&x| cell(x, y)));
    let width = cells().map(|cell| cell.len()).max().unwrap_or(1).max(4);
    let line = |head: String, cells: Vec<String>| {
        cells.into_iter().fold(format!("{head:>4}"), |line, cell| format!("{line}  {cell:>width$}")) + "\n"
    };
    let head = line(String::new(), columns.iter().map(u32::to_string).collect());
    let body = rows.iter().map(|&y| line(y.to_string(), columns.iter().map(|&x| cell(x, y)).collect()));
    std::iter::once(head).chain(body).collect()
}
