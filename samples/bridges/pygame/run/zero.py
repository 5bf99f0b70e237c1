"""The hooks of Pygame Zero: the tests of its own rectangles, which have fractions, and of actors."""

import ast
import sys
import weakref
from functools import partial

import pygame

from . import builtin
from .bridge.sides import RECTS, box_shape
from .calls import scope_of
from .frames import libraries
from .guard import hooked
from .imports import after_import
from .static import MISSING, NUMBERS, attributes, box_of, is_object, zero_rects
from .tracks import PLACE, POINTS

_frame = sys._getframe


def install(recorder):
    """Hooks the rectangles and the actors of Pygame Zero once it is imported."""
    libraries.update(("pgzero", "pgzrun"))
    hooks = Zero(recorder)
    after_import("pgzero.rect", partial(_guarded, recorder, hooks.of_rects))
    after_import("pgzero.actor", partial(_guarded, recorder, hooks.of_actors))


def _guarded(recorder, hook, module):
    try:
        hook(module)
    except Exception as error:
        recorder.problems.check(error)


class Zero:
    """Observes the tests of Pygame Zero."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.problems = recorder.problems
        self.things = recorder.things
        self._actors = {}  # references by the ids of their rectangles

    def of_rects(self, module):
        """Hooks the methods of `ZRect`, which call each other."""
        self._own = vars(module)
        zero_rects.add(module.ZRect)
        for name, look in (
            ("colliderect", self.colliderect),
            ("collidepoint", self.collidepoint),
            ("collidelist", partial(self.collidelist, False)),
            ("collidelistall", partial(self.collidelist, True)),
            ("collidedict", partial(self.not_judged, "collidedict")),
            ("collidedictall", partial(self.not_judged, "collidedictall")),
            ("contains", partial(self.not_judged, "contains")),
        ):
            make = partial(hooked, self.recorder, self.asked(look), self.problems.check)
            builtin.hook(module.ZRect, name, make)

    def of_actors(self, module):
        """Hooks the making of actors: their rectangles do not know them."""

        def made(_, actor, *__, **___):
            rect = attributes(actor).get("_rect")
            if len(self._actors) > 10_000:
                self._actors = {key: ref for key, ref in self._actors.items() if ref() is not None}
            self._actors[id(rect)] = weakref.ref(actor)

        builtin.hook(module.Actor, "__init__", partial(hooked, self.recorder, made, self.problems.check))

    def asked(self, look):
        """A function that looks at a test that the game makes, and at none that Pygame Zero makes in it."""

        def observe(*args, **kwargs):
            frame = _frame(2)
            if frame.f_globals is not self._own:
                look(frame, *args, **kwargs)

        return observe

    # Tests.

    def not_judged(self, name, *_, **__):
        """Counts a test that makes no check."""
        self.problems.not_judged[name] += 1

    def colliderect(self, frame, hit, rect, *other):
        """Observes `ZRect.colliderect`."""
        self.tested(frame, rect, other[0] if len(other) == 1 else other, hit)

    def collidelist(self, is_every, frame, answer, rect, others):
        """Observes `ZRect.collidelist` and `collidelistall`."""
        if type(others) not in (list, tuple):
            self.problems.not_judged["collidelist of Pygame Zero with what is no list"] += 1
            return
        hits = {*answer} if is_every else {answer}
        tested = others if is_every or answer < 0 else others[: answer + 1]
        for number, other in enumerate(tested):
            self.tested(frame, rect, other, number in hits)

    def collidepoint(self, frame, hit, rect, *point):
        """Observes `ZRect.collidepoint`, of a point that is another actor's."""
        point = point[0] if len(point) == 1 else point
        owner, role = self.owner(frame, rect, 0)
        other, name = self._at(frame, point) if type(point) is tuple else (None, None)
        if other is None or owner is None or other is owner:
            self.problems.not_judged["collidepoint of a point of no object"] += 1
            return
        boxes = _numbers(rect), (*point, 0.001, 0.001)
        self.observe(frame, (owner, other), (role, f"rect.{name}"), boxes, hit)

    def tested(self, frame, rect, other, hit):
        """Records a test of two rectangles."""
        boxes = _numbers(rect), _numbers(other)
        if None in boxes:
            self.problems.not_judged["colliderect of Pygame Zero with what is no rectangle"] += 1
            return
        (a, role_a), (b, role_b) = self.owner(frame, rect, 0), self.owner(frame, other, 1)
        if a is not None and a is b:
            a = b = None
        self.observe(frame, (a, b), (role_a, role_b), boxes, hit)

    def observe(self, frame, owners, roles, boxes, hit):
        """Records a test of two boxes, unless they are far apart."""
        rects = [pygame.Rect(*map(int, box)) for box in boxes]
        if not hit and self.things.is_remote(*rects):
            self.things.far += 1
            return
        site, sides = self.recorder.owners.sites.of(frame), []
        for number, (owner, role, rect) in enumerate(zip(owners, roles, rects)):
            sides.append(self.recorder.side(owner, rect, role, site, number, True))
        shapes = [box_shape(None, box) for box in boxes]
        self.recorder.observe(frame, sides, bool(hit), "box", shapes)

    # Owners.

    def owner(self, frame, it, number):
        """The actor that a rectangle is of, or the object by the text of the call; and the role."""
        if box_of_actor(it) is not None:
            return it, PLACE
        ref = self._actors.get(id(it))
        actor = ref and ref()
        if actor is not None and attributes(actor).get("_rect") is it:
            return actor, PLACE
        parts = [None, None]
        parts[number] = it
        is_known = type(it) in (*RECTS, *zero_rects)
        owner, role = self.recorder.owners.of(frame, parts, (True, True))[number] if is_known else (None, "")
        return owner, role or PLACE

    def _at(self, frame, point):
        """The actor that the text of a call names beside a point, and the attribute that the point is."""
        site = self.recorder.owners.sites.of(frame)
        operand, scope = site.operands[1], scope_of(frame, site.names)
        path, steps = operand.walk(scope), operand.steps
        named = [it for it, _ in path if it is not MISSING and box_of_actor(it) is not None]
        name = steps[-1].attr if steps and isinstance(steps[-1], ast.Attribute) else None
        return (named[-1], name) if named and name in (*POINTS, "pos") and len(point) == 2 else (None, None)


def box_of_actor(it):
    """The box of an actor, or None of anything else."""
    rect = attributes(it).get("_rect") if is_object(it) else None
    return box_of(rect) if type(rect) in zero_rects else None


def _numbers(it):
    """The four numbers of a rectangle, of an actor or in a list; or None."""
    if is_object(it) and type(it) not in RECTS:
        found = attributes(it)
        found = attributes(found["_rect"]) if type(found.get("_rect")) in zero_rects else found
        numbers = [found.get(name, MISSING) for name in "xywh"]
    elif type(it) in (*RECTS, list, tuple):
        numbers = [*it]
        if len(numbers) == 2 and all(type(pair) in (list, tuple) for pair in numbers):
            numbers = [*numbers[0], *numbers[1]]
    else:
        return None
    is_read = len(numbers) == 4 and all(type(number) in NUMBERS for number in numbers)
    return tuple(numbers) if is_read else None
