"""Checks as they are recorded, kept until their frame ends."""

import atexit
import os
import sys
import threading

import pygame

from .bridge.log import Log
from .bridge.sides import RECTS, Side, box_around, box_shape
from .guard import Problems, Stderr
from .owners import Owners, called
from .pictures import Pictures
from .static import attribute
from .things import Thing, Things, Track, follow, plain

# Checks that wait for the end of a frame; a game that ends no frame is written all the same.
MOST_WAITING = 20_000

# Rectangles made for a single call are not followed while they are farther apart than this.
REMOTE = 160

this_thread = threading.get_ident


class Test:
    """What one side of a check tested, and where its owner was."""

    __slots__ = ("box", "image", "mask", "mask_at", "origin", "role", "shape", "side", "thing")

    def __init__(self, thing, role, box, origin, shape=None, mask=None, mask_at=None, image=None):
        self.thing = thing
        self.role = role
        self.box = box  # its rectangle
        self.origin = origin  # top left of its owner's rectangle, from which pictures are placed
        self.shape = shape
        self.mask = mask  # the content of a mask
        self.mask_at = mask_at
        self.image = image  # the content of its owner's `image`
        self.side = None  # as it is written

    def moved(self, box):
        """The same test with its rectangle at `box`."""
        dx, dy = box[0] - self.box[0], box[1] - self.box[1]
        shape = self.shape
        if shape is not None:
            kind, numbers = next(iter(shape.items()))
            shape = {kind: [numbers[0] + dx, numbers[1] + dy, *numbers[2:]]}
            if kind == "box":
                shape = box_shape(None, box)
        mask_at = self.mask_at and (self.mask_at[0] + dx, self.mask_at[1] + dy)
        origin = (self.origin[0] + dx, self.origin[1] + dy)
        return Test(self.thing, self.role, box, origin, shape, self.mask, mask_at, self.image)


class Check:
    """A check that waits for the end of its frame."""

    __slots__ = ("area", "finer", "frame", "hit", "jump", "place", "point", "rule", "shown", "tests")

    def __init__(self, frame, tests, hit, rule, place, point=None, area=None, jump=False):
        self.frame = frame
        self.tests = tests
        self.hit = hit
        self.rule = rule
        self.place = place  # file and line
        self.point = point
        self.area = area
        self.jump = jump
        self.shown = None  # False where its things were never drawn; None until its frame ends
        self.finer = False  # whether a test by mask or circle of the same things follows at the same places


class Recorder:
    """Makes checks of what is observed, and writes them at the end of their frame."""

    def __init__(self, options, stderr):
        self.options = options
        self.is_on = True
        self.near = options.near
        self.frame = 0
        self.inside = {}  # by thread: the tests in the call of a watched function that runs there
        self.problems = Problems()
        self.pictures = Pictures()
        self.things = Things()
        self.things.near = options.near
        self.owners = Owners(self.things)
        self._folder = _working_folder()
        self._stderr = stderr
        self._reports = []  # what standard error gets at the end, as one line
        self._log = None
        self._waiting = []
        self._last = {}  # by pair: its last check in this frame
        self._frames = {}  # by pair of names: the frame of the last check that is written
        self._files = {}  # names of the game's files
        self._ends = 0  # ends of frames
        self._fps = None  # until the game's clock ticks, frames end where they are shown

    def leave(self):
        """Records no more, and writes nothing: the log belongs to another."""
        self.is_on = False
        self._waiting.clear()

    # Tests.

    def is_far(self, a, b, hit):
        """Counts a miss of two rectangles that are far apart, and makes tracks of those that the game keeps."""
        things = self.things
        if things.dead:
            things.bury()
        if hit:
            return False
        track = things.tracks.get(id(a))
        if track is None:
            if type(a) not in RECTS:
                return False
            track = things.track(a)
        if track.box != a:
            track.move(a)
        pair = track.pairs.get(id(b))
        if pair is None:
            if type(b) not in RECTS or not (b[2] and b[3]):
                return False  # it overlaps nothing, however near
            other = things.tracks.get(id(b)) or things.track(b)
            if other.box != b:
                other.move(b)
            pair = track.pair(id(b), other)
        return self.still_far(pair, track, b)

    def still_far(self, pair, track, rect):
        """Counts a check of a pair that is still far apart."""
        if not pair.is_far(track, rect):
            return False
        if pair.far_frame is not None:
            self.things.far += 1
        pair.far_frame = self.frame
        return True

    def is_remote(self, a, b):
        """Counts a miss of rectangles made for the call that are farther apart than any that are followed."""
        ax, ay, aw, ah = a
        bx, by, bw, bh = b
        remote = self.near + REMOTE
        if bx - ax - aw > remote or ax - bx - bw > remote or by - ay - ah > remote or ay - by - bh > remote:
            self.things.far += 1
            return True
        return False

    def rects(self, frame, a, b, hit, fresh=(False, False), operands=None):
        """Records a test of two rectangles, whose owners are in `operands` if they are known."""
        if operands is None and not (fresh[0] or fresh[1]) and type(a) is type(b):
            sides = self._settled(a), self._settled(b)
            if sides[0] is not None and sides[1] is not None and sides[0][0] is not sides[1][0]:
                self.observe(frame, sides, hit, "box", self._box_test)
                return
        if operands is None:
            (owner, role), (other, its_role), site = self.owners.of(frame, (a, b), fresh)
        else:
            (owner, role), (other, its_role), site = *operands, None
        b = b if type(b) is type(a) else like(a, b)
        sides = []
        for number, (part, it, its) in enumerate(((a, owner, role), (b, other, its_role))):
            thing = self._thing(part, it, its, site, number, fresh[number])
            sides.append((thing, it, its if it is not None else "", part))
        self.observe(frame, sides, hit, "box", self._box_test)

    def _settled(self, rect):
        """The side of a rectangle whose owner is known, and still has it."""
        track = self.things.tracks.get(id(rect))
        thing = track.thing if track is not None else None
        if thing is None or not track.role:
            return None
        owner = thing.owner()
        if owner is None or follow(owner, track.role) is not rect:
            return None
        if track.box != rect:
            track.move(rect)
        return (thing, owner, track.role, rect, track)

    def _thing(self, part, owner, role, site, number, is_fresh):
        if owner is not None:
            thing = self.things.of(owner, part)
            if thing.drawn is None:
                self.pictures.claim(thing, owner, part)
            if thing.role is None or role == "rect":
                thing.role = "rect" if issubclass(type(attribute(owner, "rect")), RECTS) else role
            return thing
        track = self.things.tracks.get(id(part))
        if track is not None and track.thing is not None and track.operand is not None:
            return track.thing
        operand = site.operands[number] if site is not None else None
        kind = called(operand) if operand is not None else "rect"
        return self.things.of_rect(part, operand, kind, is_fresh)

    def observe(self, frame, sides, hit, rule, test_of, point=None, area=None):
        """Records a test of two things; each side is its thing, owner, role and rectangle."""
        tracks = a, b = [side[4] if len(side) == 5 else self._track(*side) for side in sides]
        rect = sides[1][3]
        key = id(rect) if b.ref is not None else b
        pair = a.pairs.get(key) or a.pair(key, b)
        is_fixed = type(rect) in RECTS
        if not hit and rect[2] and rect[3] and self.still_far(pair, a, rect if is_fixed else plain(rect)):
            return
        tests = [self._test(side, track, test_of) for side, track in zip(sides, tracks)]
        place = self.place_of(frame)
        things = sides[0][0], sides[1][0]
        is_jump = self._is_put(pair.box_a, a.box) or self._is_put(pair.box_b, b.box)
        is_jump = is_jump or things[0].is_fleeting or things[1].is_fleeting
        if pair.far_frame is not None:
            kept = [tests[0].moved(pair.box_a), tests[1].moved(pair.box_b)]
            self._waiting.append(Check(pair.far_frame, kept, False, rule, place))
            self._waiting[-1].shown = True  # it was far away, where it was
        pair.is_written(a, b.box)
        check = Check(self.frame, tests, bool(hit), rule, place, point, area, is_jump)
        key = (things[0], things[1])
        before = self._last.get(key)
        if before is not None and before.rule == "box" and before.hit and (rule == "mask" or rule.startswith("circle")):
            before.finer = all(x.origin == y.origin for x, y in zip(before.tests, tests))
        self._last[key] = check
        self._waiting.append(check)
        if len(self._waiting) >= MOST_WAITING:
            self._write()

    def _track(self, thing, owner, role, rect):
        """The track of a rectangle that the game keeps, or the one of its role."""
        things = self.things
        track = None
        if type(rect) in RECTS:
            track = things.tracks.get(id(rect))
            if track is None and owner is not None and follow_is(owner, role, rect):
                track = things.track(rect)
            elif track is None and owner is None and not thing.is_fleeting:
                track = things.track(rect)
        if track is None:
            track = thing.tracks.get(role)
            if track is None:
                track = thing.tracks[role] = Track(rect, self.near, self.frame)
        if track.ref is not None and track.thing is not thing:
            track.thing, track.role = thing, role
            if owner is None:
                track.operand = thing.operand
        if track.box != plain(rect):
            track.move(rect)
        return track

    def _test(self, side, track, test_of):
        """What a side tested: the same as before where it has tested that in this frame."""
        test = track.test
        if test_of == self._box_test and test is not None and test.box is track.box and track.tested == self.pictures.frame:
            return test
        reach = side[0].overhang
        test = test_of(side, track)
        if test.shape is not None and "circle" in test.shape:
            reach = max(reach, overhang(test.box, box_around(test.shape)))
        if reach > track.overhang:
            track.reach(reach)
            test.box = track.box
        if test_of == self._box_test and side[2] == "rect":
            track.test, track.tested = test, self.pictures.frame
        return test

    def _box_test(self, side, track):
        thing, owner, role = side[:3]
        box = track.box
        origin = (box[0], box[1]) if role == "rect" and len(side) == 5 else self._origin(side, box)
        return Test(thing, role, box, origin, box_shape(None, box), image=self.image_of(owner))

    def _origin(self, side, box):
        return side[0].anchor(side[1], side[2], box)

    def image_of(self, owner):
        """The content of the `image` of an object, or None."""
        image = None if owner is None else attribute(owner, "image")
        return self.pictures.contents.of_surface(image) if issubclass(type(image), pygame.Surface) else None

    def _is_put(self, before, now):
        """True if a thing was put elsewhere outside the screen: nobody saw it pass through anything."""
        if before is now:
            return False
        way = max(abs(now[0] - before[0]), abs(now[1] - before[1]))
        return way > max(now[2:]) and not (self.pictures.is_on_screen(before) and self.pictures.is_on_screen(now))

    def place_of(self, frame):
        """The line of the game that makes a call."""
        while frame.f_back is not None and not is_games(frame):
            frame = frame.f_back
        return (frame.f_code.co_filename, frame.f_lineno)

    # Frames.

    def end_frame(self):
        """Writes the checks of the frame that is shown now."""
        self.things.bury()
        self._end_pictures()
        self._ends += 1
        # The first frames wait for the clock to say how many there are in a second.
        if self._log is not None or self._ends > 1:
            self._write()
        if self._fps is None:
            self.next_frame()

    def _end_pictures(self):
        """Finds the pictures of the checks of this frame."""
        self.pictures.end_frame()
        for check in self._waiting:
            if check.shown is None:
                try:
                    for test in check.tests:
                        self._side(test)
                    check.finer = check.finer and all(map(self._is_box_of_picture, check.tests))
                    check.shown = all(self.pictures.was_shown(test.thing, test.origin) for test in check.tests)
                except Exception as error:
                    self.problems.check(error)

    def next_frame(self):
        self.frame += 1
        self.things.frame = self.frame
        self._last.clear()
        if len(self._frames) > 50_000:
            self._frames = {pair: frame for pair, frame in self._frames.items() if frame > self.frame - 600}

    def tick(self, fps):
        """Observes `Clock.tick`."""
        is_first, self._fps = self._fps is None, self._fps or (fps if type(fps) in (int, float) and fps >= 1 else 0) or 60
        if not is_first:
            self.next_frame()

    def flush(self):
        """Writes what waits before this process becomes another program."""
        if self.is_on and (self._log is not None or self._waiting):
            self._end_pictures()
            self._write()
            self._log.flush()

    def begin_again(self):
        """Begins a log of its own, in a process that the game has forked."""
        self.is_on, self._log, self._waiting = True, None, []
        self._last, self._frames = {}, {}
        self.inside.clear()
        self.problems.clear()
        self.things.clear()
        self.pictures.contents.clear()
        self._ends, self._reports = 2, []

    def save(self):
        """Writes the last seconds, and all that waits."""
        self._write()
        self._log.flush()

    def close(self):
        """Writes what waits, and says what is not in the log."""
        if not self.is_on:
            return
        self.is_on = False
        self.things.finish()
        self._end_pictures()
        if self._log is None and not self._waiting and not self.things.far and not self.problems.notes():
            return  # it has tested nothing
        self._write()
        log = self._log
        for reason, count in self.problems.dropped.items():
            log.lose(reason, count)
        log.notes += self.problems.notes()
        log.close()
        unwritten, error = log.unwritten
        if unwritten:
            self._reports = [f"maskscope: {log.path}: not in the log: {unwritten} × {error}"]
        if self._reports:
            self._stderr.write("; ".join(self._reports))

    def _write(self):
        log = self._log
        if log is None:
            log = self._log = self._open()
        waiting, self._waiting = self._waiting, []
        log.frame = self.frame
        log.view = self.pictures.view
        written = 0
        try:
            for check in waiting:
                written += 1
                try:
                    self._write_check(log, check)
                except Exception as error:
                    self.problems.check(error)
        finally:
            if written < len(waiting):
                self._waiting[:0] = waiting[written:]  # a signal handler of the game has raised
        far, self.things.far = self.things.far, 0
        log.count_far(far)

    def _write_check(self, log, check):
        if check.finer:
            return
        sides = [test.side or self._side(test) for test in check.tests]
        key = (sides[0].name, sides[1].name)
        if self._frames.get(key, -1) > check.frame:
            self.things.far += 1  # another rectangle of these two has been tested since
            return
        self._frames[key] = check.frame
        path, line = check.place
        shown = check.shown is not False or check.frame < self.frame - 1
        at = f"{self._file_name(path)}:{line}"
        log.write(check.frame, *sides, check.hit, check.rule, at, check.point, check.area, check.jump, shown)

    def _is_box_of_picture(self, test):
        picture, dx, dy = self.pictures.of(test.thing, test.image)
        if picture is None:
            return False
        return tuple(test.box) == (test.origin[0] + dx, test.origin[1] + dy, *picture.size)

    def _side(self, test):
        """A side of a check as its frame shows it."""
        thing, mask = test.thing, test.mask
        picture, dx, dy = self.pictures.of(thing, test.image)
        if picture is None and thing.drawn is None and thing.owner() is not None:
            self.problems.unknown_picture(thing.kind)
        position = test.mask_at if mask is not None and picture is None else (test.origin[0] + dx, test.origin[1] + dy)
        if picture is not None and mask is None and test.shape is not None and self._is_probe(test, position, picture.size):
            return self._probe(test)
        shape, tested_at = test.shape, None
        if mask is not None and test.mask_at != position:
            tested_at = test.mask_at
            shape = {"mask": True, "at": [*tested_at]}
        size = picture.size if picture is not None else mask.size if mask is not None else test.box[2:]
        if picture is None and mask is None and shape is not None:
            around = box_around(shape)
            position, size = (around[0], around[1]), around[2:]
        box = (*position, *size)
        thing.overhang = max(thing.overhang, overhang(test.box, box))
        test.side = Side(thing.kind, self.things.name(thing), position, box, picture, mask, shape, tested_at)
        return test.side

    def _is_probe(self, test, position, size):
        """True if a rectangle cannot stand for its owner's picture: a sensor of the ground, the range of an attack."""
        if test.role in ("rect", "", test.thing.role):
            return False
        x, y, width, height = box_around(test.shape)
        left, top = position
        wide, high = size
        inside_x, inside_y = min(x + width, left + wide) - max(x, left), min(y + height, top + high) - max(y, top)
        if 2 * max(0, inside_x) * max(0, inside_y) <= width * height:
            return True
        apart = max(abs(x + width / 2 - left - wide / 2), abs(y + height / 2 - top - high / 2))
        return 4 * width * height < wide * high and apart > 2

    def _probe(self, test):
        """The side of a rectangle that is a thing of its own."""
        thing = test.thing
        probe = thing.probes.get(test.role)
        if probe is None:
            probe = thing.probes[test.role] = Thing(f"{thing.kind} {test.role}", self.frame)
        around = box_around(test.shape)
        name = self.things.name(probe)
        test.side = Side(probe.kind, name, (around[0], around[1]), around, None, None, test.shape, None)
        return test.side

    def _file_name(self, path):
        """A file of the game as people write it: relative to the folder where it began, if it lies there."""
        name = self._files.get(path)
        if name is None:
            name = path
            if self._folder is not None and os.path.isabs(path):
                inner = os.path.relpath(path, self._folder) if path[:1] == self._folder[:1] else ".."
                name = os.path.basename(path) if inner.startswith("..") else inner
            name = self._files[path] = name.replace(os.sep, "/")
        return name

    def _open(self):
        path = self.options.claim()
        if path is None:
            raise OSError("too many processes")
        game = os.path.splitext(os.path.basename(sys.argv[0]))[0] if type(sys.argv) is list and sys.argv and sys.argv[0] else None
        screen = pygame.display.get_surface() if pygame.display.get_init() else None
        view = (0, 0, *pygame.Surface.get_size(screen)) if screen is not None else None
        last, report = self.options.last, self._reports.append
        log = Log(
            path, game=game, fps=self._fps or 60, near=self.near, last=last, view=view, backlog=1_000_000, report=report
        )
        atexit.unregister(log.close)  # what waits here is written first
        log.path = path
        log.contents = self.pictures.contents
        log.contents.log = log
        return log


def like(rect, other):
    """`other` as a method of `rect` reads it: a rectangle of whole numbers truncates decimals."""
    kind = RECTS[0] if issubclass(type(rect), RECTS[0]) else RECTS[1]
    return plain(other) if type(other) is kind else kind(other)


def follow_is(owner, role, rect):
    """True if a rectangle lies where its role says."""
    return follow(owner, role) is rect


def _working_folder():
    try:
        return os.getcwd()
    except OSError:
        return None


def is_games(frame):
    """False for code of pygame and of the logger."""
    name = frame.f_globals.get("__name__")
    return type(name) is not str or name.partition(".")[0] not in ("pygame", "_maskscope")


def overhang(inner, outer):
    """How far the box `outer` reaches beyond `inner`, in pixels."""
    x, y, width, height = inner
    left, top, wide, high = outer
    return max(x - left, y - top, left + wide - x - width, top + high - y - height)
