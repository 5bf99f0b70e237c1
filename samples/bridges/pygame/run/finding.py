"""The things to which tested rectangles and masks belong."""

import pygame

from .bridge.sides import RECTS
from .sites import Sites, is_object, owners

PARTS = (*RECTS, pygame.mask.Mask)

# How many objects in lists are searched for an unknown rectangle.
MOST_SEARCHED = 5_000


class Finder:
    """Finds the owners of rectangles and masks in the frame that tests them."""

    def __init__(self, things):
        self._things = things
        self._sites = Sites()
        self._searched = {}  # how often a line was searched in vain

    def things_of(self, frame, method, part, other):
        """The things of both operands of a call."""
        site = self._sites.of(frame, method)
        owner = _trusted(site, 0, frame) or self._owner(part, frame, site, 0)
        others = _trusted(site, 1, frame) or self._owner(other, frame, site, 1)
        if owner is others:
            # An object that holds both, such as the game itself, is neither.
            owner = others = None
        return self._thing(part, owner, frame, site, 0), self._thing(other, others, frame, site, 1)

    def is_of(self, part, owner):
        """True if a rectangle or mask belongs to an object of the game."""
        known = self._things.by_part.get(id(part))
        return known.of() is owner if known else holds(owner, part)

    def _owner(self, part, frame, site, at):
        # Sprites share masks, but no rectangles.
        known = self._things.by_part.get(id(part))
        if known:
            return known.of()
        if is_object(part):
            return part
        if at >= len(site):
            return self._search(part, frame)
        words, first = site[at], None
        for owner in owners(words, frame):
            if type(owner) in words.trusted:
                return owner
            if holds(owner, part):
                if not self._is_own(owner, part, words.called):
                    return None
                words.trusted.add(type(owner))
                if not _is_attribute(owner, part):
                    words.making.add(type(owner))
                return owner
            first = first or owner
        return first if first is not None else self._search(part, frame)

    def _is_own(self, owner, part, called):
        """False for a rectangle among the many things that an object such as the game holds."""
        return hasattr(owner, "rect") or hasattr(owner, "hitbox") or "_" not in called

    def _thing(self, part, owner, frame, site, at):
        if owner is None:
            called = site[at].called if at < len(site) else "rect"
            return self._things.of_rect(part, called, (frame.f_code, frame.f_lasti, at))
        thing = self._things.of(owner)
        if isinstance(part, RECTS) and part is not owner:
            is_made = at < len(site) and type(owner) in site[at].making
            if not is_made and _is_attribute(owner, part):
                self._things.remember(part, thing)
        return thing

    def _search(self, part, frame):
        """The object of the frame that has a rectangle or a mask; those of all others become known, too."""
        place = (frame.f_code, frame.f_lasti)
        if self._searched.get(place, 0) > 20:
            return None
        found, left = None, MOST_SEARCHED
        for held in _held(frame):
            for it in held:
                left -= 1
                if left < 0:
                    break
                if is_object(it):
                    for value in list(getattr(it, "__dict__", {}).values()):
                        if isinstance(value, RECTS):
                            self._things.remember(value, self._things.of(it))
                        if isinstance(value, PARTS):
                            found = it if value is part else found
        if found is None:
            self._searched[place] = self._searched.get(place, 0) + 1
        return found


def _trusted(site, at, frame):
    """The object of a variable that the words of an operand name, if others of its class were right before."""
    words = site[at] if at < len(site) else None
    if words is None or not words.owners:
        return None
    name = words.owners[0]
    found = frame.f_locals.get(name) or frame.f_globals.get(name)
    return found if type(found) in words.trusted else None


def _held(frame):
    """The collections that a frame knows, and those of the objects in it."""
    names = list(frame.f_locals.values())
    if frame.f_locals is not frame.f_globals:
        names += frame.f_globals.values()
    yield names
    for value in names:
        if isinstance(value, (list, tuple, set)):
            yield list(value)
        elif is_object(value):
            yield [it for it in list(getattr(value, "__dict__", {}).values()) if not isinstance(it, (list, tuple, set))]
            for it in list(getattr(value, "__dict__", {}).values()):
                if isinstance(it, (list, tuple, set)):
                    yield list(it)


def _is_attribute(owner, part):
    parts = getattr(owner, "__dict__", None)
    if parts is not None and any(value is part for value in parts.values()):
        return True
    return any(getattr(owner, name, None) is part for cls in type(owner).__mro__ for name in getattr(cls, "__slots__", ()))


def holds(owner, part):
    """True if a rectangle or mask is an attribute of `owner`, or equals its rectangle."""
    return _is_attribute(owner, part) or isinstance(part, RECTS) and getattr(owner, "rect", None) == part
