//! Numbers to guess between: round ones, one of them near the truth.

/// Three round numbers in rising order: the one of 1, 2, 3, 5 × 10ⁿ nearest to `truth` by ratio, and two others at
/// least twice as large or half as large as the truth, `smaller` of them below it if possible. Numbers above `most` are
/// avoided. `truth` is 1 at least.
pub(in super::super) fn choices(truth: u64, most: u64, smaller: usize) -> [u64; 3] {
    let nearest = nearest(truth);
    let is_far = |one: u64, other: u64| one.max(other) >= one.min(other).saturating_mul(2);
    let spaced = |numbers: &mut dyn Iterator<Item = u64>| {
        let mut all: Vec<u64> = Vec::new();
        for number in numbers {
            let last = all.last().copied().unwrap_or(nearest);
            if all.len() < 2 && is_far(number, last) && is_far(number, truth) {
                all.push(number);
            }
        }
        all
    };
    let ceiling = nearest.saturating_mul(100);
    let mut down: Vec<u64> = round_numbers().take_while(|n| *n < nearest).collect();
    down.reverse();
    let below = spaced(&mut down.into_iter());
    let above = spaced(&mut round_numbers().skip_while(|n| *n <= nearest).take_while(|n| *n <= ceiling));
    let (possible, beyond): (Vec<u64>, Vec<u64>) = above.into_iter().partition(|n| *n <= most);
    let (first, rest) = below.split_at(smaller.min(below.len()));
    let others = first.iter().chain(&possible).chain(rest).chain(&beyond).copied().take(2);
    let mut all: Vec<u64> = others.chain([nearest]).collect();
    all.sort_unstable();
    [all[0], all[1], all[2]]
}

/// The number of 1, 2, 3, 5 × 10ⁿ nearest to `truth` by ratio.
pub(in super::super) fn nearest(truth: u64) -> u64 {
    let above = round_numbers().find(|n| *n >= truth).unwrap_or(truth);
    let below = round_numbers().take_while(|n| *n <= truth).last().unwrap_or(above);
    // above / truth against truth / below.
    let is_nearer_above = u128::from(above) * u128::from(below) < u128::from(truth) * u128::from(truth);
    if is_nearer_above { above } else { below }
}

/// 1, 2, 3, 5, 10, 20 and so on, as far as numbers go.
fn round_numbers() -> impl Iterator<Item = u64> {
    (0..19).flat_map(|power| [1, 2, 3, 5].map(|digit| digit * 10_u64.pow(power)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_round_number_is_near_by_ratio() {
        let cases = [(1, 1), (4, 5), (7, 5), (8, 10), (17, 20), (58, 50), (499, 500), (630, 500), (720, 1_000)];
        for (truth, expected) in cases {
            assert_eq!(nearest(truth), expected, "{truth}");
        }
    }

    #[test]
    fn the_others_are_far_from_the_truth_and_from_each_other() {
        for truth in 1..5_000 {
            for smaller in 0..=2 {
                let all = choices(truth, 5_000, smaller);
                let near = nearest(truth);
                assert!(all.contains(&near), "{truth}: {all:?}");
                assert!(all.windows(2).all(|pair| 2 * pair[0] <= pair[1]), "{truth}: {all:?}");
                for other in all.into_iter().filter(|n| *n != near) {
                    assert!(other >= 2 * truth || 2 * other <= truth, "{truth}: {all:?}");
                }
            }
        }
    }

    #[test]
    fn the_true_one_may_stand_anywhere_and_none_is_more_than_there_is() {
        assert_eq!(choices(499, 660, 1), [100, 200, 500]);
        assert_eq!(choices(58, 720, 0), [50, 200, 500]);
        assert_eq!(choices(58, 720, 1), [20, 50, 200]);
        assert_eq!(choices(58, 720, 2), [10, 20, 50]);
        assert_eq!(choices(1, 1, 2), [1, 2, 5]);
    }
}
