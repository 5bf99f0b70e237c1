"""What is heard of pictures and frames: surfaces that are drawn, and drawn on; the display, the clock and the keys."""

import functools
import sys

import pygame

from . import builtin
from .bridge.sides import RECTS
from .hearing import QUIET
from .pictures import FITTING, IMAGE
from .sites import Sites, owners

# Methods that change the pixels of a surface, besides those that draw another on it.
CHANGES = ("fill", "set_at", "scroll", "set_colorkey", "set_alpha", "set_palette", "set_palette_at", "unlock", "premul_alpha_ip")

# Functions of `pygame.draw`, whose first argument is drawn on.
SHAPES = ("rect", "polygon", "circle", "ellipse", "arc", "line", "lines", "aaline", "aalines", "aacircle")

# How often a line of code may draw no tested thing; from then on, one in STRIDE of its pictures is heard.
PATIENCE = 100
STRIDE = 7


class Eyes:
    """Sees what a game draws."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.pictures = recorder.pictures
        self.things = recorder.things
        self._sites = Sites()

    def blit(self, frame, target, source, dest=(0, 0), area=None, *_, **__):
        """Hears a surface drawn on another."""
        pictures, screen = self.pictures, pygame.display.get_surface()
        if target is not screen:
            pictures.changed(target)
        elif area is not None:
            pictures.show(source, tuple(_rect(area)))
        if frame.f_globals.get("__name__", "").startswith("pygame."):
            return
        thing, is_own = self.things.by_part.get(id(dest)) or self.things.by_id.get(id(dest)), True
        if thing is None:
            thing, is_own = self._thing(frame)
        if thing is not None:
            self.draw(thing, target, source, dest, area, is_own)

    def draw(self, thing, target, source, dest, area, is_own):
        """Notes that a thing is drawn, if it can be its picture."""
        owner = thing.of()
        rect = getattr(owner, "rect", None)
        rect = rect if isinstance(rect, RECTS) else owner if isinstance(owner, RECTS) else None
        image = getattr(owner, "image", None)
        if rect is None or target is image:
            return
        area = tuple(_rect(area)) if area is not None else None
        width, height = area[2:] if area is not None else source.get_size()
        if not width or not height or abs(width - rect.width) > rect.width + 64 or abs(height - rect.height) > rect.height + 64:
            return  # a text, a bar, the ground
        rank = (source is image) * IMAGE + ((width, height) == tuple(rect.size)) * FITTING + is_own
        x, y = dest[:2] if not hasattr(dest, "x") else (dest.x, dest.y)
        self.pictures.draw(thing, source, area, (x, y), rect.topleft, target, rank)

    def _thing(self, frame):
        """The tested thing that a line of code draws: the one in its own words, the object whose method it is, or the
        one in the words of its caller; and whether its caller was not asked."""
        site = self._sites.of(frame, "blit")
        if site.vain > PATIENCE and site.vain % STRIDE:
            site.vain += 1
            return None, True
        thing = self._named(site.words[1:3], frame)
        thing = own = thing or self.things.by_id.get(id(frame.f_locals.get("self")))
        if thing is None and frame.f_back is not None:
            thing = self._named(self._sites.of(frame.f_back, frame.f_code.co_name).words, frame.f_back)
        site.vain = site.vain + 1 if thing is None else -1_000_000
        return thing, own is not None

    def _named(self, operands, frame):
        """The first tested thing that the words of a call name."""
        by_id = self.things.by_id
        found = (by_id.get(id(owner)) for words in operands for owner in owners(words, frame))
        return next(filter(None, found), None)


def _rect(area):
    return area if isinstance(area, RECTS) else pygame.Rect(area)


def install(recorder):
    """Hears surfaces, groups, the display, the clock and the keys."""
    eyes = Eyes(recorder)
    surface = pygame.Surface
    _guarded = functools.partial(_after, recorder)
    builtin.replace(surface, "blit", functools.partial(_blit, eyes))
    for name in ("blits", "fblits"):
        builtin.replace(surface, name, functools.partial(_blits, eyes))
    for name in CHANGES:
        builtin.replace(surface, name, functools.partial(_guarded, lambda self, *_: eyes.pictures.changed(self)))
    for name in SHAPES:
        if hasattr(pygame.draw, name):
            original = getattr(pygame.draw, name)
            heard = _guarded(lambda target, *_: eyes.pictures.changed(target), original)
            setattr(pygame.draw, name, functools.wraps(original)(heard))
    for cls in _groups():
        if "draw" in cls.__dict__:
            cls.draw = functools.wraps(cls.draw)(_group_draw(eyes, cls.draw))
    _install_frames(recorder, _guarded)


def _install_frames(recorder, guarded):
    for name in ("flip", "update"):
        original = getattr(pygame.display, name)
        setattr(pygame.display, name, functools.wraps(original)(_end_of_frame(recorder, original)))
    for name in ("tick", "tick_busy_loop"):
        builtin.replace(pygame.time.Clock, name, functools.partial(guarded, lambda _, fps=0, *__: recorder.tick(fps)))
    if recorder.options.last is not None:
        for name in ("get", "poll", "wait"):
            original = getattr(pygame.event, name)
            setattr(pygame.event, name, functools.wraps(original)(_events(recorder, original)))


def _groups():
    """The classes of groups that draw."""
    sprite = pygame.sprite
    names = ("AbstractGroup", "Group", "RenderUpdates", "LayeredUpdates", "LayeredDirty", "GroupSingle")
    return [getattr(sprite, name) for name in names if hasattr(sprite, name)]


def _after(recorder, hear, original):
    """A function that calls `original`, and then hears its arguments."""

    def function(*args, **kwargs):
        answer = original(*args, **kwargs)
        if recorder.is_on:
            try:
                hear(*args)
            except Exception as error:
                recorder.fail(error)
        return answer

    return function


def _end_of_frame(recorder, original):
    """A function that ends a frame, and then calls `original`: the program may end there."""

    def function(*args, **kwargs):
        if recorder.is_on:
            try:
                recorder.end_frame()
            except Exception as error:
                recorder.fail(error)
        return original(*args, **kwargs)

    return function


def _blit(eyes, original):
    recorder = eyes.recorder

    def method(self, *args, **kwargs):
        answer = original(self, *args, **kwargs)
        if recorder.is_on:
            try:
                eyes.blit(sys._getframe(1), self, *args, **kwargs)
            except Exception as error:
                recorder.fail(error)
        return answer

    return method


def _blits(eyes, original):
    recorder = eyes.recorder

    def method(self, *args, **kwargs):
        frame = sys._getframe(1)

        def noted(sequence):
            for item in sequence:
                if recorder.is_on:
                    try:
                        eyes.blit(frame, self, *item)
                    except Exception as error:
                        recorder.fail(error)
                yield item

        if args and not frame.f_globals.get("__name__", "").startswith("pygame."):
            args = (noted(args[0]), *args[1:])
        elif recorder.is_on and self is not pygame.display.get_surface():
            eyes.pictures.changed(self)
        return original(self, *args, **kwargs)

    return method


def _group_draw(eyes, original):
    recorder = eyes.recorder

    def draw(self, surface, *args, **kwargs):
        if not recorder.is_on:
            return original(self, surface, *args, **kwargs)
        answer = recorder.ears.run_inside(QUIET, original, self, surface, *args, **kwargs)
        eyes.pictures.draw_group(self, surface)
        return answer

    return draw


def _events(recorder, original):
    """A function that reads events: one key saves the last seconds."""
    name = recorder.options.save_key
    key = getattr(pygame, f"K_{name}", None) or getattr(pygame, f"K_{name.upper()}", pygame.K_F12)

    def function(*args, **kwargs):
        answer = original(*args, **kwargs)
        events = answer if isinstance(answer, list) else [answer]
        if recorder.is_on and any(event.type == pygame.KEYDOWN and event.key == key for event in events):
            recorder.save()
        return answer

    return function
