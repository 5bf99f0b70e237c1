// Mask "gem": 17 x 17 pixels, 199 of them set. Written by maskscope.
//
// Rows are not padded: pixel (x, y), counted from the top left, has number n = y * 17 + x, and is set
// where bit n % 32, least significant first, of word n / 32 is set. gemIsSet(x, y) looks it up.

export const GEM_WIDTH = 17;
export const GEM_HEIGHT = 17;

export const GEM_WORDS = new Uint32Array([
    0x7ff01ff0, 0xfff1fff0, 0xfffffff7, 0xff7fffff, 0xf8fffe7f, 0xc1fff0ff, 0x01ff01ff, 0x03f803fe,
    0x038003e0, 0x00000000,
]);

/** True where pixel (x, y) is set, x and y being integers; false outside. */
export function gemIsSet(x, y) {
    if (x < 0 || y < 0 || x >= GEM_WIDTH || y >= GEM_HEIGHT) {
        return false;
    }
    const n = y * GEM_WIDTH + x;
    return ((GEM_WORDS[Math.floor(n / 32)] >>> (n % 32)) & 1) === 1;
}
