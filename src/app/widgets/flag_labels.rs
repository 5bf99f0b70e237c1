//! Labels of the flags of a lane: which flags share one, at which side of them it stands, and how much it says.

use std::ops::Range;

use crate::app::prelude::*;

/// Between a flag's pole and its label, and between two labels, in points; poles are 2 wide.
const GAP: f32 = 5.0;
/// Flags no farther apart than this are one on the screen.
const SAME: f32 = 2.5;
/// The costs of a flag without a name, of a pole whose label stands at another pole, of a flag without a label, and of a
/// label left of its flags.
const UNNAMED: usize = 4;
const APART: usize = 8;
const BARE: usize = 24;
const LEFT: usize = 1;

/// The words of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelText {
    /// Every name: `words, stripes`.
    Names,
    /// The first name and the number of the others: `hilbert and 5 more`.
    First,
    /// Their number: `4 scans`.
    Count,
}

/// A label of some neighbouring flags.
#[derive(Clone, Debug, PartialEq)]
pub struct FlagLabel {
    /// The flags it names, by their places from left to right.
    pub flags: Range<usize>,
    /// Its words.
    pub text: LabelText,
    /// The start of its text.
    pub left: f32,
}

/// A way to label the flags up to a pole.
#[derive(Clone, Debug)]
struct Labelling {
    /// The sum of what is wrong with it.
    cost: usize,
    /// The end of the last label, or of the last pole.
    end: f32,
    labels: Vec<FlagLabel>,
}

/// Labels for flags at `poles`, from left to right, within `room`; `width` is that of the text for some of them.
///
/// A label stands right of the last flag that it names or left of the first, crosses no pole and meets no other label. Of
/// all ways to share labels it takes the one that leaves the fewest flags without a name, and poles without a label.
pub fn arrange(poles: &[f32], room: Rangef, width: impl Fn(Range<usize>, LabelText) -> f32) -> Vec<FlagLabel> {
    let groups = groups(poles);
    let mut ways: Vec<Vec<Labelling>> = vec![Vec::new(); groups.len() + 1];
    ways[0].push(Labelling { cost: 0, end: room.min - GAP, labels: Vec::new() });
    for from in 0..groups.len() {
        let before = std::mem::take(&mut ways[from]);
        for to in from + 1..=groups.len() {
            let flags = groups[from].start..groups[to - 1].end;
            let (first, last) = (poles[flags.start], poles[flags.end - 1]);
            let end = groups.get(to).map_or(room.max, |next| poles[next.start] - GAP);
            let apart = APART * (to - from - 1);
            let texts = [(LabelText::Names, 0), (LabelText::First, flags.len() - 1), (LabelText::Count, flags.len())];
            // One name is not shortened.
            let texts = texts.into_iter().take(if flags.len() == 1 { 1 } else { 3 });
            let priced = |(text, unnamed)| (text, width(flags.clone(), text), apart + UNNAMED * unnamed);
            let texts: Vec<_> = texts.map(priced).collect();
            for way in &before {
                if to == from + 1 {
                    keep(&mut ways[to], way.cost + BARE * flags.len(), last, || way.labels.clone());
                }
                for &(text, length, cost) in &texts {
                    let (cost, label) = (way.cost + cost, |left| FlagLabel { flags: flags.clone(), text, left });
                    let left = first - GAP - length;
                    if left >= way.end + GAP {
                        keep(&mut ways[to], cost + LEFT, last, || way.and(label(left)));
                    }
                    let left = last + GAP;
                    if left + length <= end {
                        keep(&mut ways[to], cost, left + length, || way.and(label(left)));
                    }
                }
            }
        }
    }
    let all = ways.pop().unwrap_or_default().into_iter();
    all.min_by_key(|way| way.cost).map(|way| way.labels).unwrap_or_default()
}

impl Labelling {
    /// Its labels and one more.
    fn and(&self, label: FlagLabel) -> Vec<FlagLabel> {
        self.labels.iter().cloned().chain([label]).collect()
    }
}

/// Adds a way unless another one costs no more and ends no later; those that it beats go.
fn keep(ways: &mut Vec<Labelling>, cost: usize, end: f32, labels: impl Fn() -> Vec<FlagLabel>) {
    if ways.iter().any(|way| way.cost <= cost && way.end <= end) {
        return;
    }
    ways.retain(|way| way.cost < cost || way.end < end);
    ways.push(Labelling { cost, end, labels: labels() });
}

/// Flags that are one on the screen.
fn groups(poles: &[f32]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, pole) in poles.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if pole - poles[group.start] <= SAME => group.end = at + 1,
            _ => groups.push(at..at + 1),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Rangef = Rangef { min: 0.0, max: 400.0 };

    /// A name is 40 wide, one with a number of others 90, a number of scans 30.
    fn width(flags: Range<usize>, text: LabelText) -> f32 {
        match text {
            Names => 40.0 * flags.len() as f32,
            First => 90.0,
            Count => 30.0,
        }
    }

    fn arranged(poles: &[f32]) -> Vec<(Range<usize>, LabelText, f32)> {
        let labels = arrange(poles, ROOM, width);
        labels.into_iter().map(|label| (label.flags, label.text, label.left)).collect()
    }

    use LabelText::{Count, First, Names};

    #[test]
    fn each_flag_has_its_name_at_the_side_with_room() {
        assert_eq!(arranged(&[10.0, 200.0]), [(0..1, Names, 15.0), (1..2, Names, 205.0)]);
        assert_eq!(arranged(&[100.0, 120.0]), [(0..1, Names, 55.0), (1..2, Names, 125.0)]);
        assert_eq!(arranged(&[200.0, 390.0]), [(0..1, Names, 205.0), (1..2, Names, 345.0)]);
    }

    #[test]
    fn equal_flags_share_a_label() {
        assert_eq!(arranged(&[10.0, 12.0, 200.0]), [(0..2, Names, 17.0), (2..3, Names, 205.0)]);
    }

    #[test]
    fn flags_too_near_share_one_that_says_less() {
        assert_eq!(arranged(&[100.0, 110.0, 120.0]), [(0..2, Names, 15.0), (2..3, Names, 125.0)]);
        let crowded = arranged(&[100.0, 110.0, 120.0, 130.0, 195.0, 205.0]);
        assert_eq!(crowded, [(0..2, Names, 15.0), (2..4, Count, 135.0), (4..6, Names, 210.0)]);
        assert_eq!(arranged(&[370.0, 375.0, 380.0, 385.0, 395.0]), [(0..5, Names, 165.0)]);
        let at_the_end = arrange(&[120.0, 375.0, 380.0, 385.0], Rangef::new(100.0, 400.0), |flags, text| match text {
            First => 60.0,
            _ => 130.0 * flags.len() as f32,
        });
        let words: Vec<_> = at_the_end.into_iter().map(|label| (label.flags, label.text)).collect();
        assert_eq!(words, [(0..1, Names), (1..4, First)]);
    }

    #[test]
    fn a_name_without_room_is_left_out() {
        assert_eq!(arrange(&[5.0], Rangef::new(0.0, 20.0), width), []);
    }

    #[test]
    fn no_label_crosses_a_pole_or_meets_another() {
        let mut state = 7_u32;
        let mut roll = |end: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % end
        };
        for _ in 0..2_000 {
            let mut poles: Vec<f32> = (0..1 + roll(12)).map(|_| roll(400) as f32).collect();
            poles.sort_by(f32::total_cmp);
            let labels = arrange(&poles, ROOM, width);
            let mut free = ROOM.min;
            for (at, label) in labels.iter().enumerate() {
                let right = label.left + width(label.flags.clone(), label.text);
                assert!(label.left >= free && right <= ROOM.max, "{poles:?}: {labels:?}");
                assert!(poles.iter().all(|pole| *pole <= label.left || *pole >= right), "{poles:?}: {label:?}");
                let (first, last) = (poles[label.flags.start], poles[label.flags.end - 1]);
                assert!(right <= first || label.left >= last, "{poles:?}: {label:?}");
                assert!(labels[at + 1..].iter().all(|next| next.flags.start >= label.flags.end));
                free = right;
            }
        }
    }
}
