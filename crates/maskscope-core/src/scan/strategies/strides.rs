//! Common part of the strategies that visit cells far apart first, then the same again one cell further.

use super::prelude::*;

/// The number of visits to the first hit of [`walk::incremental`], where all shared pixels lie in the box `shared`. Up to
/// 64 sweeps are tried at a time.
pub(super) fn visits_of_a_hit(pair: &Pair<'_>, steps: [NonZeroU32; 2], shared: IntRect) -> Option<u64> {
    let Size { width, height } = pair.size();
    let is_shared_row = |y: &u32| (shared.y..shared.bottom()).contains(&i64::from(*y));
    let is_near = |x: u32, length: u32| i64::from(x + length) > shared.x && i64::from(x) < shared.right();
    let mut before = 0;
    for first_y in 0..steps[1].get().min(height) {
        let rows = || walk::strided(first_y, height, steps[1]);
        let columns = steps[0].get().min(width);
        let found = (0..columns).step_by(64).find_map(|left| {
            let length = (columns - left).min(64);
            let words = rows().filter(is_shared_row).flat_map(|y| {
                let near = walk::strided(left, width, steps[0]).filter(|x| is_near(*x, length));
                near.map(move |x| pair.shared_bits(Visit { width: length.min(width - x), ..Visit::cell(x, y) }))
            });
            let mut found = 0;
            // Bit n belongs to the nth of these sweeps: none comes before the first.
            let _ = { words }.find(|bits| {
                found |= bits;
                found & 1 == 1
            });
            (found != 0).then(|| left + found.trailing_zeros())
        });
        // Each sweep before visits every cell of these rows whose column it begins with.
        let sweeps = found.unwrap_or(columns);
        let in_row = u64::from(width / columns) * u64::from(sweeps) + u64::from((width % columns).min(sweeps));
        before += rows().count() as u64 * in_row;
        if let Some(first_x) = found {
            let mut cells = rows().flat_map(|y| walk::strided(first_x, width, steps[0]).map(move |x| (x, y)));
            let place = cells.position(|(x, y)| pair.a_is_set(x, y) && pair.b_is_set(x, y))?;
            return Some(before + place as u64 + 1);
        }
    }
    None
}
