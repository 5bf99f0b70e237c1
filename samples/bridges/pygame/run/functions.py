"""The functions that are heard: those of `pygame.sprite`, methods of rectangles and masks, and those that are watched."""

import functools
import os
import sys
import threading

import pygame

from . import builtin
from .bridge.sides import RECTS, no_shape, tested_by
from .hearing import QUIET, Ears
from .imports import after_import
from .sites import place_of

_this_thread = threading.get_ident

# Methods that test rectangles or masks, and that nobody hears.
UNHEARD = {"Rect": ("collidedict", "collidedictall"), "Mask": ("overlap_mask", "convolve")}


def install(recorder):
    """Hears the functions of `pygame.sprite`, and the methods of rectangles and masks where they can be replaced."""
    ears = recorder.ears = Ears(recorder)
    _install_sprites(ears)
    if not builtin.is_possible(pygame.Rect):
        recorder.unheard["Rect and Mask: their methods cannot be replaced in this Python"] += 1
        return
    for cls in dict.fromkeys(RECTS):
        for name in ("colliderect", "collidelist", "collidelistall", "collideobjects", "collideobjectsall"):
            builtin.replace(cls, name, functools.partial(_RECT_METHODS[name], ears, name))
        for name in UNHEARD["Rect"]:
            builtin.replace(cls, name, functools.partial(_unheard, recorder, f"{cls.__name__}.{name}"))
    for name in ("overlap", "overlap_area"):
        builtin.replace(pygame.mask.Mask, name, functools.partial(_mask_method, ears, name))
    for name in UNHEARD["Mask"]:
        builtin.replace(pygame.mask.Mask, name, functools.partial(_unheard, recorder, f"Mask.{name}"))


def _unheard(recorder, name, original):
    def method(self, *args, **kwargs):
        recorder.unheard[name] += 1
        return original(self, *args, **kwargs)

    return method


def _colliderect(ears, name, original):
    recorder, by_part, is_far = ears.recorder, ears.things.by_part, ears.recorder.is_far
    inside, rect_tests = recorder.inside, ears.rect_tests

    # Without a rectangle it fails as with this one.
    def method(self, other=(), /, *rest):
        hit = original(self, other, *rest) if rest else original(self, other)
        try:
            if rest:
                other = pygame.Rect(other, *rest)
            if inside and (heard := inside.get(_this_thread())) is not None:
                heard.append((hit, rect_tests, self, other))
                return hit
            if not hit:
                a = by_part.get(id(self))
                b = a and by_part.get(id(other))
                if b is not None and is_far(a, b, self, other):
                    return hit
            if recorder.is_on:
                ears.rect(sys._getframe(1), name, self, other, hit)
        except Exception as error:
            recorder.lose(error)
        return hit

    return method


def _collidelist(ears, name, original):
    recorder = ears.recorder

    def method(self, rects):
        answer = original(self, rects)
        if not recorder.is_on:
            return answer
        try:
            tested = list(rects) if name == "collidelistall" or answer == -1 else list(rects)[: answer + 1]
            hits = {answer} if name == "collidelist" else set(answer)
            ears.rects(sys._getframe(1), name, self, [(other, at in hits) for at, other in enumerate(tested)])
        except Exception as error:
            recorder.lose(error)
        return answer

    return method


def _collideobjects(ears, name, original):
    recorder = ears.recorder

    def method(self, objects, key=None):
        tested = []

        def noted(thing):
            rect = key(thing)
            tested.append((thing, rect))
            return rect

        answer = original(self, objects) if key is None else original(self, objects, key=noted)
        if recorder.is_on:
            try:
                if key is None:
                    tested.extend((thing, thing) for thing in objects)
                hits = answer if name == "collideobjectsall" else [answer] if answer is not None else []
                if hits and name == "collideobjects":
                    last = next(at for at, (thing, _) in enumerate(tested) if thing is answer)
                    del tested[last + 1 :]
                for thing, rect in tested:
                    if rect is not thing:
                        ears.things.remember(rect, ears.things.of(thing))
                ids = set(map(id, hits))
                ears.rects(sys._getframe(1), name, self, [(rect, id(thing) in ids) for thing, rect in tested])
            except Exception as error:
                recorder.lose(error)
        return answer

    return method


_RECT_METHODS = {
    "colliderect": _colliderect,
    "collidelist": _collidelist,
    "collidelistall": _collidelist,
    "collideobjects": _collideobjects,
    "collideobjectsall": _collideobjects,
}


def _mask_method(ears, name, original):
    recorder, inside = ears.recorder, ears.recorder.inside

    def method(self, other, offset):
        answer = original(self, other, offset)
        if recorder.is_on:
            try:
                if inside and (heard := inside.get(_this_thread())) is not None:
                    heard.append((bool(answer), ears.mask_tests, self, other, offset))
                else:
                    ears.mask(sys._getframe(1), name, self, other, offset, answer)
            except Exception as error:
                recorder.lose(error)
        return answer

    return method


def _install_sprites(ears):
    sprite = pygame.sprite
    for name in ("collide_rect", "collide_circle", "collide_mask"):
        setattr(sprite, name, _pair_function(ears, getattr(sprite, name)))
    for name in ("spritecollide", "spritecollideany"):
        setattr(sprite, name, _group_function(ears, getattr(sprite, name)))
    for cls in (sprite.collide_rect_ratio, sprite.collide_circle_ratio):
        cls.__call__ = _ratio_method(ears, cls.__call__)


def _pair_function(ears, original):
    """`collide_rect`, `collide_circle` or `collide_mask`, heard."""
    recorder = ears.recorder
    rule = original.__name__.partition("_")[2]

    @functools.wraps(original)
    def function(left, right):
        if not recorder.is_on or ears.inside() is QUIET:
            return original(left, right)
        hit = ears.run_inside(QUIET, original, left, right)
        ears.pair(sys._getframe(1), function, left, right, hit, hit if rule == "mask" else None)
        return hit

    return function


def _ratio_method(ears, original):
    """`collide_rect_ratio(…)` or `collide_circle_ratio(…)`, heard where the game calls it."""

    @functools.wraps(original)
    def method(self, left, right):
        if not ears.recorder.is_on or ears.inside() is QUIET:
            return original(self, left, right)
        hit = ears.run_inside(QUIET, original, self, left, right)
        ears.pair(sys._getframe(1), self, left, right, hit)
        return hit

    return method


def _group_function(ears, original):
    """`spritecollide` or `spritecollideany`, heard; `groupcollide` calls the first of them."""
    recorder = ears.recorder
    at = 1 if original.__name__ == "spritecollide" else 0  # of `collided`, behind the sprite and the group

    @functools.wraps(original)
    def function(sprite, group, *args, **kwargs):
        if not recorder.is_on or ears.inside() is not None:
            return original(sprite, group, *args, **kwargs)
        frame, others = sys._getframe(1), _members(group)
        collided = args[at] if len(args) > at else kwargs.get("collided")
        if others is None:
            recorder.unheard[f"{original.__name__} with {type(group).__name__}"] += 1
        if others is None or not is_known(collided):
            if collided is None:
                return original(sprite, group, *args, **kwargs)
            heard = []
            kwargs["collided"] = ears.listening(collided, place_of(frame), heard)
            return ears.run_inside(heard, original, sprite, group, *args[:at], **kwargs)
        answer = ears.run_inside(QUIET, original, sprite, group, *args, **kwargs)
        try:
            if original.__name__ == "spritecollideany":
                last = next((n for n, other in enumerate(others, 1) if other is answer), len(others))
                others, answer = others[:last], [] if answer is None else [answer]
            ears.group(frame, sprite, others, set(map(id, answer)), collided)
        except Exception as error:
            recorder.lose(error)
        return answer if at else (answer[0] if answer else None)

    return function


def is_known(collided):
    """True for the functions of pygame, whose shapes are known."""
    return tested_by(collided)[1] is not no_shape


def _members(group):
    """The sprites of a group, or None if it can be asked only once."""
    if isinstance(group, (list, tuple)):
        return list(group)
    return group.sprites() if hasattr(group, "sprites") else None


def watch(recorder, module, name):
    """Hears a function of two things that the game wrote itself, as soon as its module is there."""
    wanted = f"{module}:{name}"
    recorder.unheard[f"{wanted}: there is no such function"] = 1

    def find(loaded):
        holder, _, last = name.rpartition(".")
        for part in holder.split(".") if holder else ():
            loaded = getattr(loaded, part, None)
        function = getattr(loaded, last, None)
        if callable(function):
            setattr(loaded, last, recorder.ears.watched(function))
            del recorder.unheard[f"{wanted}: there is no such function"]
            return True
        return False

    main = sys.modules["__main__"]
    if module == "__main__" or module == os.path.splitext(os.path.basename(getattr(main, "__file__", "")))[0]:
        recorder.at_end_of_frame.append(lambda: find(main))
    else:
        after_import(module, find)
