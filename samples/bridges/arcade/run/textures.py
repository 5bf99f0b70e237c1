"""The textures of a log, as they are drawn: each is written once while it is remembered."""

import functools
import json

import arcade
from PIL import Image

from ..bridge.names import SpriteNames
from ..bridge.png import MOST_PIXELS, sprite_line

_json = json.JSONEncoder(separators=(",", ":")).encode

MOST_SPRITES = 4_096

# The pixels of a picture, and of all, of which other hit boxes are made: Arcade needs some microseconds for each.
MOST_TRACED = 1 << 14
MOST_TRACED_OF_ALL = 1 << 18

# Where a smooth texture is read, in pixels from its corners at the upper left, upper right and lower left of the sprite.
INSETS = ((0.5, 0.5), (-0.5, 0.5), (0.5, -0.5))

# Where the picture lies in one that repeats its outermost pixels: what comes later lies above.
REPEATED = ((0, 0), (2, 0), (0, 2), (2, 2), (1, 0), (1, 2), (0, 1), (2, 1), (1, 1))


class Picture:
    """The pixels of a texture as Arcade draws them at its own size, in which the corners are in the order `order`."""

    channels = "RGBA"

    def __init__(self, image, order, size, is_smooth):
        self.size = size
        image = image if image.mode == "RGBA" else image.convert("RGBA")
        if is_smooth or order not in (None, (0, 1, 2, 3)):
            image = self._drawn(image, order or (0, 1, 2, 3), is_smooth)
        self.bytes = image.tobytes()

    def _drawn(self, image, order, is_smooth):
        width, height = image.size
        repeated = Image.new("RGBA", (width + 2, height + 2))
        for at in REPEATED:
            repeated.paste(image, at)
        read = []
        for corner, (u, v) in zip(order, INSETS):
            x, y = width * (corner % 2) + 1, height * (corner // 2) + 1
            read.append((x + u, y + v) if is_smooth else (x, y))
        (x, y), right, below = read
        wide, high = self.size
        rows = [((r - at) / wide, (b - at) / high, at) for at, r, b in zip((x, y), right, below)]
        filtered = Image.BILINEAR if is_smooth else Image.NEAREST
        return repeated.transform(self.size, Image.AFFINE, (*rows[0], *rows[1]), filtered)


class HitBoxes:
    """The points that Arcade's algorithms make of images, each by the thread that writes the log."""

    def __init__(self):
        self._known, self._left = {}, MOST_TRACED_OF_ALL

    def of(self, content, image, order, size):
        """The hit boxes of a texture as JSON, in the sprite's own pixels; None where they would take too long."""
        if content not in self._known:
            self._left -= image.width * image.height
            if self._left < 0:
                return None
            self._known[content] = _points_of(image)
        known = self._known[content]
        return known and _json({name: _seen(points, image.size, order, size) for name, points in known.items()})


def _points_of(image):
    try:
        return {"simple": arcade.hitbox.calculate_hit_box_points_simple(image), "detailed": arcade.hitbox.calculate_hit_box_points_detailed(image)}
    except Exception:
        return None


def _seen(points, image_size, order, size):
    """Points about the middle of an image, y up, where they are seen in a sprite whose corners are in the order `order`."""
    (x, y), right, below = [(corner % 2, corner // 2) for corner in order[:3]]
    found = []
    for u, v in points:
        u, v = u / image_size[0] + 0.5 - x, 0.5 - v / image_size[1] - y
        across, down = u * (right[0] - x) + v * (right[1] - y), u * (below[0] - x) + v * (below[1] - y)
        found.append((round(across * size[0], 6), round(down * size[1], 6)))
    return found


class Contents:
    """The pictures of a log."""

    def __init__(self):
        self.log = None
        self.names = SpriteNames(MOST_SPRITES)
        self._pixels = 0  # of all pictures
        self._hit_boxes = HitBoxes()

    def clear(self):
        """Forgets which sprites the log has."""
        self.names.clear()
        self._pixels = 0

    def sprite(self, side):
        """The name of what a side looks like, in quotes."""
        name, is_new = self.names.of(side.kind, side.look, side.filter)
        if is_new:
            self.log.begin(*self._line(name, side), name)
        return name

    def _line(self, name, side):
        width, height = side.size
        image = side.image() if side.filter is not None else None
        self._pixels += width * height
        if image is None or self._pixels > MOST_PIXELS:
            line = f'{{"sprite":{name},"anchor":[{width / 2},{height / 2}],"shape":{{"box":[0,0,{width},{height}]}}}}'
            return line, len(line)
        picture = Picture(image, side.order, side.size, side.filter)
        hit_boxes = None
        if width * height <= MOST_TRACED:
            order = side.order or (0, 1, 2, 3)
            hit_boxes = functools.partial(self._hit_boxes.of, side.look[0], image.convert("RGBA"), order, side.size)
        return functools.partial(_line_of, name, picture, hit_boxes), len(picture.bytes) * 2


def _line_of(name, picture, hit_boxes):
    width, height = picture.size
    line = f'{sprite_line(name, picture, None)[:-1]},"anchor":[{width / 2},{height / 2}]'
    found = hit_boxes and hit_boxes()
    return f'{line},"hit_boxes":{found}}}' if found else line + "}"
