"""Mask "gem": 17 x 17 pixels, 199 of them set. Written by maskscope.

Rows are not padded: pixel (x, y), counted from the top left, has number n = y * 17 + x, and is set
where bit n % 32, least significant first, of word n / 32 is set. gem_is_set(x, y) looks it up;
gem_mask() makes a mask for pygame.
"""

GEM_WIDTH = 17
GEM_HEIGHT = 17

GEM_WORDS = (
    0x7ff01ff0, 0xfff1fff0, 0xfffffff7, 0xff7fffff, 0xf8fffe7f, 0xc1fff0ff, 0x01ff01ff, 0x03f803fe,
    0x038003e0, 0x00000000,
)


def gem_is_set(x, y):
    """True where pixel (x, y) is set; False outside."""
    if not (0 <= x < GEM_WIDTH and 0 <= y < GEM_HEIGHT):
        return False
    n = y * GEM_WIDTH + x
    return (GEM_WORDS[n // 32] >> (n % 32)) & 1 == 1


def gem_mask():
    """A new pygame.mask.Mask of the same pixels."""
    import pygame.mask

    mask = pygame.mask.Mask((GEM_WIDTH, GEM_HEIGHT))
    for y in range(GEM_HEIGHT):
        for x in range(GEM_WIDTH):
            if gem_is_set(x, y):
                mask.set_at((x, y))
    return mask
