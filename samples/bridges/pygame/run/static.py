"""Attributes, containers and variables, read without running any code of the game."""

import ctypes
import operator
import sys
import types
import weakref
from itertools import repeat

import pygame

from .bridge.sides import RECTS

MISSING = object()
NUMBERS = (int, float)

_mro = type.__dict__["__mro__"].__get__
_vars = type.__dict__["__dict__"].__get__
_name = type.__dict__["__name__"].__get__
_get = object.__getattribute__  # for what is known to be no property
_sprites = vars(pygame.sprite)

# The properties of pygame-ce's sprites, and where they keep their values.
_SPRITE = {
    id(value): f"_Sprite__{name}"
    for name, value in _vars(pygame.sprite.Sprite).items()
    if type(value) is property and name in ("image", "rect")
}

# Names of functions that read or change the variables of the function that calls them.
_READ_LOCALS = set(
    "locals vars dir eval exec _getframe currentframe stack f_locals breakpoint".split()
)  # fmt: skip
_OPTIMIZED = 0x1


class _Class:
    """What is known of a class: where its objects keep their attributes."""

    def __init__(self, cls):
        self.ref = weakref.ref(cls)
        # By the name of an attribute: its key in the object's dictionary, and whether it is a slot
        # or the class's.
        self.ways = {}
        self.slots = {
            name
            for base in _mro(cls)
            for name, it in _vars(base).items()
            if type(it) is types.MemberDescriptorType
        }
        found = (_vars(base).get("__dict__") for base in _mro(cls))
        self.has_dict = type(next(filter(None, found), None)) is types.GetSetDescriptorType
        self.has_weakref = bool(cls.__weakrefoffset__) if type(cls) is type else False
        self.rect_key, is_slot, _ = self.way(cls, "rect")
        # Its attributes are read by no code of the game.
        self.is_plain = not any(
            "__getattr__" in _vars(base) or base is not object and "__getattribute__" in _vars(base)
            for base in _mro(cls)
        )
        key = "rect" if is_slot else self.rect_key
        is_made = key == "rect" and not is_slot and _has(type(_found(cls, key)), "__get__")
        is_read = key is not None and self.is_plain and not is_made
        self.get_rect = operator.attrgetter(key) if is_read else None
        # Of groups: the function of pygame that lists them.
        found = [_found(cls, name) for name in ("__iter__", "sprites")]
        is_list = all(type(it) is types.FunctionType and it.__globals__ is _sprites for it in found)
        self.list_sprites = found[1] if is_list and self.is_plain else None
        self.rect_key = self.rect_key if self.has_dict else None
        module = _vars(cls).get("__module__")
        builtin = module == "builtins" or type(module) is not str
        is_pygames = not builtin and module.partition(".")[0] == "pygame"
        is_other = issubclass(cls, (type, pygame.Surface, pygame.mask.Mask, BaseException))
        is_sprite = issubclass(cls, pygame.sprite.Sprite)
        holds = self.has_dict or bool(self.slots) or issubclass(cls, RECTS)
        self.is_object = is_sprite or holds and not (builtin or is_pygames or is_other)

    def way(self, cls, name):
        for base in _mro(cls):
            members = _vars(base)
            if name in members:
                value = members[name]
                if type(value) is types.MemberDescriptorType:
                    way = (None, True, False)
                elif id(value) in _SPRITE and base is pygame.sprite.Sprite:
                    way = (_SPRITE[id(value)], False, False)
                elif _has(type(value), "__set__") or _has(type(value), "__delete__"):
                    way = (None, False, False)  # a property ends the search
                else:
                    way = (name, False, not _has(type(value), "__get__"))
                break
        else:
            way = (name, False, False)
        self.ways[name] = way
        return way


def _found(cls, name):
    return next((_vars(base)[name] for base in _mro(cls) if name in _vars(base)), None)


def _has(cls, name):
    return any(name in _vars(base) for base in _mro(cls))


_classes = {}  # by id


def class_of(obj):
    """What is known of the class of an object."""
    cls = type(obj)
    known = _classes.get(id(cls))
    if known is None or known.ref() is not cls:
        if len(_classes) > 10_000:
            _classes.clear()
        known = _classes[id(cls)] = _Class(cls)
    return known


def class_name(obj):
    """The name of the class of an object."""
    return _name(type(obj))


def is_object(obj):
    """True for an object of a class that the game made, and for sprites."""
    return class_of(obj).is_object


def attributes(obj):
    """The dictionary of an object, or an empty one."""
    found = _get(obj, "__dict__") if class_of(obj).has_dict else None
    return found if type(found) is dict else {}


def attribute(obj, name, default=None):
    """An attribute of an object, its slots or its class; `default` where a property makes it."""
    known = class_of(obj)
    key, is_slot, is_in_class = known.ways.get(name) or known.way(type(obj), name)
    if key is not None:
        if known.has_dict:
            found = _get(obj, "__dict__")
            if type(found) is dict:
                value = found.get(key, MISSING)
                if value is not MISSING:
                    return value
        if is_in_class:
            for base in _mro(type(obj)):
                if name in _vars(base):
                    return _vars(base)[name]
    elif is_slot:
        try:
            return _get(obj, name)
        except AttributeError:
            pass
    return default


def rect_of(obj):
    """The rectangle that an object is, or its `rect` where no property makes that; else None."""
    known = _classes.get(id(type(obj)))
    if known is not None and known.rect_key is not None and known.ref() is type(obj):
        found = _get(obj, "__dict__")
        rect = found.get(known.rect_key) if type(found) is dict else None
        if type(rect) in RECTS:
            return rect
    if obj is None:
        return None
    rect = obj if issubclass(type(obj), RECTS) else attribute(obj, "rect")
    return rect if issubclass(type(rect), RECTS) else None


def box_of(obj):
    """The rectangle of an object, or one made of its numbers `x` and `y` and its size; else None."""
    rect = rect_of(obj)
    if rect is not None or obj is None:
        return rect
    for names in (("x", "y", "w", "h"), ("x", "y", "width", "height")):
        box = [attribute(obj, name) for name in names]
        if box[2] is None or box[3] is None:  # then it is as large as its picture
            surfaces = (it for _, it in values(obj) if issubclass(type(it), pygame.Surface))
            box[2:] = next(map(size_of, surfaces), (None, None))
        if all(type(it) in NUMBERS and abs(it) < 1_000_000 for it in box):
            return pygame.Rect(*box)
    return None


def values(obj):
    """The names and values of all attributes of an object that are not made by a property."""
    own = list(attributes(obj).items())
    found = [(_plain(name), value) for name, value in own if type(name) is str]
    found += [(name, attribute(obj, name, MISSING)) for name in class_of(obj).slots]
    return [pair for pair in found if pair[1] is not MISSING]


def _plain(name):
    return name[9:] if name in ("_Sprite__image", "_Sprite__rect") else name


def item(container, key, default=None):
    """An item of a list, tuple or dictionary of exactly these types."""
    kind = type(container)
    try:
        if kind in (list, tuple) and type(key) is int or kind is dict and type(key) in (int, str):
            return container[key]
    except (IndexError, KeyError):
        pass
    return default


def members(container):
    """What a list, tuple, set, dictionary or group holds, or None if it is none of these."""
    kind = type(container)
    if kind in (list, tuple, set, frozenset):
        return list(container)
    if kind is dict:
        return list(container.values())
    if issubclass(kind, pygame.sprite.AbstractGroup):
        found = attribute(container, "_spritelist") or attribute(container, "spritedict")
        if type(found) in (list, dict):
            return list(found)
    return None


def is_all(its, kind):
    """True if things are all of exactly one class."""
    return all(map(operator.is_, map(type, its), repeat(kind)))


def rects_of(its):
    """The rectangles of things; None where not each has one of exactly its own."""
    if not its:
        return []
    kind = type(its[0])
    try:
        if is_all(its, kind):
            return its if kind in RECTS else [*map(class_of(its[0]).get_rect, its)]
        return [class_of(it).get_rect(it) for it in its]
    except (AttributeError, TypeError):
        return None  # what `get_rect` is where code of the game would be needed


def sprites_of(group):
    """The sprites of a group or a list, if code of the game does not make them; else None."""
    if type(group) in (list, tuple):
        return [*group]
    make = class_of(group).list_sprites
    return make(group) if make is not None and "sprites" not in attributes(group) else None


def is_games(frame):
    """False for code of pygame and of the logger."""
    name = frame.f_globals.get("__name__")
    return type(name) is not str or name.partition(".")[0] not in ("pygame", "_maskscope")


def size_of(surface):
    """The size of a surface, whose class may have methods of its own."""
    return pygame.Surface.get_size(surface)


# Variables of a frame.

if sys.version_info >= (3, 12):
    _get_var = ctypes.pythonapi.PyFrame_GetVar
    _get_var.restype, _get_var.argtypes = ctypes.py_object, (ctypes.py_object, ctypes.py_object)


def variables(frame, names=None):
    """The named variables of a frame, or all; none where reading them would change the game."""
    code = frame.f_code
    if not code.co_flags & _OPTIMIZED:
        found = frame.f_locals
        return found if type(found) is dict else {}
    if sys.version_info >= (3, 12):
        return _named(frame, code, names)
    if not _READ_LOCALS.isdisjoint(code.co_names) or sys.gettrace() is not None:
        return {}
    found = frame.f_locals
    copy = dict(found) if names is None else {name: found[name] for name in names if name in found}
    found.clear()  # else they would live as long as the function
    return copy


def _named(frame, code, names):
    if names is None:
        names = code.co_varnames + code.co_cellvars + code.co_freevars
    found = {}
    for name in names:
        try:
            found[name] = _get_var(frame, name)
        except NameError:
            pass
    return found
