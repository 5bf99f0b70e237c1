//! Presentation of overlap areas, for any kind of places.

use super::{Inside, Legend, Map, NumberGrid, Places, Plane, RampLegend};
use crate::{palette::Palette, words::thousands};

/// Counts of areas during a survey, so that they need not be read again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AreaTally {
    /// The number of places that share something.
    pub overlaps: u64,
    /// The largest area.
    pub largest: u32,
}

impl AreaTally {
    /// One more place.
    pub fn add(&mut self, area: u32) {
        self.overlaps += u64::from(area > 0);
        self.largest = self.largest.max(area);
    }

    /// The same of all places at once.
    pub fn of(areas: impl Iterator<Item = u32>) -> Self {
        let mut tally = Self::default();
        areas.for_each(|area| tally.add(area));
        tally
    }
}

/// A map of areas, the largest of them as `tally` has it, with a line around those that are not 0 where it `has_line`.
pub(super) fn map<'a>(
    title: &str,
    places: Places,
    areas: &'a Plane<u32>,
    tally: AreaTally,
    palette: &'static Palette,
    has_line: bool,
    told: impl Fn(u32, u32) -> Option<String> + 'a,
) -> Map<'a> {
    let most = tally.largest.max(1);
    let color = move |x, y| match areas.at(x, y) {
        0 => palette.ctl,
        #[expect(clippy::cast_precision_loss, reason = "a colour needs few bits")]
        area => palette.cost.at((area as f32 / most as f32).sqrt()),
    };
    let inside = move |x, y| areas.at(x, y) > 0;
    let ramp = RampLegend {
        least: "1".to_owned(),
        most: format!("{} px", thousands(most.into())),
        color: Box::new(|share: f32| palette.cost.at(share.sqrt())),
    };
    let legend =
        Legend { ramp: Some(ramp), keys: vec![(palette.ctl.into(), "nothing shared".to_owned())], ..Legend::default() };
    let inside = has_line.then(|| Box::new(inside) as Inside<'a>);
    Map { inside, ..Map::new(title.to_owned(), places, color, told, legend) }
}

/// The areas as numbers.
pub(super) fn grid(areas: &Plane<u32>) -> NumberGrid<'_> {
    NumberGrid::new("overlap_area", |x, y| areas.at(x, y).into())
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
    head + &body.collect::<String>()
}
