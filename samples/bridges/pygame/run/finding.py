"""The things to which tested rectangles and masks belong."""

import functools

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
        self._by_id, self._by_part = things.by_id, things.by_part
        self._sites = Sites()
        self._site = None  # the last that was asked for

    def things_of(self, frame, method, part, other):
        """The things of both operands of a call, their owners, and its place; all are None for a call of pygame's own."""
        site = self._site
        if site is None or site.code is not frame.f_code or site.index != frame.f_lasti:
            site = self._site = self._sites.of(frame, method)
        if not site.is_games:
            return None, None, None, None, None
        words, its_words = site.receiver, site.argument
        names = frame.f_locals
        owner, its_owner = names.get(words.name), names.get(its_words.name)
        if owner is None:
            owner = frame.f_globals.get(words.name)
        if its_owner is None:
            its_owner = frame.f_globals.get(its_words.name)
        a, b = self._by_id.get(id(owner)), self._by_id.get(id(its_owner))
        if (
            a is not None
            and b is not None
            and a is not b
            and (type(owner) in words.settled or self._by_part.get(id(part)) is a)
            and (type(its_owner) in its_words.settled or self._by_part.get(id(other)) is b)
        ):
            return a, b, owner, its_owner, site.place
        owner, its_owner = self._owner(part, frame, site, words), self._owner(other, frame, site, its_words)
        if owner is its_owner:
            # An object that holds both, such as the game itself, is neither.
            owner = its_owner = None
        a, b = self._thing(part, owner, words), self._thing(other, its_owner, its_words)
        return a, b, owner, its_owner, site.place

    def is_of(self, part, owner):
        """True if a rectangle or mask belongs to an object of the game."""
        known = self._by_part.get(id(part))
        return known.of() is owner if known else holds(owner, part)

    def _owner(self, part, frame, site, words):
        found = frame.f_locals.get(words.name) or frame.f_globals.get(words.name)
        if type(found) in words.trusted:
            # Others of its class were right before.
            return found
        # Sprites share masks, but no rectangles.
        known = self._by_part.get(id(part))
        if known:
            return known.of()
        if is_object(part):
            return part
        first = None
        for owner in owners(words, frame):
            if type(owner) in words.trusted:
                return owner
            if holds(owner, part):
                if not self._is_own(owner, words.called):
                    return None
                words.trusted.add(type(owner))
                if not isinstance(part, RECTS) or not _is_attribute(owner, part):
                    words.settled.add(type(owner))
                return owner
            first = first or owner
        return first if first is not None else self._search(part, frame, site)

    def _is_own(self, owner, called):
        """False for a rectangle among the many things that an object such as the game holds."""
        return hasattr(owner, "rect") or hasattr(owner, "hitbox") or "_" not in called

    def _thing(self, part, owner, words):
        if owner is None:
            return self._things.of_rect(part, words.called, words)
        thing = self._things.of(owner)
        if isinstance(part, RECTS) and part is not owner and self._by_part.get(id(part)) is not thing:
            if type(owner) not in words.settled and _is_attribute(owner, part):
                self._things.remember(part, thing)
        return thing

    def _search(self, part, frame, site):
        """The object of the frame that has a rectangle or a mask; those of all others become known, too."""
        if site.vain > 20:
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
            site.vain += 1
        return found


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
    for value in getattr(owner, "__dict__", {}).values():
        if value is part:
            return True
    return any(getattr(owner, name, None) is part for name in _slots(type(owner)))


@functools.lru_cache(maxsize=None)
def _slots(cls):
    return [name for base in cls.__mro__ for name in getattr(base, "__slots__", ())]


def holds(owner, part):
    """True if a rectangle or mask is an attribute of `owner`, or equals its rectangle."""
    return _is_attribute(owner, part) or isinstance(part, RECTS) and getattr(owner, "rect", None) == part
