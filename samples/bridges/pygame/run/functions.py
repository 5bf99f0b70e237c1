"""The hooks of tests: of `pygame.sprite`, of rectangles and masks, and of watched functions."""

import functools
import sys
import types

import pygame

from . import builtin
from .bridge.sides import RECTS, box_shape
from .guard import hooked
from .recorder import REMOTE, like, this_thread
from .static import attribute, is_object, item, rect_of, values
from .things import FRESH, is_rect, plain, whole_or_not

# Tests of kinds that make no check.
NOT_JUDGED = {"Rect": ("contains", "clipline"), "Mask": ("overlap_mask", "convolve")}
POINTS = (
    "topleft", "topright", "bottomleft", "bottomright", "midtop", "midleft", "midbottom", "midright", "center"
)  # fmt: skip

# Functions of `pygame.sprite` whose tests are the game's.
_SPRITE_TESTS = ("collide_rect", "spritecollide", "spritecollideany", "<listcomp>")
_sprite_module = vars(pygame.sprite)
_references = sys.getrefcount
_frame = sys._getframe
_size_of = pygame.mask.Mask.get_size


def install(recorder):
    """Hooks `pygame.sprite`, and the methods of rectangles and masks where that can be."""
    hooks, sprite = Hooks(recorder), pygame.sprite
    for name, rule in (("collide_circle", "circle"), ("collide_mask", "mask")):
        builtin.hook(sprite, name, lambda it, rule=rule: hooks.sprite_function(it, rule))
    for name in ("spritecollide", "spritecollideany"):
        builtin.hook(sprite, name, hooks.group_function)
    for cls, rule in ((sprite.collide_rect_ratio, "box"), (sprite.collide_circle_ratio, "circle")):
        builtin.hook(cls, "__call__", lambda it, rule=rule: hooks.sprite_function(it, rule, 1))
    if not builtin.is_possible(pygame.Rect):
        recorder.problems.unobserved["Rect and Mask: their methods cannot be replaced in this Python"] += 1
        return hooks

    def observe(cls, look, *names):
        for name in names:
            looked = functools.partial(look, name)
            builtin.hook(cls, name, lambda it: hooked(recorder, looked, it, recorder.problems.check))

    for cls in dict.fromkeys(RECTS):
        own = vars(cls)
        observe(cls, hooks.many, "collidelist", "collidelistall", "collidedict", "collidedictall")
        observe(cls, hooks.point, "collidepoint")
        for name in ("collideobjects", "collideobjectsall"):
            builtin.hook(cls, name, hooks.collideobjects)
        # What the quick look needs is taken before it is replaced.
        look = functools.partial(hooks.colliderect, cls, own["copy"], own["inflate"])
        builtin.hook(cls, "colliderect", look)
        observe(cls, hooks.not_judged, *NOT_JUDGED["Rect"])
    observe(pygame.mask.Mask, hooks.masks, "overlap", "overlap_area")
    observe(pygame.mask.Mask, hooks.not_judged, *NOT_JUDGED["Mask"])
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

    def run_inside(self, tests, call, args, kwargs):
        """Calls a function; `tests` gets the tests in it, which are no checks of their own."""
        inside, thread = self.recorder.inside, this_thread()
        before = inside.get(thread)
        try:
            inside[thread] = tests
            return call(*args, **kwargs)
        finally:
            if before is None:
                inside.pop(thread, None)
            else:
                inside[thread] = before

    def not_judged(self, name, *_, **__):
        """Counts a test that makes no check."""
        self.problems.not_judged[name] += 1

    # Rectangles.

    def colliderect(self, cls, copy, inflate, original):
        """`Rect.colliderect`: most tests are of rectangles far apart, and end at once."""
        recorder, things, problems = self.recorder, self.things, self.problems
        tracks, dead, inside = things.tracks, things.dead, recorder.inside
        reach = 2 * (things.near + REMOTE)

        def method(*args, **kwargs):
            hit = original(*args, **kwargs)
            try:
                if not hit and not dead and not inside and len(args) == 2:
                    a, b = args
                    track, pair = tracks.get(id(a)), None
                    if track is not None and track.box == a:
                        pair = track.pairs.get(id(b))
                    if pair is not None:
                        if (track.planes or track.make_planes(things.slack))[pair.side](b):
                            if pair.far_frame is not None:
                                things.far += 1
                            pair.box_a, pair.box_b, pair.far_frame = track.box, copy(b), things.frame
                            return hit
                    elif type(a) is type(b) is cls and b.width and b.height:
                        is_anew = _references(b) <= FRESH + 1  # made for this call
                        if track is not None and is_anew:
                            zone = track.zone = track.zone or inflate(a, reach, reach)
                        else:
                            is_anew = is_anew or _references(a) <= FRESH + 1
                            zone = inflate(a, reach, reach) if is_anew else a
                        if is_anew and not original(zone, b):
                            things.far += 1
                            return hit
                if recorder.is_on:
                    a = b = None  # their references are counted
                    observed(_frame(1), args, hit)
            except Exception as error:
                problems.check(error)
            return hit

        def observed(frame, args, hit):
            tests = self.inside()
            if tests is not None and len(args) == 2 and type(args[0]) is type(args[1]) is cls:
                tests.append((bool(hit), "box", *args, *map(copy, args)))
                return
            if len(args) == 2 and is_rect(args[1]):
                b, is_anew = args[1], _references(args[1]) <= FRESH + 1
            else:
                b, is_anew = _rect_like(args[0], args[1] if len(args) == 2 else args[1:]), True
            self.tested(frame, args[0], b, hit, (_references(args[0]) <= FRESH, is_anew))

        return method

    def tested(self, frame, a, b, hit, fresh=(False, False)):
        """Records a test of two rectangles, unless they are far apart."""
        if frame.f_globals is _sprite_module and frame.f_code.co_name not in _SPRITE_TESTS:
            return  # pygame draws
        recorder, inside = self.recorder, self.inside()
        if inside is not None:
            inside.append((bool(hit), "box", a, b, plain(a), plain(like(a, b))))
        elif hit or not (self.are_remote(a, b) if any(fresh) else self.things.is_far(a, b)):
            recorder.boxes(frame, a, b, hit, fresh)

    def are_remote(self, a, b):
        """Counts a miss of rectangles made for the call that are farther apart than are followed."""
        (ax, ay, aw, ah), (bx, by, bw, bh) = a, b
        gap = max(bx - ax - aw, ax - bx - bw, by - ay - ah, ay - by - bh)
        is_remote = gap > self.things.near + REMOTE
        self.things.far += is_remote
        return is_remote

    def many(self, name, answer, rect, rects, *by, **named):
        """Records a rectangle that was tested against several."""
        frame, kind = _frame(2), type(rects)
        if kind is dict:
            is_of_values = (*by, *named.values(), False)[0]
            keys, tested = list(rects), list(rects.values() if is_of_values else rects)
            hits = answer if type(answer) is list else [] if answer is None else [answer]
            hits = {keys.index(key) for key, _ in hits}
        elif kind in (list, tuple):
            tested, hits = rects, set(answer if type(answer) is list else [answer])
        else:
            self.problems.not_judged[f"{name} of {kind.__name__}"] += 1
            return
        if type(answer) is not list and max(hits, default=-1) >= 0:
            tested = tested[: max(hits) + 1]
        is_fresh, is_far = _references(rect) <= FRESH + 2, self.things.is_far
        is_alone = not is_fresh and self.inside() is None
        for number, other in enumerate(tested):
            try:
                hit = number in hits
                if is_alone and not hit and is_far(rect, other):
                    continue
                is_made = not is_rect(other)
                other = _rect_like(rect, other) if is_made else other
                self.tested(frame, rect, other, hit, (is_fresh, is_made))
            except Exception as error:
                self.problems.check(error)

    def collideobjects(self, original):
        """`Rect.collideobjects(all)`, whose `key` says the rectangles, or they are attributes."""
        recorder, problems = self.recorder, self.problems

        def method(*args, **kwargs):
            key, tested = kwargs.get("key"), None
            if key is not None and recorder.is_on:
                tested = []

                def noted(thing):
                    rect = key(thing)
                    tested.append((thing, rect))
                    return rect

                kwargs = {**kwargs, "key": noted}
            answer = original(*args, **kwargs)
            if recorder.is_on:
                try:
                    self.objects(_frame(1), *args[:2], tested, answer)
                except Exception as error:
                    problems.check(error)
            return answer

        return method

    def objects(self, frame, rect, objects, tested, answer):
        """Records a rectangle that was tested against objects, `tested` with their rectangles."""
        if tested is None:
            if type(objects) not in (list, tuple):
                self.problems.not_judged[f"collideobjects of {type(objects).__name__}"] += 1
                return
            tested = [(it, rect_of(it)) for it in objects]
        is_all = type(answer) is list and not any(answer is thing for thing, _ in tested)
        hits = {id(it) for it in answer} if is_all else set() if answer is None else {id(answer)}
        owners, receiver = self.recorder.owners, None
        for thing, other in tested:
            hit = id(thing) in hits
            if not hit and other is not None and self.things.is_far(rect, other):
                continue
            if not is_rect(other):
                self.problems.not_judged["collideobjects of objects whose rectangle is a property"] += 1
            elif thing is other or not is_object(thing):
                self.tested(frame, rect, other, hit)
            else:
                receiver = receiver or owners.one(frame, rect)
                operands = receiver, (thing, owners.role_of(thing, other))
                self.recorder.boxes(frame, rect, other, hit, operands=operands)
            if hit and not is_all:
                break

    def point(self, _, hit, rect, *point):
        """Records a test of a point that is an attribute of another rectangle; counts any other."""
        frame, found = _frame(2), None
        if len(point) == 1 and self.inside() is None:
            found = self.recorder.owners.point(frame, rect, *point, POINTS)
        if found is None:
            self.problems.not_judged["collidepoint of a point of no thing"] += 1
            return
        first, (owner, role, x, y) = found
        is_whole = whole_or_not(rect) is RECTS[0]
        box = RECTS[0](int(x), int(y), 1, 1) if is_whole else RECTS[1](x, y, 0.001, 0.001)
        self.recorder.boxes(frame, rect, box, hit, (False, True), (first, (owner, role)))

    # Masks.

    def masks(self, name, answer, mask, other, offset):
        """Records a test of two masks, the second of which lies at an offset from the first."""
        recorder, (x, y) = self.recorder, map(int, offset)
        inside = self.inside() if recorder.inside else None
        if inside is not None:
            inside.append((bool(answer), "mask", mask, other, (x, y), answer))
            return
        if not answer:
            (w, h), (wide, high), reach = _size_of(mask), _size_of(other), self.things.near + REMOTE
            if x > w + reach or y > h + reach or x + wide < -reach or y + high < -reach:
                self.things.far += 1
                return
        frame = _frame(2)
        if frame.f_globals is _sprite_module:
            return
        *owners, site = recorder.owners.of(frame, (mask, other), (False, False))
        rects = [rect_of(owner) for owner, _ in owners]
        at, its = ((int(it[0]), int(it[1])) if it is not None else None for it in rects)
        at = at or its and (its[0] - x, its[1] - y) or (0, 0)
        places, sides = (at, (at[0] + x, at[1] + y)), []
        for number, part in enumerate((mask, other)):
            owner, rect, role = owners[number][0], rects[number], "rect"
            thing = recorder.thing(part, owner, role if owner is not None else None, site, number)
            if rect is None:
                rect, role = pygame.Rect(places[number], _size_of(part)), "mask"
            sides.append((self.things.track_of(thing, owner, role, rect), owner, thing, role))
        tested = self.contents((mask, other), places)
        point, area = (answer, None) if name == "overlap" else (None, answer)
        recorder.observe(frame, sides, bool(answer), "mask", tested, point, area)

    def contents(self, masks, places):
        """Masks as they are recorded, with their places."""
        of_mask = self.recorder.pictures.contents.of_mask
        return [(of_mask(mask), place) for mask, place in zip(masks, places)]

    # Functions of two things.

    def sprite_function(self, original, rule, first=0):
        """A function of pygame whose arguments from `first` on are two sprites."""
        recorder, problems, is_far = self.recorder, self.problems, self.things.is_far

        def function(*args, **kwargs):
            if not recorder.is_on or recorder.inside or len(args) != first + 2:
                return original(*args, **kwargs)
            ratio, are_far = 1, False
            try:
                a, b = rect_of(args[-2]), rect_of(args[-1])
                ratio = attribute(args[0], "ratio", 1) if first else 1
                are_far = a is not None and b is not None and ratio <= 1 and is_far(a, b)
            except Exception as error:
                problems.check(error)
            if are_far:
                hit = original(*args, **kwargs)
                if hit:
                    problems.not_judged[f"{rule}: a hit of sprites far apart"] += 1
                return hit
            tests = []
            hit = self.run_inside(tests, original, args, kwargs)
            try:
                self.pair(_frame(1), args[-2:], (a, b), hit, rule, tests, ratio)
            except Exception as error:
                problems.check(error)
            return hit

        return function

    def watched(self, original, place=None):
        """A function of the game that tests its first two arguments; `place` has it called."""
        function = original.__func__ if type(original) is types.MethodType else original
        is_named = type(function) in (types.FunctionType, types.BuiltinFunctionType)
        name = function.__name__ if is_named else type(original).__name__

        def watched(*args, **kwargs):
            if not self.recorder.is_on or self.inside() is not None:
                return original(*args, **kwargs)
            tests = []
            hit = self.run_inside(tests, original, args, kwargs)
            try:
                self.custom(place or _frame(1), args, hit, name, tests)
            except Exception as error:
                self.problems.check(error)
            return hit

        return functools.update_wrapper(watched, original) if original is function else watched

    def custom(self, frame, things, hit, name, tests):
        """Records a function of the game."""
        if len(things) < 2 or type(hit) is not bool and is_object(hit):
            raise TypeError(f"{name} has no two things and an answer")
        a, b = rects = _any_rect(things[0]), _any_rect(things[1])
        if hit or a is None or b is None or not self.things.is_far(a, b):
            self.pair(frame, things[:2], rects, hit, name, tests)

    def pair(self, frame, things, rects, hit, rule, tests, ratio=1):
        """Records a function of two things.

        Its shapes are those of the last test in it that had the same answer; a circle is known.
        """
        a, b = things
        if a is b:
            return
        recorder, word = self.recorder, rule if ratio == 1 else f"{rule} × {ratio:g}"
        last = tests[-1] if tests and tests[-1][0] == bool(hit) else (None, None)
        tested, point = (None, None), None
        if last[1] == "box":
            boxes = _ordered(last, a, b)
            tested = [box_shape(None, box) for box in boxes]
            rects = [box if rect is None else rect for rect, box in zip(rects, boxes)]
        if None in rects:
            self.problems.not_judged[f"{word} of things whose rectangle is a property"] += 1
            return
        if rule == "circle":
            tested = [_circle(it, rect, ratio) for it, rect in zip(things, rects)]
        elif last[1] == "mask":
            (x, y), at = last[4], (int(rects[0][0]), int(rects[0][1]))
            tested = self.contents(last[2:4], (at, (at[0] + x, at[1] + y)))
            point = last[5] if rule == "mask" else None
        elif rule == "mask":
            return
        sides = []
        for it, rect in zip(things, rects):
            thing = recorder.thing(rect, it)
            sides.append((self.things.track_of(thing, it, "rect", rect), it, thing, "rect"))
        recorder.observe(frame, sides, bool(hit), word, tested, point)

    def group_function(self, original):
        """`spritecollide` or `spritecollideany`: a function of the game in it is watched."""
        recorder, sprite = self.recorder, pygame.sprite
        at = 3 if original.__name__ == "spritecollide" else 2
        ratios = sprite.collide_rect_ratio, sprite.collide_circle_ratio

        def function(*args, **kwargs):
            collided = args[at] if len(args) > at else kwargs.get("collided")
            is_pygames = issubclass(type(collided), ratios) or any(
                collided is it for it in (None, sprite.collide_rect, sprite.collide_circle, sprite.collide_mask)
            )
            if is_pygames or not recorder.is_on or self.inside() is not None:
                return original(*args, **kwargs)
            listening = self.watched(collided, _frame(1))
            if len(args) > at:
                return original(*args[:at], listening, *args[at + 1 :], **kwargs)
            return original(*args, **{**kwargs, "collided": listening})

        return function


def _any_rect(it):
    """The rectangle of a thing, or its `hitbox`."""
    rect = rect_of(it)
    rect = attribute(it, "hitbox") if rect is None else rect
    return rect if is_rect(rect) else None


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
        raise TypeError(f"the rectangle of a {type(other).__name__} is a property")
    return found
