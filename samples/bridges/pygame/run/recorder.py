"""Checks as they are heard, kept until their frame ends."""

import atexit
import collections
import functools
import os
import sys

import pygame

from .bridge.log import Log, file_name
from .bridge.sides import Side, box_around
from .pictures import Pictures, RunContents
from .things import Things

# Checks that wait for the end of a frame; a game that ends no frame is written all the same.
MOST_WAITING = 50_000


class Pair:
    """Two things, in the order of their first check, as their last check left them."""

    __slots__ = ("beyond", "box_a", "box_b", "check", "kept")

    def __init__(self):
        self.beyond = 0b1111  # the sides on which B was far away
        self.box_a = self.box_b = None  # where they were
        self.check = None  # the last that waits to be written
        self.kept = None  # the frame of the last check, if they were far apart: it is written before the next that is not


class Test:
    """What one side of a check tested, and where its owner was."""

    __slots__ = ("box", "mask", "mask_at", "origin", "overhang", "shape", "side")

    def __init__(self, box, origin, shape=None, mask=None, mask_at=None, tested=None):
        self.box = box  # its rectangle
        self.origin = origin  # top left of its owner's rectangle, from which pictures are placed
        self.shape = shape
        self.mask = mask  # a mask, or the surface that it is made of
        self.mask_at = mask_at
        self.side = None  # as it was written last
        around = box_around(shape)
        # How far its shape reaches beyond the rectangle of its owner, or beyond the one that was tested.
        self.overhang = 0 if around is None else overhang(box if tested is None else tested, around)


class Check:
    """A check that waits for the end of its frame."""

    __slots__ = ("area", "frame", "hit", "images", "jump", "point", "rule", "tests", "things", "where")

    def __init__(self, frame, things, tests, hit, rule, where, point=None, area=None, jump=False):
        self.frame = frame
        self.things = things
        a, b = things
        # A hit may end them before they are drawn.
        self.images = (getattr(a.of(), "image", None), getattr(b.of(), "image", None))
        self.tests = tests
        self.hit = hit
        self.rule = rule
        self.where = where  # file and line
        self.point = point
        self.area = area
        self.jump = jump


class Recorder:
    """Makes checks of what is heard, and writes them at the end of their frame."""

    def __init__(self, options):
        self.options = options
        self.is_on = True
        self.near = options.near
        self.frame = 0
        self.inside = {}  # by thread: what the heard call that runs there has tested
        self.far = 0  # checks of things far apart that no line has counted
        self.lost = collections.Counter()
        self.unheard = collections.Counter()
        self.pictures = Pictures()
        self.things = Things(self)
        self.at_end_of_frame = []  # functions that are called until they return true
        self._log = None
        self._waiting = []
        self._ends = 0  # ends of frames
        self._fps = None  # until the game's clock ticks, frames end where they are shown
        atexit.register(self.close)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.leave)
        self._close_before(os._exit)

    def _close_before(self, end):
        """Closes the log where the game ends at once, too."""

        @functools.wraps(end)
        def end_at_once(*args, **kwargs):
            self.close()
            return end(*args, **kwargs)

        os._exit = end_at_once

    def leave(self):
        """Hears no more, and writes nothing: the log belongs to another."""
        self.is_on = False
        self._waiting.clear()
        atexit.unregister(self.close)

    def lose(self, error):
        """Counts a check that could not be logged."""
        self.lost[f"{type(error).__name__}: {error}"] += 1

    def fail(self, error):
        """Counts a picture or a frame that could not be heard."""
        self.unheard[f"{type(error).__name__}: {error}"] += 1

    def is_far(self, a, b, rect_a, rect_b):
        """Counts a miss of two things that are, and were since their last check that is written, far apart.

        Most checks are of such: these lines are why they cost little.
        """
        if a.box != rect_a:
            a.place(rect_a)
        if b.box != rect_b:
            b.place(rect_b)
        pair = a.pairs.get(b)
        if pair is None:
            return a in b.pairs and self.is_far(b, a, rect_b, rect_a)
        if b.right < a.left:
            beyond = 1
        elif a.right < b.left:
            beyond = 2
        elif b.bottom < a.top:
            beyond = 4
        elif a.bottom < b.top:
            beyond = 8
        else:
            return False
        if not beyond & pair.beyond:
            beyond = a.beyond(b) & pair.beyond
            if not beyond:
                return False
        pair.beyond = beyond
        frame, box_a, box_b = self.frame, a.box, b.box
        if pair.kept is not None and (pair.kept != frame or pair.box_a is not box_a or pair.box_b is not box_b):
            self.far += 1
        pair.kept, pair.box_a, pair.box_b = frame, box_a, box_b
        return True

    def check(self, a, b, test_a, test_b, hit, rule, where, point=None, area=None):
        """Hears a check of two things."""
        if a.pairs.get(b) is None and b.pairs.get(a) is not None:
            a, b, test_a, test_b, point = b, a, test_b, test_a, None
        pair = a.pairs.get(b)
        if pair is None:
            pair = a.pairs[b] = Pair()
        for thing, test in ((a, test_a), (b, test_b)):
            if thing.box != test.box:
                thing.place(test.box)
            if test.overhang > 0:
                thing.reach(test.overhang + self.near / 2)
        if not hit and self.is_far(a, b, test_a.box, test_b.box):
            return
        pair.beyond = a.beyond(b)
        waiting = pair.check
        if waiting is not None and waiting.frame == self.frame and self._is_same_place(waiting, test_a, test_b):
            waiting.tests, waiting.hit, waiting.rule, waiting.where = (test_a, test_b), hit, rule, where
            waiting.point, waiting.area = point, area
            return
        jump = self._is_put(pair.box_a, a.box) or self._is_put(pair.box_b, b.box) or a.is_fleeting or b.is_fleeting
        if pair.kept is not None:
            self._waiting.append(self._kept(pair, a, b, test_a, test_b, rule, where))
            pair.kept = None
        pair.check = Check(self.frame, (a, b), (test_a, test_b), hit, rule, where, point, area, jump)
        pair.box_a, pair.box_b = a.box, b.box
        self._waiting.append(pair.check)
        if len(self._waiting) >= MOST_WAITING:
            self._write()

    def _is_same_place(self, check, test_a, test_b):
        return check.tests[0].origin == test_a.origin and check.tests[1].origin == test_b.origin

    def _kept(self, pair, a, b, test_a, test_b, rule, where):
        """The last check of a pair that was far apart, with the pictures and shapes of now."""
        return Check(pair.kept, (a, b), (_moved(test_a, pair.box_a), _moved(test_b, pair.box_b)), False, rule, where)

    def _is_put(self, before, now):
        """True if a thing was put elsewhere outside the screen: nobody saw it pass through anything."""
        if before is None or before is now:
            return False
        way = max(abs(now[0] - before[0]), abs(now[1] - before[1]))
        return way > max(now[2:]) and not (self.pictures.is_on_screen(before) and self.pictures.is_on_screen(now))

    # Frames.

    def end_frame(self):
        """Writes the checks of the frame that is shown now."""
        self._end_pictures()
        self.at_end_of_frame = [call for call in self.at_end_of_frame if not call()]
        self._ends += 1
        # The first frames wait for the clock to say how many there are in a second.
        if self._log is not None or self._ends > 1:
            self._write()
        if self._fps is None:
            self.next_frame()

    def _end_pictures(self):
        self.pictures.end_frame({thing for check in self._waiting for thing in check.things})

    def next_frame(self):
        self.frame += 1
        if self.frame % 300 == 0:
            self.far += self.things.forget()

    def tick(self, fps):
        """Hears `Clock.tick`."""
        is_first, self._fps = self._fps is None, self._fps or fps or 60
        if not is_first:
            self.next_frame()

    def save(self):
        """Writes the last seconds."""
        self._write()
        self._log.flush()

    def close(self):
        """Writes what waits, and says what is not in the log."""
        if not self.is_on:
            return
        self.is_on = False
        self.far += self.things.forget(everything=True)
        self._end_pictures()
        self._write()
        log = self._log
        for reason, count in self.lost.items():
            log.lose(reason, count)
        for reason, count in self.unheard.items():
            log.notes.append(f"not heard: {count} × {reason}")
        log.close()

    def _write(self):
        log = self._log
        if log is None:
            log = self._log = self._open()
        waiting, self._waiting = self._waiting, []
        sides = {}  # by the ids of their tests: checks share them
        log.frame = self.frame
        log.view = self.pictures.view
        for check in waiting:
            try:
                self._write_check(log, check, sides)
            except Exception as error:
                self.lose(error)
        far, self.far = self.far, 0
        log.count_far(far)

    def _write_check(self, log, check, known):
        sides = []
        for thing, test, image in zip(check.things, check.tests, check.images):
            key = (id(test), id(image))
            side = known.get(key)
            if side is None:
                side = known[key] = self._side(thing, test, image)
            sides.append(side)
        path, line = check.where
        at = f"{file_name(path)}:{line}"
        log.write(check.frame, *sides, check.hit, check.rule, at, check.point, check.area, check.jump)

    def _side(self, thing, test, image):
        """A side of a check as its frame shows it."""
        picture, dx, dy = self.pictures.of(thing, image)
        mask = test.mask
        if mask is not None and picture is None:
            position = test.mask_at
        else:
            position = (test.origin[0] + dx, test.origin[1] + dy)
        side = test.side
        if side is not None and side.picture is picture and side.position == position:
            side.is_current = False  # what it looks like may have changed
            return side
        shape, tested_at = test.shape, None
        if mask is not None and test.mask_at != position:
            tested_at = test.mask_at
            shape = {"mask": True, "at": [*tested_at]}
        size = picture.get_size() if picture is not None else test.box[2:]
        box = (*position, *size)
        thing.reach(overhang(test.box, box) + self.near / 2)
        side = test.side = Side(thing.kind, thing.name, position, box, picture, mask, shape, tested_at)
        return side

    def _open(self):
        game = os.path.splitext(os.path.basename(sys.argv[0]))[0] if sys.argv and sys.argv[0] else None
        screen = pygame.display.get_surface() if pygame.display.get_init() else None
        view = (0, 0, *screen.get_size()) if screen is not None else None
        log = Log(
            self.options.log, game=game, fps=self._fps or 60, near=self.near, last=self.options.last, view=view, backlog=1_000_000
        )
        atexit.unregister(log.close)  # what waits here is written first
        log.contents = RunContents(log, self.pictures)
        return log


def _moved(test, box):
    """The same test with its rectangle at `box`."""
    dx, dy = box[0] - test.box[0], box[1] - test.box[1]
    shape = test.shape
    if shape is not None:
        kind, numbers = next(iter(shape.items()))
        shape = {kind: [numbers[0] + dx, numbers[1] + dy, *numbers[2:]]}
    mask_at = test.mask_at and (test.mask_at[0] + dx, test.mask_at[1] + dy)
    return Test(box, (test.origin[0] + dx, test.origin[1] + dy), shape, test.mask, mask_at)


def overhang(inner, outer):
    """How far the box `outer` reaches beyond `inner`, in pixels."""
    x, y, width, height = inner
    left, top, wide, high = outer
    return max(x - left, y - top, left + wide - x - width, top + high - y - height)
