"""The textures of a log, as they are drawn: each is written once while it is remembered."""

import collections
import functools
import json

from PIL import Image

from ..bridge.png import MOST_PIXELS, sprite_line

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

MOST_SPRITES = 4_096

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


class Contents:
    """The pictures of a log."""

    def __init__(self):
        self.log = None
        self._sprites = collections.OrderedDict()  # names in quotes, by kind and look
        self._counts = {}
        self._pixels = 0  # of all pictures

    def clear(self):
        """Forgets which sprites the log has."""
        self._sprites.clear()
        self._counts.clear()
        self._pixels = 0

    def forget(self, names):
        """Forgets sprites that are in the log no longer."""
        for key in [key for key, name in self._sprites.items() if name in names]:
            del self._sprites[key]

    def sprite(self, side):
        """The name of what a side looks like, in quotes."""
        key = (side.kind, side.look, side.filter)
        name = self._sprites.get(key)
        if name is not None:
            self._sprites.move_to_end(key)
            return name
        number = self._counts[side.kind] = self._counts.get(side.kind, 0) + 1
        name = self._sprites[key] = _json(side.kind if number == 1 else f"{side.kind}~{number}")
        if len(self._sprites) > MOST_SPRITES:
            self._sprites.popitem(last=False)
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
        return functools.partial(_line_of, name, picture), len(picture.bytes)


def _line_of(name, picture):
    width, height = picture.size
    return f'{sprite_line(name, picture, None)[:-1]},"anchor":[{width / 2},{height / 2}]}}'
