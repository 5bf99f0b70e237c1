"""Pictures as the game draws them, and the camera that moves them."""

import collections

import pygame

from .bridge.contents import Contents


# Ranks of the pictures that are drawn for a thing, of which the best is kept: the sum of these.
IMAGE = 4  # it is the `image` of its object
FITTING = 2  # it is as large as its rectangle


class Drawn:
    """The picture of a thing as it was drawn last."""

    __slots__ = ("area", "dx", "dy", "frame", "rank", "surface")

    def __init__(self, surface, area, dx, dy, frame, rank):
        self.surface = surface
        self.area = area  # the part of the surface that was drawn, or None
        self.dx = dx  # its place as seen from the owner's rectangle
        self.dy = dy
        self.frame = frame
        self.rank = rank  # the best of several pictures in a frame is kept


class Pictures:
    """What is drawn where, and which surfaces have changed."""

    def __init__(self):
        self.frame = 0
        self.view = None  # the screen in the world
        self._versions = collections.Counter()  # of surfaces, by the ids of those that own their pixels
        self._drawn = {}  # in this frame: things, by the ids of the targets
        self._groups = {}  # drawn in this frame, by id: themselves, and the targets
        self._windows = {}  # parts of a canvas that are shown on the screen, by the id of the canvas
        self._cameras = {}  # by the id of the target
        self._parts = {}  # subsurfaces, by the ids of sheets and their areas

    def changed(self, surface):
        """Notes that a surface is drawn on."""
        self._versions[id(surface.get_abs_parent())] += 1

    def version(self, surface):
        """A number that differs once a surface has been drawn on."""
        return self._versions.get(id(surface.get_abs_parent()), 0)

    def draw(self, thing, surface, area, at, origin, target, rank):
        """Notes that a thing is drawn: `at` is the top left of its picture, `origin` that of its rectangle."""
        drawn = thing.drawn
        if drawn is not None and drawn.frame == self.frame and drawn.rank > rank:
            return
        thing.drawn = Drawn(surface, area, at[0] - origin[0], at[1] - origin[1], self.frame, rank)
        self._drawn.setdefault(id(target), {})[id(thing)] = thing

    def draw_group(self, group, target):
        """Notes that a group is drawn: each sprite at its rectangle."""
        self._groups[id(group)] = (group, target)

    def show(self, canvas, area):
        """Notes that a part of a canvas is shown on the screen."""
        if id(canvas) in self._cameras:
            self._windows[id(canvas)] = area

    def end_frame(self, things):
        """Finds where the tested `things` were drawn, and the camera: the offset that most of the pictures share."""
        if self._groups:
            self._draw_members(things)
        self.frame += 1
        screen = pygame.display.get_surface()
        for target, things in self._drawn.items():
            found = _camera(things.values())
            if found is not None:
                self._cameras[target] = found
            camera = self._cameras.get(target, (0, 0))
            for thing in things.values():
                thing.drawn.dx -= camera[0]
                thing.drawn.dy -= camera[1]
            window = self._windows.get(target)
            if window is not None:
                self.view = [window[0] - camera[0], window[1] - camera[1], window[2], window[3]]
            elif screen is not None and target == id(screen):
                self.view = [-camera[0], -camera[1], *screen.get_size()]
        self._drawn.clear()
        self._groups.clear()

    def _draw_members(self, things):
        for thing in things:
            sprite = thing.of()
            if isinstance(sprite, pygame.sprite.Sprite):
                drawn = [id(it) for it in sprite.groups() if id(it) in self._groups]
                image = getattr(sprite, "image", None)
                if drawn and isinstance(image, pygame.Surface):
                    self.draw(thing, image, None, (0, 0), (0, 0), self._groups[drawn[0]][1], 2 * IMAGE)

    def of(self, thing, image):
        """The picture of a thing, or None, and how far from its rectangle it is drawn; `image` was its own when tested."""
        drawn = thing.drawn
        if drawn is None:
            # What is tested for some frames and never drawn has no picture that anybody sees.
            owner = thing.of()
            is_gone = owner is None or isinstance(owner, pygame.sprite.Sprite) and not owner.alive()
            is_hidden = self._cameras and self.frame > thing.born + 2 and not is_gone
            image = None if is_hidden else image
            return (image if isinstance(image, pygame.Surface) and all(image.get_size()) else None), 0, 0
        surface = drawn.surface
        if drawn.frame < self.frame - 1 and drawn.rank >= IMAGE and isinstance(image, pygame.Surface):
            return image, drawn.dx, drawn.dy  # a hit has ended it before this frame was drawn
        if drawn.area is not None:
            surface = self._part(surface, drawn.area)
        return surface, drawn.dx, drawn.dy

    def is_on_screen(self, box):
        """True if a box of the world can be seen."""
        if self.view is None:
            return True
        x, y, width, height = self.view
        return box[0] < x + width and x < box[0] + box[2] and box[1] < y + height and y < box[1] + box[3]

    def _part(self, sheet, area):
        key = (id(sheet), area)
        part = self._parts.get(key)
        if part is None or part.get_parent() is not sheet:
            clipped = sheet.get_rect().clip(area)
            part = self._parts[key] = sheet.subsurface(clipped) if all(clipped.size) else sheet
        return part


class RunContents(Contents):
    """The contents of a log that is heard: a surface is read again once it has been drawn on."""

    def __init__(self, log, pictures):
        super().__init__(log)
        self._pictures = pictures

    def stamp(self, thing):
        return self._pictures.version(thing) if isinstance(thing, pygame.Surface) else super().stamp(thing)


def _camera(things):
    """The offset from their rectangles at which most things are drawn, or None if that is not certain."""
    drawn = [thing.drawn for thing in things]
    offsets = collections.Counter((it.dx, it.dy) for it in drawn if it.rank >= FITTING)
    if not offsets:
        return None
    # Where there is doubt, there is no camera.
    return max(offsets, key=lambda offset: (offsets[offset], offset == (0, 0)))
