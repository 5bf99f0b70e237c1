"""The hooks of pictures and frames: surfaces that are drawn, and drawn on; the display, the clock and the keys."""

import functools
import sys
import types

import pygame

from . import builtin
from .bridge.sides import RECTS
from .calls import scope_of
from .pictures import ATTRIBUTE, GROUP, OWN_RECT, SELF
from .recorder import is_games
from .static import MISSING, attribute, is_object, size_of, values, variables

# Methods that change the pixels of a surface, besides those that draw another on it, or let the game change them.
CHANGES = (
    "fill", "set_at", "scroll", "set_colorkey", "set_alpha", "set_palette", "set_palette_at", "unlock", "premul_alpha_ip",
    "get_view", "get_buffer"
)  # fmt: skip

# Functions of `pygame.draw`, whose first argument is drawn on.
SHAPES = ("rect", "polygon", "circle", "ellipse", "arc", "line", "lines", "aaline", "aalines", "aacircle")

# How often a line of code may draw no tested thing; from then on, one in STRIDE of its pictures is looked at.
PATIENCE = 50
STRIDE = 7

_screen = pygame.display.get_surface
_frame = sys._getframe


class Eyes:
    """Finds whose picture a game draws."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.problems = recorder.problems
        self.pictures = recorder.pictures
        self.things = recorder.things
        self._vain = {}  # by the ids of codes and the places in them

    def blit(self, frame, target, source, dest=(0, 0), area=None, *_, sprite=None):
        """Observes a surface drawn on another; `sprite` is the one that a group draws."""
        pictures, things = self.pictures, self.things
        if things.dead:
            things.bury()
        if target is not _screen():
            pictures.contents.changed(target)
        elif area is not None and type(source) is pygame.Surface:
            pictures.show(source, _numbers(area))
        if sprite is not None:
            thing = things.known(sprite)
            if thing is not None:
                self.draw(thing, sprite, target, source, dest, area, GROUP)
            else:
                pictures.note(sprite, source, dest, target, GROUP)
            return
        track = things.tracks.get(id(dest))
        if track is not None and track.thing is not None:
            owner = track.thing.owner()
            if owner is not None or track.thing.part is not None or track.thing.operand is not None:
                self.draw(track.thing, owner, target, source, dest, area, OWN_RECT, dest)
                return
        if type(dest) in RECTS and area is None:
            pictures.note(dest, source, dest, target, OWN_RECT)
        key = (id(frame.f_code), frame.f_lasti)
        vain = self._vain.get(key, 0)
        if vain > PATIENCE and vain % STRIDE:
            self._vain[key] = vain + 1
            return
        found = self._owner(frame, source)
        if len(self._vain) > 20_000:
            self._vain.clear()
        self._vain[key] = vain + 1 if found is None else -1_000_000
        if found is not None:
            thing, owner, rank = found
            self.draw(thing, owner, target, source, dest, area, rank)

    def _owner(self, frame, source):
        """The tested thing of which a surface is an attribute, or whose method draws it."""
        things = self.things
        site = self.recorder.owners.sites.of(frame)
        scope = scope_of(frame, {*site.names, "self"})
        for operand in site.operands[1:2]:
            for value, _ in reversed(operand.walk(scope)):
                thing = things.known(value) if value is not MISSING and is_object(value) else None
                if thing is not None and any(it is source for _, it in values(value)):
                    return thing, value, ATTRIBUTE
        me = scope("self")
        thing = things.known(me) if me is not MISSING and is_object(me) else None
        if thing is not None:
            return thing, me, ATTRIBUTE if any(it is source for _, it in values(me)) else SELF
        for operand in site.operands[2:3]:
            # The place is another thing's: `camera.apply(rock)`, `rock.rect.move(camera)`.
            for value in [it for it, _ in operand.walk(scope)] + [scope(name) for name in operand.names]:
                thing = things.known(value) if value is not MISSING and is_object(value) else None
                if thing is not None and any(it is source for _, it in values(value)):
                    return thing, value, ATTRIBUTE
        return None

    def draw(self, thing, owner, target, source, dest, area, rank, rect=None):
        """Notes that a thing is drawn, if it can be its picture."""
        image = attribute(owner, "image") if owner is not None else None
        if target is image or not issubclass(type(source), pygame.Surface):
            return
        anchor = thing.anchor(owner, thing.role if rect is not None and owner is None else None, rect if owner is None else None)
        at = _place(dest)
        if anchor is None or at is None:
            return
        area = _numbers(area) if area is not None else None
        width, height = area[2:] if area is not None else size_of(source)
        wide, high = self._size(thing, owner)
        if rank == SELF and (not width or abs(width - wide) > wide + 64 or abs(height - high) > high + 64):
            return  # a text, a bar, the ground
        fits = (width, height) == (wide, high)
        self.pictures.draw(thing, source, area, at, anchor, target, rank, source is image, fits)

    def _size(self, thing, owner):
        rect = attribute(owner, "rect") if owner is not None else None
        if not issubclass(type(rect), RECTS):
            track = thing.tracks.get(thing.role) or next(iter(thing.tracks.values()), None)
            rect = track.box if track is not None else None
            if rect is None:
                rects = [value for _, value in values(owner) if type(value) in RECTS] if owner is not None else []
                rect = rects[0] if rects else (0, 0, 0, 0)
        return rect[2], rect[3]


def _numbers(area):
    return (*map(int, area),) if type(area) in (*RECTS, tuple, list) and len(area) == 4 else (*pygame.Rect(_plain(area)),)


def _plain(area):
    if type(area) in (tuple, list) or issubclass(type(area), RECTS):
        return area
    raise TypeError(f"a part of a picture by a {type(area).__name__}")


def _place(dest):
    """The top left of a place, or None if code of the game would be needed to know it."""
    kind = type(dest)
    if kind in (tuple, list, pygame.Vector2) or issubclass(kind, RECTS):
        return (int(dest[0]), int(dest[1])) if not issubclass(kind, RECTS) else (dest[0], dest[1])
    return None


def install(recorder):
    """Hooks surfaces, groups, the display, the clock and the keys."""
    eyes = Eyes(recorder)
    surface = pygame.Surface
    after = functools.partial(_after, recorder)
    builtin.replace(surface, "blit", functools.partial(_blit, eyes))
    for name in ("blits", "fblits"):
        builtin.replace(surface, name, functools.partial(_blits, eyes))
    changed = recorder.pictures.contents.changed
    for name in CHANGES:
        builtin.replace(surface, name, functools.partial(after, lambda self, *_, **__: changed(self)))
    for name in SHAPES:
        if hasattr(pygame.draw, name):
            original = getattr(pygame.draw, name)
            hook = after(lambda target=None, *_, **__: target is None or changed(target), original)
            setattr(pygame.draw, name, functools.wraps(original)(hook))
    for name in ("flip", "update"):
        original = getattr(pygame.display, name)
        setattr(pygame.display, name, functools.wraps(original)(_end_of_frame(recorder, original)))
    for name in ("tick", "tick_busy_loop"):
        builtin.replace(pygame.time.Clock, name, functools.partial(after, lambda _, fps=0, *__, **___: recorder.tick(fps)))
    if recorder.options.last is not None:
        for name in ("get", "poll", "wait"):
            original = getattr(pygame.event, name)
            setattr(pygame.event, name, functools.wraps(original)(_events(recorder, original)))


def _after(recorder, observe, original):
    """A function that calls `original`, and then observes its arguments."""
    problems = recorder.problems

    def function(*args, **kwargs):
        answer = original(*args, **kwargs)
        if recorder.is_on:
            try:
                observe(*args, **kwargs)
            except Exception as error:
                problems.observation(error)
        return answer

    return function


def _end_of_frame(recorder, original):
    """A function that ends a frame, and then calls `original`: the program may end there."""
    problems = recorder.problems

    def function(*args, **kwargs):
        if recorder.is_on:
            try:
                recorder.end_frame()
            except Exception as error:
                problems.observation(error)
        return original(*args, **kwargs)

    return function


def _sprite_in(frame):
    """The sprite that a group draws, in a frame of pygame's."""
    found = variables(frame, ("spr", "sprite"))
    return found.get("spr", found.get("sprite"))


def _blit(eyes, original):
    recorder, problems = eyes.recorder, eyes.problems

    def method(*args, **kwargs):
        answer = original(*args, **kwargs)
        if recorder.is_on:
            try:
                target, source, *rest = args
                dest = rest[0] if rest else kwargs.get("dest", (0, 0))
                area = rest[1] if len(rest) > 1 else kwargs.get("area")
                frame = _frame(1)
                if not is_games(frame):
                    sprite = _sprite_in(frame)
                    if sprite is not None:
                        eyes.blit(frame, target, source, dest, area, sprite=sprite)
                    elif target is not _screen():
                        eyes.pictures.contents.changed(target)
                else:
                    eyes.blit(frame, target, source, dest, area)
            except Exception as error:
                problems.observation(error)
        return answer

    return method


def _blits(eyes, original):
    recorder, problems = eyes.recorder, eyes.problems

    def method(*args, **kwargs):
        if not recorder.is_on or len(args) < 2:
            return original(*args, **kwargs)
        target, sequence, *rest = args
        frame = _frame(1)
        if type(sequence) is types.GeneratorType:
            return original(target, _observed(eyes, frame, target, sequence), *rest, **kwargs)
        answer = original(*args, **kwargs)
        try:
            if type(sequence) in (list, tuple):
                for item in sequence:
                    if type(item) in (list, tuple):
                        eyes.blit(frame, target, *item)
            elif target is not _screen():
                eyes.pictures.contents.changed(target)
        except Exception as error:
            problems.observation(error)
        return answer

    return method


def _observed(eyes, frame, target, sequence):
    """The items of a generator that a game draws, or one of its groups."""
    is_groups = not is_games(frame)
    for item in sequence:
        try:
            if type(item) in (list, tuple):
                sprite = _sprite_in(sequence.gi_frame) if is_groups else None
                if sprite is not None or not is_groups:
                    eyes.blit(frame, target, *item, sprite=sprite)
        except Exception as error:
            eyes.problems.observation(error)
        yield item


def _events(recorder, original):
    """A function that reads events: one key saves the last seconds."""
    name = recorder.options.save_key
    key = getattr(pygame, f"K_{name}", None) or getattr(pygame, f"K_{name.upper()}", pygame.K_F12)
    kind, problems = pygame.event.EventType if hasattr(pygame.event, "EventType") else pygame.event.Event, recorder.problems

    def function(*args, **kwargs):
        answer = original(*args, **kwargs)
        if recorder.is_on:
            try:
                for event in answer if type(answer) is list else [answer]:
                    if type(event) is kind and event.type == pygame.KEYDOWN and event.dict.get("key") == key:
                        recorder.save()
            except Exception as error:
                problems.observation(error)
        return answer

    return function
