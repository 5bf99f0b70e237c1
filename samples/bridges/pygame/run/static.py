"""Attributes, containers and variables, read without running any code of the game."""

import ctypes
import functools
import operator
import sys
import types
import weakref
from itertools import repeat

import pygame

from .bridge.sides import RECTS

MISSING = object()
NUMBERS = (int, float)

zero_rects = set()  # the class of rectangles of Pygame Zero, once it is imported; an actor has one as `_rect`

_mro = type.__dict__["__mro__"].__get__
_vars = type.__dict__["__dict__"].__get__
_name = type.__dict__["__name__"].__get__
_mask_size = pygame.mask.Mask.get_size
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
        self.slots = {
            name
            for base in _mro(cls)
            for name, it in _vars(base).items()
            if type(it) is types.MemberDescriptorType
        }
        found = (_vars(base).get("__dict__") for base in _mro(cls))
        self.has_dict = type(next(filter(None, found), None)) is types.GetSetDescriptorType
        self.has_weakref = bool(cls.__weakrefoffset__) if type(cls) is type else False
        # Its attributes are read by no code of the game.
        self.is_plain = not any(
            "__getattr__" in _vars(base) or base is not object and "__getattribute__" in _vars(base)
            for base in _mro(cls)
        )
        # Of groups: the function of pygame that lists them.
        found = [_found(cls, name) for name in ("__iter__", "sprites")]
        is_list = all(type(it) is types.FunctionType and it.__globals__ is _sprites for it in found)
        self.list_sprites = found[1] if is_list and self.is_plain else None
        module = _vars(cls).get("__module__")
        builtin = module == "builtins" or type(module) is not str
        is_pygames = not builtin and module.partition(".")[0] == "pygame"
        is_other = issubclass(cls, (type, pygame.Surface, pygame.mask.Mask, BaseException))
        is_sprite = issubclass(cls, pygame.sprite.Sprite)
        holds = self.has_dict or bool(self.slots) or issubclass(cls, RECTS)
        self.is_object = is_sprite or holds and not (builtin or is_pygames or is_other)

    def getter(self, cls, name):
        """A function that reads an attribute, and raises an `AttributeError` where a property makes it."""
        value = _found(cls, name)
        if type(value) is types.MemberDescriptorType:
            return lambda obj: _get(obj, name)
        key = _SPRITE.get(id(value), name)
        if key == name and (_has(type(value), "__set__") or _has(type(value), "__delete__")):
            return _nothing  # a property ends the search
        is_made = key == name and value is not None and _has(type(value), "__get__")
        if self.is_plain and not is_made and "." not in key:
            return operator.attrgetter(key)
        return functools.partial(_read, key)


def _nothing(_):
    raise AttributeError


def _read(name, obj):
    """An attribute of an object that its dictionary has, or its class."""
    found = attributes(obj)
    value = found[name] if name in found else _found(type(obj), name)
    if name not in found and (value is None or _has(type(value), "__get__")):
        raise AttributeError
    return value


def _found(cls, name):
    return next((_vars(base)[name] for base in _mro(cls) if name in _vars(base)), None)


def _has(cls, name):
    return any(name in _vars(base) for base in _mro(cls))


_classes = {}  # by id
_getters = {}  # functions that read attributes, by the names of those and the ids of classes


def _forget(ref):
    """Forgets a class that is gone, before another may get its id."""
    for table in (_classes, *_getters.values()):
        table.pop(ref.key, None)


class _Ref(weakref.ref):
    __slots__ = ("key",)


def class_of(obj):
    """What is known of the class of an object."""
    known = _classes.get(id(type(obj)))
    if known is None:
        cls = type(obj)
        known = _classes[id(cls)] = _Class(cls)
        known.ref = _Ref(cls, _forget)
        known.ref.key = id(cls)
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


def getter_of(obj, name):
    """A function that reads an attribute of an object; it raises an error where a property makes it."""
    table = _getters.setdefault(name, {})
    if id(type(obj)) not in table:
        if len(_getters) > 10_000:
            _getters.clear()
        table[id(type(obj))] = class_of(obj).getter(type(obj), name)
    return table[id(type(obj))]


def attribute(obj, name, default=None):
    """An attribute of an object, its slots or its class; `default` where a property makes it."""
    try:
        return _getters[name][id(type(obj))](obj)
    except AttributeError:
        return default
    except KeyError:
        pass
    try:
        return getter_of(obj, name)(obj)
    except AttributeError:
        return default


def rect_of(obj):
    """The rectangle that an object is, or its `rect` where no property makes that; else None."""
    if issubclass(type(obj), RECTS):
        return obj
    rect = attribute(obj, "rect")
    return rect if issubclass(type(rect), RECTS) else None


def own_of(obj):
    """The `rect` of an object, or what is it by another name; else None."""
    rect = rect_of(obj)
    return body_of(obj) if rect is None and obj is not None else rect


def body_of(obj):
    """The one rectangle that an object holds, if that is as large as a picture or mask of its; else None.

    What is as large as the screen is the ground.
    """
    found = [it for _, it in values(obj)]
    rects = {id(it): it for it in found if issubclass(type(it), RECTS)}
    if len(rects) != 1:
        return None
    (rect,) = rects.values()
    size, screen = (*map(int, rect[2:]),), pygame.display.get_surface()
    sizes = (size_of(it) for it in found if issubclass(type(it), pygame.Surface) and it is not screen)
    masks = (_mask_size(it) for it in found if issubclass(type(it), pygame.mask.Mask))
    is_ground = screen is not None and size == size_of(screen)
    return rect if not is_ground and size in (*sizes, *masks) else None


def image_of(obj):
    """The surface that an object is, or its `image`; None where it has none."""
    image = obj if issubclass(type(obj), pygame.Surface) else attribute(obj, "image")
    if image is None and zero_rects and type(attribute(obj, "_rect")) in zero_rects:
        image = attribute(obj, "_surf")
    return image if issubclass(type(image), pygame.Surface) else None


def box_of(obj):
    """The rectangle of an object, or one made of its numbers `x` and `y` and its size; else None.

    Its numbers may be those with which it was born: a rectangle that it keeps says where it is now.
    """
    rect = own_of(obj)
    if rect is not None or obj is None:
        return rect
    if zero_rects and type(attribute(obj, "_rect")) in zero_rects:
        obj = attribute(obj, "_rect")
    for names in (("x", "y", "w", "h"), ("x", "y", "width", "height")):
        box = [attribute(obj, name) for name in names]
        if box[2] is None or box[3] is None:  # then it is as large as its picture
            surfaces = (it for _, it in values(obj) if issubclass(type(it), pygame.Surface))
            box[2:] = next(map(size_of, surfaces), (None, None))
        if all(type(it) in NUMBERS and abs(it) < 1_000_000 for it in box):
            return pygame.Rect(*box)
    return None


def part_of(value, name):
    """What a text such as `value.name` names; MISSING where code of the game would make it.

    That is an attribute of an object, the sprite of a group of one, or what a module or a class defines.
    """
    if name == "sprite" and issubclass(type(value), pygame.sprite.GroupSingle):
        return next(iter(sprites_of(value) or ()), MISSING)
    if is_object(value):
        return attribute(value, name, MISSING)
    if type(value) is types.ModuleType:
        return vars(value).get(name, MISSING)
    found = _found(value, name) if type(value) is type else None
    return MISSING if found is None else found


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
            return its if kind in RECTS else [*map(getter_of(its[0], "rect"), its)]
        return [getter_of(it, "rect")(it) for it in its]
    except AttributeError:
        return None


def sprites_of(group):
    """The sprites of a group or a list, if code of the game does not make them; else None."""
    if type(group) in (list, tuple):
        return [*group]
    make = class_of(group).list_sprites
    return make(group) if make is not None and "sprites" not in attributes(group) else None


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
    if not _READ_LOCALS.isdisjoint(code.co_names):
        return {}
    found = frame.f_locals
    copy = dict(found) if names is None else {name: found[name] for name in names if name in found}
    found.clear()  # else they would live as long as the function
    return copy


def caller_of(frame):
    """The frame that calls another; None where that may be a trace function, such as a debugger's.

    Before Python 3.12 its variables lie in the dictionary that `variables` empties, and are taken
    from there when the trace function ends. None runs for a frame that makes a call of the game.
    """
    caller = frame.f_back
    if sys.version_info >= (3, 12) or sys.gettrace() is None or caller is None:
        return caller
    codes = [_code_of(it) for it in (sys.gettrace(), caller.f_trace) if it is not None]
    return None if None in codes or frame.f_code in codes else caller


def _code_of(function):
    function = function.__func__ if type(function) is types.MethodType else function
    return function.__code__ if type(function) is types.FunctionType else None


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
