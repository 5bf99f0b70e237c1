/* Mask "{name}": {width} x {height} pixels, {set} of them set. Written by maskscope.
 *
 * Rows are not padded: pixel (x, y), counted from the top left, has number n = y * {width} + x, and is set
 * where bit n % 32, least significant first, of word n / 32 is set. {name}_is_set(x, y) looks it up.
 * All names are local to the file that includes this one.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { {name}_width = {width}, {name}_height = {height} };

static const uint32_t {name}_words[{count}] = {
    {words}
};

/* True where pixel (x, y) is set; false outside. */
static inline bool {name}_is_set(int x, int y)
{
    if (x < 0 || y < 0 || x >= {name}_width || y >= {name}_height) {
        return false;
    }
    size_t n = (size_t)y * (size_t){name}_width + (size_t)x;
    return ({name}_words[n / 32] >> (n % 32)) & 1;
}
