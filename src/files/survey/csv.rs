//! The numbers of surveys, a line for each place, row by row.

use super::Surveyed;
use crate::{
    geom::{Offset, Size},
    survey::{Claim, CostMap, CostSurvey, Offsets},
};

/// The survey as CSV, headed by the names of its columns.
pub(super) fn csv(surveyed: &Surveyed<'_>) -> String {
    match surveyed {
        Surveyed::Cost(survey) => by_scan(survey, |map, x, y| map.costs().at(x, y).visits.to_string()),
        Surveyed::Divergence(survey) => by_scan(survey, |map, x, y| survey.verdict(map, x, y).name().to_owned()),
        Surveyed::Claim(survey) => claim(survey),
        Surveyed::Area(map) => {
            let line = |x, y| Some(format!("{},{}", at(map.offsets(), x, y), map.areas().at(x, y)));
            lines("x,y,overlap_area", map.areas().size(), line)
        }
        Surveyed::Thresholds(thresholds) => {
            let line = |a, b| Some(format!("{a},{b},{}", thresholds.areas().at(a, b)));
            lines("threshold_a,threshold_b,overlap_area", thresholds.areas().size(), line)
        }
        Surveyed::Frames(matrix) => {
            let line = |a, b| Some(format!("{a},{b},{}", matrix.areas().at(a, b)));
            lines("frame_a,frame_b,overlap_area", matrix.areas().size(), line)
        }
    }
}

/// A column for each scan.
fn by_scan(survey: &CostSurvey, told: impl Fn(&CostMap, u32, u32) -> String) -> String {
    let names = survey.maps().iter().map(|map| map.scan().to_string());
    let head = ["x", "y", "masks_overlap"].map(str::to_owned).into_iter().chain(names).collect::<Vec<_>>().join(",");
    lines(&head, survey.offsets().size(), |x, y| {
        let told: Vec<String> = survey.maps().iter().map(|map| told(map, x, y)).collect();
        let overlap = survey.overlaps().at(x, y);
        Some([at(survey.offsets(), x, y), overlap.to_string()].into_iter().chain(told).collect::<Vec<_>>().join(","))
    })
}

/// A line for each offset that hits.
fn claim(survey: &CostSurvey) -> String {
    let [linear, clever] = survey.maps() else { return String::new() };
    let head = format!("x,y,{},{},ratio", linear.scan(), clever.scan());
    lines(&head, survey.offsets().size(), |x, y| {
        let [linear, clever] = [linear, clever].map(|map| map.costs().at(x, y));
        let line = || {
            let ratio = Claim::ratio(linear, clever);
            format!("{},{},{},{ratio:.3}", at(survey.offsets(), x, y), linear.visits, clever.visits)
        };
        survey.overlaps().at(x, y).then(line)
    })
}

/// An offset: `-3,12`.
fn at(offsets: Offsets, x: u32, y: u32) -> String {
    let Offset { x, y } = offsets.offset(x, y);
    format!("{x},{y}")
}

/// The head, and what is told of the places of a grid of `size`.
fn lines(head: &str, size: Size, line: impl Fn(u32, u32) -> Option<String>) -> String {
    let places = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
    places.filter_map(|(x, y)| line(x, y)).fold(head.to_owned() + "\n", |text, line| text + &line + "\n")
}
