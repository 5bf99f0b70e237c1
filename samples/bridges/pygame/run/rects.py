"""The hooks of tests of rectangles: with one, several, or a point."""

import sys

import pygame

from .bridge.sides import RECTS
from .recorder import like, this_thread
from .static import attribute, is_all, is_object, item, rect_of, rects_of
from .things import REMOTE
from .tracks import POINTS, is_rect, plain, whole_or_not

NONE = object()

# Functions of `pygame.sprite` whose tests are the game's.
_SPRITE_TESTS = (
    "collide_rect", "spritecollide", "spritecollideany", "groupcollide", "<listcomp>"
)  # fmt: skip
sprite_module = vars(pygame.sprite)
_references = sys.getrefcount
_frame = sys._getframe
all_in = {kind: vars(kind)["collidelistall"] for kind in RECTS}  # before they are hooked


def _count(a=None, b=None, *_, **__):
    return _references(a)


# How many references a rectangle has in a hook if nothing but the call holds it.
FRESH = _count(pygame.Rect(0, 0, 1, 1), 0)


class Far(list):
    """Tests of sprites far apart, of which only hits are kept."""


class Rects:
    """Observes tests of rectangles."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.problems = recorder.problems
        self.things = recorder.things

    def inside(self):
        """The tests so far in the watched function that runs in this thread, or None."""
        return self.recorder.inside.get(this_thread()) if self.recorder.inside else None

    def not_judged(self, name, *_, **__):
        """Counts a test that makes no check."""
        self.problems.not_judged[name] += 1

    # Rectangles.

    def colliderect(self, cls, original):
        """`Rect.colliderect`: most tests are of rectangles far apart, and are only counted."""
        recorder, things, problems = self.recorder, self.things, self.problems
        inside, inflate = recorder.inside, cls.inflate
        near, tracks, dead = 2 * (things.near + REMOTE), things.tracks, things.dead
        is_still = things.is_still

        def method(a=NONE, b=NONE, *rest, **kwargs):
            if b is NONE or rest or kwargs:  # four numbers, or a wrong call
                hit = original(*(it for it in (a, b, *rest) if it is not NONE), **kwargs)
            else:
                hit = original(a, b)
            try:
                if not hit and type(a) is type(b) is cls and b and not dead:
                    track = tracks.get(id(a))
                    pair = track.pairs.get(id(b)) if track is not None else None
                    is_beyond = not original(inflate(a, things.zone, things.zone), b)
                    if inside:
                        if is_beyond and type(self.inside()) is Far:
                            return hit
                    elif pair is None or pair.is_away:
                        if is_beyond:
                            frame = _frame(1)
                            is_drawn = frame.f_globals is sprite_module and not self.is_tests(frame)
                            things.far += not is_drawn
                            return hit
                    elif not is_beyond and is_still(pair, track, a, b):
                        return hit
                    # Rectangles made for this call are not followed so far.
                    is_made = _references(b) <= FRESH or _references(a) <= FRESH
                    if is_made and not inside and not original(inflate(a, near, near), b):
                        things.far += 1
                        return hit
                if recorder.is_on:
                    fresh = _references(a) <= FRESH, _references(b) <= FRESH
                    if rest or not is_rect(b):
                        b, fresh = _rect_like(a, (b, *rest) if rest else b), (fresh[0], True)
                    self.tested(_frame(1), a, b, hit, fresh)
            except Exception as error:
                problems.check(error)
            return hit

        return method

    def is_tests(self, frame):
        """False where a function of pygame that draws tests rectangles."""
        return frame.f_globals is not sprite_module or frame.f_code.co_name in _SPRITE_TESTS

    def tested(self, frame, a, b, hit, fresh=(False, False), operands=None):
        """Records a test of two rectangles, unless they are far apart."""
        inside = self.inside()
        if inside is not None:
            inside.append((bool(hit), "box", a, b, plain(a), plain(like(a, b))))
            return
        is_made = fresh[0] or fresh[1]
        if not self.is_tests(frame) or not is_made and self.recorder.known(frame, a, b, hit):
            return
        if hit or not self.is_far(a, b, is_made):
            self.recorder.boxes(frame, a, b, hit, fresh, operands)

    def is_far(self, a, b, is_made):
        """Counts a miss of two rectangles far apart; those made for the call are not followed."""
        if not is_made:
            return self.things.is_far(a, b)
        is_remote = self.things.is_remote(a, b)
        self.things.far += is_remote
        return is_remote

    def many(self, name, answer, rect, rects, *by, **named):
        """Records a rectangle that was tested against several."""
        kind, is_all_hit = type(rects), type(answer) is list
        if kind is dict:
            tested = [*(rects.values() if (*by, *named.values(), False)[0] else rects)]
            keys, answers = [*rects], answer if is_all_hit else [answer] if answer else []
            hits = {keys.index(key) for key, _ in answers}
        elif kind in (list, tuple):
            tested, hits = rects, {it for it in (answer if is_all_hit else [answer]) if it >= 0}
        else:
            self.problems.not_judged[f"{name} of {kind.__name__}"] += 1
            return
        self.each(_frame(2), rect, _references(rect) <= FRESH + 2, tested, None, hits, is_all_hit)

    def collideobjects(self, original):
        """`Rect.collideobjects(all)`: `key` says the rectangles, or they are attributes."""
        is_every = original.__name__[-3:] == "all"

        def method(*args, **kwargs):
            key, things, rects = kwargs.get("key"), [], []
            if key is not None and self.recorder.is_on:

                def noted(thing):
                    rect = key(thing)
                    things.append(thing)
                    rects.append(rect)
                    return rect

                kwargs = {**kwargs, "key": noted}
            answer = original(*args, **kwargs)
            try:
                if self.recorder.is_on:
                    if key is None and type(args[1]) in (list, tuple):
                        things = args[1]
                        rects = rects_of(things) or [rect_of(it) for it in things]
                    ids = {id(it) for it in (answer if is_every else [answer])}
                    hits = {number for number, it in enumerate(things) if id(it) in ids}
                    is_fresh = _references(args[0]) <= FRESH
                    self.each(_frame(1), args[0], is_fresh, rects, things, hits, is_every)
            except Exception as error:
                self.problems.check(error)
            return answer

        return method

    def followed(self, rect, rects):
        """The numbers of the rectangles that are not beyond what is followed, or None.

        Then each is to be looked at: not all are of pygame's own class, and have a size.
        """
        kind, things = type(rect), self.things
        if kind not in RECTS or not rect or not is_all(rects, kind) or not all(rects):
            return None
        zone, track = things.zone, things.tracks.get(id(rect))
        numbers = all_in[kind](rect.inflate(zone, zone), rects)
        if track is not None and track.pairs:
            gone = {key for key, pair in track.pairs.items() if not pair.is_away}
            gone.difference_update(id(rects[number]) for number in numbers)
            if gone:
                numbers += (number for number, it in enumerate(rects) if id(it) in gone)
                numbers.sort()
        return numbers

    def each(
        self, frame, rect, is_fresh, rects, things, hits, is_all_hit, numbers=None, receiver=None
    ):
        """Records a rectangle that was tested against several, which may have known owners."""
        owners, count, its, track = self.recorder.owners, len(rects), self.things, None
        if self.inside() is None:
            numbers = self.followed(rect, rects) if numbers is None else numbers
            track = its.tracks.get(id(rect)) if not its.dead else None
        if numbers is None:
            numbers = range(count)
        if hits and not is_all_hit:  # it has tested no more
            count = min(hits) + 1
            numbers = [number for number in numbers if number < count]
        its.far += count - len(numbers)
        for number in numbers:
            other, operands = rects[number], None
            try:
                pair = track.pairs.get(id(other)) if track is not None else None
                if pair is not None and number not in hits:
                    if its.is_still(pair, track, rect, other):
                        continue
                is_made = not is_rect(other)
                other = _rect_like(rect, other) if is_made else other
                hit = number in hits
                if things is not None and is_object(things[number]) and things[number] is not other:
                    if not hit and not is_fresh and its.is_far(rect, other):
                        continue
                    receiver = receiver or owners.one(frame, rect)
                    thing = things[number]
                    is_own = rect_of(thing) is other
                    role = "rect" if is_own else owners.role_of(thing, other)
                    operands = receiver, (thing, role)
                self.tested(frame, rect, other, hit, (is_fresh, is_made), operands)
            except Exception as error:
                self.problems.check(error)

    def point(self, _, hit, rect, *point):
        """Records a test of a point that is an attribute of another rectangle; counts any other."""
        frame, found = _frame(2), None
        if len(point) == 1 and self.inside() is None:
            found = self.recorder.owners.point(frame, rect, *point, POINTS)
        if found is None:
            self.problems.not_judged["collidepoint of a point of no object"] += 1
            return
        first, (owner, role, x, y) = found
        is_whole = whole_or_not(rect) is RECTS[0]
        box = RECTS[0](int(x), int(y), 1, 1) if is_whole else RECTS[1](x, y, 0.001, 0.001)
        self.recorder.boxes(frame, rect, box, hit, (False, True), (first, (owner, role)))


def _rect_like(rect, other):
    """What a method of `rect` was given, as a rectangle, without running code of the game."""
    if type(other) in (tuple, list):
        return whole_or_not(rect)(other) if len(other) != 1 else _rect_like(rect, item(other, 0))
    found = attribute(other, "rect")
    if not is_rect(found):
        raise TypeError(f"only code of {type(other).__name__} can tell its rectangle")
    return found
