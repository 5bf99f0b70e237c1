"""The instances that a game tests."""

import json
import sys
import weakref

import pygame

from .bridge.sides import RECTS

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Thing:
    """A sprite, an object with a rectangle, or a rectangle that belongs to nobody."""

    __slots__ = (
        "born", "bottom", "box", "drawn", "is_fleeting", "kind", "left", "margin", "name", "of", "pairs", "right",
        "tested", "top"
    )  # fmt: skip

    def __init__(self, kind, name, born, margin):
        self.of = None  # a function that returns it, or None when it is gone
        self.kind = kind
        self.name = name  # in quotes
        self.born = born  # the frame of its first check
        self.pairs = {}  # by the other thing
        self.margin = margin  # how far its picture and its shapes reach beyond its box, and half of what is near
        self.box = None  # where it was tested last: a rectangle that stays
        self.left = self.top = self.right = self.bottom = 0  # of its box and the margin around it
        self.tested = None  # the last test of its rectangle
        self.drawn = None  # its picture as drawn last
        self.is_fleeting = False  # a new rectangle at each check

    def place(self, rect):
        """Notes where it is tested now."""
        box = self.box = rect.copy()
        x, y, width, height = box
        margin = self.margin
        self.left = x - margin
        self.top = y - margin
        self.right = x + width + margin
        self.bottom = y + height + margin

    def reach(self, overhang):
        """Notes how far something of it lies beyond its box."""
        if overhang > self.margin:
            self.margin = overhang
            if self.box is not None:
                self.place(self.box)

    def beyond(self, other):
        """The sides on which another thing is far away: bits for left, right, above and below."""
        across = (other.right < self.left) | (self.right < other.left) << 1
        return across | (other.bottom < self.top) << 2 | (self.bottom < other.top) << 3


class Things:
    """All things that are tested, each found by the objects of the game."""

    def __init__(self, recorder):
        self._recorder = recorder
        self.by_id = {}
        self.by_part = {}  # by the ids of their rectangles and masks
        self._parts = {}  # those rectangles and masks
        self._fleeting = {}  # by the line that makes a new rectangle for each check
        self._counts = {}  # how many instances are called alike

    def of(self, owner):
        """The thing that an object of the game is."""
        return self.by_id.get(id(owner)) or self._new(owner)

    def of_rect(self, rect, kind, key):
        """The thing that a rectangle without an owner is; `key` stands for the line that tests it."""
        thing = self._fleeting.get(key) or self.by_id.get(id(rect))
        return thing or self._new(rect, kind, key)

    def remember(self, part, thing):
        """Notes that a rectangle or mask belongs to a thing. It is kept alive, so that its id means no other."""
        self.by_part[id(part)] = thing
        self._parts[id(part)] = part

    def forget(self, everything=False):
        """Forgets what is gone; returns the number of kept checks that will not be written."""
        # This dictionary, its list, the variable and the count hold a part that the game has forgotten.
        for at, part in list(self._parts.items()):
            if sys.getrefcount(part) <= 4:
                del self.by_part[at], self._parts[at]
        lost = 0
        for thing in list(self.by_id.values()):
            for other, pair in list(thing.pairs.items()):
                if everything or other.of() is None:
                    lost += pair.kept is not None
                    del thing.pairs[other]
        return lost

    def _new(self, owner, kind=None, key=None):
        kind = kind or type(owner).__name__
        margin = _overhang(owner) + self._recorder.near / 2
        thing = Thing(kind, self._name(owner, kind), self._recorder.pictures.frame, margin)

        def forget(_, at=id(owner)):
            self.by_id.pop(at, None)
            self._recorder.far += sum(pair.kept is not None for pair in thing.pairs.values())
            if key is not None and self._recorder.pictures.frame - thing.born <= 1:
                thing.is_fleeting, thing.of = True, lambda: thing
                self._fleeting.setdefault(key, thing)

        try:
            thing.of = weakref.ref(owner, forget)
        except TypeError:
            thing.of = lambda: owner
        self.by_id[id(owner)] = thing
        rect = getattr(owner, "rect", None)
        if isinstance(rect, RECTS):
            self.remember(rect, thing)
        return thing

    def _name(self, owner, kind):
        """What an instance is called, in quotes."""
        called = getattr(owner, "name", None)
        called = called if isinstance(called, str) and called else kind
        number = self._counts[called] = self._counts.get(called, 0) + 1
        return _json(called if number == 1 else f"{called} {number}")


def _overhang(owner):
    """How far the picture and the circle of an object may reach beyond its rectangle."""
    rect = getattr(owner, "rect", None)
    image, radius = getattr(owner, "image", None), getattr(owner, "radius", 0)
    if not isinstance(rect, pygame.Rect):
        return 0
    width, height = image.get_size() if isinstance(image, pygame.Surface) else rect.size
    circle = radius - min(rect.size) / 2 if isinstance(radius, (int, float)) else 0
    return max(0, width - rect.width, height - rect.height, circle)
