//! [`HitMap`]: whether two masks overlap, at every offset.

use super::{area_map::AreaMap, stripes::BLOCK};
use crate::geom::{Offset, Offsets};
use crate::mask::level::{Computation, Level};
use crate::mask::{Mask, Prepared, bits::index, runs::RunList};

/// One bit for every offset at which the boxes of two masks overlap: set if the masks overlap.
///
/// It is made once for a pair and then answers by reading one bit: best while the same pair is dragged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitMap {
    /// Offsets of the map.
    pub offsets: Offsets,
    /// The map as a mask: pixel 0,0 is the grid's first offset.
    pub hits: Mask,
}

/// Up to this many changed words, scattering is the fastest method (measured).
const MOST_SCATTERED: u64 = 1 << 18;

/// If masks share fewer pixels than this on average, blocks of 512 offsets hardly ever fill up.
const SPARSE: u64 = 16;

/// Time for a transform, in words scattered per offset (measured).
const SCATTERED_WORDS: u64 = 40;

/// The largest area map, in bytes, to make if gathering takes too long.
const LARGEST_AREA_MAP: u64 = 256 << 20;

impl HitMap {
    /// The map of `a` and `b`; `None` if cancelled.
    pub fn new(a: &Prepared, b: &Prepared, is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        Self::by(Level::best(), a, b, is_cancelled)
    }

    /// The same map, made with the instructions of `level`.
    pub fn by(level: Level, a: &Prepared, b: &Prepared, is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let offsets = Offsets::new(a.mask().size(), b.mask().size());
        if offsets.size().is_empty() || a.bounds().is_none() || b.bounds().is_none() {
            return Some(Self { offsets, hits: Mask::new(offsets.size()) });
        }
        let count = offsets.size().area();
        let mut hits = Mask::new(offsets.size());
        let (b_runs, b_width) = (RunList::new(b.mask(), |_, column| column), index(b.mask().width()));
        let words = b_runs.all().len() as u64 * u64::from(a.mask().height()) * hits.stride() as u64;
        let is_sparse = a.count().saturating_mul(b.count()) < SPARSE * count;
        let is_scattered = words <= MOST_SCATTERED || is_sparse;
        // A transform takes about as long as one run for each offset.
        let may_transform = AreaMap::bytes(a, b) <= LARGEST_AREA_MAP;
        let budget = if may_transform { count } else { u64::MAX };
        let filled = if is_scattered && may_transform && words / SCATTERED_WORDS > count {
            Filled::TooLong
        } else {
            level.run(Filling { a: a.mask(), b: b_runs, b_width, hits: &mut hits, is_scattered, budget, is_cancelled })
        };
        match filled {
            Filled::Whole => Some(Self { offsets, hits }),
            Filled::Cancelled => None,
            Filled::TooLong => {
                let areas = AreaMap::at(level, a, b, is_cancelled)?;
                let width = index(offsets.size().width);
                let hits = Mask::from_words(offsets.size(), |word, y| {
                    let areas = areas.areas[index(y) * width..][..width][64 * word..].iter().take(64).rev();
                    areas.fold(0, |bits, &area| bits << 1 | u64::from(area != 0))
                });
                Some(Self { offsets, hits })
            }
        }
    }

    /// True if any pixel is set in both masks with B at `offset`.
    #[inline]
    pub fn overlaps(&self, offset: Offset) -> bool {
        let Some((x, y)) = self.offsets.place(offset) else { return false };
        self.hits.bit(x, y)
    }
}

/// Fills a hit map with the offsets at which each run of B hits A.
///
/// A run of B hits wherever A, widened to the left by the run's length, is set. A widened by 1, 2, 4 … columns is made
/// once, by doubling; any other width is the union of two of these.
struct Filling<'a> {
    a: &'a Mask,
    b: RunList,
    b_width: usize,
    hits: &'a mut Mask,
    is_scattered: bool,
    /// The number of runs that may be read while gathering.
    budget: u64,
    is_cancelled: &'a dyn Fn() -> bool,
}

/// End of the filling.
enum Filled {
    Whole,
    Cancelled,
    TooLong,
}

/// A, with B's width less one of clear columns to its left, widened to the left by one power of two, in stripes.
struct Widened {
    /// Words from one stripe to the next: the rows, and a block of guards above and below.
    pitch: usize,
    words: Vec<u64>,
}

impl Widened {
    /// A itself, and room for all of B to either side.
    fn of(a: &Mask, margin: usize, stripes: usize) -> Self {
        let pitch = index(a.height()) + 2 * BLOCK;
        let mut words = vec![0; pitch * stripes];
        for (stripe, words) in words.chunks_exact_mut(pitch).enumerate() {
            let x = i64::try_from(stripe * 64).unwrap_or(i64::MAX) - i64::try_from(margin).unwrap_or(i64::MAX);
            for (y, word) in (0..a.height()).zip(&mut words[BLOCK..]) {
                *word = a.bits_from(x, y);
            }
        }
        Self { pitch, words }
    }

    /// Widened to twice the width, by `columns` more.
    fn doubled(&self, columns: usize) -> Self {
        let mut words = self.words.clone();
        let (skip, shift) = (columns / 64 * self.pitch, columns % 64);
        for (to, from) in words.iter_mut().zip(self.words.get(skip..).unwrap_or_default()) {
            *to |= from >> shift;
        }
        if shift > 0 {
            for (to, from) in words.iter_mut().zip(self.words.get(skip + self.pitch..).unwrap_or_default()) {
                *to |= from << (64 - shift);
            }
        }
        Self { pitch: self.pitch, words }
    }

    /// Eight rows from `row` on, as two blocks: one of the stripe that holds `column`, and one of the next stripe.
    #[inline(always)]
    fn blocks(&self, column: usize, row: usize) -> Option<(&[u64; BLOCK], &[u64; BLOCK])> {
        let at = column / 64 * self.pitch + row;
        Some((self.words.get(at..)?.first_chunk()?, self.words.get(at + self.pitch..)?.first_chunk()?))
    }

    /// Adds 64 columns from `first` on and 64 from `second` on, of the eight rows from `row` on.
    #[inline(always)]
    fn gather(&self, first: usize, second: usize, row: usize, bits: &mut [u64; BLOCK]) -> Option<()> {
        let ((low, high), (low2, high2)) = (self.blocks(first, row)?, self.blocks(second, row)?);
        let (right, left, right2, left2) = (first % 64, 63 - first % 64, second % 64, 63 - second % 64);
        for i in 0..BLOCK {
            bits[i] |= low[i] >> right | high[i] << 1 << left | low2[i] >> right2 | high2[i] << 1 << left2;
        }
        Some(())
    }

    /// Adds 64 columns from `column` on of all rows to a stripe of the map.
    #[inline(always)]
    fn scatter(&self, column: usize, to: &mut [u64]) {
        let at = column / 64 * self.pitch + BLOCK;
        let (low, high) = (&self.words[at..][..to.len()], &self.words[at + self.pitch..][..to.len()]);
        let (right, left) = (column % 64, 63 - column % 64);
        for i in 0..to.len() {
            to[i] |= low[i] >> right | high[i] << 1 << left;
        }
    }
}

impl Computation for Filling<'_> {
    type Answer = Filled;

    #[inline(always)]
    fn run(mut self) -> Filled {
        let stripes = self.hits.stride() + (self.b_width - 1) / 64 + 2;
        let mut levels = vec![Widened::of(self.a, self.b_width - 1, stripes)];
        let longest = self.b.all().iter().map(|(start, end)| end - start).max().unwrap_or(0);
        while 2 << (levels.len() - 1) <= longest {
            levels.push(levels[levels.len() - 1].doubled(1 << (levels.len() - 1)));
        }
        if self.is_scattered { self.scatter(&levels) } else { self.gather(&levels) }
    }
}

impl Filling<'_> {
    /// Adds the offsets that each run hits to the whole map.
    #[inline(always)]
    fn scatter(&mut self, levels: &[Widened]) -> Filled {
        let (a_height, map_height) = (index(self.a.height()), index(self.hits.height()));
        let mut stripes = vec![0_u64; map_height * self.hits.stride()];
        for y in 0..self.b.height() {
            if (self.is_cancelled)() {
                return Filled::Cancelled;
            }
            let top = self.b.height() - 1 - y;
            for &(begin, end) in self.b.rows(y..y + 1) {
                let power = (end - begin).ilog2();
                let widened = &levels[power as usize];
                let second = end - (1 << power);
                for (word, stripe) in stripes.chunks_exact_mut(map_height).enumerate() {
                    let to = &mut stripe[top..top + a_height];
                    widened.scatter(64 * word + begin, to);
                    if second != begin {
                        widened.scatter(64 * word + second, to);
                    }
                }
            }
        }
        for y in 0..self.hits.height() {
            for word in 0..self.hits.stride() {
                self.hits.set_word(word, y, stripes[word * map_height + index(y)]);
            }
        }
        Filled::Whole
    }

    /// Gathers the runs' hits for 64 columns and eight rows of offsets at a time, until all of these bits are set: inside
    /// the map a few runs are enough. Near its border, runs that cannot reach A's rows are skipped.
    #[inline(always)]
    fn gather(&mut self, levels: &[Widened]) -> Filled {
        let (a_height, b_height) = (index(self.a.height()), self.b.height());
        let map_height = index(self.hits.height());
        let spans = spans_of_eight_rows(self.a, self.b_width - 1);
        let mut steps = 0;
        for top in (0..map_height).step_by(BLOCK) {
            let first = (b_height - 1).saturating_sub(top + BLOCK - 1);
            let behind = b_height.min((a_height + b_height - 1).saturating_sub(top));
            let middle = first.midpoint(behind);
            for word in 0..self.hits.stride() {
                if (self.is_cancelled)() {
                    return Filled::Cancelled;
                }
                if steps > self.budget {
                    return Filled::TooLong;
                }
                let column = 64 * word;
                // Bits outside the map count as set.
                let mut bits = [!self.hits.pixels_of(word); BLOCK];
                bits[BLOCK.min(map_height - top)..].fill(u64::MAX);
                for step in 0..2 * (behind - first) {
                    // From the middle row outwards: the longest runs are usually in the middle.
                    let y = if step % 2 == 0 { middle + step / 2 } else { middle.wrapping_sub(step / 2 + 1) };
                    if !(first..behind).contains(&y) {
                        continue;
                    }
                    // Row y of B meets row y + top + 1 - B's height of A, which here stands one block lower.
                    let row = y + top + 1 + BLOCK - b_height;
                    let (left, right) = spans[row];
                    for &(begin, end) in self.b.rows(y..y + 1) {
                        steps += 1;
                        // The columns that this run reads end before A starts, or start behind its end.
                        if column + 63 + end <= left || column + begin > right {
                            continue;
                        }
                        let power = (end - begin).ilog2();
                        let (first, second) = (column + begin, column + end - (1 << power));
                        let gathered = levels[power as usize].gather(first, second, row, &mut bits);
                        debug_assert!(gathered.is_some(), "columns {first} and {second}, row {row}");
                    }
                    if step % 4 == 3 && bits.iter().fold(u64::MAX, |all, bits| all & bits) == u64::MAX {
                        break;
                    }
                }
                for (bits, y) in bits.into_iter().zip(top..map_height) {
                    self.hits.set_word(word, u32::try_from(y).unwrap_or(u32::MAX), bits);
                }
            }
        }
        Filled::Whole
    }
}

/// The first and the last column that is set in any of the eight rows from each row on, in the widened masks' space;
/// the first is greater than the last if no pixel is set.
fn spans_of_eight_rows(a: &Mask, margin: usize) -> Vec<(usize, usize)> {
    let span = |y: u32| a.span(y).map(|(first, last)| (margin + index(first), margin + index(last)));
    let guards = || std::iter::repeat_n(None, BLOCK);
    let rows: Vec<_> = guards().chain((0..a.height()).map(span)).chain(guards()).collect();
    let union = |rows: &[Option<(usize, usize)>]| {
        rows.iter().flatten().fold((usize::MAX, 0), |all, row| (all.0.min(row.0), all.1.max(row.1)))
    };
    rows.windows(BLOCK).map(union).collect()
}
