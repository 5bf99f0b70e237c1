"""What the logger of `maskscope run` costs a game that draws 1,000 pictures a frame, beside a hook that does nothing.

    python benches/drawing.py                prints a table: processor time a frame, median of five runs
    python benches/drawing.py WAY KIND       one run: plays frames, and prints the milliseconds of the median frame

The pictures are drawn by a group, or one by one at rectangles or at numbers; nothing is tested, two of them, or all.
"""

import ctypes
import gc

import pygame
from support.recording import main, median_frame

sprite = pygame.sprite


class Tile(sprite.Sprite):
    def __init__(self, number, image, *groups):
        super().__init__(*groups)
        self.image = image
        self.rect = image.get_rect(topleft=(number % 40 * 20, number // 40 * 20))


DRAWS = {
    "by a group": lambda screen, group: group.draw(screen),
    "at rectangles": lambda screen, group: [screen.blit(it.image, it.rect) for it in group],
    "at numbers": lambda screen, group: [screen.blit(it.image, (it.rect.x, it.rect.y)) for it in group],
}
TESTS = {
    "nothing": lambda one, other, group: None,
    "two": lambda one, other, group: one.rect.colliderect(other.rect),
    "all": lambda one, other, group: sprite.spritecollide(one, group, False),
}
WAYS = [f"{draw}, {test} tested" for draw in DRAWS for test in TESTS]


def hook_nothing():
    """Replaces the functions that the logger hooks by ones that only call them."""

    def nothing(original):
        return lambda *args, **kwargs: original(*args, **kwargs)

    for cls, names in ((pygame.Rect, ("colliderect",)), (pygame.Surface, ("blit", "blits"))):
        for name in names:
            gc.get_referents(cls.__dict__)[0][name] = nothing(cls.__dict__[name])
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(cls))
    sprite.spritecollide = nothing(sprite.spritecollide)


def play(way):
    """Plays frames, and returns the milliseconds of processor time of the median one."""
    drawing, test = way.removesuffix(" tested").split(", ")
    pygame.display.init()
    screen, picture = pygame.display.set_mode((800, 600)), pygame.Surface((8, 8))
    picture.fill("green")
    group = sprite.Group()
    one, other, *_ = [Tile(number, picture, group) for number in range(1000)]

    def frame(_):
        TESTS[test](one, other, group)
        DRAWS[drawing](screen, group)
        pygame.display.flip()

    return median_frame(frame)


if __name__ == "__main__":
    main(__file__, WAYS, play, hook_nothing)
