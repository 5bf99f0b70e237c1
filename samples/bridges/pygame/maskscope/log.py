"""The log: what the game tells it, and the checks that it makes of it."""

import functools
import json
import sys

import pygame

from .contents import Contents
from .lines import Lines, file_name
from .sides import Names, Side, circle_shape, hitbox_shape, no_shape, of_masks, tested_by

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Log(Lines):
    """A file to which each collision check of a game adds a line. The first writes over a log that was there."""

    engine = f"{'pygame-ce' if getattr(pygame, 'IS_CE', False) else 'pygame'} {pygame.version.ver}"
    rounding = "truncate"  # as pygame blits

    @functools.wraps(Lines.__init__)
    def __init__(self, *args, **options):
        self._names = Names()
        self._contacts = set()  # kinds that are meant to be touched
        self.contents = Contents(self)
        super().__init__(*args, **options)

    def check(self, a, b, hit, rule=None):
        """Logs that the game checked `a` against `b` and answered `hit`, and returns `hit`."""
        self._hear(a, b, hit, rule, no_shape)
        return hit

    def rects(self, a, b, hit):
        """Logs that the game compared the hitboxes or rectangles of `a` and `b`, and returns `hit`."""
        self._hear(a, b, hit, "box", hitbox_shape)
        return hit

    def circles(self, a, b, hit):
        """Logs that the game compared the circles of `a` and `b`, or `(x, y, radius)`, and returns `hit`."""
        self._hear(a, b, hit, "circle", circle_shape)
        return hit

    def visit(self, x, y, width=1, height=1):
        """Records that the game's own loop reads this cell of the world, or these cells, for its next check."""
        if not self.is_open:
            return
        if len(self._visits) < self._visits_left:
            self._visits.append((x, y) if width == height == 1 else (x, y, width, height))
        else:
            self._visits_dropped += 1

    def contact(self, kind):
        """Says that things of this kind, platforms or walls, are meant to be touched by what is tested."""
        kind = str(kind)
        if kind not in self._contacts:
            self._contacts.add(kind)
            self._file.begin(_json({"kind": kind, "contact": True}))

    def jump(self, thing):
        """Says that `thing` was put elsewhere since its last checks."""
        with self._guard():
            self._names.jump(thing)

    def collided(self, function, rule=None):
        """`function` of two sprites, with its checks logged; `rule` says how it tests."""
        known, shape = tested_by(function)

        def checked(a, b):
            hit = function(a, b)
            point = hit if function is pygame.sprite.collide_mask else None
            self._hear(a, b, hit, rule or known, shape, point)
            return hit

        return checked

    def collide_rect(self, a, b):
        """`pygame.sprite.collide_rect`, logged."""
        return self._answer(pygame.sprite.collide_rect, a, b)

    def collide_circle(self, a, b):
        """`pygame.sprite.collide_circle`, logged."""
        return self._answer(pygame.sprite.collide_circle, a, b)

    def collide_mask(self, a, b):
        """`pygame.sprite.collide_mask`, logged."""
        return self._answer(pygame.sprite.collide_mask, a, b)

    def overlap(self, a, b, offset, names=("a", "b"), at=(0, 0)):
        """`a.overlap(b, offset)` of two masks, logged; `a` lies at `at`."""
        point = a.overlap(b, offset)
        with self._guard():
            self.add(*of_masks(a, b, offset, names, at), point is not None, "mask", _caller(), point=point)
        return point

    def overlap_area(self, a, b, offset, names=("a", "b"), at=(0, 0)):
        """`a.overlap_area(b, offset)` of two masks, logged; `a` lies at `at`."""
        area = a.overlap_area(b, offset)
        with self._guard():
            self.add(*of_masks(a, b, offset, names, at), area > 0, "mask", _caller(), area=area)
        return area

    def _answer(self, function, a, b):
        return self.collided(function)(a, b)

    def _hear(self, a, b, hit, rule, shape, point=None):
        """Logs a check of two things, whose tested shapes `shape` returns."""
        with self._guard():
            at = _caller()
            sides = (Side.of(thing, shape, self._names, f"{at} {letter}") for thing, letter in ((a, "a"), (b, "b")))
            self.add(*sides, bool(hit), rule, at, point=point)

    def _guard(self):
        return _Guard(self)


class _Guard:
    """A block whose errors are counted: no game fails by its log."""

    def __init__(self, log):
        self.log = log

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        if kind is not None and issubclass(kind, Exception):
            self.log.drop(f"{kind.__name__}: {error}")
            return True
        return False


def _caller():
    """The line of the game that makes a check: its file relative to the working directory, and its number."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__") in (__name__, "pygame.sprite"):
        frame = frame.f_back
    return f"{file_name(frame.f_code.co_filename)}:{frame.f_lineno}"
