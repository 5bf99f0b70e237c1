"""The pictures and masks of a log."""

import functools
import json
import weakref

import pygame

from .names import SpriteNames
from .png import MOST_PIXELS, THRESHOLD, sprite_line

# A picture or mask of more pixels than this is not read again in every frame.
LARGE = 1 << 18

# Every alpha as its pixel in a row of text.
CELLS = bytes(ord("#" if alpha > THRESHOLD else ".") for alpha in range(256))

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Contents:
    """The pictures and masks in a log, each written once."""

    def __init__(self, log, most_sprites=None):
        self.log = log
        self.names = SpriteNames(most_sprites)
        self._pixels = 0  # of all pictures
        self._read = {}  # surfaces and masks by id: a reference, a stamp, the number of their content
        self._numbers = {}

    def sprite(self, side):
        """The name of what a side looks like, in quotes."""
        picture = None if side.picture is None else self._content(side.picture)
        mask = None if side.mask is None else self._content(side.mask)
        mask = None if mask == picture else mask
        size = None if picture or mask else tuple(side.box[2:])
        sprite, is_new = self.names.of(side.kind, picture, mask, size)
        if is_new:
            held = 4 * side.picture.get_width() * side.picture.get_height() if picture else 0
            self.log.begin(self._line(sprite, side, picture, mask), held, sprite)
        return sprite

    def stamp(self, thing):
        """A value that changes when a surface or mask is to be read again."""
        width, height = thing.get_size()
        return self.log.frame if width * height <= LARGE else self.log.frame // self.log.fps

    def _content(self, thing):
        """The number of the solid pixels of a surface or mask; equal ones have the same."""
        stamp = self.stamp(thing)
        read = self._read.get(id(thing))
        if read is None or read[0]() is not thing or read[1] != stamp:
            mask = _mask_of(thing)
            number = self._numbers.setdefault((mask.get_size(), bytes(mask)), len(self._numbers) + 1)
            if len(self._read) >= 10_000:
                self._read.clear()
            read = self._read[id(thing)] = (_reference(thing), stamp, number)
        return read[2]

    def _line(self, sprite, side, picture, mask):
        """The line of a new sprite, or a function that makes it."""
        if not picture and not mask:
            x, y = side.position
            box = [side.box[0] - x, side.box[1] - y, *side.box[2:]]
            return f'{{"sprite":{sprite},"shape":{{"box":{_json(box)}}}}}'
        rows = _mask_of(side.mask) if mask else None
        if picture:
            self._pixels += side.picture.get_width() * side.picture.get_height()
            if self._pixels > MOST_PIXELS:
                picture, rows = None, rows or _mask_of(side.picture)
        picture = _Pixels(side.picture) if picture else None
        return functools.partial(sprite_line, sprite, picture, rows and _rows(rows))


class _Pixels:
    """A copy of the pixels of a surface."""

    def __init__(self, surface):
        # Not the methods of a class that the game has made of it.
        kind, surface = pygame.Surface, readable(surface)
        self.size = kind.get_size(surface)
        # pygame 2.6 gives surfaces without an alpha channel the alphas of their blue channel.
        has_alpha = kind.get_masks(surface)[3] or kind.get_colorkey(surface) is not None
        self.channels = "RGBA" if has_alpha else "RGB"
        self.bytes = pygame.image.tobytes(surface, self.channels)


def _mask_of(thing):
    """A mask, or the one that pygame makes of a surface."""
    return thing if isinstance(thing, pygame.mask.Mask) else pygame.mask.from_surface(readable(thing), THRESHOLD)


def readable(surface):
    """A surface, or a copy of one that SDL keeps as runs of pixels: it loses some when it is unpacked to be read."""
    is_packed = pygame.Surface.get_flags(surface) & (pygame.RLEACCEL | pygame.RLEACCELOK)
    return pygame.Surface.copy(surface) if is_packed else surface


def _reference(thing):
    """A function that returns `thing`, which is kept alive only if it must be."""
    try:
        return weakref.ref(thing)
    except TypeError:
        return lambda: thing


def dump(a, b, offset, path="bug.scene.json", hit=None):
    """Writes mask `a`, and mask `b` at `offset` from it, as a scene that `maskscope --scene bug.scene.json` opens.

    With `hit`, what the game answered, `maskscope replay bug.scene.json` says whether the pixels agree.
    """
    masks = [_rows(mask) for mask in (a, b)]
    scene = {"maskscope": 1, "a": {"mask": masks[0]}, "b": {"mask": masks[1], "position": list(offset)}}
    if hit is not None:
        scene["expect"] = {"masks_overlap": bool(hit)}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file, indent=1)
        file.write("\n")


def _rows(mask):
    """A `#` or a `.` for each pixel, row by row."""
    width, height = mask.get_size()
    if not width or not height:
        return ["."]  # pygame makes no surface of it
    rgba = pygame.image.tobytes(mask.to_surface(unsetcolor=(0, 0, 0, 0)), "RGBA")
    cells = rgba[3::4].translate(CELLS).decode()
    return [cells[start : start + width] for start in range(0, len(cells), width)]
