use crate::mask::{Mask, bits::index};

/// A mask as runs: where the set pixels of each row begin and end.
///
/// ```text
/// row   # # . # .      begins 0 3
///                      ends   2 4
/// ```
#[derive(Debug)]
pub struct Runs {
    /// Where each row's runs begin in the lists, and where the last row's end.
    rows: Vec<usize>,
    begins: Vec<usize>,
    ends: Vec<usize>,
}

impl Runs {
    /// The runs of `mask`.
    pub fn new(mask: &Mask) -> Self {
        let mut runs = Self { rows: vec![0], begins: Vec::new(), ends: Vec::new() };
        for y in 0..mask.height() {
            let mut before = 0;
            for (word, &bits) in mask.row(y).iter().enumerate() {
                let mut begins = bits & !(bits << 1 | before);
                let mut ends = !bits & (bits << 1 | before);
                before = bits >> 63;
                while begins != 0 {
                    runs.begins.push(64 * word + index(begins.trailing_zeros()));
                    begins &= begins - 1;
                }
                while ends != 0 {
                    runs.ends.push(64 * word + index(ends.trailing_zeros()));
                    ends &= ends - 1;
                }
            }
            if before == 1 {
                runs.ends.push(64 * mask.stride());
            }
            runs.rows.push(runs.begins.len());
        }
        runs
    }

    /// How many runs a mask has, without making them.
    pub fn count(mask: &Mask) -> u64 {
        let in_row = |y: u32| {
            let mut before = 0;
            let begins = mask.row(y).iter().map(move |&bits| {
                let begins = bits & !(bits << 1 | before);
                before = bits >> 63;
                u64::from(begins.count_ones())
            });
            begins.sum::<u64>()
        };
        (0..mask.height()).map(in_row).sum()
    }

    /// How many runs there are.
    pub const fn len(&self) -> usize {
        self.begins.len()
    }

    /// How many rows there are.
    pub const fn rows(&self) -> usize {
        self.rows.len() - 1
    }

    /// The columns of the longest run; 0 where there is none.
    pub fn longest(&self) -> usize {
        self.begins.iter().zip(&self.ends).map(|(begin, end)| end - begin).max().unwrap_or(0)
    }

    /// Where the runs of row `y` begin and end: the first column inside, and the first behind.
    #[inline(always)]
    pub fn row(&self, y: usize) -> (&[usize], &[usize]) {
        let row = self.rows[y]..self.rows[y + 1];
        (&self.begins[row.clone()], &self.ends[row])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;

    #[test]
    fn runs_make_the_mask_again() {
        for width in [0, 1, 63, 64, 65, 128, 130] {
            for mask in [
                Mask::from_fn(Size::new(width, 3), |x, y| (x * 7 + y * 13 + x * y) % 5 < 3),
                Mask::new(Size::new(width, 3)).inverted(),
            ] {
                let runs = Runs::new(&mask);
                let mut again = Mask::new(mask.size());
                for y in 0..3 {
                    let (begins, ends) = runs.row(index(y));
                    let column = |n: usize| u32::try_from(n).expect("a column");
                    begins.iter().zip(ends).for_each(|(&begin, &end)| again.set_run(column(begin)..column(end), y));
                }
                assert_eq!(again, mask);
                assert_eq!(Runs::count(&mask), runs.begins.len() as u64);
            }
        }
    }
}
