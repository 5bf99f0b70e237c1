//! Scans in Rust, for a game of any library.

use super::source::CodeSource;

pub const SOURCE: CodeSource = CodeSource {
    comment: "//",
    usage: "Make a mask of each picture once, from 8-bit RGBA. It needs nothing but the standard library.",
    mask: ["pub const {upper_a}: &[&str] = &[", "];"],
    cells: CELLS,
    words: WORDS,
    loops: [
        ["for y in dy.max(0)..bottom {", "for x in dx.max(0)..right {"],
        ["for y in dy.max(0)..bottom {", "for x in (dx.max(0)..right).step_by(64) {"],
    ],
};

const CELLS: &str = r"
// One px after another, {order}.
{picture}
// Once: let {a} = PixelMask::new(&{a}_rgba, width, {of_a});
//       let {b} = PixelMask::new(&{b}_rgba, width, {of_b});
{/picture}
{data}
// Once: let {a} = PixelMask::new({upper_a});
//       let {b} = PixelMask::new({upper_b});
{/data}
// A hit: {a}.touches(&{b}, dx, dy)

pub struct PixelMask {
    width: i32,
    height: i32,
    solid: Vec<bool>,
}

impl PixelMask {
{picture}
    /// 8-bit RGBA, row by row.
    pub fn new(rgba: &[u8], width: i32, above: u8) -> Self {
        let pixels = rgba.chunks_exact(4);
        let solid: Vec<bool> =
            pixels.map(|pixel| pixel[3] > above).collect();
        let height = solid.len() as i32 / width;
        Self { width, height, solid }
    }
{/picture}
{data}
    /// One text for each row, # where it is solid.
    pub fn new(rows: &[&str]) -> Self {
        let (width, height) = (rows[0].len(), rows.len());
        let pixels = rows.iter().flat_map(|row| row.bytes());
        let solid = pixels.map(|pixel| pixel == b'#').collect();
        let (width, height) = (width as i32, height as i32);
        Self { width, height, solid }
    }
{/data}

    fn is_solid(&self, x: i32, y: i32) -> bool {
        self.solid[(y * self.width + x) as usize]
    }

    /// dx, dy: other's top left from this one's, in px.
    pub fn touches(
        &self,
        other: &Self,
        dx: i32,
        dy: i32,
    ) -> bool {
        let right = self.width.min(other.width + dx);
        let bottom = self.height.min(other.height + dy);
        {outer}
            {inner}
                if self.is_solid(x, y)
                    && other.is_solid(x - dx, y - dy)
                {
                    return true;
                }
            }
        }
        false
    }
}
";

const WORDS: &str = r"
// 64 px of a row in each word, {order}.
{picture}
// Once: let {a} = PixelMask::new(&{a}_rgba, width, {of_a});
//       let {b} = PixelMask::new(&{b}_rgba, width, {of_b});
{/picture}
{data}
// Once: let {a} = PixelMask::new({upper_a});
//       let {b} = PixelMask::new({upper_b});
{/data}
// A hit: {a}.touches(&{b}, dx, dy)

pub struct PixelMask {
    width: i32,
    height: i32,
    rows: Vec<Vec<u64>>,
}

impl PixelMask {
{picture}
    /// 8-bit RGBA, row by row.
    pub fn new(rgba: &[u8], width: i32, above: u8) -> Self {
        let columns = width as usize;
        let words = |row: &[u8]| {
            // One more, so that bits() finds 0 at the end.
            let mut words = vec![0_u64; columns / 64 + 2];
            for (x, pixel) in (0..).zip(row.chunks_exact(4)) {
                if pixel[3] > above {
                    words[x / 64] |= 1 << (x % 64);
                }
            }
            words
        };
        let rows = rgba.chunks_exact(4 * columns);
        let rows: Vec<_> = rows.map(words).collect();
        Self { width, height: rows.len() as i32, rows }
    }
{/picture}
{data}
    /// One text for each row, # where it is solid.
    pub fn new(rows: &[&str]) -> Self {
        let columns = rows[0].len();
        let words = |row: &&str| {
            // One more, so that bits() finds 0 at the end.
            let mut words = vec![0_u64; columns / 64 + 2];
            for (x, pixel) in row.bytes().enumerate() {
                if pixel == b'#' {
                    words[x / 64] |= 1 << (x % 64);
                }
            }
            words
        };
        let (width, height) = (columns as i32, rows.len() as i32);
        Self { width, height, rows: rows.iter().map(words).collect() }
    }
{/data}

    /// 64 px of row y, from x on.
    fn bits(&self, x: i32, y: i32) -> u64 {
        let (row, x) = (&self.rows[y as usize], x as usize);
        let shift = x % 64;
        let next = row[x / 64 + 1] << 1 << (63 - shift);
        row[x / 64] >> shift | next
    }

    /// dx, dy: other's top left from this one's, in px.
    pub fn touches(
        &self,
        other: &Self,
        dx: i32,
        dy: i32,
    ) -> bool {
        let right = self.width.min(other.width + dx);
        let bottom = self.height.min(other.height + dy);
        {outer}
            {inner}
                let of_a = self.bits(x, y);
                if of_a & other.bits(x - dx, y - dy) != 0 {
                    return true;
                }
            }
        }
        false
    }
}
";
