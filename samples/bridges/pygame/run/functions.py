"""The hooks of tests: of rectangles, of masks, and of functions of two sprites."""

import functools
import sys
import types

import pygame

from . import builtin
from .bridge.sides import RECTS, box_shape
from .guard import hooked
from .recorder import this_thread
from .rects import Far, Rects, all_in, sprite_module
from .static import (
    MISSING, NUMBERS, attribute, box_of, class_name, is_object, rect_of, rects_of, sprites_of, values
)  # fmt: skip
from .things import REMOTE
from .tracks import PLACE, is_rect

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
        for name in ("collideobjects", "collideobjectsall"):
            builtin.hook(cls, name, hooks.collideobjects)
    for name in ("overlap", "overlap_area"):
        builtin.hook(mask, name, functools.partial(hooks.overlap, name))
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


class Hooks(Rects):
    """Observes tests, and makes the functions that stand in the place of pygame's."""

    def overlap(self, name, original):
        """`Mask.overlap` and `overlap_area`: most tests are of masks far apart, and end at once."""
        recorder, things, problems = self.recorder, self.things, self.problems
        reach, inside = things.near + REMOTE, recorder.inside

        def method(*args, **kwargs):
            answer = original(*args, **kwargs)
            try:
                if not inside:
                    if _frame(1).f_globals is sprite_module:
                        return answer  # a function that is hooked itself
                    if not answer and len(args) == 3:
                        a, b, offset = args
                        if type(offset) in _OFFSETS:
                            x, y = offset
                            if type(x) not in NUMBERS or type(y) not in NUMBERS:
                                raise TypeError("an offset that is not two numbers")
                            if (
                                x > reach and x - _size_of(a)[0] > reach
                                or x < -reach and -x - _size_of(b)[0] > reach
                                or y > reach and y - _size_of(a)[1] > reach
                                or y < -reach and -y - _size_of(b)[1] > reach
                            ):  # fmt: skip
                                things.far += 1
                                return answer
                if recorder.is_on:
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
        found = [self._mask_place(owner, part) for (owner, _), part in zip(owners, (mask, other))]
        rects = [rect for rect, _, _ in found]
        # The surer of both says where both are.
        number = max((0, 1), key=lambda number: (found[number][2], -number))
        _, at, is_sure = found[number]
        at, is_sure = at or (0, 0), is_sure == 3
        places = (at, (at[0] + x, at[1] + y)) if number == 0 else ((at[0] - x, at[1] - y), at)
        sides = []
        for number, part in enumerate((mask, other)):
            (owner, _), rect = owners[number], rects[number]
            role = "mask" if rect is None else "rect" if rect_of(owner) is rect else PLACE
            if rect is None:
                rect = pygame.Rect(places[number], _size_of(part))
            if role == "rect":
                sides.append(recorder.side(owner, rect, role))
                continue
            thing = recorder.thing(part, owner, role if owner is not None else None, site, number)
            thing.has_place = role != "mask" or is_sure
            sides.append((self.things.track_of(thing, owner, role, rect), owner, thing, role))
        tested = self.contents((mask, other), places)
        point, area = (answer, None) if name == "overlap" else (None, answer)
        recorder.observe(frame, sides, bool(answer), "mask", tested, point, area)

    def _mask_place(self, owner, mask):
        """The rectangle of an object, where its mask lies, and how sure that is."""
        rect = box_of(owner)
        if rect is not None:
            is_sure = rect_of(owner) is rect or rect.size == _size_of(mask)
            return rect, (int(rect[0]), int(rect[1])), 3 if is_sure else 1
        # A surface lies where it is drawn; the numbers of an object may be of another picture.
        thing = self.recorder.thing(mask, owner, "mask") if owner is not None else None
        place = self.recorder.pictures.place_of(thing)
        return None, place, 2 if place is not None else 0

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
        name = rule or (function.__name__ if is_named else class_name(original))
        inside, first = recorder.inside, int(is_named and function.__name__ == "__call__")

        def watched(*args, **kwargs):
            return hear(place or _frame(1), args, kwargs)

        def hear(frame, args, kwargs):
            if not recorder.is_on or rule and len(args) != first + 2:
                return original(*args, **kwargs)
            if inside and self.inside() is not None:
                return original(*args, **kwargs)
            rects, ratio, is_counted = (None, None), 1, False
            if rule:
                try:
                    a, b = rects = rect_of(args[first]), rect_of(args[-1])
                    ratio = attribute(args[0], "ratio", 1) if first else 1
                    is_counted = None not in rects and ratio <= 1 and is_far(a, b)
                except Exception as error:
                    problems.check(error)
            tests, thread = [], this_thread()
            inside[thread] = tests
            try:
                hit = original(*args, **kwargs)
            finally:
                inside.pop(thread, None)
            try:
                if not is_counted:
                    word = name if ratio == 1 else f"{name} × {ratio:g}"
                    self.pair(frame, args[first:], rects, hit, word, tests, rule, ratio)
                elif hit:
                    problems.not_judged[f"{name}, a hit of sprites far apart"] += 1
            except Exception as error:
                problems.check(error)
            return hit

        if original is function and is_named:
            functools.update_wrapper(watched, original)
        watched.hear, watched.word = hear, name
        return watched

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
            boxes = last[4:] if rule else _ordered(last, rects, *things)
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
        sides = [recorder.side(it, rect, _role(it, rect)) for it, rect in zip(things, rects)]
        recorder.observe(frame, sides, bool(hit), word, tested, point)

    def group_function(self, original):
        """`spritecollide` or `spritecollideany`: sprites far away are only counted."""
        recorder, problems, sprite = self.recorder, self.problems, pygame.sprite
        is_every = original.__name__ == "spritecollide"
        at = 3 if is_every else 2
        ratios = sprite.collide_rect_ratio, sprite.collide_circle_ratio

        def function(*args, **kwargs):
            if len(args) < 2 or not recorder.is_on or self.inside() is not None:
                return original(*args, **kwargs)
            collided = args[at] if len(args) > at else kwargs.get("collided")
            is_box = collided is None or collided is sprite.collide_rect
            is_ratio = issubclass(type(collided), ratios)
            is_rule = is_ratio or collided is sprite.collide_circle or collided is sprite.collide_mask
            near, frame = None, _frame(1)
            try:
                one, sprites = args[0], sprites_of(args[1])
                rect, rects = rect_of(one), rects_of(sprites) if rects_of([one]) else None
                numbers = self.followed(rect, rects) if rects else None
                if numbers is not None and is_box and not kwargs:
                    answer = self.boxes(frame, args, at, rect, sprites, rects, numbers)
                    if answer is not MISSING:
                        return answer
                elif numbers is not None and (not is_ratio or _shrinks(collided, ratios)):
                    near = {id(sprites[number]) for number in numbers}
            except Exception as error:
                problems.check(error)
            if is_box or is_rule and near is None:
                return original(*args, **kwargs)
            heard = collided if is_rule else self.pair_function(collided, place=frame)
            if near is not None:
                heard = self.nearest(heard, collided, near, frame, is_rule, is_ratio)
            if len(args) > at:
                return original(*args[:at], heard, *args[at + 1 :], **kwargs)
            return original(*args, **{**kwargs, "collided": heard})

        return function

    def boxes(self, frame, args, at, rect, sprites, rects, numbers):
        """The answer that pygame would give, of sprites whose rectangles no code of the game makes.

        Or MISSING, where code of the game may run between the tests.
        """
        if len(args) not in (at, at + 1):
            return MISSING
        hits = all_in[type(rect)](rect, rects)
        is_list = type(args[1]) in (list, tuple)
        if at == 3 and args[2] is not False and (hits or is_list):
            return MISSING
        self.each(frame, rect, False, rects, sprites, {*hits}, at == 3, numbers, (args[0], "rect"))
        hit = [sprites[number] for number in hits]
        return hit if at == 3 else hit[0] if hit else None

    def nearest(self, heard, collided, near, frame, is_rule, is_ratio):
        """A function of two sprites that is `heard` where they are near, and else only counted."""
        things, problems = self.things, self.problems
        inside, thread, tests = self.recorder.inside, this_thread(), Far()
        hook, bound = (type(collided).__call__, (collided,)) if is_ratio else (heard, ())
        hear, name = hook.hear, hook.word
        call = hook.__wrapped__ if is_rule else collided
        is_never = is_ratio and name == "box"  # what is far apart does not hit

        def chosen(one, other):
            if id(other) in near:
                return hear(frame, (*bound, one, other), {})
            if is_never:
                things.far += 1
                return False
            if not is_rule:
                inside[thread] = tests
            try:
                hit = call(*bound, one, other)
            finally:
                inside.pop(thread, None)
            if hit and is_rule:
                problems.not_judged[f"{name}, a hit of sprites far apart"] += 1
            elif hit:
                self.pair(frame, (one, other), (None, None), hit, name, tests)
            else:
                things.far += 1
            tests.clear()
            return hit

        return chosen


def _shrinks(ratio, ratios):
    """True for a function of pygame that tests rectangles or circles not larger than they are."""
    number = attribute(ratio, "ratio")
    return type(ratio) in ratios and type(number) in NUMBERS and 0 <= number <= 1


def _role(it, rect):
    has_place = type(rect) in RECTS and (rect_of(it) is rect or attribute(it, "hitbox") is rect)
    is_made = not has_place and rect_of(it) is None and attribute(it, "hitbox") is None
    return PLACE if is_made else "rect"


def _any_rect(it):
    """The rectangle of a thing, its `hitbox`, or one made of its numbers."""
    rect = attribute(it, "hitbox") if rect_of(it) is None else None
    return rect if is_rect(rect) else box_of(it)


def _circle(it, rect, ratio):
    radius = attribute(it, "radius")
    if type(radius) not in (int, float):
        radius = (rect.width**2 + rect.height**2) ** 0.5 / 2
    return {"circle": [*rect.center, radius * ratio]}


def _ordered(last, rects, a, b):
    """The boxes of a test, that of `a` first: they may have been tested in the other order."""
    _, _, part, other, box, its = last
    if part is rects[0] and other is rects[1]:
        return box, its
    own, others = ({id(value) for _, value in values(it)} for it in (a, b))
    rect = rect_of(a)
    is_swapped = id(part) in others or id(other) in own
    if not is_swapped and id(part) not in own and id(other) not in others and rect is not None:
        # Rectangles made anew belong to the nearer of both.
        is_swapped = _apart(rect, box) > _apart(rect, its)
    return (its, box) if is_swapped else (box, its)


def _apart(a, b):
    return abs(a.centerx - b.centerx) + abs(a.centery - b.centery)
