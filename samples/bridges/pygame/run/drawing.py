"""The hooks of pictures and frames: surfaces that are drawn; the display, the clock, the keys."""

import sys
import types
import weakref
from functools import partial

import pygame

from . import builtin, zero
from .bridge.sides import RECTS
from .calls import scope_of, scroll
from .frames import is_games
from .guard import hooked
from .imports import after_import
from .places import ATTRIBUTE, GROUP, MOST_PLACES, OWN_RECT, SELF, Shape
from .static import (
    MISSING, NUMBERS, attribute, class_of, image_of, is_object, rect_of, size_of, sprites_of, values,
    variables
)  # fmt: skip
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
# Of those that may be filled: what they are told besides the colour.
FILLED = {"rect": ("rect", "width"), "ellipse": ("rect", "width"), "circle": ("center", "radius", "width")}

# How often a line of code may draw no tested thing; then one in STRIDE pictures is looked at, and after
# LONG about LOOKS of all in a frame.
PATIENCE, LONG = 50, 1_000
STRIDE, LOOKS = 7, 4
# How many pictures of a line are passed over at most, of how many lines, and after how many frames one
# that draws tested things is looked at whole.
MOST_PASSED, MOST_LINES, WHOLE = 500, 256, 16
MOST_WHOLE = 2 * MOST_PLACES
# How often a line's picture is kept in case that its object is tested later in the frame, and how
# large that may be.
FIRST, SMALL = 8, 256

_screen = pygame.display.get_surface
_frame = sys._getframe
_reference = weakref.ref
_sprites = vars(pygame.sprite)
Rect = pygame.Rect


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

    def filled(name):
        def look(_, *args, **kwargs):
            drawn_on(_, *args, **kwargs)
            eyes.shape(name, *args, **kwargs)

        return look

    def tick(_, __, framerate=0):
        recorder.tick(framerate)

    def made(mask, surface, *_, **__):
        recorder.things.is_made(mask, surface)

    def shown(_, *rects, **named):
        recorder.end_frame(is_part=bool(rects or named))

    def window(_, __=(0, 0), flags=0, *___, **____):
        recorder.has_opengl = type(flags) is int and flags & pygame.OPENGL != 0
        if recorder.has_opengl:
            recorder.problems.hidden["what OpenGL draws is not seen"] = 1

    def renderers(module):
        def presented(*_, **__):
            recorder.problems.hidden["what a renderer of pygame._sdl2 draws is not seen"] = 1
            recorder.end_frame()

        observe(module.Renderer, ("present",), presented, before=True)

    builtin.hook(surface, "blit", eyes.blit)
    for name in ("blits", "fblits"):
        builtin.hook(surface, name, eyes.blits)
    for cls in (pygame.sprite.AbstractGroup, pygame.sprite.RenderUpdates, pygame.sprite.LayeredUpdates):
        builtin.hook(cls, "draw", eyes.draws)
    observe(pygame.mask, ("from_surface",), made)
    observe(surface, CHANGES, drawn_on)
    observe(pygame.draw, [name for name in SHAPES if name not in FILLED], drawn_on)
    for name in FILLED:
        observe(pygame.draw, (name,), filled(name))
    observe(pygame.display, ("flip", "update"), shown, before=True)
    observe(pygame.display, ("set_mode",), window)
    observe(clock, ("tick", "tick_busy_loop"), tick)
    after_import("pygame._sdl2.video", renderers)
    zero.install(recorder)
    if recorder.options.last is not None:
        observe(pygame.event, ("get", "poll", "wait"), _saver(recorder))


class _Line:
    """A call of the game that draws, in one place of its code."""

    __slots__ = (
        "born", "count", "found", "frames", "hits", "is_passed", "is_whole", "left", "name", "next", "role",
        "turn", "vain"
    )  # fmt: skip

    def __init__(self):
        self.vain = 0  # how often it has drawn no tested thing
        self.name = None  # the variable that was the tested thing, and the attribute that was drawn
        self.role = None
        self.left = 0  # how many pictures are passed over before the next that is looked at
        # Of a line with a name: which picture of this frame that is, whether all are looked at, and
        # which were which tested things, in the frame before and in this one.
        self.next = 0
        self.is_whole, self.is_passed = True, False
        self.hits, self.found = [], []
        self.turn = 0  # how many of those of the frame before are past
        self.count = self.frames = 0  # of its pictures in the frame before, and of frames
        self.born = -1  # how many things had been tested then

    def passes(self, at):
        """Notes how many pictures behind the one at `at` are passed over."""
        hits = self.hits
        while self.turn < len(hits) and hits[self.turn][0] <= at:
            self.turn += 1
        ahead = hits[self.turn][0] - at - 1 if self.turn < len(hits) else MOST_PASSED
        self.left = 0 if self.is_whole else min(ahead, MOST_PASSED)
        self.is_passed |= self.left > 0
        self.next = at + 1 + self.left

    def is_due(self, at):
        """True if the picture at `at` was a tested thing in the frame before, or may be one now."""
        return self.is_whole or self.turn < len(self.hits) and self.hits[self.turn][0] == at

    def lost(self):
        """Things of the frame before that may have been passed over, at other places in this one."""
        if not self.is_passed or self.found == self.hits:
            return ()
        found = {thing for _, thing in self.found}
        return [thing for _, thing in self.hits if thing not in found]

    def rewind(self):
        """Begins another frame: it is looked at whole where this one was not like the one before."""
        count = self.next - self.left
        is_other = count != self.count or self.found != self.hits
        self.frames += 1
        self.is_whole = is_other or self.frames % WHOLE == 0
        self.hits, self.found, self.count = self.found, [], count
        self.left = self.next = self.turn = 0
        self.is_passed = False


class Eyes:
    """Finds whose picture a game draws."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.pictures = recorder.pictures
        self.things = recorder.things
        self._ids = recorder.things.ids
        self._lines = {}  # by the ids of codes and the places in them
        # Those of which most pictures are passed over: they have long drawn nothing tested, or it is
        # known which of their pictures are tested things.
        self._passed = {}
        self._begun = []  # those with names that have drawn in this frame
        self._looks = 0
        self.pictures.look_again = self._forget_lines
        self.pictures.rewind = self._rewind
        self._is_whole = False  # while a group is drawn at whose sprites its hook looks

    def blit(self, original):
        """`Surface.blit`: most pictures are of nothing that is tested, and only their places are kept."""
        recorder, problems, line_of = self.recorder, self.recorder.problems, self._passed.get
        tracks, ids, keep = self.things.tracks, self._ids, self.pictures.whole.append

        # Three arguments are passed on without a tuple of them, which takes longer than to keep a place.
        def method(target=MISSING, source=MISSING, dest=MISSING, /, *rest, **named):
            is_plain = dest is not MISSING and not rest and not named
            if is_plain:
                answer = original(target, source, dest)
            else:
                args = [it for it in (target, source, dest) if it is not MISSING]
                answer = original(*args, *rest, **named)
            if recorder.is_on:
                try:
                    frame = _frame(1)
                    line = line_of(id(frame.f_code) + frame.f_lasti)
                    if (
                        line is not None and is_plain
                        and id(dest) not in tracks and id(source) not in ids and target is _screen()
                    ):  # fmt: skip
                        if type(dest) is Rect:
                            place = dest.topleft
                        elif type(dest) is tuple and len(dest) == 2:
                            x, y = dest
                            place = dest if type(x) is type(y) is int else _place(dest)
                        else:
                            place = _place(dest)
                        left = line.left
                        if place is not None and (left or self._is_kept()):
                            keep(_reference(source))
                            keep(place)
                            if left:
                                line.left = left - 1
                            else:
                                self._due(line, frame, target, source, dest)
                            return answer
                    if not is_plain:
                        self._blit(frame, *args, *rest, **named)
                    else:
                        self._blit(frame, target, source, dest)
                except Exception as error:
                    problems.observation(error)
            return answer

        return method

    def _is_kept(self):
        """True if there is room for the place of another picture."""
        return len(self.pictures.whole) < MOST_WHOLE

    def _blit(self, frame, *args, **named):
        """Looks at a picture that the game draws, or a group of its."""
        if frame.f_globals is not _sprites:
            self.drawn(frame, *args, **named)
        elif not self._is_whole:
            self.group(frame, *args, **named)

    def _due(self, line, frame, target, source, dest):
        """Looks at a picture of which the place is kept, if its line says so."""
        if line.name is None:
            # Another of its pictures each time, however many it draws.
            stride = max(self.pictures.count // LOOKS, 2)
            self._looks = (5 * self._looks + 3) % 16
            line.left = min(stride // 2 + stride * self._looks // 16, MOST_PASSED)
            if self._ids and self.drawn(frame, target, source, dest, is_due=True) is not None:
                line.left = 0
            return
        at = line.next
        if not at:
            self._begun.append(line)
            if line.born != self.things.born:
                line.born, line.is_whole = self.things.born, True
        if line.is_due(at):
            thing = self.drawn(frame, target, source, dest, is_due=True)
            if thing is not None:
                line.found.append((at, thing))
            else:
                line.is_whole = True  # it draws others, or in another order
        line.passes(at)

    def _rewind(self):
        """Begins another frame."""
        begun, self._begun = self._begun, []
        for line in begun:
            for thing in line.lost():
                try:
                    self._find(thing, line.role)
                except Exception as error:
                    self.recorder.problems.observation(error)
            line.rewind()

    def _find(self, thing, role):
        """Looks whether a thing is drawn as far from its rectangle as it was, among what was passed over."""
        owner, drawn, screen = thing.owner(), thing.drawn, _screen()
        source = attribute(owner, role)
        if drawn is None or drawn.frame == self.pictures.frame or not is_surface(source) or drawn.target != id(screen):
            return
        own = thing.own_rect(owner, None, None)
        place = own and (own[0] + drawn.left, own[1] + drawn.top)
        if any(it[2] == place and it[4] == drawn.target for it in self.pictures.places.of(source)):
            self.draw(thing, owner, screen, source, place, None, ATTRIBUTE)

    # Groups.

    def draws(self, original):
        """The method of a group that draws all of its sprites: those that are tested are looked at then."""
        recorder, problems = self.recorder, self.recorder.problems

        def method(*args, **kwargs):
            tested, was_whole = None, self._is_whole
            if recorder.is_on:
                try:
                    tested = self._tested(*args, **kwargs)
                except Exception as error:
                    problems.observation(error)
            self._is_whole = tested is not None
            try:
                answer = original(*args, **kwargs)
            finally:
                self._is_whole = was_whole
            if tested is not None:
                try:
                    self._whole(tested, *args, **kwargs)
                except Exception as error:
                    problems.observation(error)
            return answer

        return method

    def _tested(self, group, surface=None, *_, **__):
        """The tested sprites of a group with their pictures and rectangles.

        None where code of the game makes one of these: then each is looked at while it is drawn.
        """
        sprites = sprites_of(group) if type(surface) is pygame.Surface else None
        if sprites is None or type(attribute(group, "spritedict")) is not dict:
            return None
        if self.things.dead:
            self.things.bury()
        known = self._ids
        if known.isdisjoint(map(id, sprites)):
            return []
        found = [(it, image_of(it), rect_of(it)) for it in sprites if id(it) in known]
        return found if all(image is not None and rect is not None for _, image, rect in found) else None

    def _whole(self, tested, group, surface, *_, **__):
        """Notes the tested sprites of a group that has been drawn."""
        self._changed(surface)
        self.pictures.places.draw_group(group, surface)
        for sprite, image, rect in tested:
            thing = self.things.known(sprite)
            if thing is not None and not self.pictures.renew(thing, image, rect, rect, surface, GROUP):
                self.draw(thing, sprite, surface, image, rect, None, GROUP)

    def group(self, frame, target, source, dest, area=None, *_, **__):
        """Notes a picture that a group draws, in a frame of pygame's."""
        self._changed(target)
        found = variables(frame, ("spr", "sprite"))
        sprite = found.get("spr", found.get("sprite"))
        thing = self.things.known(sprite) if sprite is not None else None
        if thing is not None:
            self.draw(thing, sprite, target, source, dest, area, GROUP)
        elif sprite is not None and area is None:
            self._note(sprite, source, dest, target, GROUP)

    # Single pictures.

    def drawn(self, frame, target, source, dest=(0, 0), area=None, *_, is_listed=False, is_due=False, **__):
        """Notes a picture that the game draws; of one in a list, the call does not tell whose.

        `is_due` says that its place is kept, and that it is looked at though its line has long drawn
        nothing tested. The answer is the tested thing, if it is looked for.
        """
        things = self.things
        if things.dead:
            things.bury()
        if target is not _screen():
            self.pictures.contents.changed(target)
        track = things.tracks.get(id(dest))
        if track is not None and track.thing is not None:
            thing, owner = track.thing, track.thing.owner()
            if owner is not None or thing.part is not None or thing.operand is not None:
                self.draw(thing, owner, target, source, dest, area, OWN_RECT)
                return None
        if id(source) in self._ids and things.known(source) is not None:
            self.draw(things.known(source), source, target, source, dest, area, OWN_RECT)
            return None
        if not is_due:
            self._keep(target, source, dest, area)
        key = id(frame.f_code) + frame.f_lasti
        line = self._lines.get(key) or self._line(key)
        if line.vain > PATIENCE and line.vain % STRIDE and not is_due:
            line.vain += 1
            return None
        thing = self._look(line, frame, target, source, dest, area, is_listed)
        if line.vain > LONG or thing is not None and line.name is not None:
            if len(self._passed) < MOST_LINES:
                self._passed[key] = line
        elif thing is not None:
            self._passed.pop(key, None)
        return thing

    def _keep(self, target, source, dest, area):
        """Keeps where a surface is drawn."""
        drawn = self.pictures.places.drawn
        if len(drawn) >= MOST_PLACES:
            return
        if area is not None:
            is_read = is_rect(area) or type(area) in (tuple, list) and _are_numbers(area)
            area = _numbers(area) if is_read else MISSING
        at = _place(dest)
        if at is not None and area is not MISSING:
            rect = _reference(dest) if type(dest) in RECTS and area is None else None
            drawn.append((_reference(source), rect, at, area, id(target)))

    def _line(self, key):
        if len(self._lines) > 20_000:
            self._forget_lines()
        line = self._lines[key] = _Line()
        return line

    def _forget_lines(self):
        self._lines.clear()
        self._passed.clear()
        self._begun.clear()

    def _look(self, line, frame, target, source, dest, area, is_listed):
        """Looks whose picture a line of the game draws: the tested thing, or None."""
        if not is_games(frame):
            self._of_library(frame, target, source, dest, area)
            return None
        found = None
        if line.name is not None:
            value = _variable(frame, line.name)
            if id(value) not in self._ids:
                return None  # it is another's, whose place is kept
            thing = self.things.known(value)
            if thing is not None and attribute(value, line.role) is source:
                found = thing, value, ATTRIBUTE, None
        found = found or is_listed and self._held(source) or self._owner(frame, source, line)
        if found is None and line.vain < FIRST:
            me = _self_of(frame) or _self_of(frame.f_back)
            if is_object(me) and class_of(me).has_weakref and max(size_of(source)) <= SMALL:
                content = self.pictures.contents.of_surface(source, _numbers(area))
                self._note(me, content, dest, target, SELF)
        line.vain = line.vain + 1 if found is None else -1_000_000
        if found is not None:
            thing, owner, rank, box = found
            camera = None
            if id(target) not in self.pictures.located:
                site = self.recorder.owners.sites.of(frame)
                if len(site.operands) > 2:
                    camera = scroll(site.operands[2].node, owner, scope_of(frame, site.names))
            self.draw(thing, owner, target, source, dest, area, rank, box, camera)
        return found[0] if found is not None else None

    def _of_library(self, frame, target, source, dest, area):
        """Notes what a library draws for the game, such as an actor of Pygame Zero."""
        actor, at = _self_of(frame, True), _place(dest)
        if zero.box_of_actor(actor) is not None:
            thing = self.things.known(actor)
            if thing is not None:
                self.draw(thing, actor, target, source, dest, area, OWN_RECT)
            elif at is not None:
                self.pictures.note(actor, source, at, (*at, *size_of(source)), target, OWN_RECT)
        elif frame.f_back is not None and is_games(frame.f_back):
            found = self._owner(frame.f_back, source, _Line())
            if found is not None:
                self.draw(*found[:2], target, source, dest, area, *found[2:])

    def shape(self, name, target=None, color=None, *args, **kwargs):
        """Notes a shape that is drawn filled."""
        told = {**dict(zip(FILLED[name], args)), **kwargs}
        is_plain = len(args) <= len(FILLED[name]) and not kwargs.keys() - FILLED[name]
        if not is_plain or told.get("width", 0) != 0 or not is_surface(target):
            return
        where, box = told.get("rect"), _box_of(**told)
        if box is None or min(box[2:]) < 1 or type(color) not in (tuple, list, str, pygame.Color):
            return
        shape = Shape(name, (*pygame.Color(color),)[:3], box[2:])
        track = self.things.tracks.get(id(where)) if is_rect(where) else None
        if track is not None and track.thing is not None:
            self.draw(track.thing, track.thing.owner(), target, shape.surface(), where, None, OWN_RECT)
        elif len(self.pictures.places.drawn) < MOST_PLACES:
            rect = _reference(where) if type(where) in RECTS else None
            self.pictures.places.drawn.append((shape, rect, box[:2], None, id(target)))

    def _note(self, it, source, dest, target, rank):
        at = _place(dest)
        if at is not None and source is not None:
            # What moves between its drawing and its first test moves its picture.
            is_its = is_rect(dest) and (rank > ATTRIBUTE or dest is rect_of(it))
            rect = (*dest,) if is_its else None
            self.pictures.note(it, source, at, rect, target, rank)

    def _changed(self, target):
        if target is not _screen():
            self.pictures.contents.changed(target)

    def _owner(self, frame, source, line):
        """The tested thing of which a surface is an attribute, or whose method draws it."""
        site = self.recorder.owners.sites.of(frame)
        scope = scope_of(frame, {*site.names, "self"})

        its, place = ([*site.operands, None, None][number] for number in (1, 2))
        surfaces = [source, *filter(is_surface, map(scope, its.names if its else ()))]

        def among(candidates, is_any=False):
            for value in candidates:
                is_known = value is not MISSING and is_object(value)
                thing = self.things.known(value) if is_known else None
                for role, it in values(value) if thing is not None else ():
                    if any(it is surface for surface in surfaces):
                        names = its.names if its else ()
                        line.name = next((name for name in names if scope(name) is value), None)
                        line.role = role
                        return thing, value, ATTRIBUTE, None
                if thing is not None and is_any:
                    return thing, value, SELF, None
            return None

        path = [value for value, _ in reversed(its.walk(scope))] if its else []
        found = among(path)
        found = found or among([scope("self")], is_any=True)
        # A function that draws what a method gives it.
        found = found or among([_self_of(frame.f_back)]) or self._of_component(scope("self"), source)
        if found is None and any(self._has(value, source) for value in path):
            return None  # it is drawn for another, which is not tested
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

    def _of_component(self, it, source):
        """The tested thing to which an object with a surface belongs: each holds the other.

        It has no picture of its own.
        """
        if not self._has(it, source):
            return None
        for _, value in values(it):
            thing = self.things.known(value) if is_object(value) else None
            if thing is None:
                continue
            held = [part for _, part in values(value)]
            has_own = any(is_surface(part) and part is not _screen() for part in held)
            if not has_own and any(part is it for part in held):
                return thing, value, ATTRIBUTE, None
        return None

    @staticmethod
    def _has(value, source):
        """True for an object of the game of which a surface is an attribute."""
        is_its = value is not MISSING and value is not source and is_object(value)
        return is_its and any(it is source for _, it in values(value))

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
        is_kept = area is None and camera is None and type(own) in RECTS
        if is_kept and self.pictures.renew(thing, source, dest, own, target, rank):
            return
        area = _numbers(area)
        width, height = area[2:] if area is not None else size_of(source)
        if rank == SELF and (not width or 2 * width * height > _area_of(target)):
            return  # the ground
        rank = (rank, source is image, (width, height) == (*own[2:],), width * height)
        self.pictures.draw(thing, source, area, at, (*own,), target, rank, camera)
        if is_kept:
            self.pictures.remember(thing.drawn, source, dest, own)

    def blits(self, original):
        """`Surface.blits`, which draws many."""
        recorder, problems = self.recorder, self.recorder.problems

        def method(*args, **kwargs):
            frame = _frame(1)
            is_whole = self._is_whole and frame.f_globals is _sprites
            if not recorder.is_on or len(args) < 2 or is_whole:
                return original(*args, **kwargs)
            target, sequence, *rest = args
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


def _self_of(frame, is_library=False):
    """The object whose method of the game a frame runs, or of a library; else None."""
    is_known = frame is not None and is_games(frame) is not is_library
    return variables(frame, ("self",)).get("self") if is_known else None


def _variable(frame, name):
    """The value of a variable as a call in a frame sees it, or None."""
    found = variables(frame, (name,))
    return found[name] if name in found else frame.f_globals.get(name)


def _area_of(surface):
    width, height = size_of(surface)
    return width * height


def _are_numbers(its):
    """True for numbers that no code of the game rounds."""
    return all(type(it) in NUMBERS or not is_object(it) for it in its)


def _numbers(area):
    """The part of a picture as whole numbers; None of the whole of it."""
    if area is None:
        return None
    if type(area) not in (tuple, list) and not is_rect(area):
        raise TypeError(f"the part of a picture is a {type(area).__name__}")
    return (*map(int, area),) if len(area) == 4 else (*pygame.Rect(area),)


def _place(dest):
    """The top left of a place, or None if code of the game would be needed to know it."""
    if type(dest) is tuple and len(dest) == 2:
        x, y = dest
        if type(x) is type(y) is int:
            return dest
    if is_rect(dest):
        return (dest[0], dest[1])
    is_read = type(dest) in (tuple, list, pygame.Vector2) and len(dest) >= 2
    return (int(dest[0]), int(dest[1])) if is_read and _are_numbers(dest[:2]) else None


def _box_of(rect=None, center=None, radius=None, width=0):
    """The box of a shape as whole numbers, or None if it is not known."""
    if is_rect(rect) or type(rect) in (tuple, list) and len(rect) == 4 and _are_numbers(rect):
        return (*map(int, rect),)
    middle = _place(center)
    if middle is None or type(radius) not in NUMBERS:
        return None
    radius = int(radius)
    return middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius


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
