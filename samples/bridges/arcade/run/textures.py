"""The textures of a log, as they are drawn: each is written once while it is remembered."""

import functools

from PIL import Image

from ..bridge.names import SpriteNames
from ..bridge.png import MOST_PIXELS, sprite_line

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
        self.names = SpriteNames(MOST_SPRITES)
        self._pixels = 0  # of all pictures

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
        return functools.partial(_line_of, name, picture), len(picture.bytes)


def _line_of(name, picture):
    width, height = picture.size
    return f'{sprite_line(name, picture, None)[:-1]},"anchor":[{width / 2},{height / 2}]}}'
