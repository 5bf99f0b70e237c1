"""What the logger of `maskscope run` costs a game, beside hooks that do nothing.

    python benches/recording.py              prints a table: processor time a frame, median of five runs
    python benches/recording.py WAY KIND     one run: plays frames, and prints the milliseconds of the median frame

A frame has 2,000 tests, 100 of them of sprites less than 32 px apart, or 20,000 where ten ask; all sprites move.
"""

import ctypes
import gc

import pygame
from support.recording import main, median_frame, places


class Sprite(pygame.sprite.Sprite):
    def __init__(self, x, y, *groups):
        super().__init__(*groups)
        self.image = pygame.Surface((16, 16), pygame.SRCALPHA)
        pygame.draw.circle(self.image, "red", (8, 8), 8)
        self.rect = self.image.get_rect(topleft=(x, y))
        self.mask = pygame.mask.from_surface(self.image)
        self.radius = 8

    @property
    def box(self):
        return self.rect.inflate(-4, -4)


def offset(a, b):
    return b.rect.x - a.rect.x, b.rect.y - a.rect.y


sprite = pygame.sprite
half = sprite.collide_rect_ratio(0.8)
WAYS = {
    "spritecollide": lambda me, all, group: sprite.spritecollide(me, group, False),
    "with collide_mask": lambda me, all, group: sprite.spritecollide(me, group, False, sprite.collide_mask),
    "with collide_circle": lambda me, all, group: sprite.spritecollide(me, group, False, sprite.collide_circle),
    "with collide_rect_ratio": lambda me, all, group: sprite.spritecollide(me, group, False, half),
    "with a function of the game": lambda me, all, group: sprite.spritecollide(
        me, group, False, lambda a, b: a.rect.colliderect(b.rect)
    ),
    "colliderect, one asks": lambda me, all, group: [me.rect.colliderect(it.rect) for it in all],
    "colliderect, all ask": lambda me, all, group: [it.rect.colliderect(me.rect) for it in all],
    "colliderect, made for the call": lambda me, all, group: [me.rect.colliderect(it.rect.inflate(-4, -4)) for it in all],
    "colliderect, both made for the call": lambda me, all, group: [me.box.colliderect(it.box) for it in all],
    "collidelistall": lambda me, all, group: me.rect.collidelistall([it.rect for it in all]),
    "collideobjectsall": lambda me, all, group: me.rect.collideobjectsall(all),
    "colliderect, ten ask": lambda me, all, group: [it.rect.colliderect(one.rect) for one in all[::200] for it in all],
    "spritecollide, ten ask": lambda me, all, group: [sprite.spritecollide(one, group, False) for one in all[::200]],
    "Mask.overlap": lambda me, all, group: [me.mask.overlap(it.mask, offset(me, it)) for it in all],
}


def hook_nothing():
    """Replaces the functions that the logger hooks by ones that only call them."""

    def nothing(original):
        return lambda *args, **kwargs: original(*args, **kwargs)

    lists = ("collidelistall", "collideobjectsall")
    for cls, names in ((pygame.Rect, ("colliderect", *lists)), (pygame.mask.Mask, ("overlap",)), (pygame.Surface, ("blit",))):
        for name in names:
            if hasattr(cls, name):
                gc.get_referents(cls.__dict__)[0][name] = nothing(cls.__dict__[name])
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(cls))
    for name in ("collide_mask", "collide_circle", "spritecollide"):
        setattr(sprite, name, nothing(getattr(sprite, name)))
    sprite.collide_rect_ratio.__call__ = nothing(sprite.collide_rect_ratio.__call__)


def play(way):
    """Plays frames, and returns the milliseconds of processor time of the median one."""
    pygame.display.init()
    screen = pygame.display.set_mode((640, 480))
    group, me = sprite.Group(), Sprite(300, 240)
    near = [Sprite(x, y, group) for x, y in places()][:100]
    everything, test = group.sprites(), WAYS[way]

    def frame(by):
        for it in everything:
            it.rect.x += by
        test(me, everything, group)
        for it in near:
            screen.blit(it.image, it.rect)
        screen.blit(me.image, me.rect)
        pygame.display.flip()

    return median_frame(frame)


if __name__ == "__main__":
    main(__file__, WAYS, play, hook_nothing)
