// Mask "{name}": {width} x {height} pixels, {set} of them set. Written by maskscope.
//
// Rows are not padded: pixel (x, y), counted from the top left, has number n = y * {width} + x, and is set
// where bit n % 32, least significant first, of word n / 32 is set. {name}_is_set(x, y) looks it up.

/// Columns.
pub const {NAME}_WIDTH: i32 = {width};
/// Rows.
pub const {NAME}_HEIGHT: i32 = {height};

/// 32 pixels in a word.
pub static {NAME}_WORDS: [u32; {count}] = [
    {words}
];

/// True where pixel (x, y) is set; false outside.
pub fn {name}_is_set(x: i32, y: i32) -> bool {
    if !(0..{NAME}_WIDTH).contains(&x) || !(0..{NAME}_HEIGHT).contains(&y) {
        return false;
    }
    let n = y as usize * {NAME}_WIDTH as usize + x as usize;
    ({NAME}_WORDS[n / 32] >> (n % 32)) & 1 == 1
}
