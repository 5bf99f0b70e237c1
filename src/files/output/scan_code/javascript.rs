//! Scans for a canvas, as Phaser has it, too. Bit operators have 32 bits.

use super::source::CodeSource;

pub const SOURCE: CodeSource = CodeSource {
    comment: "//",
    usage: "Phaser tests shapes, not pixels. Make a mask of each image once, when it is loaded.",
    mask: ["const {camel_a} = maskOf([", "]);"],
    cells: CELLS,
    words: WORDS,
    loops: [
        ["for (let y = top; y < bottom; y++) {", "for (let x = left; x < right; x++) {"],
        ["for (let y = top; y < bottom; y++) {", "for (let x = left; x < right; x += 32) {"],
    ],
};

const CELLS: &str = r##"
// One px after another, {order}.
{picture}
// Once: const {camel_a} = maskOf({camel_a}Image, {of_a});
//       const {camel_b} = maskOf({camel_b}Image, {of_b});
// A hit: touches({camel_a}, {camel_b}, dx, dy)
// Phaser: this.textures.get("{camel_a}").getSourceImage()

function maskOf(image, above) {
    const { width, height } = image;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, width, height);
    const rows = [];
    for (let y = 0; y < height; y++) {
        const row = new Uint8Array(width);
        for (let x = 0; x < width; x++) {
            row[x] = data[4 * (y * width + x) + 3] > above;
        }
        rows.push(row);
    }
    return { width, height, rows };
}
{/picture}
{data}
// A hit: touches({camel_a}, {camel_b}, dx, dy)

function maskOf(texts) {
    const rows = texts.map(
        text => Uint8Array.from(text, px => px === "#"),
    );
    return { width: rows[0].length, height: rows.length, rows };
}
{/data}

// dx, dy: the top left of b from that of a, in px.
function touches(a, b, dx, dy) {
    const left = Math.max(0, dx), top = Math.max(0, dy);
    const right = Math.min(a.width, b.width + dx);
    const bottom = Math.min(a.height, b.height + dy);
    {outer}
        {inner}
            const ofB = b.rows[y - dy][x - dx];
            if (a.rows[y][x] && ofB) return true;
        }
    }
    return false;
}
"##;

const WORDS: &str = r##"
// 32 px of a row in each number, {order}.
{picture}
// Once: const {camel_a} = maskOf({camel_a}Image, {of_a});
//       const {camel_b} = maskOf({camel_b}Image, {of_b});
// A hit: touches({camel_a}, {camel_b}, dx, dy)
// Phaser: this.textures.get("{camel_a}").getSourceImage()

function maskOf(image, above) {
    const { width, height } = image;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, width, height);
    const rows = [];
    for (let y = 0; y < height; y++) {
        // One more, so that bits() finds 0 beyond the end.
        const row = new Uint32Array((width >> 5) + 2);
        for (let x = 0; x < width; x++) {
            if (data[4 * (y * width + x) + 3] > above) {
                row[x >> 5] |= 1 << (x & 31);
            }
        }
        rows.push(row);
    }
    return { width, height, rows };
}
{/picture}
{data}
// A hit: touches({camel_a}, {camel_b}, dx, dy)

function maskOf(texts) {
    const width = texts[0].length, height = texts.length;
    const rows = texts.map(text => {
        // One more, so that bits() finds 0 beyond the end.
        const row = new Uint32Array((width >> 5) + 2);
        for (let x = 0; x < width; x++) {
            if (text[x] === "#") row[x >> 5] |= 1 << (x & 31);
        }
        return row;
    });
    return { width, height, rows };
}
{/data}

// 32 px of a row, from x on.
function bits(row, x) {
    const word = x >> 5, shift = x & 31;
    // A shift by 32 would be a shift by 0.
    const next = shift && row[word + 1] << (32 - shift);
    return (row[word] >>> shift) | next;
}

// dx, dy: the top left of b from that of a, in px.
function touches(a, b, dx, dy) {
    const left = Math.max(0, dx), top = Math.max(0, dy);
    const right = Math.min(a.width, b.width + dx);
    const bottom = Math.min(a.height, b.height + dy);
    {outer}
        {inner}
            const ofB = bits(b.rows[y - dy], x - dx);
            if (bits(a.rows[y], x) & ofB) return true;
        }
    }
    return false;
}
"##;
