"""The functions that are hooked to record tests: of `pygame.sprite`, of rectangles and masks, and those that are watched."""

import dis
import functools
import os
import sys
import types

import pygame

from . import builtin
from .bridge.sides import RECTS, box_shape
from .imports import after_import
from .recorder import REMOTE, Test, like, this_thread
from .static import attribute, is_object, item, rect_of, values
from .things import FRESH, plain

# Tests of kinds that make no check.
NOT_JUDGED = {"Rect": ("contains", "clipline"), "Mask": ("overlap_mask", "convolve")}
POINTS = (
    "topleft", "topright", "bottomleft", "bottomright", "midtop", "midleft", "midbottom", "midright", "center"
)  # fmt: skip

# Functions of `pygame.sprite` whose tests are the game's.
_SPRITE_TESTS = ("collide_rect", "spritecollide", "spritecollideany", "<listcomp>", "__call__")
_sprite_module = vars(pygame.sprite)
_references = sys.getrefcount
_frame = sys._getframe


def install(recorder):
    """Hooks the functions of `pygame.sprite`, and the methods of rectangles and masks where they can be replaced."""
    hooks = Hooks(recorder)
    sprite = pygame.sprite
    for name, rule in (("collide_circle", "circle"), ("collide_mask", "mask")):
        setattr(sprite, name, hooks.pair_function(getattr(sprite, name), rule))
    for name in ("spritecollide", "spritecollideany"):
        setattr(sprite, name, hooks.group_function(getattr(sprite, name)))
    for cls, rule in ((sprite.collide_rect_ratio, "box"), (sprite.collide_circle_ratio, "circle")):
        cls.__call__ = hooks.ratio_method(cls.__call__, rule)
    if not builtin.is_possible(pygame.Rect):
        recorder.problems.unobserved["Rect and Mask: their methods cannot be replaced in this Python"] += 1
        return hooks
    for cls in dict.fromkeys(RECTS):
        builtin.replace(cls, "colliderect", hooks.colliderect)
        builtin.replace(cls, "collidepoint", hooks.collidepoint)
        for name in ("collidelist", "collidelistall"):
            builtin.replace(cls, name, hooks.collidelist)
        for name in ("collideobjects", "collideobjectsall"):
            builtin.replace(cls, name, hooks.collideobjects)
        for name in ("collidedict", "collidedictall"):
            builtin.replace(cls, name, hooks.collidedict)
        for name in NOT_JUDGED["Rect"]:
            builtin.replace(cls, name, functools.partial(hooks.not_judged, name))
    for name in ("overlap", "overlap_area"):
        builtin.replace(pygame.mask.Mask, name, functools.partial(hooks.mask, name))
    for name in NOT_JUDGED["Mask"]:
        builtin.replace(pygame.mask.Mask, name, functools.partial(hooks.not_judged, name))
    return hooks


class Hooks:
    """Makes the functions that stand in the place of pygame's. Each calls the original first, with what it was given."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.problems = recorder.problems
        self.things = recorder.things
        self.is_possible = True

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

    def not_judged(self, name, original):
        problems = self.problems

        def method(*args, **kwargs):
            answer = original(*args, **kwargs)
            problems.not_judged[name] += 1
            return answer

        return method

    # Rectangles.

    def colliderect(self, original):
        recorder, things, problems = self.recorder, self.things, self.problems
        tracks, dead, inside = things.tracks, things.dead, recorder.inside
        reach = 2 * (recorder.near + REMOTE)

        def method(*args, **kwargs):
            hit = original(*args, **kwargs)
            try:
                if not hit and not dead and not inside and len(args) == 2:
                    # Most tests are of rectangles far apart, and end here.
                    a, b = args
                    track = tracks.get(id(a))
                    if track is not None:
                        if track.box != a:
                            track.move(a)
                        pair = track.pairs.get(id(b))
                        if pair is not None and pair.is_far(track, b):
                            if pair.far_frame is not None:
                                things.far += 1
                            pair.far_frame = recorder.frame
                            return hit
                        if pair is None and _references(b) <= FRESH + 1 and type(b) is type(track.box):
                            if track.remote is None:
                                track.remote = track.box.inflate(reach, reach)
                            if not original(track.remote, b):
                                things.far += 1
                                return hit
                if recorder.is_on:
                    a = b = None  # their references are counted
                    observed(_frame(1), args, hit)
            except Exception as error:
                problems.check(error)
            return hit

        def observed(frame, args, hit):
            a, *rest = args
            if len(rest) == 1 and issubclass(type(rest[0]), RECTS):
                b = rest[0]
                # What only the call, and the variables of this function, hold was made for it.
                fresh = (_references(a) <= FRESH + 1, _references(b) <= FRESH + 2)
            else:
                b, fresh = _rect_like(a, rest[0] if len(rest) == 1 else tuple(rest)), (_references(a) <= FRESH + 1, True)
            self.tested(frame, a, b, hit, fresh)

        return method

    def tested(self, frame, a, b, hit, fresh):
        """Records a test of two rectangles, unless they are far apart."""
        if frame.f_globals is _sprite_module and frame.f_code.co_name not in _SPRITE_TESTS:
            return  # pygame draws
        recorder = self.recorder
        inside = self.inside()
        if inside is not None:
            inside.append((bool(hit), "box", a, b, plain(a), like(a, b)))
            return
        if not any(fresh):
            if recorder.is_far(a, b, hit):
                return
        elif not hit and recorder.is_remote(a, b):
            return
        recorder.rects(frame, a, b, hit, fresh)

    def collidelist(self, original):
        recorder, problems = self.recorder, self.problems

        def method(*args, **kwargs):
            answer = original(*args, **kwargs)
            if recorder.is_on:
                try:
                    rect, rects = args
                    if type(rects) not in (list, tuple):
                        problems.not_judged[f"collidelist of {type(rects).__name__}"] += 1
                        return answer
                    hits = set(answer) if type(answer) is list else {answer}
                    last = answer if type(answer) is int and answer >= 0 else len(rects) - 1
                    self.many(_frame(1), rect, [(it, number in hits) for number, it in enumerate(rects[: last + 1])])
                except Exception as error:
                    problems.check(error)
            return answer

        return method

    def many(self, frame, rect, tested, fresh=False):
        """Records a rectangle that was tested against several, each with the answer."""
        is_fresh = _references(rect) <= FRESH + 2
        for other, hit in tested:
            try:
                if not issubclass(type(other), RECTS):
                    other = _rect_like(rect, other)
                    self.tested(frame, rect, other, hit, (is_fresh, True))
                else:
                    self.tested(frame, rect, other, hit, (is_fresh, fresh))
            except Exception as error:
                self.problems.check(error)

    def collideobjects(self, original):
        recorder, problems = self.recorder, self.problems

        def method(*args, **kwargs):
            key, tested = kwargs.get("key"), []
            if key is not None and recorder.is_on:

                def noted(thing):
                    rect = key(thing)
                    tested.append((thing, rect))
                    return rect

                answer = original(*args, **{**kwargs, "key": noted})
            else:
                answer = original(*args, **kwargs)
            if recorder.is_on:
                try:
                    self.objects(_frame(1), args[0], args[1], tested if key is not None else None, answer)
                except Exception as error:
                    problems.check(error)
            return answer

        return method

    def objects(self, frame, rect, objects, tested, answer):
        """Records a rectangle that was tested against objects; `tested` are those with their rectangles, if a key said them."""
        if tested is None:
            if type(objects) not in (list, tuple):
                self.problems.not_judged[f"collideobjects of {type(objects).__name__}"] += 1
                return
            tested = [(it, it if issubclass(type(it), RECTS) else attribute(it, "rect")) for it in objects]
        is_all = type(answer) is list and not any(answer is thing for thing, _ in tested)
        hits = {id(it) for it in answer} if is_all else set() if answer is None else {id(answer)}
        owners = self.recorder.owners
        for thing, other in tested:
            hit = id(thing) in hits
            if not issubclass(type(other), RECTS):
                self.problems.not_judged["collideobjects of objects whose rectangle is a property"] += 1
            elif thing is other or not is_object(thing):
                self.tested(frame, rect, other, hit, (False, False))
            elif not self.recorder.is_far(rect, other, hit):
                operands = owners.one(frame, rect), (thing, owners.role_of(thing, other))
                self.recorder.rects(frame, rect, other, hit, operands=operands)
            if hit and not is_all:
                break

    def collidedict(self, original):
        recorder, problems = self.recorder, self.problems

        def method(*args, **kwargs):
            answer = original(*args, **kwargs)
            if recorder.is_on:
                try:
                    rect, rects, *by = args
                    of_values = bool(by[0] if by else kwargs.get("values", kwargs.get("use_values", False)))
                    if type(rects) is not dict:
                        problems.not_judged["collidedict of another mapping"] += 1
                        return answer
                    hits = answer if type(answer) is list else [] if answer is None else [answer]
                    hits, is_all = {id(it[0]) for it in hits}, type(answer) is list
                    tested = []
                    for key, value in rects.items():
                        tested.append((value if of_values else key, id(key) in hits))
                        if tested[-1][1] and not is_all:
                            break
                    self.many(_frame(1), rect, tested)
                except Exception as error:
                    problems.check(error)
            return answer

        return method

    def collidepoint(self, original):
        recorder, problems = self.recorder, self.problems

        def method(*args, **kwargs):
            hit = original(*args, **kwargs)
            if recorder.is_on:
                try:
                    if not self.point(_frame(1), args, hit):
                        problems.not_judged["collidepoint of a point of no thing"] += 1
                except Exception as error:
                    problems.check(error)
            return hit

        return method

    def point(self, frame, args, hit):
        """Records a test of a point that is an attribute of a rectangle; returns False if it is not."""
        recorder = self.recorder
        if len(args) != 2 or self.inside() is not None:
            return False
        rect, point = args
        found = recorder.owners.point(frame, rect, point, POINTS)
        if found is None:
            return False
        first, (owner, role, x, y) = found
        is_whole = issubclass(type(rect), RECTS[0])
        box = RECTS[0](int(x), int(y), 1, 1) if is_whole else RECTS[1](x, y, 0.001, 0.001)
        recorder.rects(frame, rect, box, hit, (False, True), (first, (owner, role)))
        return True

    # Masks.

    def mask(self, name, original):
        recorder, problems = self.recorder, self.problems

        def method(*args, **kwargs):
            answer = original(*args, **kwargs)
            if recorder.is_on and (recorder.inside or _frame(1).f_globals is not _sprite_module):
                try:
                    mask, other, offset = args if len(args) == 3 else (*args, kwargs["other"], kwargs["offset"])[:3]
                    self.masks(_frame(1), name, mask, other, offset, answer)
                except Exception as error:
                    problems.check(error)
            return answer

        return method

    def masks(self, frame, name, mask, other, offset, answer):
        """Records a test of two masks, the second of which lies at an offset from the first."""
        recorder, inside = self.recorder, self.inside()
        x, y = int(offset[0]), int(offset[1])
        if inside is not None:
            inside.append((bool(answer), "mask", mask, other, (x, y), answer))
            return
        size, its = pygame.mask.Mask.get_size(mask), pygame.mask.Mask.get_size(other)
        if not answer and recorder.is_remote((0, 0, *size), (x, y, *its)):
            return
        (owner, role), (other_owner, other_role), site = recorder.owners.of(frame, (mask, other), (False, False))
        own, others = (rect_of(it) for it in (owner, other_owner))
        if own is not None:
            at = (int(own[0]), int(own[1]))
        elif others is not None:
            at = (int(others[0]) - x, int(others[1]) - y)
        else:
            at = (0, 0)
        at = (at, (at[0] + x, at[1] + y))
        sides = []
        for number, (part, it, its, where) in enumerate(((mask, owner, own, at[0]), (other, other_owner, others, at[1]))):
            thing = recorder._thing(part, it, "rect" if it is not None else None, site, number, False)
            box = its if its is not None else pygame.Rect(where, pygame.mask.Mask.get_size(part))
            sides.append((thing, it, "rect" if its is not None else "mask", box))
        point, area = (answer, None) if name == "overlap" else (None, answer)
        self.observe_masks(frame, sides, (mask, other), at, answer, point, area)

    def observe_masks(self, frame, sides, masks, places, answer, point=None, area=None):
        recorder = self.recorder
        contents = dict(zip(map(id, sides), zip(masks, places)))

        def test_of(side, track):
            mask, place = contents[id(side)]
            image = recorder.image_of(side[1])
            content = recorder.pictures.contents.of_mask(mask)
            return Test(side[0], "rect", track.box, recorder._origin(side, track.box), None, content, place, image)

        recorder.observe(frame, sides, bool(answer), "mask", test_of, point, area)

    # Sprites.

    def pair_function(self, original, rule):
        """`collide_circle` or `collide_mask`."""
        recorder, problems = self.recorder, self.problems

        @functools.wraps(original)
        def function(*args, **kwargs):
            if not recorder.is_on or recorder.inside and self.inside() is not None or len(args) != 2:
                return original(*args, **kwargs)
            rects, is_far, tests = (None, None), False, []
            try:
                rects = rect_of(args[0]), rect_of(args[1])
                is_far = None not in rects and recorder.is_far(*rects, False)
            except Exception as error:
                problems.check(error)
            if is_far or rule == "circle":
                hit = original(*args)
            else:
                hit = self.run_inside(tests, original, args, {})
            try:
                if not is_far:
                    self.pair(_frame(1), args, rects, hit, rule, 1, tests)
                elif hit:
                    problems.not_judged[f"{rule}: a hit of sprites far apart"] += 1
            except Exception as error:
                problems.check(error)
            return hit

        return function

    def ratio_method(self, original, rule):
        """`collide_rect_ratio(…)` or `collide_circle_ratio(…)`, where the game calls it."""
        recorder, problems = self.recorder, self.problems

        @functools.wraps(original)
        def method(*args, **kwargs):
            if not recorder.is_on or recorder.inside and self.inside() is not None or len(args) != 3:
                return original(*args, **kwargs)
            tests, is_far, rects, ratio = [], False, (None, None), 1
            try:
                ratio, rects = attribute(args[0], "ratio"), (rect_of(args[1]), rect_of(args[2]))
                is_far = None not in rects and ratio <= 1 and recorder.is_far(*rects, False)
            except Exception as error:
                problems.check(error)
            hit = self.run_inside(tests, original, args, {})
            try:
                if not is_far:
                    self.pair(_frame(1), args[1:], rects, hit, rule, ratio, tests)
            except Exception as error:
                problems.check(error)
            return hit

        return method

    def pair(self, frame, sprites, rects, hit, rule, ratio, tests):
        """Records a test of two sprites by a function of `pygame.sprite`."""
        recorder = self.recorder
        word = rule if ratio == 1 else f"{rule} × {ratio:g}"
        if None in rects or sprites[0] is sprites[1]:
            if sprites[0] is not sprites[1]:
                self.problems.not_judged[f"{word} of sprites whose rectangle is a property"] += 1
            return
        sides = [(recorder._thing(rect, it, "rect", None, 0, False), it, "rect", rect) for it, rect in zip(sprites, rects)]
        if rule == "mask":
            if not tests:
                return
            *_, masks, offset, answer = tests[-1][0], tests[-1][2:4], tests[-1][4], tests[-1][5]
            own = rects[0]
            at = (int(own[0]), int(own[1]))
            places = (at, (at[0] + offset[0], at[1] + offset[1]))
            self.observe_masks(frame, sides, masks, places, answer, answer)
            return
        boxes = dict(zip(map(id, sides), tests[-1][4:6])) if rule == "box" and tests else {}

        def test_of(side, track):
            thing, it, role, rect = side[:4]
            if rule == "circle":
                radius = attribute(it, "radius")
                radius = (rect.width**2 + rect.height**2) ** 0.5 / 2 if type(radius) not in (int, float) else radius
                shape = {"circle": [*rect.center, radius * ratio]}
            else:
                shape = box_shape(None, boxes[id(side)])
            return Test(thing, role, track.box, recorder._origin(side, track.box), shape, image=recorder.image_of(it))

        recorder.observe(frame, sides, hit, word, test_of)

    def group_function(self, original):
        """`spritecollide` or `spritecollideany`: a function of the game that they are given is watched."""
        recorder = self.recorder
        at = 3 if original.__name__ == "spritecollide" else 2

        @functools.wraps(original)
        def function(*args, **kwargs):
            collided = args[at] if len(args) > at else kwargs.get("collided")
            if not recorder.is_on or collided is None or self.is_known(collided) or recorder.inside and self.inside() is not None:
                return original(*args, **kwargs)
            listening = self.watched(collided, _frame(1))
            if len(args) > at:
                args = (*args[:at], listening, *args[at + 1 :])
            else:
                kwargs["collided"] = listening
            return original(*args, **kwargs)

        return function

    def is_known(self, collided):
        """True for the functions of pygame, which are hooked themselves."""
        sprite = pygame.sprite
        if issubclass(type(collided), (sprite.collide_rect_ratio, sprite.collide_circle_ratio)):
            return True
        return any(collided is it for it in (sprite.collide_rect, sprite.collide_circle, sprite.collide_mask))

    # Functions of the game.

    def watched(self, function, place=None):
        """A function of the game whose first two arguments are the things that it tests; `place` is the frame that calls it."""
        recorder, problems = self.recorder, self.problems
        is_function = type(function) in (types.FunctionType, types.BuiltinFunctionType)
        is_method = type(function) is types.MethodType and type(function.__func__) is types.FunctionType
        name = function.__name__ if is_function else function.__func__.__name__ if is_method else type(function).__name__

        def watched(*args, **kwargs):
            if not recorder.is_on or recorder.inside and self.inside() is not None:
                return function(*args, **kwargs)
            tests = []
            hit = self.run_inside(tests, function, args, kwargs)
            try:
                self.custom(place or _frame(1), args, hit, name, tests)
            except Exception as error:
                problems.check(error)
            return hit

        return functools.update_wrapper(watched, function) if is_function else watched

    def custom(self, frame, args, hit, name, tests):
        """Records a function of the game: its shapes are those of the last test in it that had the same answer."""
        if len(args) < 2 or type(hit) is not bool and is_object(hit):
            raise TypeError(f"{name} has no two things and an answer")
        hit, (a, b) = bool(hit), args[:2]
        recorder, rects = self.recorder, []
        for it in (a, b):
            rect = rect_of(it)
            rects.append(rect if rect is not None else self.any_rect(it))
        if not hit and None not in rects and recorder.is_far(*rects, hit):
            return
        last = tests[-1] if tests and tests[-1][0] == hit else None
        if last is not None and last[1] == "box":
            boxes = self.ordered(last, a, b)
        elif None in rects:
            self.problems.not_judged[f"{name} of things without a rectangle"] += 1
            return
        else:
            boxes = None
        rects = [rect if rect is not None else box for rect, box in zip(rects, boxes or rects)]
        sides = [(recorder._thing(rect, it, "rect", None, 0, False), it, "rect", rect) for it, rect in zip((a, b), rects)]
        if last is not None and last[1] == "mask":
            _, _, mask, other, offset, answer = last
            at = (int(rects[0][0]), int(rects[0][1]))
            places = (at, (at[0] + offset[0], at[1] + offset[1]))
            shapes = dict(zip(map(id, sides), zip((mask, other), places)))
        else:
            shapes = dict(zip(map(id, sides), boxes or (None, None)))

        def test_of(side, track):
            thing, it, role = side[:3]
            shape, content, place, found = None, None, None, shapes[id(side)]
            if type(found) is tuple:
                content, place = recorder.pictures.contents.of_mask(found[0]), found[1]
            elif found is not None:
                shape = box_shape(None, found)
            image = recorder.image_of(it)
            return Test(thing, role, track.box, recorder._origin(side, track.box), shape, content, place, image)

        recorder.observe(frame, sides, hit, name, test_of)

    def any_rect(self, owner):
        """The `hitbox` of an object, or its first rectangle."""
        rect = attribute(owner, "hitbox")
        return rect if issubclass(type(rect), RECTS) else None

    def ordered(self, last, a, b):
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
        kind = RECTS[0] if issubclass(type(rect), RECTS[0]) else RECTS[1]
        return kind(other) if len(other) != 1 else _rect_like(rect, item(other, 0))
    found = attribute(other, "rect")
    if not issubclass(type(found), RECTS):
        raise TypeError(f"the rectangle of a {type(other).__name__} is a property")
    return found


def watch(hooks, module, name):
    """Watches a function of two things that the game wrote itself, from its first call."""
    problems, wanted = hooks.problems, f"{module}:{name}: there is no such function"
    problems.unobserved[wanted] = 1
    *classes, last = name.split(".")

    def find(loaded):
        for part in classes:
            loaded = vars(loaded).get(part) if hasattr(loaded, "__dict__") else None
        function = vars(loaded).get(last) if hasattr(loaded, "__dict__") else None
        if type(function) is not types.FunctionType:
            return None
        setattr(loaded, last, hooks.watched(function))
        problems.unobserved.pop(wanted, None)
        return function

    main = sys.modules["__main__"]
    path = sys.argv[0] if sys.argv else ""
    if module in ("__main__", os.path.splitext(os.path.basename(path))[0]):
        _watch_main(hooks, last, lambda: find(main))
    else:
        after_import(module, find)


def _watch_main(hooks, name, find):
    """Watches a function of the main script: its first call is seen as a profiler sees it."""
    if sys.getprofile() is not None:
        return
    running = []

    def profile(frame, event, arg):
        code = frame.f_code
        if event == "call" and code.co_name == name and not running and frame.f_globals.get("__name__") == "__main__":
            function = find()
            if function is None or function.__code__ is not code:
                return
            # Not `variables`: after this function Python writes them back.
            found, tests = frame.f_locals, []
            args = tuple(found[name] for name in code.co_varnames[:2] if name in found)
            hooks.recorder.inside[this_thread()] = tests
            running.append((frame, args, tests))
        elif event == "return" and running and running[0][0] is frame:
            sys.setprofile(None)
            hooks.recorder.inside.pop(this_thread(), None)
            _, args, tests = running.pop()
            try:
                if not dis.opname[code.co_code[frame.f_lasti]].startswith("RETURN"):
                    return  # it has raised
                hooks.custom(frame.f_back, args, arg, name, tests)
            except Exception as error:
                hooks.problems.check(error)

    sys.setprofile(profile)
