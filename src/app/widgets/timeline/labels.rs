//! Positions of the names of flags: near ones share a label, and labels keep clear of each other and of all poles, in three
//! lanes.

use std::ops::Range;

use egui::Rangef;

/// The most labels that fit above one another.
pub const LANES: usize = 3;

/// Between a flag's pole and its label, and between two labels, in points.
const GAP: f32 = 4.0;
/// Flags no farther apart than this always share a label; others where their labels would not fit.
const NEAR: f32 = 8.0;

/// A label of some neighbouring flags.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The flags it names, by their places from left to right.
    pub flags: Range<usize>,
    /// Its lane; 0 is the lowest.
    pub lane: usize,
    /// From the pole to the other end of the text, or the other way round.
    pub extent: Rangef,
    /// True if the text stands left of the pole, at the end of the line.
    pub is_left: bool,
}

impl Label {
    /// The position of its pole.
    pub const fn pole(&self) -> f32 {
        if self.is_left { self.extent.max } else { self.extent.min }
    }

    /// The start of its text.
    pub const fn text_left(&self) -> f32 {
        if self.is_left { self.extent.min } else { self.extent.min + GAP }
    }
}

/// Labels for flags at `poles`, from left to right, within `room`; `width` is that of the text for some of them.
pub fn arrange(poles: &[f32], room: Rangef, width: impl Fn(Range<usize>) -> f32) -> Vec<Label> {
    let mut groups = groups(poles);
    loop {
        match place(&groups, poles, room, &width) {
            Ok(labels) => return labels,
            Err(_) if groups.len() <= 1 => return Vec::new(),
            Err(stuck) => join_nearest(&mut groups, stuck, poles),
        }
    }
}

/// Joins a group with its nearer neighbour.
fn join_nearest(groups: &mut Vec<Range<usize>>, at: usize, poles: &[f32]) {
    let distance = |left: usize| match (groups.get(left), groups.get(left + 1)) {
        (Some(left), Some(right)) => poles[right.start] - poles[left.end - 1],
        _ => f32::INFINITY,
    };
    let left = if at > 0 && distance(at - 1) <= distance(at) { at - 1 } else { at };
    groups[left].end = groups.remove(left + 1).end;
}

/// Neighbours that lie no farther than [`NEAR`] from the first of them.
fn groups(poles: &[f32]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, pole) in poles.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if pole - poles[group.start] <= NEAR => group.end = at + 1,
            _ => groups.push(at..at + 1),
        }
    }
    groups
}

/// Each group in the lowest lane in which its label meets no other label and crosses no pole, or the first group that has
/// no such lane.
///
/// A label lies above every pole that it would cross: those labels come first, from the right.
fn place(
    groups: &[Range<usize>],
    poles: &[f32],
    room: Rangef,
    width: &impl Fn(Range<usize>) -> f32,
) -> Result<Vec<Label>, usize> {
    let mut labels: Vec<Label> = Vec::new();
    for group in groups {
        let length = GAP + width(group.clone());
        let (first, last) = (poles[group.start], poles[group.end - 1]);
        let is_left = first + length > room.max;
        let extent = if is_left { Rangef::new(last - length, last) } else { Rangef::new(first, first + length) };
        labels.push(Label { flags: group.clone(), lane: 0, extent, is_left });
    }
    // Every round settles at least one lane.
    for _ in 0..=LANES {
        for at in (0..labels.len()).rev() {
            let label = &labels[at];
            let is_crossed = |other: &&Label| *other != label && label.extent.expand(GAP).contains(other.pole());
            let least = labels.iter().filter(is_crossed).map(|other| other.lane + 1).max();
            let overlaps = |other: &Label| {
                let apart = other.extent.max + GAP < label.extent.min || label.extent.max + GAP < other.extent.min;
                other != label && other.lane == label.lane && !apart
            };
            let lane = labels[at].lane.max(least.unwrap_or(0));
            let is_taken = lane == label.lane && labels[at + 1..].iter().any(overlaps);
            labels[at].lane = lane + usize::from(is_taken);
        }
    }
    match labels.iter().position(|label| label.lane >= LANES || label.extent.min < room.min) {
        Some(stuck) => Err(stuck),
        None => Ok(labels),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Rangef = Rangef { min: 0.0, max: 400.0 };

    /// Every name is 40 wide.
    fn arranged(poles: &[f32]) -> Vec<(Range<usize>, usize)> {
        let labels = arrange(poles, ROOM, |flags| 40.0 * flags.len() as f32);
        labels.into_iter().map(|label| (label.flags, label.lane)).collect()
    }

    #[test]
    fn near_flags_share_a_label() {
        assert_eq!(arranged(&[10.0, 12.0, 17.0, 200.0]), [(0..3, 0), (3..4, 0)]);
    }

    #[test]
    fn labels_that_would_overlap_rise_to_the_next_lane() {
        assert_eq!(arranged(&[10.0, 30.0, 50.0]), [(0..1, 2), (1..2, 1), (2..3, 0)]);
        assert_eq!(arranged(&[10.0, 30.0, 90.0]), [(0..1, 1), (1..2, 0), (2..3, 0)]);
    }

    #[test]
    fn where_three_lanes_do_not_suffice_more_flags_share_a_label() {
        assert_eq!(arranged(&[10.0, 20.0, 30.0, 41.0, 200.0]), [(0..2, 2), (2..3, 1), (3..4, 0), (4..5, 0)]);
    }

    #[test]
    fn at_the_end_of_the_line_the_label_stands_left_of_its_pole() {
        let labels = arrange(&[390.0], ROOM, |_| 40.0);
        assert!(labels[0].is_left);
        assert_eq!((labels[0].pole(), labels[0].text_left()), (390.0, 346.0));
    }

    #[test]
    fn a_name_without_room_is_left_out() {
        assert_eq!(arrange(&[5.0], Rangef::new(0.0, 20.0), |_| 40.0), []);
    }
}
