"""What is heard of tests, made into checks."""

import collections
import functools
import sys
import threading

import pygame

from .bridge.sides import RECTS, box_shape, rect_of, tested_by
from .finding import Finder
from .recorder import Test
from .sites import place_of

_this_thread = threading.get_ident

# Takes the tests inside a call whose own arguments say everything, and drops them.
QUIET = collections.deque(maxlen=0)


class Ears:
    """Hears the calls of a game, and says to the recorder what they tested."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.things = recorder.things
        self.finder = Finder(recorder.things)

    def inside(self):
        """The tests so far of the heard call that runs in this thread, or None."""
        return self.recorder.inside.get(_this_thread()) if self.recorder.inside else None

    def run_inside(self, heard, call, *args, **kwargs):
        """Calls a function, whose tests are no checks of their own: `heard` takes them."""
        inside, thread = self.recorder.inside, _this_thread()
        before = inside.get(thread)
        inside[thread] = heard
        try:
            return call(*args, **kwargs)
        finally:
            if before is None:
                inside.pop(thread, None)
            else:
                inside[thread] = before

    def listening(self, function, where, heard):
        """A function of two sprites, heard with the shapes of the tests in it, which `heard` takes."""
        name = getattr(function, "__name__", type(function).__name__)
        are_far = self.are_far

        def listened(a, b):
            heard.clear()
            hit = function(a, b)
            try:
                if hit or not are_far(a, b):
                    self.custom(where, a, b, hit, name, heard)
            except Exception as error:
                self.recorder.lose(error)
            return hit

        return listened

    def are_far(self, a, b):
        """Counts a miss of two known objects that are far apart by their `rect`."""
        by_id = self.things.by_id
        thing, other = by_id.get(id(a)), by_id.get(id(b))
        if thing is None or other is None:
            return False
        rect, others = getattr(a, "rect", None), getattr(b, "rect", None)
        return isinstance(rect, RECTS) and isinstance(others, RECTS) and self.recorder.is_far(thing, other, rect, others)

    def watched(self, function):
        """A function of the game, or a method, whose first two arguments are the things that it tests."""

        @functools.wraps(function)
        def watched(a, b, *args, **kwargs):
            if not self.recorder.is_on or self.inside() is not None:
                return function(a, b, *args, **kwargs)
            heard = []
            hit = self.run_inside(heard, function, a, b, *args, **kwargs)
            try:
                if hit or not self.are_far(a, b):
                    self.custom(place_of(sys._getframe(1)), a, b, hit, function.__name__, heard)
            except Exception as error:
                self.recorder.lose(error)
            return hit

        return watched

    def custom(self, where, a, b, hit, rule, heard):
        """Hears a function of the game: its shapes are those of the last test in it, if that had the same answer."""
        things = self.things.of(a), self.things.of(b)
        boxes = rect_of(a), rect_of(b)
        if heard and bool(heard[-1][0]) == bool(hit):
            _, tests_of, *tested = heard[-1]
            tests = tests_of(*tested, things, boxes)
        else:
            tests = [_test(thing, box, box.topleft) for thing, box in zip(things, boxes)]
        self.recorder.check(*things, *tests, bool(hit), rule, where)

    def pair(self, frame, function, a, b, hit, point=None):
        """Hears one sprite that was tested against another by a function of `pygame.sprite`."""
        try:
            inside = self.inside()
            if inside is None and not hit and self.are_far(a, b):
                return
            rule, shape_of = tested_by(function)
            if inside is not None:
                inside.append((hit, lambda things, _: [_sprite_test(thing, rule, shape_of) for thing in things]))
                return
            things = self.things.of(a), self.things.of(b)
            tests = [_sprite_test(thing, rule, shape_of) for thing in things]
            self.recorder.check(*things, *tests, bool(hit), rule, place_of(frame), point)
        except Exception as error:
            self.recorder.lose(error)

    def group(self, frame, sprite, others, hits, function):
        """Hears a sprite that was tested against others; `hits` are the ids of those that it hit."""
        rule, shape_of = tested_by(function)
        by_id, is_far = self.things.by_id, self.recorder.is_far
        where = place_of(frame)
        a = self.things.of(sprite)
        test = _sprite_test(a, rule, shape_of)
        box = test.box
        for other in others:
            at = id(other)
            if at not in hits:
                b = by_id.get(at)
                if b is not None and is_far(a, b, box, other.rect):
                    continue
            if other is not sprite:
                b = self.things.of(other)
                self.recorder.check(a, b, test, _sprite_test(b, rule, shape_of), at in hits, rule, where)

    def rects(self, frame, method, rect, tested):
        """Hears a rectangle that was tested against several, each with the answer."""
        inside, by_part, is_far = self.inside(), self.things.by_part, self.recorder.is_far
        a = by_part.get(id(rect))
        for other, hit in tested:
            if inside is not None:
                inside.append((hit, self.rect_tests, rect, other))
                continue
            b = by_part.get(id(other))
            if hit or a is None or b is None or not is_far(a, b, rect, other):
                self.rect(frame, method, rect, other, hit)

    def rect(self, frame, method, rect, other, hit):
        """Hears a rectangle that was tested against another."""
        a, b, _, _, place = self.finder.things_of(frame, method, rect, other)
        if a is b:
            return
        if type(other) is not type(rect):
            other = _like(rect, other)
        if hit or not self.recorder.is_far(a, b, rect, other):
            self.recorder.check(a, b, _box_test(a, rect), _box_test(b, other), bool(hit), "box", place)

    def mask(self, frame, method, mask, other, offset, answer):
        """Hears a mask that was tested against another."""
        a, b, owner, its_owner, place = self.finder.things_of(frame, method, mask, other)
        if a is b:
            return
        own, its = getattr(owner, "rect", None), getattr(its_owner, "rect", None)
        if answer or own is None or its is None or not self.recorder.is_far(a, b, own, its):
            tests = _mask_tests(mask, other, offset, (a, b))
            point, area = (answer, None) if method == "overlap" else (None, answer)
            self.recorder.check(a, b, *tests, bool(answer), "mask", place, point, area)

    def rect_tests(self, rect, other, things, boxes):
        """The tests of two rectangles: each belongs to another of both things."""
        rects = rect, _like(rect, other)
        if self._are_swapped(*rects, things):
            rects = rects[::-1]
        return [*map(_box_test, things, rects, boxes)]

    def mask_tests(self, mask, other, offset, things, boxes):
        """The tests of two masks: each belongs to another of both things."""
        if self._are_swapped(mask, other, things):
            mask, other, offset = other, mask, (-offset[0], -offset[1])
        return _mask_tests(mask, other, offset, things, boxes)

    def _are_swapped(self, part, other, things):
        a, b = things
        return self.finder.is_of(part, b.of()) or self.finder.is_of(other, a.of())


def _like(rect, other):
    """`other` as a method of `rect` reads it: a rectangle of whole numbers truncates decimals."""
    kind = RECTS[0] if isinstance(rect, RECTS[0]) else RECTS[1]
    return other if isinstance(other, kind) else kind(other)


def _test(thing, box, origin, shape=None, mask=None, mask_at=None, tested=None):
    """A test of a thing: the one before, if nothing has changed."""
    test = thing.tested
    if (
        test is None
        or test.box != box
        or test.shape != shape
        or test.mask is not mask
        or test.mask_at != mask_at
        or test.origin != origin
    ):
        test = thing.tested = Test(box.copy(), origin, shape, mask, mask_at, tested)
    return test


def _box_test(thing, rect, box=None):
    """The test of a rectangle of a thing whose box is another, where `box` says so."""
    own = getattr(thing.of(), "rect", None)
    origin = own.topleft if isinstance(own, RECTS) else rect.topleft
    return _test(thing, rect if box is None else box, origin, box_shape(thing, rect), tested=rect)


def _sprite_test(thing, rule, shape_of):
    sprite = thing.of()
    rect = rect_of(sprite)
    if rule == "mask":
        mask = getattr(sprite, "mask", None)
        return _test(thing, rect, rect.topleft, None, sprite.image if mask is None else mask, rect.topleft)
    return _test(thing, rect, rect.topleft, shape_of(sprite, rect))


def _mask_tests(mask, other, offset, things, boxes=(None, None)):
    """The tests of two masks: the first lies on the rectangle of its owner, the second at an offset from it."""
    own, others = (getattr(thing.of(), "rect", None) for thing in things)
    x, y = int(offset[0]), int(offset[1])
    if isinstance(own, RECTS):
        at = own.topleft
    elif isinstance(others, RECTS):
        at = (others.x - x, others.y - y)
    else:
        at = (0, 0)
    places = at, (at[0] + x, at[1] + y)
    return [*map(_mask_test, things, (own, others), (mask, other), places, boxes)]


def _mask_test(thing, own, mask, at, box):
    own = own if isinstance(own, RECTS) else pygame.Rect(at, mask.get_size())
    return _test(thing, own if box is None else box, own.topleft, None, mask, at)
