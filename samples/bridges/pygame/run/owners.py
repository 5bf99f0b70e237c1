"""The owners of tested rectangles and masks: found by where they lie, and by the text of a call."""

import ast
import weakref

from .bridge.sides import RECTS
from .calls import Sites, scope_of
from .static import MISSING, attribute, class_of, is_object, members, values, variables
from .things import Mask, follow, is_rect

# How many objects are searched for an unknown rectangle, and how often at one call in vain.
MOST_SEARCHED = 5_000
PATIENCE = 10


class Owners:
    """Finds the owners of both operands of a test."""

    def __init__(self, things):
        self._things = things
        self._places = {}  # by the ids of rectangles seen in attributes: the thing, and the role
        self.sites = Sites()

    def of(self, frame, parts, fresh):
        """The owner of each operand, or None, with its role; and the site.

        `fresh` says which operands were made for this call.
        """
        site, owners, scope = self.sites.of(frame), [], None
        for number, part in enumerate(parts):
            found = self._placed(part)
            if found is None:
                scope = scope or scope_of(frame, site.names)
                found = self._find(part, frame, site, number, scope, not fresh[number])
            owners.append(found or (None, ""))
        (a, role_a), (b, role_b) = owners
        if a is not None and a is b:
            a = b = None  # what holds both, such as the game itself, is neither
        return (a, role_a), (b, role_b), site

    def one(self, frame, part):
        """The owner of the receiver of a call, or None, and its role."""
        site = self.sites.of(frame)
        found = self._placed(part)
        return found or self._find(part, frame, site, 0, scope_of(frame, site.names)) or (None, "")

    def role_of(self, owner, rect):
        """The attribute of an object that a rectangle is."""
        return next((name for name, value in values(owner) if value is rect), "rect")

    def point(self, frame, rect, point, names):
        """The owners of a rectangle and of a point, and its place; None if it belongs to none.

        The text says of which rectangle it is an attribute.
        """
        site = self.sites.of(frame)
        if len(site.operands) != 2 or type(point) is not tuple:
            return None
        scope = scope_of(frame, site.names)
        for operand in (site.operands[1], *site.choices):
            path, steps = operand.walk(scope), operand.steps
            name = steps[-1].attr if steps and isinstance(steps[-1], ast.Attribute) else None
            other = path[-1][0]
            if name not in names or len(path) != len(steps) or type(other) not in RECTS:
                continue
            if other is not rect and getattr(other, name) == point:
                first = self.one(frame, rect)
                objects = (it for it, _ in reversed(path[:-1]) if is_object(it))
                owner = (self._placed(other) or (next(objects, None), ""))[0]
                if owner is None or owner is first[0]:
                    return None
                return first, (owner, f"{self.role_of(owner, other)}.{name}", *point)
        return None

    def _placed(self, part):
        """The owner of a rectangle whose place is known, if it still lies there."""
        if is_rect(part) and type(part) not in RECTS:
            return (part, "") if is_object(part) else None
        settled = self._things.settled(part)
        owner = settled.thing.owner() if settled is not None else None
        if owner is not None:
            return owner, settled.role
        place = self._places.get(id(part))
        owner = place and place[0]()
        return (owner, place[1]) if owner is not None and follow(owner, place[1]) is part else None

    def _find(self, part, frame, site, number, scope, is_kept=False):
        """The owner of a part by the text of the call, or by where it lies."""
        operand = site.operands[number]
        path = operand.walk(scope)
        named = [it for it in reversed(path) if it[0] is not MISSING and it[0] is not part]
        objects = [(value, steps) for value, steps in named if is_object(value)]
        if objects and path[-1][0] is part and len(path) == len(operand.steps) + 1:
            value, steps = objects[0]
            return self._sensible(value, operand.role(steps, scope), part)
        for value, _ in objects:
            for name, held in values(value):
                if held is part:
                    return self._sensible(value, name, part)
        found = self._search(part, frame, site) if is_kept and is_rect(part) else None
        for value, steps in named if found is None else ():
            placed = self._placed(value) if type(value) in RECTS else None
            if placed is not None:
                return placed[0], f"{placed[1]}.{operand.role(steps, scope)}"
            if is_object(value):
                # The object with which the text begins, or the last that it names.
                if steps < len(operand.steps):
                    return value, operand.role(steps, scope)
                break
        return found or self._made(part, frame, operand, scope)

    def _made(self, part, frame, operand, scope):
        """The owner of a part that no attribute has: by the text that made it, or by its surface."""
        named = [it for it in map(scope, ("self", *operand.names)) if it is not MISSING]
        objects = [it for it in named if it is not part and is_object(it)]
        surface = self._things.source(part) if type(part) is Mask else None
        for it in objects if surface is not None else ():
            if any(value is surface for _, value in values(it)):
                return it, "mask"
        if isinstance(operand.node, ast.Call):
            for it in objects:
                if any(scope(name) is it for name in operand.names):
                    return None if _is_world(it) else (it, called(operand))
        if surface is None:
            return None
        if self._things.known(surface) is None:
            self._things.of(surface, kind=_variable(surface, frame) or called(operand))
        return surface, "mask"

    def _sensible(self, owner, role, part):
        """No owner of one rectangle among the many that an object such as the game holds."""
        is_own = type(part) is Mask or is_object(part) or not _is_world(owner)
        return (owner if is_own else None), role

    def _search(self, part, frame, site):
        """The object of the frame that has a rectangle; those of all others become known, too."""
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


def _variable(value, frame):
    """The name of a variable of a frame, or of those that call it, that has a value; or None."""
    while frame is not None:
        for name, it in [*variables(frame).items(), *frame.f_globals.items()]:
            if it is value:
                return name
        frame = frame.f_back
    return None


def called(operand):
    """What a rectangle without an owner is called: the last name of its text."""
    node = operand.node
    if operand.variable and isinstance(node, ast.Call):
        return operand.variable
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return getattr(node, "attr", None) or getattr(node, "id", "rect")
