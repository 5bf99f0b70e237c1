"""Pictures and masks: their contents, where they were drawn, and the camera that moves them."""

import collections
import functools
import hashlib
import json
import weakref

import pygame

from .bridge import contents
from .bridge.contents import _Pixels, _rows, readable
from .bridge.png import MOST_PIXELS, THRESHOLD, sprite_line
from .bridge.sides import RECTS
from .places import PLACED, SELF, Places, Shape
from .static import image_of, rect_of, size_of

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_root = pygame.Surface.get_abs_parent
_part = pygame.Surface.subsurface
_mask_size = pygame.mask.Mask.get_size

# The bytes of the contents that are kept, and how many surfaces and sprites are remembered.
MOST_BYTES = 16 << 20
MOST_SURFACES = 1_024
MOST_RAW = 4_096  # bytes of a mask that are kept to know it again
MOST_SPRITES = 4_096

_new = object.__new__

CLEAR = object()  # the content of an `image` without solid pixels: a player sees nothing


class Content:
    """The pixels of a surface, or a mask, as they were."""

    def __init__(self, digest, mask, pixels):
        self.digest = digest  # of the pixels as they are drawn, or of a mask
        self.size = mask.get_size()
        self.mask = mask
        self.pixels = pixels  # None of a mask

    @functools.cached_property
    def bits(self):
        """What equal masks have in common."""
        return self.size, hashlib.blake2b(bytes(self.mask), digest_size=16).digest()

    def bytes(self):
        """How much memory it takes, about."""
        width, height = self.size
        return width * height // 8 + (len(self.pixels.bytes) if self.pixels else 0) + 500


class Contents(contents.Contents):
    """The pictures and masks of a log, each written once while it is remembered."""

    def __init__(self):
        super().__init__(None, MOST_SPRITES)
        self._contents = collections.OrderedDict()  # by digest
        self._bytes = 0
        # By the ids of surfaces and their parts: a reference, a version, the content.
        self._read = collections.OrderedDict()
        self._masks = {}  # by the ids of masks: bytes, a size, the content that both are
        self._versions = {}  # of surfaces, by the ids of those that own their pixels
        self._epoch = 0
        self.probes = set()  # kinds that are rectangles outside of pictures

    def clear(self):
        """Forgets which sprites the log has."""
        self.names.clear()
        self._pixels = 0

    def changed(self, surface):
        """Notes that a surface is drawn on."""
        key = id(_root(surface))
        if len(self._versions) > 16 * MOST_SURFACES:
            self._versions.clear()
            self._epoch += 1
        self._versions[key] = self._versions.get(key, 0) + 1

    def version(self, surface):
        """A value that changes when a surface is drawn on."""
        return self._epoch, self._versions.get(id(_root(surface)), 0)

    def of_surface(self, surface, area=None):
        """The content of a surface, or of a part of it; None if it has no solid pixels."""
        key, version = (id(surface), area), self.version(surface)
        read = self._read.get(key)
        if read is not None and read[0]() is surface and read[1] == version:
            self._read.move_to_end(key)
            return read[2]
        part = surface
        if area is not None:
            box = pygame.Rect(area).clip((0, 0, *size_of(surface)))
            part = _part(surface, box) if type(surface) is pygame.Surface else None
        content = None if part is None or 0 in size_of(part) else self._surface(part)
        self._read[key] = (weakref.ref(surface), version, content)
        if len(self._read) > MOST_SURFACES:
            self._read.popitem(last=False)
        return content

    def _surface(self, surface):
        surface = readable(surface)
        pixels = _Pixels(surface)
        mask = functools.partial(pygame.mask.from_surface, surface, THRESHOLD)
        content = self._keep((pixels.channels, pixels.size), pixels.bytes, mask, pixels)
        return content if content.mask.count() else None

    def of_mask(self, mask):
        """The content of a mask."""
        raw, size, read = bytes(mask), _mask_size(mask), self._masks.get(id(mask))
        if read is not None and read[0] == raw and read[1] == size:
            return read[2]
        content = self._keep(("", size), raw, lambda: _copy(mask, size))
        if len(self._masks) > MOST_SURFACES:
            self._masks.clear()
        if len(raw) <= MOST_RAW:
            self._masks[id(mask)] = raw, size, content
        return content

    def _keep(self, kind, raw, mask, pixels=None):
        digest = (*kind, hashlib.blake2b(raw, digest_size=16).digest())
        content = self._contents.get(digest)
        if content is None:
            content = self._contents[digest] = Content(digest, mask(), pixels)
            self._bytes += content.bytes()
            while self._bytes > MOST_BYTES and len(self._contents) > 1:
                _, oldest = self._contents.popitem(last=False)
                self._bytes -= oldest.bytes()
                oldest.pixels = None  # surfaces and things that have it keep its mask
        else:
            self._contents.move_to_end(digest)
        return content

    def sprite(self, side):
        """The name of what a side looks like, in quotes."""
        picture, mask = side.picture, side.mask
        is_same = mask is not None and picture is not None and mask.bits == picture.bits
        mask = None if is_same else mask
        size = None if picture or mask else tuple(side.box[2:])
        sprite, is_new = self.names.of(side.kind, picture and picture.digest, mask and mask.digest, size)
        if is_new:
            self.log.begin(*self._line(sprite, side, picture, mask), sprite)
        return sprite

    def _line(self, sprite, side, picture, mask):
        """The line of a new sprite, or a function that makes it, and the bytes that it holds."""
        if picture is None and mask is None:
            x, y = side.position
            box = [side.box[0] - x, side.box[1] - y, *side.box[2:]]
            line = f'{{"sprite":{sprite},"shape":{{"box":{_json(box)}}}}}'
            if side.kind in self.probes:
                line = f'{{"kind":{_json(side.kind)},"probe":true}}\n{line}'
            return line, len(line)
        pixels = picture and picture.pixels
        if picture:
            width, height = picture.size
            self._pixels += width * height
            if self._pixels > MOST_PIXELS or pixels is None:
                pixels, mask = None, mask or picture
        rows = mask and mask.mask
        size = sum(it.bytes() for it in (picture, mask) if it)
        return functools.partial(_line_of, sprite, pixels, rows), size


def _copy(mask, size):
    """A mask of pygame's own class, whatever the class of `mask`."""
    copy = pygame.mask.Mask(size)
    copy.draw(mask, (0, 0))
    return copy


def _part_size(part):
    """The size of a tested rectangle or mask."""
    return _mask_size(part) if issubclass(type(part), pygame.mask.Mask) else tuple(part[2:])


def _line_of(sprite, pixels, mask):
    return sprite_line(sprite, pixels, mask and _rows(mask))


class Drawn:
    """The picture of a thing as it was drawn last."""

    is_many = False  # it was drawn at other places in the same frame, too
    camera = None  # where the camera is by the text of its place
    source = None  # its surface, a rectangle where that was drawn, and which version of it

    def __init__(self, content, at, box, target, frame, rank, is_image):
        self.content = content
        self.at = at  # the top left of the picture
        self.target = target  # the id of the surface on which it was drawn
        self.lie(box)
        self.frame = frame
        self.rank = rank  # the best of several pictures in a frame is kept
        self.is_image = is_image  # it is the `image` of its object

    def lie(self, box):
        """Notes the rectangle of its owner, once that is known."""
        self.is_loose = box is None
        box = (*self.at, *self.content.size) if box is None else box
        self.anchor = anchor = box[:2]  # the top left of its owner's rectangle
        self.room = box[2:]  # the size of that
        # Its place as seen from there, on the target and, once its frame has ended, in the world.
        self.dx = self.left = self.at[0] - anchor[0]
        self.dy = self.top = self.at[1] - anchor[1]

    def again(self, frame):
        """The same in a later frame."""
        it = _new(Drawn)
        it.__dict__.update(self.__dict__)
        it.frame, it.is_many = frame, False
        return it

    def is_at(self, origin):
        """True if its pixels are where they were drawn, with its owner's rectangle at `origin`."""
        moved = zip(self.at, origin, self.anchor)
        return all(int(at) == int(at + now - then) for at, now, then in moved)

    def offset_of(self, content):
        """How far another picture of its owner is drawn from its rectangle."""
        is_whole = self.content.size == self.room  # then that is the rectangle of its picture
        return (self.dx, self.dy) if is_whole or content.size == self.content.size else (0, 0)

    def is_there(self):
        """True if it meets its owner's rectangle; else nobody can tell where in the world it is."""
        (wide, high), (width, height) = self.room, self.content.size
        return -width <= self.dx <= wide and -height <= self.dy <= high


class Pictures:
    """What is drawn where."""

    def __init__(self):
        self.frame = 0
        self.located = set()  # ids of targets where pictures of the size of their rectangles give the camera
        self.view = None  # the screen in the world
        self.screen = (0, 0)  # its size
        self.contents = Contents()
        # What lines draw on the screen in this frame that seldom draw what is tested: references and places.
        self.whole = []
        self.count = 0  # how many that were in the frame before
        self.places = Places(self.whole)  # of this frame
        self._before = [Places([]), Places([])]  # of the two before, the last first
        self._drawn = {}  # in this frame: things, by the ids of the targets
        self._seen = {}  # what is drawn and not tested in this frame, by the ids of its objects
        self._seen_before = {}  # in the frame before
        self._kinds = set()  # of all things so far
        # Called when there is a new kind: it may be drawn where nothing tested was.
        self.look_again = lambda: None
        self.rewind = lambda: None  # called when a frame ends
        self._cameras = {}  # by the id of the target
        self._targets = {}  # the same of all on which what is tested may be drawn

    def draw(self, thing, surface, area, at, box, target, rank, camera=None):
        """Notes a drawn thing: `at` is the top left of its picture, `box` its rectangle."""
        drawn = thing.drawn
        is_again = drawn is not None and drawn.frame == self.frame
        if is_again and at != drawn.at:
            drawn.is_many = True
        if is_again and drawn.rank > rank:
            return
        content = self.contents.of_surface(surface, area)
        if drawn is not None and not is_again:
            thing.drawn_before, thing.drawn = drawn, None
        if content is None:
            return  # nobody sees it
        if not thing.has_place:
            x, y = self.camera_of(id(target))
            box = (at[0] - x, at[1] - y, *box[2:])
        thing.drawn = Drawn(content, at, box, id(target), self.frame, rank, rank[1] and area is None)
        thing.drawn.is_many = is_again and drawn.is_many
        thing.drawn.camera = camera and (*map(round, camera),)
        self._drawn.setdefault(id(target), {})[id(thing)] = (thing, thing.drawn)

    def remember(self, drawn, surface, place, rect):
        """Keeps by what a picture is known again: where it was drawn, and its owner's rectangle."""
        is_its = drawn is not None and drawn.content is self.contents.of_surface(surface)
        if is_its and drawn.frame == self.frame and type(place) in (*RECTS, tuple):
            place = place if type(place) is tuple else place.copy()
            drawn.source = weakref.ref(surface), place, rect.copy(), self.contents.version(surface)

    def renew(self, thing, surface, place, rect, target, reason):
        """Notes that a thing is drawn as it was in an earlier frame, if that is true."""
        drawn = thing.drawn
        if drawn is None or drawn.source is None or drawn.frame == self.frame:
            return False
        source, there, own, version = drawn.source
        is_same = source() is surface and type(place) is type(there) and place == there
        if not is_same or own != rect or version != self.contents.version(surface):
            return False
        if drawn.target != id(target) or drawn.rank[0] != reason:
            return False
        thing.drawn_before, thing.drawn = drawn, drawn.again(self.frame)
        self._drawn.setdefault(id(target), {})[id(thing)] = (thing, thing.drawn)
        return True

    def note(self, it, surface, at, rect, target, rank):
        """Notes where a sprite, or what a method of an object draws, is drawn; it is not tested yet.

        What is drawn by a method, and may be gone when its object is tested, is a content.
        """
        if len(self._seen) < 4 * MOST_SURFACES:
            held = (lambda: surface) if type(surface) is Content else weakref.ref(surface)
            self._seen[id(it)] = (weakref.ref(it), held, at, rect, id(target), rank, self.frame)

    def claim(self, thing, *its):
        """Notes that a new thing has been drawn as one of these was."""
        if thing.kind not in self._kinds and len(self._kinds) < MOST_SPRITES:
            self._kinds.add(thing.kind)
            self.look_again()
        for it in its:
            seen = self._seen_of(it)
            found = seen[1]() if seen is not None and seen[0]() is it else None
            is_read = found is None or type(found) is Content
            content = found if is_read else self.contents.of_surface(found)
            if content is None:
                continue
            _, _, at, rect, target, rank, frame = seen
            is_loose, is_by_method = rect is None, rank == SELF
            is_other = is_by_method and content.size != _part_size(its[-1])
            if (is_loose or is_by_method) and (frame != self.frame or is_other):
                continue
            is_sure = not is_loose and not is_by_method and content.size == tuple(rect[2:])
            rank = (rank, True, is_sure, 0)
            is_image = any(image_of(it) is found for it in its)
            thing.drawn = drawn = Drawn(content, at, rect, target, frame, rank, is_image)
            if frame == self.frame:
                self._drawn.setdefault(target, {})[id(thing)] = (thing, drawn)
            else:
                camera = self.camera_of(target)
                drawn.dx, drawn.dy = -camera[0], -camera[1]
            return

    def _seen_of(self, it):
        """Where a sprite, a rectangle or a surface has been drawn in this frame, or in the last."""
        seen = self._seen.get(id(it)) or self._seen_before.get(id(it))
        if seen is not None:
            return seen
        for frame, places in ((self.frame, self.places), (self.frame - 1, self._before[0])):
            seen = places.seen(it)
            if seen is not None:
                return (weakref.ref(it), *seen, frame)
        return None

    def camera_of(self, target):
        """Where the world's origin lies on a surface of which the id is given."""
        return self._cameras.get(target, (0, 0))

    def end_frame(self):
        """Finds the camera: the offset that most of the pictures share."""
        self.rewind()
        self.frame += 1
        screen = pygame.display.get_surface()
        self.screen = size_of(screen) if screen is not None else self.screen
        for target, drawn in self._drawn.items():
            drawn = [pair for pair in drawn.values() if pair[0].drawn is pair[1]]
            offsets = collections.Counter((it.left, it.top) for thing, it in drawn if thing.votes(it))
            is_located = bool(offsets)
            (self.located.add if is_located else self.located.discard)(target)
            cameras = {it.camera for _, it in drawn if it.camera is not None}
            offsets = offsets or len(cameras) == 1 and {it: 1 for it in cameras}
            camera = self.camera_of(target)
            if offsets:  # where there is doubt, there is no camera
                most = max(offsets, key=lambda offset: (offsets[offset], offset == (0, 0)))
                camera = self._cameras[target] = most
            for thing, it in drawn:
                it.dx, it.dy = it.left - camera[0], it.top - camera[1]
                # Unless a picture of the same size as its rectangle tells where the camera is, or the
                # text of its place, one that moves is seen by pictures that wander.
                is_placed = is_located or offsets and it.camera is not None
                is_placed = is_placed or not thing.wanders(it.content.size, it.dx, it.dy)
                thing.is_adrift = not (is_placed and it.is_there())
                if thing.is_adrift:
                    thing.drawn = None
            if screen is not None and target == id(screen):
                self.view = [-camera[0], -camera[1], *size_of(screen)]
        self._drawn = {}
        self._seen_before, self._seen = self._seen, {}
        self._before = [self.places.ended(id(screen)), self._before[0]]
        self.count = len(self.whole) // 2
        self.whole.clear()
        self.places = Places(self.whole)
        self._targets = {**self._cameras, id(screen): self.camera_of(id(screen))}

    def of(self, thing, image, origin, box=None):
        """The picture of a thing, or None, and how far from its rectangle it is drawn.

        `image` was its own when it was tested, with its rectangle at `origin`: it may have another
        since, because of a hit or for the next frame. `box` was tested: what has no surer picture
        is looked for there.
        """
        drawn = thing.drawn
        if image is CLEAR:
            return None, 0, 0
        if box is not None and (not thing.is_adrift if drawn is None else drawn.rank[0] == PLACED):
            self._find(thing, origin, box)
        drawn, before = thing.drawn, thing.drawn_before
        if drawn is None:
            return None, 0, 0
        if image is not None and drawn.is_image and image.digest != drawn.content.digest:
            return image, *drawn.offset_of(image)
        if drawn.anchor != origin and before is not None and before.anchor == origin:
            if before.frame >= self.frame - 2:
                return before.content, before.dx, before.dy  # it has moved on since
        return drawn.content, drawn.dx, drawn.dy

    def _find(self, thing, origin, box):
        """Finds the picture of a thing by its place in the frame that has ended, or in the one before."""
        drawn, owner = thing.drawn, thing.owner()
        own = thing.own_rect(owner, None, None) if owner is not None else None
        now = origin if own is None else own[:2]
        way = now[0] - origin[0], now[1] - origin[1]
        for frame, places in zip((self.frame - 1, self.frame - 2), self._before):
            found = self._at(places, box, (0, 0)) or self._at(places, box, way)
            moved, found = found or (way, self._nearest(places, owner, box, way))
            if found is None:
                continue
            seen, _, at, area, target = found
            surface = seen.surface() if type(seen) is Shape else seen()
            content = self.contents.of_surface(surface, area) if surface is not None else None
            if content is not None:
                anchor = (origin[0] + moved[0], origin[1] + moved[1], *box[2:])
                is_image = area is None and owner is not None and image_of(owner) is surface
                rank = (PLACED, is_image, True, 0)
                it = Drawn(content, (int(at[0]), int(at[1])), anchor, target, frame, rank, is_image)
                x, y = self._targets[target]
                it.dx, it.dy = it.left - x, it.top - y
                if drawn is not None and drawn.frame < frame:
                    thing.drawn_before = drawn
                thing.drawn = it
                return
        # What is gone had one owner, who was drawn in the frame before; else it may be one of many
        # rectangles that are made for their tests.
        is_gone = thing.ref is not None and drawn is not None and drawn.frame >= self.frame - 2
        if owner is None and not is_gone:
            thing.drawn = None

    def _at(self, places, box, way):
        """How far a box has moved to where something is drawn, and what; or None."""
        x, y, width, height = map(int, box)
        if (width, height) == self.screen:
            return None  # the ground
        for target, camera in self._targets.items():
            place = x + int(way[0]) + camera[0], y + int(way[1]) + camera[1]
            found = places.at((*place, width, height), target)
            if found is not None:
                return way, found
        return None

    def _nearest(self, places, owner, box, way):
        """The nearest place at which the `image` of an object is drawn, not farther than its size."""
        image = image_of(owner) if owner is not None else None
        if image is None:
            return None
        width, height = size_of(image)
        # Where it would lie with its middle in that of the rectangle.
        x, y = box[0] + way[0] + (box[2] - width) / 2, box[1] + way[1] + (box[3] - height) / 2
        best, most = None, max(width, height)
        for it in places.of(image):
            camera = self._targets.get(it[4])
            if camera is not None:
                apart = max(abs(it[2][0] - camera[0] - x), abs(it[2][1] - camera[1] - y))
                if apart <= most:
                    best, most = it, apart
        return best

    def place_of(self, thing):
        """Where in the world a thing without a rectangle is drawn, if that is one place; or None."""
        drawn = thing.drawn if thing is not None else None
        if drawn is None or drawn.is_many:
            return None
        x, y = self.camera_of(drawn.target)
        return drawn.at[0] - x, drawn.at[1] - y

    def was_shown(self, thing, origin):
        """False if a drawn thing was not lately where its rectangle was tested."""
        drawn, before, since = thing.drawn, thing.drawn_before, self.frame - 2
        if drawn is None or drawn.anchor == origin and drawn.frame >= since:
            return True
        return any(it and it.frame >= since and it.is_at(origin) for it in (drawn, before))

    def is_on_screen(self, box):
        """True if a box of the world can be seen."""
        if self.view is None:
            return True
        x, y, width, height = self.view
        left, top, wide, high = box
        return left < x + width and x < left + wide and top < y + height and y < top + high
