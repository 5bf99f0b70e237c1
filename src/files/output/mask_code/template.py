"""Mask "{name}": {width} x {height} pixels, {set} of them set. Written by maskscope.

Rows are not padded: pixel (x, y), counted from the top left, has number n = y * {width} + x, and is set
where bit n % 32, least significant first, of word n / 32 is set. {name}_is_set(x, y) looks it up;
{name}_mask() makes a mask for pygame.
"""

{NAME}_WIDTH = {width}
{NAME}_HEIGHT = {height}

{NAME}_WORDS = (
    {words}
)


def {name}_is_set(x, y):
    """True where pixel (x, y) is set; False outside."""
    if not (0 <= x < {NAME}_WIDTH and 0 <= y < {NAME}_HEIGHT):
        return False
    n = y * {NAME}_WIDTH + x
    return ({NAME}_WORDS[n // 32] >> (n % 32)) & 1 == 1


def {name}_mask():
    """A new pygame.mask.Mask of the same pixels."""
    import pygame.mask

    mask = pygame.mask.Mask(({NAME}_WIDTH, {NAME}_HEIGHT))
    for y in range({NAME}_HEIGHT):
        for x in range({NAME}_WIDTH):
            if {name}_is_set(x, y):
                mask.set_at((x, y))
    return mask
