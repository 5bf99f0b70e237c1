// Mask "gem": 17 x 17 pixels, 199 of them set. Written by maskscope.
//
// Rows are not padded: pixel (x, y), counted from the top left, has number n = y * 17 + x, and is set
// where bit n % 32, least significant first, of word n / 32 is set. gem_is_set(x, y) looks it up.

/// Columns.
pub const GEM_WIDTH: i32 = 17;
/// Rows.
pub const GEM_HEIGHT: i32 = 17;

/// 32 pixels in a word.
pub static GEM_WORDS: [u32; 10] = [
    0x7ff01ff0, 0xfff1fff0, 0xfffffff7, 0xff7fffff, 0xf8fffe7f, 0xc1fff0ff, 0x01ff01ff, 0x03f803fe,
    0x038003e0, 0x00000000,
];

/// True where pixel (x, y) is set; false outside.
pub fn gem_is_set(x: i32, y: i32) -> bool {
    if !(0..GEM_WIDTH).contains(&x) || !(0..GEM_HEIGHT).contains(&y) {
        return false;
    }
    let n = y as usize * GEM_WIDTH as usize + x as usize;
    (GEM_WORDS[n / 32] >> (n % 32)) & 1 == 1
}
