"""Where surfaces and shapes are drawn, whosever they are: looked at only for what has no picture."""

import functools
import weakref

import pygame

from .static import attribute, image_of, rect_of, size_of

# Why a drawn surface is the picture of a thing, the surest last.
PLACED, SELF, ATTRIBUTE, OWN_RECT, GROUP = range(5)

# How many pictures of a frame are kept.
MOST_PLACES = 4_096

_draw = {"rect": pygame.draw.rect, "circle": pygame.draw.circle, "ellipse": pygame.draw.ellipse}


class Shape:
    """A shape that is drawn filled: it becomes a picture."""

    def __init__(self, name, colour, size):
        self.name, self.colour, self.size = name, colour, size

    def surface(self):
        """It alone on a surface."""
        return _surface_of(self.name, self.colour, self.size)


@functools.lru_cache(maxsize=128)
def _surface_of(name, colour, size):
    surface = pygame.Surface(size, pygame.SRCALPHA)
    where = ((size[0] // 2, size[1] // 2), size[0] // 2) if name == "circle" else ((0, 0, *size),)
    _draw[name](surface, colour, *where)
    return surface


class Places:
    """What is drawn in one frame: surfaces and shapes, their places, and groups."""

    def __init__(self, whole):
        self._whole = whole
        # The surface or a function that returns it, the same of the rectangle where it is drawn, the
        # place, the part of it, and the id of the surface on which it is drawn.
        self.drawn = []
        self._groups = []  # references to groups that were drawn whole, and the ids of their targets
        self._screen = None  # its id, once the frame has ended
        self._whole_read = 0
        self._read = 0  # how many of `drawn` are in the tables
        self._at, self._of, self._to = {}, {}, {}
        self._sprites = None  # of the groups, by their ids

    def ended(self, screen):
        """The same once its frame has ended: the list of what is drawn on the screen is another's then."""
        self._whole, self._screen = self._whole[:], screen
        return self

    def _look(self):
        """Notes in tables what has been drawn since the last look."""
        screen = self._screen or id(pygame.display.get_surface())
        while self._whole_read < len(self._whole):
            source, place = self._whole[self._whole_read : self._whole_read + 2]
            self.drawn.append((source, None, place, None, screen))
            self._whole_read += 2
        for number in range(self._read, len(self.drawn)):
            seen, rect, place, area, target = it = self.drawn[number]
            source = seen if type(seen) is Shape else seen()
            if source is None:
                continue  # a surface that lived as long as the call
            size = area[2:] if area is not None else getattr(source, "size", None) or size_of(source)
            self._at.setdefault((int(place[0]), int(place[1]), *size, target), it)
            self._of.setdefault(id(source), []).append(it)
            if rect is not None:
                self._to[id(rect())] = it
        self._read = len(self.drawn)

    def at(self, box, target):
        """What is drawn exactly at a box of a target, or None."""
        self._look()
        return self._at.get((*box, target))

    def of(self, source):
        """The places at which a surface is drawn whole."""
        self._look()
        return [it for it in self._of.get(id(source), ()) if it[3] is None and it[0]() is source]

    def seen(self, it):
        """How a sprite, a rectangle or a surface is drawn.

        Its picture, the place, its rectangle, the id of the target, and why.
        """
        if self._groups:
            found = self._sprite(it)
            if found is not None:
                return found
        self._look()
        found = self._to.get(id(it))
        if found is not None and found[1]() is it:
            source, _, at, _, target = found
            return getattr(source, "surface", source), at, (*at, *it.size), target, OWN_RECT
        found = self._of.get(id(it))
        if found and found[-1][3] is None and found[-1][0]() is it:
            return found[-1][0], found[-1][2], None, found[-1][4], ATTRIBUTE
        return None

    def draw_group(self, group, target):
        """Notes a group all of whose sprites are drawn."""
        self._groups.append((weakref.ref(group), id(target)))
        self._sprites = None

    def _sprite(self, sprite):
        """How a group has drawn a sprite."""
        if self._sprites is None:
            self._sprites = {}
            for group, target in self._groups:
                drawn = attribute(group(), "spritedict")
                its = drawn.items() if type(drawn) is dict else ()
                self._sprites.update((id(it), (weakref.ref(it), where, target)) for it, where in its)
        found, where, target = self._sprites.get(id(sprite), (None, None, None))
        if type(where) is not pygame.Rect or found() is not sprite:
            return None
        rect, image = rect_of(sprite), image_of(sprite)
        if rect is None or image is None:
            return None
        at = _unclipped(where, rect, size_of(image))
        return weakref.ref(image), at, (*at, *rect[2:]), target, GROUP


def _unclipped(seen, rect, size):
    """The top left of a picture of which a part was seen; its rectangle may have moved since."""
    (x, y, wide, high), (width, height) = seen, size
    if not wide or not high:
        return rect[0], rect[1]  # nobody has seen it
    left = x if wide == width or x > 0 else x + wide - width
    return left, y if high == height or y > 0 else y + high - height
