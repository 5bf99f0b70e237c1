"""Both sides of a check: who is tested, by what, and how it is seen."""

import functools
import itertools
import json
import weakref

import pygame

RECTS = (pygame.Rect, getattr(pygame, "FRect", pygame.Rect))

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Side:
    """One of both sprites of a check, at that moment."""

    __slots__ = (
        "box", "is_between", "is_current", "json", "jumps", "kind", "mask", "name", "picture", "position", "shape", "sprite",
        "tested_at"
    )  # fmt: skip

    def __init__(self, kind, name, position, box, picture=None, mask=None, shape=None, tested_at=None, jumps=0):
        self.kind = kind
        self.name = name  # in quotes
        self.position = position  # top left of the picture
        self.box = box  # around picture and shape
        self.picture = picture  # a surface
        self.mask = mask  # what is tested in its place
        self.shape = shape  # what is tested in place of both
        self.tested_at = tested_at  # top left of the tested mask, where the picture lies elsewhere
        self.jumps = jumps  # how often it was put elsewhere
        self.sprite = None  # the name in quotes of what it looks like, once it is written
        self.json = None  # the same as JSON
        self.is_current = False  # whether that is what it looks like now

    @classmethod
    def of(cls, thing, shape_of, names, where):
        """A thing of the game; `where` names a tuple, which says nothing of itself."""
        if isinstance(thing, (tuple, list)):
            kind = "circle" if len(thing) == 3 else "rect"
            shape = {kind: [*thing]} if kind == "circle" else box_shape(thing, thing)
            box = box_around(shape)
            return cls(kind, _json(f"{kind} {where}"), box[:2], box, shape=shape, jumps=names.jump())
        rect, kind = rect_of(thing), "rect" if isinstance(thing, RECTS) else type(thing).__name__
        picture, mask = getattr(thing, "image", None), getattr(thing, "mask", None)
        picture = picture if isinstance(picture, pygame.Surface) else None
        mask = mask if isinstance(mask, pygame.mask.Mask) and (picture is None or shape_of is mask_shape) else None
        shape = shape_of(thing, rect) or (None if picture or mask else box_shape(thing, rect))
        size = picture.get_size() if picture else mask.get_size() if mask else rect[2:]
        box = union((*rect[:2], *size), box_around(shape)) if shape else (*rect[:2], *size)
        name, jumps = names.of(thing, kind)
        return cls(kind, name, tuple(rect[:2]), box, picture, mask, shape, None, jumps)


def rect_of(thing):
    """The rectangle of a thing: itself, its `rect`, or its `hitbox`."""
    if isinstance(thing, RECTS):
        return thing
    rect = getattr(thing, "rect", None)
    rect = getattr(thing, "hitbox", None) if rect is None else rect
    if rect is None:
        raise TypeError(f"{type(thing).__name__} has neither rect nor hitbox")
    return rect if isinstance(rect, RECTS) else RECTS[-1](rect)


def no_shape(thing, rect):
    """Of a test that is not known, the shape is not known either."""
    return None


def mask_shape(thing, rect):
    """A mask is tested in place of a shape."""
    return None


def box_shape(thing, rect):
    x, y, width, height = rect
    if width < 0 or height < 0:
        x, y, width, height = min(x, x + width), min(y, y + height), abs(width), abs(height)
    return {"box": [x, y, width, height]}


def hitbox_shape(thing, rect):
    hitbox = getattr(thing, "hitbox", None)
    return box_shape(thing, rect if hitbox is None else hitbox)


def circle_shape(thing, rect):
    return _scaled_circle(1, thing, rect)


def _scaled_box(ratio, thing, rect):
    """The rectangle that `pygame.sprite.collide_rect_ratio` tests."""
    return box_shape(thing, rect.inflate(rect.width * ratio - rect.width, rect.height * ratio - rect.height))


def _scaled_circle(ratio, thing, rect):
    """The circle that `pygame.sprite.collide_circle_ratio` tests."""
    radius = getattr(thing, "radius", None)
    radius = (rect.width**2 + rect.height**2) ** 0.5 / 2 if radius is None else radius
    return {"circle": [*rect.center, radius * ratio]}


def tested_by(function):
    """The rule of a function of two sprites, and a function that returns the shape that it tests."""
    sprite = pygame.sprite
    if function is None or function is sprite.collide_rect:
        return "box", box_shape
    if function is sprite.collide_circle:
        return "circle", circle_shape
    if function is sprite.collide_mask:
        return "mask", mask_shape
    if isinstance(function, sprite.collide_rect_ratio):
        return f"box × {function.ratio:g}", functools.partial(_scaled_box, function.ratio)
    if isinstance(function, sprite.collide_circle_ratio):
        return f"circle × {function.ratio:g}", functools.partial(_scaled_circle, function.ratio)
    return getattr(function, "__name__", type(function).__name__), no_shape


def of_masks(a, b, offset, names, at):
    """The sides of two masks without sprites."""
    there = (at[0] + offset[0], at[1] + offset[1])
    sides = ((a, names[0], tuple(at)), (b, names[1], there))
    return (Side(name, _json(name), place, (*place, *mask.get_size()), mask=mask) for mask, name, place in sides)


def box_around(shape):
    """The box around a shape, or None where it says none."""
    if not shape or "mask" in shape:
        return None
    if "box" in shape:
        return tuple(shape["box"])
    x, y, radius = shape["circle"]
    return (x - radius, y - radius, 2 * radius, 2 * radius)


def union(a, b):
    x, y = min(a[0], b[0]), min(a[1], b[1])
    return (x, y, max(a[0] + a[2], b[0] + b[2]) - x, max(a[1] + a[3], b[1] + b[3]) - y)


class Names:
    """What instances are called, and how often each was put elsewhere."""

    def __init__(self):
        self._known = {}  # by id: a reference, the name in quotes, the jumps
        self._counts = {}  # how many instances are called alike
        self._jumps = itertools.count(1)

    def of(self, thing, kind):
        """The name of an instance, in quotes, and the number of its last jump."""
        known = self._known.get(id(thing))
        if known is None:
            called = getattr(thing, "name", None)
            called = called if isinstance(called, str) and called else kind
            number = self._counts[called] = self._counts.get(called, 0) + 1
            name = _json(called if number == 1 else f"{called} {number}")
            known = self._known[id(thing)] = [self._reference(thing), name, 0]
        return known[1], known[2]

    def jump(self, thing=None):
        """Notes a jump, and returns its number."""
        jump = next(self._jumps)
        if thing is not None:
            self.of(thing, type(thing).__name__)
            self._known[id(thing)][2] = jump
        return jump

    def _reference(self, thing):
        """Keeps the id of a thing from meaning another: weakly where that can be."""
        try:
            return weakref.ref(thing, lambda _, key=id(thing): self._known.pop(key, None))
        except TypeError:
            return thing
