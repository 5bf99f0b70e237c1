"""The hooks of tests: of `pygame.sprite`, of rectangles and masks, and of watched functions."""

import functools
import sys
import types

import pygame

from . import builtin
from .bridge.sides import RECTS, box_shape
from .guard import hooked
from .recorder import REMOTE, like, this_thread
from .static import NUMBERS, attribute, box_of, is_object, item, rect_of, values
from .things import FRESH, PLACE, POINTS, is_rect, plain, whole_or_not

# Functions of `pygame.sprite` whose tests are the game's.
_SPRITE_TESTS = ("collide_rect", "spritecollide", "spritecollideany", "<listcomp>")
_sprite_module = vars(pygame.sprite)
_references = sys.getrefcount
_frame = sys._getframe
_size_of = pygame.mask.Mask.get_size
_OFFSETS = (tuple, list, pygame.Vector2)


def install(recorder):
    """Hooks `pygame.sprite`, and the methods of rectangles and masks where that can be."""
    hooks, sprite, count = Hooks(recorder), pygame.sprite, recorder.problems.check
    for owner, name, rule in (
        (sprite, "collide_circle", "circle"),
        (sprite, "collide_mask", "mask"),
        (sprite.collide_rect_ratio, "__call__", "box"),
        (sprite.collide_circle_ratio, "__call__", "circle"),
    ):
        builtin.hook(owner, name, functools.partial(hooks.pair_function, rule=rule))
    for name in ("spritecollide", "spritecollideany"):
        builtin.hook(sprite, name, hooks.group_function)
    if not builtin.is_possible(pygame.Rect):
        recorder.problems.unheard["this Python lets no method of Rect and Mask be replaced"] = 1
        return hooks
    mask = pygame.mask.Mask
    for cls in dict.fromkeys(RECTS):
        builtin.hook(cls, "colliderect", functools.partial(hooks.colliderect, cls))
    for name in ("overlap", "overlap_area"):
        builtin.hook(mask, name, functools.partial(hooks.overlap, name))
    for cls in dict.fromkeys(RECTS):
        for name in ("collideobjects", "collideobjectsall"):
            builtin.hook(cls, name, hooks.collideobjects)
    for classes, look, names in (
        (RECTS, hooks.many, ("collidelist", "collidelistall", "collidedict", "collidedictall")),
        (RECTS, hooks.point, ("collidepoint",)),
        (RECTS, hooks.not_judged, ("contains", "clipline")),
        ((mask,), hooks.not_judged, ("overlap_mask", "convolve")),
    ):
        for cls in dict.fromkeys(classes):
            for name in names:
                looked = functools.partial(look, name)
                builtin.hook(cls, name, functools.partial(hooked, recorder, looked, count))
    return hooks


class Hooks:
    """Observes tests, and makes the functions that stand in the place of pygame's."""

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
        """`Rect.colliderect`: most tests are of rectangles far apart, and end at once."""
        recorder, things, problems = self.recorder, self.things, self.problems
        tracks, dead, inside = things.tracks, things.dead, recorder.inside
        reach, copy, inflate = 2 * (things.near + REMOTE), cls.copy, cls.inflate

        def method(*args, **kwargs):
            hit = original(*args, **kwargs)
            try:
                if not hit and not dead and not inside and len(args) == 2:
                    a, b = args
                    track, pair, is_far = tracks.get(id(a)), None, False
                    if track is not None:
                        if track.box == a:
                            pair = track.pairs.get(id(b))
                            if pair is not None:
                                planes = track.planes or track.make_planes(things.slack)
                                is_far = planes[pair.side](b)
                        else:
                            track.move(a)
                            pair = track.pairs.get(id(b))
                            is_far = pair is not None and pair.is_far(track, b)
                        if is_far:
                            if pair.far_frame is not None:
                                things.far += 1
                            pair.box_a, pair.box_b = track.box, copy(b)
                            pair.far_frame = things.frame
                            return hit
                    if pair is None and type(a) is type(b) is cls and b.width and b.height:
                        # Rectangles made for this call.
                        is_made, zone = _references(b) <= FRESH + 1, None
                        if track is None and (is_made or _references(a) <= FRESH + 1):
                            zone = inflate(a, reach, reach)
                        elif is_made:
                            zone = track.zone = track.zone or inflate(a, reach, reach)
                        if zone is not None and not original(zone, b):
                            things.far += 1
                            return hit
                if recorder.is_on:
                    a = b = None  # their references are counted
                    observed(_frame(1), args, hit)
            except Exception as error:
                problems.check(error)
            return hit

        def observed(frame, args, hit):
            tests, is_pair = self.inside() if inside else None, len(args) == 2 and is_rect(args[1])
            if tests is not None and is_pair and type(args[0]) is type(args[1]) is cls:
                tests.append((bool(hit), "box", *args, *map(copy, args)))
                return
            is_made = not is_pair or _references(args[1]) <= FRESH
            b = args[1] if is_pair else _rect_like(args[0], args[1] if len(args) == 2 else args[1:])
            self.tested(frame, args[0], b, hit, (_references(args[0]) <= FRESH, is_made))

        return method

    def tested(self, frame, a, b, hit, fresh=(False, False), operands=None):
        """Records a test of two rectangles, unless they are far apart."""
        if frame.f_globals is _sprite_module and frame.f_code.co_name not in _SPRITE_TESTS:
            return  # pygame draws
        inside = self.inside()
        if inside is not None:
            inside.append((bool(hit), "box", a, b, plain(a), plain(like(a, b))))
        elif hit or not (self.are_remote(a, b) if any(fresh) else self.things.is_far(a, b)):
            self.recorder.boxes(frame, a, b, hit, fresh, operands and operands())

    def are_remote(self, a, b):
        """Counts a miss of parts made for the call that are farther apart than are followed."""
        (ax, ay, aw, ah), (bx, by, bw, bh) = a, b
        gap = max(bx - ax - aw, ax - bx - bw, by - ay - ah, ay - by - bh)
        is_remote = gap > self.things.near + REMOTE
        self.things.far += is_remote
        return is_remote

    def many(self, name, answer, rect, rects, *by, **named):
        """Records a rectangle that was tested against several."""
        kind, is_all = type(rects), type(answer) is list
        if kind is dict:
            tested = [*(rects.values() if (*by, *named.values(), False)[0] else rects)]
            keys, answers = [*rects], answer if is_all else [answer] if answer else []
            hits = {keys.index(key) for key, _ in answers}
        elif kind in (list, tuple):
            tested, hits = rects, set(answer if is_all else [answer])
        else:
            self.problems.not_judged[f"{name} of {kind.__name__}"] += 1
            return
        is_fresh = _references(rect) <= FRESH + 2
        self.each(_frame(2), rect, is_fresh, [(None, it) for it in tested], hits, is_all)

    def collideobjects(self, original):
        """`Rect.collideobjects(all)`: `key` says the rectangles, or they are attributes."""

        def method(*args, **kwargs):
            key, tested = kwargs.get("key"), []
            if key is not None and self.recorder.is_on:

                def noted(thing):
                    rect = key(thing)
                    tested.append((thing, rect))
                    return rect

                kwargs = {**kwargs, "key": noted}
            answer = original(*args, **kwargs)
            try:
                if self.recorder.is_on:
                    if key is None and type(args[1]) in (list, tuple):
                        tested = [(it, rect_of(it)) for it in args[1]]
                    is_all = original.__name__[-3:] == "all"
                    ids = {id(it) for it in (answer if is_all else [answer])}
                    hits = {number for number, (it, _) in enumerate(tested) if id(it) in ids}
                    is_fresh = _references(args[0]) <= FRESH
                    self.each(_frame(1), args[0], is_fresh, tested, hits, is_all)
            except Exception as error:
                self.problems.check(error)
            return answer

        return method

    def each(self, frame, rect, is_fresh, tested, hits, is_all):
        """Records a rectangle that was tested against several, which may have known owners."""
        is_far, receiver = self.things.is_far, None
        is_alone, owners = not is_fresh and self.inside() is None, self.recorder.owners
        for number, (thing, other) in enumerate(tested):
            hit = number in hits
            try:
                if is_alone and not hit and is_far(rect, other):
                    continue
                is_made, operands = not is_rect(other), None
                other = _rect_like(rect, other) if is_made else other
                if thing is not None and thing is not other and is_object(thing):
                    receiver = receiver or owners.one(frame, rect)
                    operands = (receiver, (thing, owners.role_of(thing, other)))
                self.tested(frame, rect, other, hit, (is_fresh, is_made), lambda: operands)
            except Exception as error:
                self.problems.check(error)
            if hit and not is_all:
                break

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

    # Masks.

    def overlap(self, name, original):
        """`Mask.overlap` and `overlap_area`: most tests are of masks far apart, and end at once."""
        recorder, things, problems = self.recorder, self.things, self.problems
        reach, inside = things.near + REMOTE, recorder.inside

        def method(*args, **kwargs):
            answer = original(*args, **kwargs)
            if recorder.is_on:
                try:
                    is_alone = not inside or self.inside() is None
                    if is_alone and _frame(1).f_globals is _sprite_module:
                        return answer  # a function that is hooked itself
                    if not answer and is_alone and len(args) == 3 and type(args[2]) in _OFFSETS:
                        (width, height), (wide, high) = _size_of(args[0]), _size_of(args[1])
                        x, y = args[2]
                        if type(x) not in NUMBERS or type(y) not in NUMBERS:
                            raise TypeError("an offset that is not two numbers")
                        gap_x, gap_y = max(x - width, -x - wide), max(y - height, -y - high)
                        if gap_x > reach or gap_y > reach:
                            things.far += 1
                            return answer
                    self.masks(name, answer, *args, **kwargs)
                except Exception as error:
                    problems.check(error)
            return answer

        return method

    def masks(self, name, answer, mask, other, offset):
        """Records a test of two masks, the second of which lies at an offset from the first."""
        recorder, frame = self.recorder, _frame(2)
        inside = self.inside() if recorder.inside else None
        x, y = int(offset[0]), int(offset[1])
        if inside is not None:
            inside.append((bool(answer), "mask", mask, other, (x, y), answer))
            return
        *owners, site = recorder.owners.of(frame, (mask, other), (False, False))
        rects = [box_of(owner) for owner, _ in owners]
        at, its = ((int(it[0]), int(it[1])) if it is not None else None for it in rects)
        at = at or its and (its[0] - x, its[1] - y) or (0, 0)
        places, sides = (at, (at[0] + x, at[1] + y)), []
        for number, part in enumerate((mask, other)):
            (owner, _), rect = owners[number], rects[number]
            role = "mask" if rect is None else "rect" if rect_of(owner) is rect else PLACE
            if rect is None:
                rect = pygame.Rect(places[number], _size_of(part))
            thing = recorder.thing(part, owner, role if owner is not None else None, site, number)
            sides.append((self.things.track_of(thing, owner, role, rect), owner, thing, role))
        tested = self.contents((mask, other), places)
        point, area = (answer, None) if name == "overlap" else (None, answer)
        recorder.observe(frame, sides, bool(answer), "mask", tested, point, area)

    def contents(self, masks, places):
        """Masks as they are recorded, with their places."""
        of_mask = self.recorder.pictures.contents.of_mask
        return [(of_mask(mask), place) for mask, place in zip(masks, places)]

    # Functions of two things.

    def pair_function(self, original, rule=None, place=None):
        """A function of two things, its last arguments if `rule` says that it is one of pygame's.

        The tests in its call are no checks of their own. `place` is the frame that has it called.
        """
        recorder, problems, is_far = self.recorder, self.problems, self.things.is_far
        function = original.__func__ if type(original) is types.MethodType else original
        is_named = type(function) in (types.FunctionType, types.BuiltinFunctionType)
        name = rule or (function.__name__ if is_named else type(original).__name__)
        inside, first = recorder.inside, int(is_named and function.__name__ == "__call__")

        def watched(*args, **kwargs):
            if not recorder.is_on or inside and self.inside() is not None:
                return original(*args, **kwargs)
            rects, ratio = (None, None), 1
            if rule:
                if len(args) != first + 2:
                    return original(*args, **kwargs)
                try:
                    a, b = rects = rect_of(args[first]), rect_of(args[-1])
                    ratio = attribute(args[0], "ratio", 1) if first else 1
                    if a is not None and b is not None and ratio <= 1 and is_far(a, b):
                        rects = None
                except Exception as error:
                    problems.check(error)
                if rects is None:
                    hit = original(*args, **kwargs)
                    if hit:
                        problems.not_judged[f"{name}, a hit of sprites far apart"] += 1
                    return hit
            tests, thread = [], this_thread()
            inside[thread] = tests
            try:
                hit = original(*args, **kwargs)
            finally:
                inside.pop(thread, None)
            try:
                word = name if ratio == 1 else f"{name} × {ratio:g}"
                self.pair(place or _frame(1), args[first:], rects, hit, word, tests, rule, ratio)
            except Exception as error:
                problems.check(error)
            return hit

        return functools.update_wrapper(watched, original) if original is function else watched

    def pair(self, frame, things, rects, hit, word, tests, rule=None, ratio=1):
        """Records a function of two things.

        Its shapes are those of the last test in it that had the same answer; a circle is known.
        """
        recorder, things = self.recorder, things[:2]
        if len(things) < 2 or type(hit) is not bool and is_object(hit):
            raise TypeError(f"{word} does not take two objects and answer yes or no")
        if not rule:
            a, b = rects = [_any_rect(it) for it in things]
            if not hit and a is not None and b is not None and self.things.is_far(a, b):
                return
        last = tests[-1] if tests and tests[-1][0] == bool(hit) else (None, None)
        # Of a function of the game that has tested nothing known, the shapes are not known.
        tested, point = ((None, None) if rule else ({}, {})), None
        if last[1] == "box":
            boxes = _ordered(last, *things)
            tested = [box_shape(None, box) for box in boxes]
            rects = [box if rect is None else rect for rect, box in zip(rects, boxes)]
        if None in rects:
            self.problems.not_judged[f"{word} of objects whose rectangle is a property"] += 1
            return
        if rule == "circle":
            tested = [_circle(it, rect, ratio) for it, rect in zip(things, rects)]
        elif last[1] == "mask":
            (x, y), at = last[4], (int(rects[0][0]), int(rects[0][1]))
            tested = self.contents(last[2:4], (at, (at[0] + x, at[1] + y)))
            point = last[5] if rule == "mask" else None
        if things[0] is things[1] or rule == "mask" and last[1] != "mask":
            return
        sides = []
        for it, rect in zip(things, rects):
            role = PLACE if rect_of(it) is None and attribute(it, "hitbox") is None else "rect"
            thing = recorder.thing(rect, it, role)
            sides.append((self.things.track_of(thing, it, role, rect), it, thing, role))
        recorder.observe(frame, sides, bool(hit), word, tested, point)

    def group_function(self, original):
        """`spritecollide` or `spritecollideany`: a function of the game in it is watched."""
        recorder, sprite = self.recorder, pygame.sprite
        at = 3 if original.__name__ == "spritecollide" else 2
        ratios = sprite.collide_rect_ratio, sprite.collide_circle_ratio

        def function(*args, **kwargs):
            collided = args[at] if len(args) > at else kwargs.get("collided")
            known = (None, sprite.collide_rect, sprite.collide_circle, sprite.collide_mask)
            is_pygames = issubclass(type(collided), ratios) or any(collided is it for it in known)
            if is_pygames or not recorder.is_on or self.inside() is not None:
                return original(*args, **kwargs)
            listening = self.pair_function(collided, place=_frame(1))
            if len(args) > at:
                return original(*args[:at], listening, *args[at + 1 :], **kwargs)
            return original(*args, **{**kwargs, "collided": listening})

        return function


def _any_rect(it):
    """The rectangle of a thing, its `hitbox`, or one made of its numbers."""
    rect = attribute(it, "hitbox") if rect_of(it) is None else None
    return rect if is_rect(rect) else box_of(it)


def _circle(it, rect, ratio):
    radius = attribute(it, "radius")
    if type(radius) not in (int, float):
        radius = (rect.width**2 + rect.height**2) ** 0.5 / 2
    return {"circle": [*rect.center, radius * ratio]}


def _ordered(last, a, b):
    """The boxes of a test, that of `a` first: they may have been tested in the other order."""
    _, _, part, other, box, its = last
    own, others = ({id(value) for _, value in values(it)} for it in (a, b))
    rect = rect_of(a)
    is_swapped = id(part) in others or id(other) in own
    if not is_swapped and id(part) not in own and id(other) not in others and rect is not None:
        # Rectangles made anew belong to the nearer of both.
        is_swapped = _apart(rect, box) > _apart(rect, its)
    return (its, box) if is_swapped else (box, its)


def _apart(a, b):
    return abs(a.centerx - b.centerx) + abs(a.centery - b.centery)


def _rect_like(rect, other):
    """What a method of `rect` was given, as a rectangle, without running code of the game."""
    if type(other) in (tuple, list):
        return whole_or_not(rect)(other) if len(other) != 1 else _rect_like(rect, item(other, 0))
    found = attribute(other, "rect")
    if not is_rect(found):
        raise TypeError(f"only code of {type(other).__name__} can tell its rectangle")
    return found
