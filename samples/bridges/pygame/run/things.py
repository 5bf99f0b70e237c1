"""The instances that a game tests, and the rectangles by which it tests them."""

import json
import weakref

import pygame

from .bridge.sides import RECTS
from .static import NUMBERS, attribute, class_name, rect_of, values
from .tracks import NOWHERE, PLACE, Pair, Track, follow, is_rect, plain

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

# How many names are counted, and how many pairs are followed.
MOST_NAMES = 50_000
MOST_PAIRS = 150_000
MOST_SOURCES = 4_096
MOST_HOLDERS = 2_000

# Where pictures of one size may lie around their rectangle: turned and mirrored ones at four places.
MOST_PLACES = 4
MOST_SIZES = 64

# Pairs are followed to this distance, or a third of the screen's longer side: a longer way is a
# jump, from which nothing is concluded. SLACK is how far pictures reach beyond their rectangles.
REMOTE = 160
SLACK = 16

Mask = pygame.mask.Mask


class _Ref(weakref.ref):
    """A weak reference that knows where it is kept."""

    __slots__ = ("key", "table")


class Thing:
    """An object that owns tested rectangles or masks, or a rectangle that belongs to none."""

    ref = None  # weak, to its object
    part = None  # of an object that has no weak references: one to a rectangle of it
    name = None  # in quotes, once it is written
    role = None  # of its own rectangle
    corner = ""  # the attribute with the top left of that, where it is made for each test
    operand = None  # the text that names it, if it is a rectangle without an owner
    drawn = None  # its picture as drawn last
    drawn_before = None  # its picture as drawn in an earlier frame
    overhang = 0  # how far its picture reaches beyond its tested rectangles
    fit = None  # how its picture lay around its rectangle last
    has_place = True  # False of a surface that is known to be only where it is drawn
    is_fleeting = False  # a new rectangle at each check
    is_adrift = False  # its picture is drawn where no camera is known that takes it there

    def __init__(self, kind):
        self.kind = kind
        self.tracks = {}  # of rectangles that are made new for each test, by their roles
        self.probes = {}  # by role: things for rectangles outside its picture, None for others
        self.offsets = {}  # by size: where its picture was, as seen from its rectangle

    def owner(self):
        """Its object, or None if that is gone."""
        return None if self.ref is None else self.ref()

    def votes(self, drawn):
        """True if its picture, drawn so, tells where the camera is."""
        return drawn.rank[2] and self.has_place and self.role != PLACE

    def wanders(self, size, x, y):
        """True if a picture of this size has been seen at many places around its rectangle."""
        places = self.offsets.setdefault(size, [])
        if all(max(abs(x - left), abs(y - top)) > 2 for left, top in places):
            places.append((x, y))
        if len(self.offsets) > MOST_SIZES:
            self.offsets.clear()
        return len(places) > MOST_PLACES

    def is_tested(self, owner, box):
        """Notes the attribute with the top left of a rectangle that code of the game has made."""
        at = (*box[:2],)
        if self.corner is not None and _corner(attribute(owner, self.corner)) != at:
            self.corner = next((name for name, it in values(owner) if _corner(it) == at), None)

    def moved(self, owner, box):
        """A rectangle as last tested, where its owner is now."""
        at = _corner(attribute(owner, self.corner)) if self.corner else None
        return box if at is None else box.move(at[0] - box[0], at[1] - box[1])

    def own_rect(self, owner, role, box):
        """The rectangle from which its picture is placed; `box` is the rectangle of a role."""
        own = rect_of(owner)
        if own is None and role != self.role:
            own = follow(owner, self.role) if owner is not None else None
            track = None if is_rect(own) else self.tracks.get(self.role)
            own = own if is_rect(own) else track and self.moved(owner, track.box)
        return box if own is None else own


def _corner(place):
    """The whole numbers of a place, or None if it is none."""
    is_place = type(place) in (tuple, list, pygame.Vector2) and len(place) == 2
    is_place = is_place and all(type(it) in NUMBERS for it in place)
    return (int(place[0]), int(place[1])) if is_place else None


class Things:
    """All things that are tested, found by the objects of the game."""

    def __init__(self, near):
        self.near = near
        self.frame = 0
        self.now = 0  # counts frames, however they end
        self.far = 0  # checks of things far apart that no line has counted
        self.dead = []  # references to what is gone; filled without running any code of the logger
        self.tracks = {}  # by the id of the rectangle
        self._slack, self._jump = SLACK, REMOTE
        self.see((0, 0))
        self._pairs = 0
        self._things = {}  # by the id of the owner
        self._fleeting = {}  # by the operand that makes a new rectangle for each check
        self._counts = {}  # how many instances are called alike
        self._holders_at, self._holders = -1, {}  # by the ids of surfaces: the one thing that has it, or None
        self._sources = {}  # by the ids of masks: the surface, the size and how many pixels

    def see(self, size):
        """Notes the size of the screen: `zone` is what a rectangle grows by to what is followed."""
        self._jump = max(REMOTE, max(size) // 3)
        self.zone = 2 * int(self.near + self._jump + self._slack)

    def is_remote(self, a, b):
        """True for rectangles farther apart than pairs are followed."""
        (ax, ay, aw, ah), (bx, by, bw, bh) = a, b
        return 2 * max(bx - ax - aw, ax - bx - bw, by - ay - ah, ay - by - bh) > self.zone

    def is_far(self, a, b):
        """Counts a miss of two rectangles far apart, and follows those that the game keeps."""
        if self.dead:
            self.bury()
        if type(a) not in RECTS or type(b) not in RECTS or not b:
            return False  # one without a size overlaps nothing, however near
        track = self.tracks.get(id(a))
        pair = track.pairs.get(id(b)) if track is not None else None
        if pair is None and self.is_remote(a, b):
            self.far += 1
            return True
        track = self.track(a)
        return self.note_far(pair or self.pair(track, self.track(b)), track, b)

    def is_still(self, pair, track, a, b):
        """Counts a miss of a pair that is as far apart as it was, on the same side."""
        side, edges, other = pair.side, track.edges, pair.other
        if side == NOWHERE or edges is None or pair.is_away or track.box != a or not b:
            return False
        if side == 0:
            gap = edges[0] - b.right
        elif side == 1:
            gap = b.left - edges[1]
        elif side == 2:
            gap = edges[2] - b.bottom
        else:
            gap = b.top - edges[3]
        if gap <= other.overhang:
            return False
        if other.box != b:
            other.move(b)
        self.far += pair.far_frame is not None
        pair.box_a, pair.box_b, pair.far_frame = track.box, other.box, self.frame
        return True

    def note_far(self, pair, track, rect):
        """Counts a check of a pair that is still far apart, and notes where it was."""
        if pair.is_away:
            pair.is_new = True
        if not pair.is_far(track, rect):
            return False
        self.far += pair.far_frame is not None
        pair.box_a, pair.box_b, pair.far_frame = track.box, rect.copy(), self.frame
        pair.has_jumped |= pair.is_away
        pair.is_away = self.is_remote(track.box, rect)
        return True

    def is_made(self, mask, surface):
        """Notes of which surface a mask is made."""
        if len(self._sources) >= MOST_SOURCES:
            self._sources.clear()
        self._sources[id(mask)] = weakref.ref(surface), mask.get_size(), mask.count()

    def source(self, mask):
        """The surface of which a mask was made, or None."""
        ref, *was = self._sources.get(id(mask), (None, None))
        is_same = ref is not None and was == [Mask.get_size(mask), Mask.count(mask)]
        return ref() if is_same else None

    def pair(self, track, other):
        """Both as they are tested for the first time."""
        if self._pairs >= MOST_PAIRS:
            self.forget_pairs()
        self._pairs += 1
        pair = track.pairs[other.key] = Pair(track, other)
        other.partners.add(track)
        return pair

    def reach(self, track, overhang):
        """Notes how far something of a track reaches beyond its box."""
        if overhang > track.overhang:
            track.overhang, track.edges = overhang, None
        if overhang > self._slack:
            self._slack = 2 * overhang
            self.see((0, 3 * self._jump))

    def known(self, owner):
        """The thing that an object is, if it has been tested."""
        thing = self._things.get(id(owner))
        if thing is None or thing.owner() is owner:
            return thing
        held = thing.part and thing.part()
        return thing if held and any(value is held for _, value in values(owner)) else None

    def holder(self, surface):
        """The one tested object of which a surface is an attribute, or None."""
        if self._holders_at != self.now:  # once a frame
            self._holders_at, self._holders = self.now, {}
            for thing in [*self._things.values()][:MOST_HOLDERS]:
                for _, it in values(thing.owner()):
                    if issubclass(type(it), pygame.Surface):
                        is_one = self._holders.get(id(it), thing) is thing
                        self._holders[id(it)] = thing if is_one else None
        thing = self._holders.get(id(surface))
        owner = thing.owner() if thing is not None else None
        return owner if any(it is surface for _, it in values(owner)) else None

    def of(self, owner, part=None, kind=None):
        """The thing that an object is, which owns `part`."""
        thing = self.known(owner)
        if thing is None:
            thing = self._things[id(owner)] = Thing(kind or class_name(owner))
            try:
                thing.ref = self._reference(owner, self._things, id(owner))
            except TypeError:
                # It is the same object while it holds the same rectangle.
                rects = [value for _, value in values(owner) if is_rect(value)]
                rects.sort(key=lambda rect: rect is not part)
                if rects:
                    thing.part = self._reference(rects[0], self._things, id(owner))
        return thing

    def of_rect(self, operand, kind, is_fresh):
        """The thing that a rectangle without an owner is; `operand` is the text that names it."""
        thing = self._fleeting.get(operand)
        if thing is None:
            thing = Thing(kind)
            thing.role, thing.operand = "", operand
            if is_fresh:
                self._is_fleeting(operand, thing)
        return thing

    def _is_fleeting(self, operand, thing):
        thing.is_fleeting = True
        if len(self._fleeting) < MOST_NAMES:
            self._fleeting.setdefault(operand, thing)

    def track(self, rect):
        """The track of a rectangle that the game keeps, where it is now."""
        track = self.tracks.get(id(rect))
        if track is None:
            track = self.tracks[id(rect)] = Track(rect, self.near, self.frame)
            track.key = id(rect)
            track.ref = self._reference(rect, self.tracks, id(rect))
        elif track.box != rect:
            track.move(rect)
        return track

    def track_of(self, thing, owner, role, rect):
        """The track of a rectangle of a thing: of one that the game keeps, or of its role."""
        if type(rect) in RECTS and (
            id(rect) in self.tracks
            or (not thing.is_fleeting if owner is None else follow(owner, role) is rect)
        ):
            track = self.track(rect)
            if track.thing is not thing:
                track.thing, track.role = thing, role
                track.operand = thing.operand if owner is None else track.operand
            return track
        track = thing.tracks.get(role)
        if track is None:
            track = thing.tracks[role] = Track(rect, self.near, self.frame)
        elif track.box != plain(rect):
            track.move(rect)
        return track

    def settled(self, rect):
        """The track of a rectangle whose owner is known and still has it, or None."""
        track = self.tracks.get(id(rect))
        if track is None or track.thing is None or not track.role:
            return None
        if track.settled != self.now:  # once a frame
            owner = track.thing.owner()
            if owner is None or follow(owner, track.role) is not rect:
                return None
            track.settled = self.now
        if track.box != rect:
            track.move(rect)
        return track

    def name(self, thing):
        """What an instance is called, in quotes."""
        if thing.name is None:
            owner = thing.owner()
            called = attribute(owner, "name") if owner is not None else None
            called = called if type(called) is str and called else thing.kind
            if len(self._counts) >= MOST_NAMES:
                called = thing.kind  # kinds are fewer
            number = self._counts[called] = self._counts.get(called, 0) + 1
            thing.name = _json(called if number == 1 else f"{called} {number}")
        return thing.name

    def _reference(self, it, table, key):
        ref = _Ref(it, self.dead.append)
        ref.table, ref.key = table, key
        return ref

    def bury(self):
        """Forgets what is gone."""
        while self.dead:
            ref = self.dead.pop()
            it = ref.table.get(ref.key)
            if it is None or ref not in (it.ref, getattr(it, "part", None)):
                continue
            del ref.table[ref.key]
            for track in it.tracks.values() if type(it) is Thing else (it,):
                self._forget(track)
            if it.operand is not None and type(it) is Track and self.frame - it.born <= 1:
                self._is_fleeting(it.operand, it.thing)

    def _forget(self, track):
        """Forgets the pairs of a track; the checks that they keep are not written."""
        gone = [*track.pairs.values()]
        for pair in gone:
            pair.other.partners.discard(track)
        gone += filter(None, (other.pairs.pop(track.key, None) for other in track.partners))
        for pair in gone:
            self.far += pair.far_frame is not None
        self._pairs -= len(gone)
        track.pairs, track.partners = {}, set()

    def forget_pairs(self):
        """Counts the kept checks that are not written, and forgets all pairs."""
        self.bury()
        things = [*self._things.values(), *self._fleeting.values()]
        for tracks in (self.tracks, *(thing.tracks for thing in things)):
            for track in tracks.values():
                self._forget(track)

    def clear(self):
        """Forgets everything."""
        for table in (
            self.tracks, self._things, self._fleeting, self._counts, self._sources, self.dead
        ):
            table.clear()
        self.far = self._pairs = 0
