"""What is heard of tests, made into checks."""

import collections
import functools
import sys
import threading

import pygame

from .bridge.sides import RECTS, box_shape, rect_of, tested_by
from .finding import Finder
from .recorder import Test

_this_thread = threading.get_ident

# Takes the tests inside a call whose own arguments say everything, and drops them.
QUIET = collections.deque(maxlen=0)

# Modules whose calls are not the game's.
_OWN = ("pygame.sprite", "pygame")


class Ears:
    """Hears the calls of a game, and says to the recorder what they tested."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.things = recorder.things
        self.finder = Finder(recorder.things)

    def inside(self):
        """The tests so far of the heard call that runs in this thread, or None."""
        return self.recorder.inside.get(_this_thread()) if self.recorder.inside else None

    def run_inside(self, call, *args, quietly=False, **kwargs):
        """Calls a function, whose tests are no checks of their own; returns its answer and those tests."""
        inside, thread = self.recorder.inside, _this_thread()
        before, heard = inside.get(thread), QUIET if quietly else []
        inside[thread] = heard
        try:
            return call(*args, **kwargs), heard
        finally:
            if before is None:
                inside.pop(thread, None)
            else:
                inside[thread] = before

    def listening(self, function, where):
        """A function of two sprites, heard with the shapes of the tests in it."""
        name = getattr(function, "__name__", type(function).__name__)

        inside = self.recorder.inside

        def listened(a, b):
            thread = _this_thread()
            before, heard = inside.get(thread), []
            inside[thread] = heard
            try:
                hit = function(a, b)
            finally:
                if before is None:
                    del inside[thread]
                else:
                    inside[thread] = before
            try:
                if hit or not self._are_far(a, b):
                    self.custom(where, a, b, hit, name, heard)
            except Exception as error:
                self.recorder.lose(error)
            return hit

        return listened

    def _are_far(self, a, b):
        """Counts a miss of two known objects that are far apart."""
        by_id = self.things.by_id
        things = by_id.get(id(a)), by_id.get(id(b))
        return None not in things and self._is_far(things, (rect_of(a), rect_of(b)))

    def watched(self, function):
        """A function of the game, or a method, whose first two arguments are the things that it tests."""

        @functools.wraps(function)
        def watched(a, b, *args, **kwargs):
            if not self.recorder.is_on or self.inside() is not None:
                return function(a, b, *args, **kwargs)
            hit, heard = self.run_inside(function, a, b, *args, **kwargs)
            try:
                self.custom(place_of(sys._getframe(1)), a, b, hit, function.__name__, heard)
            except Exception as error:
                self.recorder.lose(error)
            return hit

        return watched

    def custom(self, where, a, b, hit, rule, heard):
        """Hears a function of the game: its shapes are those of the last test in it, if that had the same answer."""
        things = self.things.of(a), self.things.of(b)
        rects = rect_of(a), rect_of(b)
        if not hit and self._is_far(things, rects):
            return
        tests = [_plain_test(rect) for rect in rects]
        if heard and bool(heard[-1][0]) == bool(hit):
            _, tests_of, *tested = heard[-1]
            tests = tests_of(*tested, a, b)
            for test, rect in zip(tests, rects):
                test.box = rect.copy()
        self.recorder.check(*things, *tests, bool(hit), rule, where)

    def pair(self, frame, function, a, b, hit, point=None):
        """Hears one sprite that was tested against another by a function of `pygame.sprite`."""
        try:
            rule, shape_of = tested_by(function)
            inside = self.inside()
            if inside is not None:
                inside.append((hit, lambda *pair: [_sprite_test(sprite, rule, shape_of) for sprite in pair]))
                return
            tests = (_sprite_test(sprite, rule, shape_of) for sprite in (a, b))
            self.recorder.check(self.things.of(a), self.things.of(b), *tests, bool(hit), rule, place_of(frame), point)
        except Exception as error:
            self.recorder.lose(error)

    def group(self, frame, sprite, others, hits, function):
        """Hears a sprite that was tested against others; `hits` are the ids of those that it hit."""
        rule, shape_of = tested_by(function)
        by_id, is_far = self.things.by_id, self.recorder.is_far
        where = place_of(frame)
        a, test = self.things.of(sprite), _sprite_test(sprite, rule, shape_of)
        if a.box != test.box:
            a.place(test.box)
        for other in others:
            at = id(other)
            if at not in hits:
                b = by_id.get(at)
                if b is not None:
                    if b.box != other.rect:
                        b.place(other.rect)
                    if is_far(a, b):
                        continue
            if other is not sprite:
                b = self.things.of(other)
                is_box = shape_of is box_shape and isinstance(other.rect, RECTS)
                other_test = _test_again(b, other.rect) if is_box else _sprite_test(other, rule, shape_of)
                self.recorder.check(a, b, test, other_test, at in hits, rule, where)

    def is_known_far(self, rect, other, hit):
        """Counts a miss of two rectangles of known things that are far apart."""
        a, b = self.things.by_part.get(id(rect)), self.things.by_part.get(id(other))
        if hit or a is None or b is None:
            return False
        return self._is_far((a, b), (rect, other))

    def rect(self, frame, method, rect, other, hit):
        """Hears a rectangle that was tested against another."""
        if frame.f_globals.get("__name__") in _OWN:
            return
        things = self.finder.things_of(frame, method, rect, other)
        if things[0] is things[1]:
            return
        other = _like(rect, other)
        if not hit and self._is_far(things, (rect, other)):
            return
        tests = [_test_again(thing, part) for thing, part in zip(things, (rect, other))]
        self.recorder.check(*things, *tests, bool(hit), "box", (frame.f_code.co_filename, frame.f_lineno))

    def mask(self, frame, method, mask, other, offset, hit, point, area):
        """Hears a mask that was tested against another."""
        if frame.f_globals.get("__name__") in _OWN:
            return
        a, b = self.finder.things_of(frame, method, mask, other)
        if a is b:
            return
        owners = a.of(), b.of()
        if not hit:
            rects = [getattr(owner, "rect", None) for owner in owners]
            if None not in rects and self._is_far((a, b), rects):
                return
        tests = _mask_tests(*owners, mask, other, offset)
        where = (frame.f_code.co_filename, frame.f_lineno)
        self.recorder.check(a, b, *tests, bool(hit), "mask", where, point, area)

    def _is_far(self, things, rects):
        a, b = things
        if a.box != rects[0]:
            a.place(rects[0])
        if b.box != rects[1]:
            b.place(rects[1])
        return self.recorder.is_far(a, b)

    def rect_tests(self, rect, other, a, b):
        """The tests of two rectangles: one belongs to `a`, the other to `b`."""
        other = _like(rect, other)
        if self.finder.is_of(rect, b) or self.finder.is_of(other, a):
            rect, other = other, rect
        return [_box_test(a, rect), _box_test(b, other)]

    def mask_tests(self, mask, other, offset, a, b):
        """The tests of two masks: one belongs to `a`, the other to `b`."""
        if self.finder.is_of(mask, b) or self.finder.is_of(other, a):
            mask, other, offset = other, mask, (-offset[0], -offset[1])
        return _mask_tests(a, b, mask, other, offset)


def place_of(frame):
    """The line of the game that makes a call: the file and the number."""
    while frame.f_back is not None and frame.f_globals.get("__name__") in _OWN:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def _like(rect, other):
    """`other` as a method of `rect` reads it: a rectangle of whole numbers truncates decimals."""
    kind = RECTS[0] if isinstance(rect, RECTS[0]) else RECTS[1]
    return other if isinstance(other, kind) else kind(other)


def _test_again(thing, rect):
    """The test of a thing's rectangle: the one before, if it has not moved."""
    test, owner = thing.tested, thing.of()
    if test is None or test.box != rect or test.origin != _origin(owner, rect):
        test = thing.tested = _box_test(owner, rect)
    return test


def _origin(owner, rect):
    """Top left of an owner's rectangle, from which its picture is placed."""
    own = getattr(owner, "rect", None)
    return own.topleft if isinstance(own, RECTS) else rect.topleft


def _box_test(owner, rect):
    x, y, width, height = rect
    if width < 0 or height < 0:
        x, y, width, height = min(x, x + width), min(y, y + height), abs(width), abs(height)
    return Test(rect.copy(), _origin(owner, rect), {"box": [x, y, width, height]})


def _plain_test(rect):
    return Test(rect.copy(), rect.topleft)


def _sprite_test(sprite, rule, shape_of):
    rect = rect_of(sprite)
    if rule == "mask":
        mask = getattr(sprite, "mask", None)
        return Test(rect.copy(), rect.topleft, None, sprite.image if mask is None else mask, rect.topleft)
    return Test(rect.copy(), rect.topleft, shape_of(sprite, rect))


def _mask_tests(a, b, mask, other, offset):
    """The tests of two masks: the first lies on the rectangle of its owner, the second at an offset from it."""
    own, others = getattr(a, "rect", None), getattr(b, "rect", None)
    offset = (int(offset[0]), int(offset[1]))
    if isinstance(own, RECTS):
        at = own.topleft
    elif isinstance(others, RECTS):
        at = (others.x - offset[0], others.y - offset[1])
    else:
        at = (0, 0)
    there = (at[0] + offset[0], at[1] + offset[1])
    return [_mask_test(own, mask, at), _mask_test(others, other, there)]


def _mask_test(own, mask, at):
    box = own.copy() if isinstance(own, RECTS) else pygame.Rect(at, mask.get_size())
    return Test(box, box.topleft, None, mask, at)
