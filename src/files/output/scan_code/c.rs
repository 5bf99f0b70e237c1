//! Scans in C99, for SDL, raylib or an engine of one's own.

use super::source::CodeSource;

pub const SOURCE: CodeSource = CodeSource {
    comment: "//",
    usage: "Make a mask of each picture once, from 8-bit RGBA. It needs nothing but the standard library.",
    mask: ["static const char *const {a}_rows[] = {", "};"],
    cells: CELLS,
    words: WORDS,
    loops: [
        ["for (int y = top; y < bottom; y++) {", "for (int x = left; x < right; x++) {"],
        ["for (int y = top; y < bottom; y++) {", "for (int x = left; x < right; x += 64) {"],
    ],
};

const CELLS: &str = r"
// One px after another, {order}. C99.
{picture}
// Once: Mask {a} = mask_of({a}_rgba, width, height, {of_a});
//       Mask {b} = mask_of({b}_rgba, width, height, {of_b});
// A hit: touches(&{a}, &{b}, dx, dy)

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    int width, height;
    bool *solid;
} Mask;

// 8-bit RGBA, row by row. Free mask.solid at the end.
static Mask mask_of(const uint8_t *rgba, int width,
                    int height, int above)
{
    size_t count = (size_t)width * (size_t)height;
    Mask mask = { width, height, malloc(count) };
    if (!mask.solid) {
        abort();
    }
    for (size_t at = 0; at < count; at++) {
        mask.solid[at] = rgba[4 * at + 3] > above;
    }
    return mask;
}
{/picture}
{data}
// Once: Mask {a} = mask_of({a}_rows, {height_a});
//       Mask {b} = mask_of({b}_rows, {height_b});
// A hit: touches(&{a}, &{b}, dx, dy)

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int width, height;
    bool *solid;
} Mask;

// Free mask.solid at the end.
static Mask mask_of(const char *const *rows, int height)
{
    int width = (int)strlen(rows[0]);
    size_t count = (size_t)width * (size_t)height;
    Mask mask = { width, height, malloc(count) };
    if (!mask.solid) {
        abort();
    }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            mask.solid[y * width + x] = rows[y][x] == '#';
        }
    }
    return mask;
}
{/data}

// dx, dy: the top left of b from that of a, in px.
static bool touches(const Mask *a, const Mask *b,
                    int dx, int dy)
{
    int left = dx > 0 ? dx : 0, top = dy > 0 ? dy : 0;
    int right = b->width + dx, bottom = b->height + dy;
    right = right < a->width ? right : a->width;
    bottom = bottom < a->height ? bottom : a->height;
    {outer}
        {inner}
            if (a->solid[y * a->width + x]
                && b->solid[(y - dy) * b->width + x - dx]) {
                return true;
            }
        }
    }
    return false;
}
";

const WORDS: &str = r"
// 64 px of a row in each word, {order}. C99.
{picture}
// Once: Mask {a} = mask_of({a}_rgba, width, height, {of_a});
//       Mask {b} = mask_of({b}_rgba, width, height, {of_b});
// A hit: touches(&{a}, &{b}, dx, dy)

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    int width, height, words;
    uint64_t *rows;
} Mask;

// 8-bit RGBA, row by row. Free mask.rows at the end.
static Mask mask_of(const uint8_t *rgba, int width,
                    int height, int above)
{
    // One more, so that bits() finds 0 beyond the end.
    int words = width / 64 + 2;
    size_t count = (size_t)words * (size_t)height;
    Mask mask = { width, height, words, calloc(count, 8) };
    if (!mask.rows) {
        abort();
    }
    for (int y = 0; y < height; y++) {
        uint64_t *row = mask.rows + y * words;
        for (int x = 0; x < width; x++) {
            if (rgba[4 * (y * width + x) + 3] > above) {
                row[x / 64] |= (uint64_t)1 << (x % 64);
            }
        }
    }
    return mask;
}
{/picture}
{data}
// Once: Mask {a} = mask_of({a}_rows, {height_a});
//       Mask {b} = mask_of({b}_rows, {height_b});
// A hit: touches(&{a}, &{b}, dx, dy)

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int width, height, words;
    uint64_t *rows;
} Mask;

// Free mask.rows at the end.
static Mask mask_of(const char *const *rows, int height)
{
    // One more, so that bits() finds 0 beyond the end.
    int width = (int)strlen(rows[0]), words = width / 64 + 2;
    size_t count = (size_t)words * (size_t)height;
    Mask mask = { width, height, words, calloc(count, 8) };
    if (!mask.rows) {
        abort();
    }
    for (int y = 0; y < height; y++) {
        uint64_t *row = mask.rows + y * words;
        for (int x = 0; x < width; x++) {
            if (rows[y][x] == '#') {
                row[x / 64] |= (uint64_t)1 << (x % 64);
            }
        }
    }
    return mask;
}
{/data}

// 64 px of row y, from x on.
static uint64_t bits(const Mask *mask, int x, int y)
{
    const uint64_t *row = mask->rows + y * mask->words;
    int word = x / 64, shift = x % 64;
    uint64_t next = shift ? row[word + 1] << (64 - shift) : 0;
    return (row[word] >> shift) | next;
}

// dx, dy: the top left of b from that of a, in px.
static bool touches(const Mask *a, const Mask *b,
                    int dx, int dy)
{
    int left = dx > 0 ? dx : 0, top = dy > 0 ? dy : 0;
    int right = b->width + dx, bottom = b->height + dy;
    right = right < a->width ? right : a->width;
    bottom = bottom < a->height ? bottom : a->height;
    {outer}
        {inner}
            if (bits(a, x, y) & bits(b, x - dx, y - dy)) {
                return true;
            }
        }
    }
    return false;
}
";
