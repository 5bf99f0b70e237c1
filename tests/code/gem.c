/* Mask "gem": 17 x 17 pixels, 199 of them set. Written by maskscope.
 *
 * Rows are not padded: pixel (x, y), counted from the top left, has number n = y * 17 + x, and is set
 * where bit n % 32, least significant first, of word n / 32 is set. gem_is_set(x, y) looks it up.
 * All names are local to the file that includes this one.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { gem_width = 17, gem_height = 17 };

static const uint32_t gem_words[10] = {
    0x7ff01ff0, 0xfff1fff0, 0xfffffff7, 0xff7fffff, 0xf8fffe7f, 0xc1fff0ff, 0x01ff01ff, 0x03f803fe,
    0x038003e0, 0x00000000,
};

/* True where pixel (x, y) is set; false outside. */
static inline bool gem_is_set(int x, int y)
{
    if (x < 0 || y < 0 || x >= gem_width || y >= gem_height) {
        return false;
    }
    size_t n = (size_t)y * (size_t)gem_width + (size_t)x;
    return (gem_words[n / 32] >> (n % 32)) & 1;
}
