// Mask "{name}": {width} x {height} pixels, {set} of them set. Written by maskscope.
//
// Rows are not padded: pixel (x, y), counted from the top left, has number n = y * {width} + x, and is set
// where bit n % 32, least significant first, of word n / 32 is set. {camel}IsSet(x, y) looks it up.

export const {NAME}_WIDTH = {width};
export const {NAME}_HEIGHT = {height};

export const {NAME}_WORDS = new Uint32Array([
    {words}
]);

/** True where pixel (x, y) is set, x and y being integers; false outside. */
export function {camel}IsSet(x, y) {
    if (x < 0 || y < 0 || x >= {NAME}_WIDTH || y >= {NAME}_HEIGHT) {
        return false;
    }
    const n = y * {NAME}_WIDTH + x;
    return (({NAME}_WORDS[Math.floor(n / 32)] >>> (n % 32)) & 1) === 1;
}
