"""The instances that a game tests, and the rectangles by which it tests them."""

import json
import sys
import weakref

import pygame

from .bridge.sides import RECTS
from .static import attribute, class_name, values

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

# How many names are counted; those beyond are numbered without.
MOST_NAMES = 50_000


class _Ref(weakref.ref):
    """A weak reference that knows where it is kept."""

    __slots__ = ("key", "table")


def plain(rect):
    """A copy of a rectangle, without the class that a game may have given it."""
    kind = type(rect)
    return rect.copy() if kind in RECTS else RECTS[0](rect) if issubclass(kind, RECTS[0]) else RECTS[1](rect)


def follow(owner, role):
    """The attribute to which a role such as `rect` or `sensors[2]` leads, or None if a property makes it."""
    if not role:
        return owner if role == "" else None
    name, _, index = role.partition("[")
    found = attribute(owner, name)
    if index:
        index = index[:-1]
        if type(found) not in (list, tuple) or not index.isdigit() or int(index) >= len(found):
            return None
        found = found[int(index)]
    return found


class Thing:
    """An object that owns tested rectangles or masks, or a rectangle that belongs to none."""

    __slots__ = (
        "born", "drawn", "drawn_before", "is_fleeting", "kind", "name", "operand", "overhang", "part", "probes", "ref", "role", "tracks"
    )  # fmt: skip

    def __init__(self, kind, born):
        self.ref = None  # weak, to its object
        self.part = None  # of an object that has no weak references: one to a rectangle of it
        self.kind = kind
        self.name = None  # in quotes, once it is written
        self.born = born  # the frame of its first check
        self.role = None  # of its own rectangle
        self.operand = None  # that names it, if it is a rectangle without an owner
        self.tracks = {}  # of rectangles that are made new for each test, by their roles
        self.drawn = None  # its picture as drawn last
        self.drawn_before = None  # where its rectangle was when it was drawn in an earlier frame, and that frame
        self.overhang = 0  # how far its picture reaches beyond its tested rectangles
        self.probes = {}  # things for rectangles outside its picture, by role
        self.is_fleeting = False  # a new rectangle at each check

    def owner(self):
        """Its object, or None if that is gone."""
        return None if self.ref is None else self.ref()

    def anchor(self, owner, role=None, rect=None):
        """The top left of its own rectangle, from which its picture is placed, or None."""
        if owner is not None:
            own = attribute(owner, "rect")
            own = owner if issubclass(type(owner), RECTS) else own
            if not issubclass(type(own), RECTS) and role != self.role:
                own = follow(owner, self.role)
            if issubclass(type(own), RECTS):
                return (own[0], own[1])
        track = self.tracks.get(self.role) if role != self.role else None
        rect = track.box if track is not None and rect is None else rect
        return None if rect is None else (rect[0], rect[1])


class Track:
    """A tested rectangle: where it was, and which others it was tested against."""

    __slots__ = (
        "born", "bottom", "box", "left", "near", "operand", "overhang", "pairs", "partners", "ref", "remote", "right", "role", "test",
        "tested", "thing", "top"
    )  # fmt: skip

    def __init__(self, rect, near, born):
        self.ref = None  # weak, to a rectangle that the game keeps
        self.thing = self.role = None  # once its owner is known
        self.operand = None  # that named it, if it has no owner
        self.pairs = {}  # by the ids of other rectangles
        self.partners = set()  # tracks that have it in their pairs
        self.near = near
        self.overhang = 0  # how far its picture and its shapes reach beyond it
        self.born = born
        self.test = None  # the last test of its own rectangle
        self.tested = -1  # the frame of the pictures in which that was
        self.move(rect)

    def move(self, rect):
        """Notes where it is now: its box, and the sides of what is near to it."""
        box = self.box = plain(rect)
        self.remote = None  # it, and what is not remote from it, once needed
        reach = self.near + self.overhang
        self.left, self.right = box.left - reach, box.right + reach
        self.top, self.bottom = box.top - reach, box.bottom + reach

    def reach(self, overhang):
        """Notes how far something of it reaches beyond its box."""
        if overhang > self.overhang:
            self.overhang = overhang
            self.move(self.box)

    def pair(self, key, other):
        """Both as they are tested for the first time."""
        pair = self.pairs[key] = Pair(self.box, other)
        other.partners.add(self)
        return pair


class Pair:
    """Two tested rectangles, the first of which is asked, as their last check left them."""

    __slots__ = ("box_a", "box_b", "far_frame", "is_new", "other", "side")

    def __init__(self, box_a, other):
        self.other = other  # the track of the second
        self.box_a = box_a
        self.box_b = other.box
        self.is_new = True
        self.side = None  # on which they have been far apart since the last check that is written: straight ways stay there
        self.far_frame = None  # of the last check, if they were far apart: it is written before the next that is not

    def is_far(self, a, rect):
        """True if they are far apart, and have been since the last check that is written; notes where they are."""
        side, reach = self.side, self.other.overhang
        if side is None:
            side = self._side(a, rect, reach) if self.is_new else None
            if side is None:
                return False
            self.side, self.is_new = side, False
        elif side == 0:
            if rect.right + reach >= a.left:
                return False
        elif side == 1:
            if rect.left - reach <= a.right:
                return False
        elif side == 2:
            if rect.bottom + reach >= a.top:
                return False
        elif rect.top - reach <= a.bottom:
            return False
        self.box_a = a.box
        if self.box_b != rect:
            self.box_b = rect.copy()
        return True

    def _side(self, a, rect, reach):
        """The side on which the second is farthest, or None if that is near."""
        gaps = (a.left - rect.right, rect.left - a.right, a.top - rect.bottom, rect.top - a.bottom)
        widest = max(gaps)
        return gaps.index(widest) if widest > reach else None

    def is_written(self, a, rect):
        """Notes where they are at a check that is written."""
        self.box_a, self.box_b, self.is_new = a.box, plain(rect), False
        self.side = self._side(a, rect, self.other.overhang)
        self.far_frame = None


class Things:
    """All things that are tested, found by the objects of the game."""

    def __init__(self):
        self.frame = 0
        self.far = 0  # checks of things far apart that no line has counted
        self.dead = []  # references to what is gone; filled without running any code of the logger
        self.tracks = {}  # by the id of the rectangle
        self.near = 32
        self._things = {}  # by the id of the owner
        self._fleeting = {}  # by the operand that makes a new rectangle for each check
        self._counts = {}  # how many instances are called alike
        self._extra = 0

    def known(self, owner):
        """The thing that an object is, if it has been tested."""
        thing = self._things.get(id(owner))
        if thing is None or thing.owner() is owner:
            return thing
        if thing.part is None or not any(value is thing.part() for _, value in values(owner)):
            return None
        return thing

    def of(self, owner, part=None):
        """The thing that an object is, which owns `part`."""
        thing = self.known(owner)
        if thing is None:
            thing = self._things[id(owner)] = Thing(class_name(owner), self.frame)
            try:
                thing.ref = self._reference(owner, self._things, id(owner))
            except TypeError:
                # It is the same object while it holds the same rectangle.
                rects = [value for _, value in values(owner) if issubclass(type(value), RECTS)]
                held = next((rect for rect in rects if rect is part), rects[0] if rects else None)
                thing.part = held if held is None else self._reference(held, self._things, id(owner))
        return thing

    def of_rect(self, rect, operand, kind, is_fresh):
        """The thing that a rectangle without an owner is; `operand` is the text that names it."""
        thing = self._fleeting.get(operand)
        if thing is None:
            thing = Thing(kind, self.frame)
            thing.role, thing.operand = "", operand
            if is_fresh:
                thing.is_fleeting = True
                if len(self._fleeting) < MOST_NAMES:
                    self._fleeting[operand] = thing
        return thing

    def track(self, rect):
        """The track of a rectangle that the game keeps."""
        track = self.tracks.get(id(rect))
        if track is None:
            track = self.tracks[id(rect)] = Track(rect, self.near, self.frame)
            track.ref = self._reference(rect, self.tracks, id(rect))
        return track

    def weak(self, owner):
        """A weak reference to an object."""
        return weakref.ref(owner)

    def _reference(self, it, table, key):
        ref = _Ref(it, self.dead.append)
        ref.table, ref.key = table, key
        return ref

    def bury(self):
        """Forgets what is gone."""
        dead = self.dead
        while dead:
            ref = dead.pop()
            it = ref.table.get(ref.key)
            if it is None or ref not in (it.ref, getattr(it, "part", None)):
                continue
            del ref.table[ref.key]
            if type(it) is Track:
                self.forget(it)
                thing = it.thing
                if it.operand is not None and thing is not None and self.frame - it.born <= 1:
                    thing.is_fleeting = True
                    if len(self._fleeting) < MOST_NAMES:
                        self._fleeting.setdefault(it.operand, thing)
            else:
                for track in it.tracks.values():
                    self.forget(track)

    def forget(self, track):
        """Forgets a track; the checks that it keeps are not written."""
        for pair in track.pairs.values():
            self.far += pair.far_frame is not None
            pair.other.partners.discard(track)
        for other in track.partners:
            for key, pair in list(other.pairs.items()):
                if pair.other is track:
                    self.far += pair.far_frame is not None
                    del other.pairs[key]
        track.pairs, track.partners = {}, set()

    def finish(self):
        """Counts the kept checks that are not written."""
        self.bury()
        for track in [*self.tracks.values(), *(it for thing in self._things.values() for it in thing.tracks.values())]:
            for pair in track.pairs.values():
                self.far += pair.far_frame is not None
                pair.far_frame = None

    def clear(self):
        """Forgets everything."""
        for table in (self.tracks, self._things, self._fleeting, self._counts, self.dead):
            table.clear()
        self.far = 0

    def name(self, thing):
        """What an instance is called, in quotes."""
        if thing.name is None:
            owner = thing.owner()
            called = attribute(owner, "name") if owner is not None else None
            called = called if type(called) is str and called else thing.kind
            number = self._counts.get(called, 0) + 1
            if number == 1 and len(self._counts) >= MOST_NAMES:
                self._extra += 1
                number = MOST_NAMES + self._extra
            else:
                self._counts[called] = number
            thing.name = _json(called if number == 1 else f"{called} {number}")
        return thing.name


def _count(*args):
    return sys.getrefcount(args[-1])


# How many references a rectangle has in a hook if nothing but the call holds it.
FRESH = _count(None, pygame.Rect(0, 0, 1, 1))
