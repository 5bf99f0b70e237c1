"""Checks as they are recorded, kept until their frame ends."""

import copy
import threading

import pygame

from .bridge.sides import RECTS, Side, box_around
from .facts import holder_of, numbers
from .frames import is_of_library, place_of
from .guard import Problems
from .owners import Owners, called
from .pictures import CLEAR, Pictures
from .static import attribute, image_of, own_of, rect_of
from .things import Things
from .tracks import PLACE, follow, is_rect, overhang, whole_or_not
from .writer import Writer

this_thread = threading.get_ident
_overlap = {kind: kind.colliderect for kind in RECTS}  # before they are hooked


class Test(Side):
    """What one side of a check tested, where its owner was, and in the end how it is written."""

    __slots__ = (
        "facts", "frame", "held", "holder", "image", "is_ahead", "is_by_blit", "is_kept", "is_made",
        "is_unseen", "last", "mask_at", "origin", "other_image", "own", "own_mask", "rect", "role", "room",
        "shown", "tested", "thing"
    )  # fmt: skip

    def __init__(self, thing, role, rect, origin, shape=None, mask=None, mask_at=None):
        self.thing = thing
        self.role = role
        self.rect = rect  # its rectangle
        self.origin = origin  # top left of its owner's rectangle, from which pictures are placed
        self.room = None  # the size of that
        self.image = None  # the content of its owner's `image`, where its picture may be another
        self.other_image = None  # the same where something else is drawn in its place
        self.tested = shape  # the shape that was tested; None of its rectangle or a mask
        self.own_mask = mask  # the content of a mask
        self.mask_at = mask_at
        self.own = None  # the `rect` of its owner
        self.holder = None  # the attribute of its owner that holds its rectangle
        self.held = None  # a weak reference to that, or to the owner's
        self.is_made = False  # it is held by none, but was made for the test
        self.is_by_blit = False  # only pictures tell where its owner is
        self.frame = self.last = None  # of the pictures, and the picture of its owner before the test
        self.facts = ""  # as JSON
        self.is_ahead = False  # it may have moved before its owner's rectangle does
        self.is_kept = False  # it is of an earlier frame, and may have had another mask then
        self.is_unseen = False  # its owner's picture is not known when it is written
        self.shown = None  # whether its owner was drawn there, once that is known
        self.sprite = self.json = None
        self.is_current = False

    def moved(self, rect):
        """The same test with its rectangle at `rect`."""
        dx, dy = rect[0] - self.rect[0], rect[1] - self.rect[1]
        shape = self.tested
        if shape:
            kind, (x, y, *size) = next(iter(shape.items()))
            shape = {kind: [x + dx, y + dy, *(rect[2:] if kind == "box" else size)]}
        mask_at = self.mask_at and (self.mask_at[0] + dx, self.mask_at[1] + dy)
        origin = (self.origin[0] + dx, self.origin[1] + dy)
        it = Test(self.thing, self.role, rect, origin, shape, self.own_mask, mask_at)
        it.image, it.is_ahead, it.is_made, it.is_kept = self.image, self.is_ahead, self.is_made, True
        return it


class Check:
    """A check that waits for the end of its frame."""

    __slots__ = (
        "area", "finer", "frame", "hit", "jump", "one", "other", "place", "point", "rule", "shown"
    )  # fmt: skip

    def __init__(self, frame, one, other, hit, rule, place, point=None, area=None, jump=False):
        self.frame = frame
        self.one, self.other = one, other  # tests
        self.hit = hit
        self.rule = rule
        self.place = place  # file and line
        self.point = point
        self.area = area
        self.jump = jump
        self.shown = None  # False where its things were never drawn; None until its frame ends
        self.finer = False  # whether a test by mask or circle of the same things there follows


class Recorder:
    """Makes checks of what is observed."""

    def __init__(self, options):
        self.options = options
        self.is_on = True
        self.has_opengl = False  # what the game has asked for; the flags of its screen say it of others, too
        self.inside = {}  # by thread: the tests in the call of a watched function that runs there
        self.problems = Problems()
        self.pictures = Pictures()
        self.things = Things(options.near)
        self.owners = Owners(self.things)
        self.writer = Writer(self)
        self.stops = None  # what pauses the game, if it can be stopped
        self._last = {}  # by pair: its last check in this frame
        self._shows = None  # how often the screen was shown since a loop ended, once the clock has ticked
        self._is_tested = False  # whether this frame has a check

    def leave(self):
        """Records no more, and writes nothing: the log belongs to another."""
        self.is_on = False
        self.writer.waiting.clear()

    # Tests.

    def boxes(self, frame, a, b, hit, fresh=(False, False), operands=None):
        """Records a test of two rectangles, whose owners and roles are `operands` if known."""
        if self.things.dead:
            self.things.bury()
        site = None
        if operands is None:
            *operands, site = self.owners.of(frame, (a, b), fresh)
        sides = []
        for number, (part, (owner, role)) in enumerate(zip((a, like(a, b)), operands)):
            sides.append(self.side(owner, part, role, site, number, fresh[number]))
        self.observe(frame, sides, hit, "box")

    def thing(self, part, owner, role="rect", site=None, number=0, is_fresh=False):
        """The thing that an owner of a tested part is, or the part itself where it has none."""
        things = self.things
        if things.dead:
            things.bury()
        if owner is not None:
            thing = things.of(owner, part)
            if thing.drawn is None:
                self.pictures.claim(thing, owner, part)
            if thing.role is None or role == "rect":
                thing.role = "rect" if is_rect(attribute(owner, "rect")) else role
            return thing
        track = things.tracks.get(id(part))
        if track is not None and track.thing is not None and track.operand is not None:
            return track.thing
        operand = site.operands[number] if site is not None else None
        return things.of_rect(operand, called(operand) if operand is not None else "rect", is_fresh)

    def side(self, it, rect, role, site=None, number=0, is_fresh=False):
        """A side of a test: the track of a rectangle, its owner, the thing that is, and the role."""
        track = self.things.settled(rect) if it is not None and not is_fresh else None
        if track is not None and track.role == role and track.thing.owner() is it:
            return track, it, track.thing, role
        thing = self.thing(rect, it, role, site, number, is_fresh)
        role = role if it is not None else ""
        return self.things.track_of(thing, it, role, rect), it, thing, role

    def known(self, frame, a, b, hit):
        """Records a test of two rectangles if they have been tested, and belong to whom they did."""
        things = self.things
        if things.dead:
            things.bury()
        track, other = things.settled(a), things.settled(b)
        pair = track.pairs.get(other.key) if track is not None and other is not None else None
        if pair is None or track.thing is other.thing:
            return False
        if hit or not b or not things.note_far(pair, track, other.box):
            now = self.pictures.frame
            tests = [
                it.test if it.role == "rect" and it.is_same(now, None)
                else self._test(it, it.thing.owner(), it.thing, it.role)
                for it in (track, other)
            ]  # fmt: skip
            self._add(frame, pair, track, other, tests, hit, "box")
        return True

    def observe(self, frame, sides, hit, rule, tested=(None, None), point=None, area=None):
        """Records a test of two things.

        A side is its track, owner, thing and role. What it tested, if that is not its rectangle, is
        a shape, or a mask with its place.
        """
        (a, *_), (b, *_) = sides
        things = self.things
        pair = a.pairs.get(b.key) or things.pair(a, b)
        if hit or not b.box or self._are_near(tested) or not things.note_far(pair, a, b.box):
            tests = [self._test(*side, what=what) for side, what in zip(sides, tested)]
            self._add(frame, pair, a, b, tests, hit, rule, point, area)
        elif _are_masks(tested):
            pair.masks_at = [at for _, at in tested]

    def _are_near(self, tested):
        """True if two masks were tested near each other, wherever their rectangles lie."""
        if not _are_masks(tested):
            return False
        box, other = (pygame.Rect(at, mask.size) for mask, at in tested)
        reach = 2 * int(self.things.near) + 2
        return _overlap[pygame.Rect](box.inflate(reach, reach), other)

    def _add(self, frame, pair, a, b, tests, hit, rule, point=None, area=None):
        """Makes a check of two tests, and of the last one before if that was far."""
        place, is_by_library = place_of(frame)
        if is_by_library and _are_of_library([test.thing.owner() for test in tests]):
            self.problems.not_judged["what an installed library keeps for itself"] += 1
            return
        one, other = map(self._with_image, tests)
        its, others = one.thing, other.thing
        is_jump = self._is_put(pair.box_a, a.box) or self._is_put(pair.box_b, b.box)
        is_jump = is_jump or its.is_fleeting or others.is_fleeting or pair.is_away
        if pair.far_frame is not None:
            kept = one.moved(pair.box_a), other.moved(pair.box_b)
            if pair.masks_at is not None and None not in (one.mask_at, other.mask_at):
                kept[0].mask_at, kept[1].mask_at = pair.masks_at
            far = Check(pair.far_frame, *kept, False, rule, place, jump=pair.has_jumped)
            far.shown = True
            self.writer.add(far)
        pair.is_written(a, b.box)
        self._is_tested = True
        check = Check(self.things.frame, one, other, bool(hit), rule, place, point, area, is_jump)
        if hit and rule == "box":
            self._last[its, others] = check
        elif self._last:
            before = self._last.pop((its, others), None)
            if before is not None and rule[:4] in ("mask", "circ"):
                is_same = before.one.origin == one.origin and before.other.origin == other.origin
                before.finer = is_same
        self.writer.add(check)

    def _test(self, track, owner, thing, role, what=None):
        """What a side tested: the same as before where it has tested that in this frame."""
        box, now = track.box, self.pictures.frame
        if track.is_same(now, what) and track.test.role == role:
            rect = own_of(owner) if role != "rect" and owner is not None else None
            if role == "rect" or rect is not None and numbers(rect) == track.test.own:
                return track.test
        shape = mask = at = None
        if type(what) is dict:
            shape = what
        elif what is not None:
            mask, at = what
        reach = thing.overhang if thing.probes.get(role) is None else 0
        if shape:
            reach = max(reach, overhang(box, box_around(shape)))
        if reach > track.overhang:
            self.things.reach(track, reach)
        own = box if role == "rect" and track.ref is not None else thing.own_rect(owner, role, box)
        if own is not box and id(own) not in self.things.tracks and own_of(owner) is own:
            self.things.track_of(thing, owner, "rect", own)  # by it a picture is known
        if own is box and track.ref is None and owner is not None:
            thing.is_tested(owner, box)
        if thing.drawn is not None and thing.drawn.is_loose:
            thing.drawn.lie((*own,))
        test = Test(thing, role, box, (own[0], own[1]), shape, mask, at)
        test.room = (*own[2:],)
        self._know(test, track, owner, own, what)
        track.test, track.tested, track.what = test, now, what
        if role != "rect":
            drawn = thing.drawn
            test.is_ahead = own is not box and (drawn is None or drawn.anchor == test.origin)
        return test

    def _know(self, test, track, owner, own, what):
        """Notes who holds a tested rectangle, and where its owner and that one's picture are."""
        thing, role, tracks = test.thing, test.role, self.things.tracks
        test.frame, test.last, test.held = self.pictures.frame, thing.drawn, track.ref
        if owner is None:
            test.is_made = thing.is_fleeting
            return
        is_settled = what is None and track.role == role and track.settled == self.things.now
        test.holder = role if is_settled else holder_of(owner, role, test.rect, what)
        test.is_made = test.holder is None
        rect = own if own is test.rect and is_settled and role == "rect" else own_of(owner)
        if rect is not None:
            test.own = rect if rect is test.rect else numbers(rect)
            test.held = test.held or id(rect) in tracks and tracks[id(rect)].ref
        elif test.is_made:
            test.is_by_blit = not thing.corner and not is_rect(follow(owner, thing.role))
        else:
            test.is_by_blit = role == PLACE and not thing.has_place

    def _with_image(self, test):
        """A test with the picture that its owner has now; it may have had another at an earlier test of this frame."""
        drawn, image = test.thing.drawn, self.content_of(test.thing.owner())
        is_other = drawn is not None and not drawn.is_image
        before = test.other_image if is_other else test.image
        if before is not None and before is not image:
            test = copy.copy(test)
        if is_other:
            test.other_image = None if image is CLEAR else image
            return test
        test.image = image
        return test

    def content_of(self, owner):
        """The content of the `image` of an object: CLEAR without solid pixels, None without an image."""
        image = image_of(owner)
        return None if image is None else self.pictures.contents.of_surface(image) or CLEAR

    def _is_put(self, before, now):
        """True if a thing was put elsewhere outside the screen: nobody saw it pass anything."""
        if before is now or _overlap[type(before)](before, now):
            return False
        way = max(abs(now[0] - before[0]), abs(now[1] - before[1]))
        is_seen = self.pictures.is_on_screen
        return way > max(now[2:]) and not (is_seen(before) and is_seen(now))

    # Frames.

    def end_frame(self, is_part=False):
        """Writes the checks of the frame that is shown now, or of which a part of the screen is."""
        self.things.bury()
        self.things.now += 1
        self.pictures.end_frame()
        self.things.see(self.pictures.screen)
        self.writer.end_frame()
        is_end = self._is_end(is_part)
        try:
            if self.stops is not None:
                self.stops.ask(is_end)
        finally:
            if is_end:
                self.next_frame()

    def _is_end(self, is_part):
        """False if more of this frame is shown before it has ended."""
        # What is shown a second time before the clock ticks is the same frame, unless it has a new check.
        if self._shows is not None:
            self._shows += not is_part
            if self._shows == 2 and not self._is_tested or is_part and self._shows:
                return False
            self._shows = self._shows or 1
        return True

    def next_frame(self):
        """Begins the next frame."""
        self._is_tested = False
        self.things.frame += 1
        self.things.now += 1
        self._last.clear()

    def tick(self, fps):
        """Observes `Clock.tick`: a loop of the game has ended."""
        if self._shows is None and type(fps) in (int, float) and fps >= 1:
            self.writer.fps = fps
        if self._shows == 0 and not self.pictures.frame:
            self.next_frame()  # a game that shows nothing
        self._shows = 0

    def flush(self):
        """Writes what waits before this process becomes another program."""
        if self.is_on:
            self.pictures.end_frame()
            self.writer.flush()

    def begin_again(self):
        """Begins a log of its own, in a process that the game has forked."""
        self.is_on, self._last = True, {}
        for it in (self.inside, self.problems, self.things, self.pictures.contents, self.writer):
            it.clear()

    def close(self):
        """Writes what waits, and says what is not in the log."""
        if self.is_on:
            self.is_on = False
            self.things.forget_pairs()
            self.pictures.end_frame()
            self.writer.close()


def _are_masks(tested):
    """True if masks were tested, each with its place."""
    return all(type(it) is tuple for it in tested)


def like(rect, other):
    """`other` as a method of `rect` reads it: one of whole numbers truncates decimals."""
    kind = whole_or_not(rect)
    return other if type(other) is kind else kind(other)


def _are_of_library(owners):
    """True if an object of an installed library is tested, with another one or with nobody's rectangle."""
    known = [it for it in owners if it is not None]
    return bool(known) and all(map(is_of_library, known))
