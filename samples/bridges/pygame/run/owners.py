"""The owners of tested rectangles and masks: found by where they lie, and by the text of the call."""

import ast
import weakref

import pygame

from .bridge.sides import RECTS
from .calls import Sites, scope_of
from .static import MISSING, attribute, class_of, is_object, members, values, variables
from .things import follow, is_rect

# How many objects are searched for an unknown rectangle, and how often at one call in vain.
MOST_SEARCHED = 5_000
PATIENCE = 10


class Owners:
    """Finds the owners of both operands of a test."""

    def __init__(self, things):
        self._things = things
        self._places = {}  # by the ids of rectangles that were seen in attributes: the thing, and the role
        self.sites = Sites()

    def of(self, frame, parts, fresh):
        """The owner of each operand, or None, its role, and the site; `fresh` says which were made for this call."""
        owners, site, scope = [self._placed(part) for part in parts], None, None
        if None in owners:
            site = self.sites.of(frame)
            scope = scope_of(frame, site.names)
            for number, part in enumerate(parts):
                operand = site.operands[number]
                if owners[number] is None:
                    owners[number] = self._by_text(part, operand, scope)
                if owners[number] is None and not fresh[number] and is_rect(part):
                    owners[number] = self._search(part, frame, site)
                if owners[number] is None:
                    owners[number] = self._first(part, operand, scope)
        (a, role_a), (b, role_b) = (owner or (None, "") for owner in owners)
        if a is not None and a is b:
            a = b = None  # what holds both, such as the game itself, is neither
        site = site or self.sites.of(frame)
        return (a, role_a), (b, role_b), site

    def one(self, frame, part):
        """The owner of the receiver of a call, or None, and its role."""
        site = self.sites.of(frame)
        operand, scope = site.operands[0], scope_of(frame, site.names)
        found = self._placed(part) or self._by_text(part, operand, scope) or self._first(part, operand, scope)
        return found or (None, "")

    def role_of(self, owner, rect):
        """The attribute of an object that a rectangle is."""
        return next((name for name, value in values(owner) if value is rect), "rect")

    def point(self, frame, rect, point, names):
        """The owners of a rectangle and of a point, if the text says of which rectangle that is an attribute, and its place."""
        site = self.sites.of(frame)
        if len(site.operands) != 2 or type(point) is not tuple:
            return None
        scope = scope_of(frame, site.names)
        for operand in (site.operands[1], *site.choices[1]):
            path, steps = operand.walk(scope), operand.steps
            if not steps or not isinstance(steps[-1], ast.Attribute) or steps[-1].attr not in names or len(path) != len(steps):
                continue
            other = path[-1][0]
            if type(other) in RECTS and other is not rect and getattr(other, steps[-1].attr) == point:
                break
        else:
            return None
        first = self.one(frame, rect)
        second = self._placed(other) or next(
            ((value, operand.role(number, scope)) for value, number in reversed(path[:-1]) if is_object(value)), (None, "")
        )
        if second[0] is None or second[0] is first[0]:
            return None
        return first, (second[0], f"{self.role_of(second[0], other)}.{steps[-1].attr}", *point)

    def _placed(self, part):
        """The owner of a rectangle whose place is known, if it still lies there."""
        if is_rect(part) and type(part) not in RECTS:
            return (part, "") if is_object(part) else None
        settled = self._things.settled(part)
        if settled is not None:
            track, owner = settled
            return owner, track.role
        place = self._places.get(id(part))
        if place is not None:
            owner = place[0]()
            if owner is not None and follow(owner, place[1]) is part:
                return owner, place[1]
        return None

    def _by_text(self, part, operand, scope):
        """The object that the text names, in whose attributes the part lies."""
        path = operand.walk(scope)
        if len(path) == len(operand.steps) + 1 and path[-1][0] is part:
            for value, number in reversed(path[:-1]):
                if value is not MISSING and is_object(value):
                    return self._sensible(value, operand.role(number, scope), part)
        for value, number in reversed(path):
            if value is not MISSING and is_object(value):
                for name, held in values(value):
                    if held is part:
                        return self._sensible(value, name, part)
        return None

    def _sensible(self, owner, role, part):
        """No owner of one rectangle among the many that an object such as the game holds."""
        if type(part) is pygame.mask.Mask or is_object(part) or not _is_world(owner):
            return owner, role
        return (None, role)

    def _first(self, part, operand, scope):
        """The object of the variable with which the text begins, or the last that the text names."""
        for value, number in reversed(operand.walk(scope)):
            placed = self._placed(value) if value is not part and type(value) in RECTS else None
            if placed is not None:
                owner, role = placed
                return owner, f"{role}.{operand.role(number, scope)}"
            if value is not MISSING and value is not part and is_object(value):
                if len(operand.steps) == number:
                    return None
                return value, operand.role(number, scope)
        return None

    def _search(self, part, frame, site):
        """The object of the frame that has a rectangle; the rectangles of all others become known, too."""
        if site.searched >= PATIENCE:
            return None
        found, left, seen = None, MOST_SEARCHED, set()
        for it in _held(frame):
            left -= 1
            if left < 0:
                break
            if id(it) in seen or not is_object(it) or _is_world(it):
                continue
            seen.add(id(it))
            for name, value in values(it):
                if type(value) in RECTS:
                    found = (it, name) if value is part else found
                    if class_of(it).has_weakref:
                        self._places[id(value)] = (weakref.ref(it), name)
        if len(self._places) > 4 * MOST_SEARCHED:
            self._places.clear()
        site.searched += found is None
        return found


def _is_world(owner):
    """True for an object that holds rectangles beside others, and none of its own."""
    if any(attribute(owner, name) is not None for name in ("rect", "hitbox", "image")):
        return False
    found = [value for _, value in values(owner)]
    held = [it for value in found for it in (value, *(members(value) or ())[:3])]
    return any(map(is_rect, found)) and any(map(is_object, held))


def _held(frame):
    """What a frame knows, and what the objects and containers in it hold."""
    for value in [*variables(frame).values(), *frame.f_globals.values()]:
        yield value
        held = members(value)
        if held is None and is_object(value):
            held = [it for _, named in values(value) for it in (named, *(members(named) or ()))]
        yield from held or ()


def called(operand):
    """What a rectangle without an owner is called: the last name of its text."""
    node = operand.node
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else "rect"
