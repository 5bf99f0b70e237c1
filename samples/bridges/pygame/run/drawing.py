"""The hooks of pictures and frames: surfaces that are drawn; the display, the clock, the keys."""

import sys
import types
from functools import partial

import pygame

from . import builtin
from .bridge.sides import RECTS
from .calls import scope_of, scroll
from .guard import hooked
from .pictures import ATTRIBUTE, GROUP, OWN_RECT, SELF
from .frames import is_games
from .static import MISSING, class_of, image_of, is_object, size_of, values, variables
from .tracks import is_rect

# Methods that change the pixels of a surface, besides those that draw another on it, or let the
# game change them; and functions of `pygame.draw`, whose first argument is drawn on.
CHANGES = (
    "fill", "set_at", "scroll", "set_colorkey", "set_alpha", "set_palette", "set_palette_at",
    "unlock", "premul_alpha_ip", "get_view", "get_buffer"
)  # fmt: skip
SHAPES = (
    "rect", "polygon", "circle", "ellipse", "arc", "line", "lines", "aaline", "aalines", "aacircle"
)  # fmt: skip

# How often a line of code may draw no tested thing; then one in STRIDE pictures is looked at, and
# in the end one in LONG_STRIDE.
PATIENCE = 50
STRIDE, LONG_STRIDE = 7, 31
# How often a line's picture is kept in case that its object is tested later in the frame, and how
# large that may be.
FIRST, SMALL = 8, 256

_screen = pygame.display.get_surface
_frame = sys._getframe


def install(recorder):
    """Hooks surfaces, groups, the display, the clock and the keys."""
    eyes = Eyes(recorder)
    surface, clock, changed = pygame.Surface, pygame.time.Clock, recorder.pictures.contents.changed
    count = recorder.problems.observation

    def observe(owner, names, look, before=False):
        for name in names:
            if hasattr(owner, name):
                builtin.hook(owner, name, partial(hooked, recorder, look, count, before=before))

    def drawn_on(_, target=None, *args, **kwargs):
        if is_surface(target):
            changed(target)

    def tick(_, __, framerate=0):
        recorder.tick(framerate)

    def made(mask, surface, *_, **__):
        recorder.things.is_made(mask, surface)

    observe(surface, ("blit",), eyes.blit)
    observe(pygame.mask, ("from_surface",), made)
    observe(surface, CHANGES, drawn_on)
    observe(pygame.draw, SHAPES, drawn_on)
    observe(pygame.display, ("flip", "update"), lambda *_, **__: recorder.end_frame(), before=True)
    observe(clock, ("tick", "tick_busy_loop"), tick)
    for name in ("blits", "fblits"):
        builtin.hook(surface, name, eyes.blits)
    if recorder.options.last is not None:
        observe(pygame.event, ("get", "poll", "wait"), _saver(recorder))


class Eyes:
    """Finds whose picture a game draws."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.pictures = recorder.pictures
        self.things = recorder.things
        self._vain = {}  # by the ids of codes and the places in them

    def blit(self, _, target, source, dest=(0, 0), area=None, *__, **___):
        """Observes `Surface.blit`."""
        frame = _frame(2)
        if is_games(frame):
            self.drawn(frame, target, source, dest, area)
        else:
            self.group(frame, target, source, dest, area)

    def group(self, frame, target, source, dest, area=None, *_):
        """Notes a picture that a group draws, in a frame of pygame's."""
        self._changed(target)
        found = variables(frame, ("spr", "sprite"))
        sprite = found.get("spr", found.get("sprite"))
        thing = self.things.known(sprite) if sprite is not None else None
        if thing is not None:
            self.draw(thing, sprite, target, source, dest, area, GROUP)
        elif sprite is not None:
            self._note(sprite, source, dest, target, GROUP)

    def drawn(self, frame, target, source, dest=(0, 0), area=None, *_, is_listed=False):
        """Notes a picture that the game draws; of one in a list, the call does not tell whose."""
        things = self.things
        if things.dead:
            things.bury()
        self._changed(target)
        track = things.tracks.get(id(dest))
        if track is not None and track.thing is not None:
            thing, owner = track.thing, track.thing.owner()
            if owner is not None or thing.part is not None or thing.operand is not None:
                self.draw(thing, owner, target, source, dest, area, OWN_RECT)
                return
        thing = things.known(source)
        if thing is not None:
            self.draw(thing, source, target, source, dest, area, OWN_RECT)
            return
        if type(dest) in RECTS and area is None:
            self._note(dest, source, dest, target, OWN_RECT)
        key = (id(frame.f_code), frame.f_lasti)
        vain = self._vain.get(key, 0)
        if vain > PATIENCE and vain % (STRIDE if vain < 20 * PATIENCE else LONG_STRIDE):
            self._vain[key] = vain + 1
            return
        if area is None:
            self._note(source, source, dest, target, ATTRIBUTE)
        found = is_listed and self._held(source) or self._owner(frame, source)
        if found is None and vain < FIRST:
            me = _self_of(frame) or _self_of(frame.f_back)
            if is_object(me) and class_of(me).has_weakref and max(size_of(source)) <= SMALL:
                self._note(me, self.pictures.contents.of_surface(source, area), dest, target, SELF)
        if len(self._vain) > 20_000:
            self._vain.clear()
        self._vain[key] = vain + 1 if found is None else -1_000_000
        if found is not None:
            thing, owner, rank, box = found
            camera = None
            if id(target) not in self.pictures.located:
                site = self.recorder.owners.sites.of(frame)
                if len(site.operands) > 2:
                    camera = scroll(site.operands[2].node, owner, scope_of(frame, site.names))
            self.draw(thing, owner, target, source, dest, area, rank, box, camera)

    def _note(self, it, source, dest, target, rank):
        at = _place(dest)
        if at is not None and source is not None:
            rect = (*dest,) if rank > ATTRIBUTE and is_rect(dest) else None
            self.pictures.note(it, source, at, rect, target, rank)

    def _changed(self, target):
        if target is not _screen():
            self.pictures.contents.changed(target)

    def _owner(self, frame, source):
        """The tested thing of which a surface is an attribute, or whose method draws it."""
        site = self.recorder.owners.sites.of(frame)
        scope = scope_of(frame, {*site.names, "self"})

        its, place = ([*site.operands, None, None][number] for number in (1, 2))
        surfaces = [source, *filter(is_surface, map(scope, its.names if its else ()))]

        def among(candidates, is_any=False):
            for value in candidates:
                is_known = value is not MISSING and is_object(value)
                thing = self.things.known(value) if is_known else None
                found = [it for _, it in values(value)] if thing is not None else ()
                if any(it is surface for it in found for surface in surfaces):
                    return thing, value, ATTRIBUTE, None
                if thing is not None and is_any:
                    return thing, value, SELF, None
            return None

        found = its and among(value for value, _ in reversed(its.walk(scope)))
        found = found or among([scope("self")], is_any=True)
        # A function that draws what a method gives it.
        found = found or among([_self_of(frame.f_back)])
        if found or not place:
            return found or self._held(source)
        # The place is another thing's: `camera.apply(rock)`, `rock.rect.move(camera)`.
        named = [it for it, _ in place.walk(scope)] + [scope(name) for name in place.names]
        found = among(named)
        for box in () if found else named:
            track = self.things.tracks.get(id(box)) if type(box) in RECTS else None
            if track is not None and track.thing is not None and box.size == size_of(source):
                return track.thing, track.thing.owner(), ATTRIBUTE, box
        return found or self._held(source)

    def _held(self, source):
        """The one tested thing of which a surface is an attribute."""
        holder = self.things.holder(source)
        return holder is not None and (self.things.known(holder), holder, ATTRIBUTE, None) or None

    def draw(self, thing, owner, target, source, dest, area, rank, box=None, camera=None):
        """Notes that a thing is drawn, if it can be its picture.

        `box` is a rectangle that it is, and `camera` the camera by the text of its place.
        """
        image = image_of(owner)
        if target is image or not is_surface(source):
            return
        at, box = _place(dest), dest if owner is None and is_rect(dest) else box
        own = thing.own_rect(owner, None if box is None else thing.role, box)
        if own is None or at is None:
            return
        area = _numbers(area) if area is not None else None
        width, height = area[2:] if area is not None else size_of(source)
        wide, high = own[2:]
        is_other = not width or width > 2 * wide + 64 or height > 2 * high + 64
        if rank == SELF and is_other:
            return  # a text, a bar, the ground
        rank = (rank, source is image, (width, height) == (wide, high), width * height)
        self.pictures.draw(thing, source, area, at, (*own,), target, rank, camera)

    def blits(self, original):
        """`Surface.blits`, which draws many."""
        recorder, problems = self.recorder, self.recorder.problems

        def method(*args, **kwargs):
            if not recorder.is_on or len(args) < 2:
                return original(*args, **kwargs)
            target, sequence, *rest = args
            frame = _frame(1)
            if type(sequence) is types.GeneratorType:
                return original(target, self._observed(frame, target, sequence), *rest, **kwargs)
            answer = original(*args, **kwargs)
            try:
                if type(sequence) in (list, tuple):
                    for item in sequence:
                        if type(item) in (list, tuple):
                            self.drawn(frame, target, *item, is_listed=True)
                else:
                    self._changed(target)
            except Exception as error:
                problems.observation(error)
            return answer

        return method

    def _observed(self, frame, target, sequence):
        """The items of a generator that a game draws, or one of its groups."""
        is_groups = not is_games(frame)
        for item in sequence:
            try:
                if type(item) in (list, tuple):
                    look = self.group if is_groups else partial(self.drawn, is_listed=True)
                    look(sequence.gi_frame if is_groups else frame, target, *item)
            except Exception as error:
                self.recorder.problems.observation(error)
            yield item


def is_surface(it):
    """True for a surface, of whatever class."""
    return issubclass(type(it), pygame.Surface)


def _self_of(frame):
    """The object whose method of the game a frame runs, or None."""
    is_known = frame is not None and is_games(frame)
    return variables(frame, ("self",)).get("self") if is_known else None


def _numbers(area):
    if type(area) not in (tuple, list) and not is_rect(area):
        raise TypeError(f"the part of a picture is a {type(area).__name__}")
    return (*map(int, area),) if len(area) == 4 else (*pygame.Rect(area),)


def _place(dest):
    """The top left of a place, or None if code of the game would be needed to know it."""
    if is_rect(dest):
        return (dest[0], dest[1])
    is_read = type(dest) in (tuple, list, pygame.Vector2)
    return (int(dest[0]), int(dest[1])) if is_read else None


def _saver(recorder):
    """A function that sees the events that the game reads: one key saves the last seconds."""
    name = recorder.options.save_key
    key = getattr(pygame, f"K_{name}", None) or getattr(pygame, f"K_{name.upper()}", pygame.K_F12)
    kind = pygame.event.EventType if hasattr(pygame.event, "EventType") else pygame.event.Event

    def observe(events, *_, **__):
        for event in events if type(events) is list else [events]:
            is_key = type(event) is kind and event.type == pygame.KEYDOWN
            if is_key and event.dict.get("key") == key:
                recorder.flush()

    return observe
