"""Logs the collision checks of a pygame game while it runs, for maskscope to judge them by their pixels.

    import maskscope

    log = maskscope.Log("game.jsonl", fps=60)                                   # once
    log.next_frame()                                                            # at the start of each frame
    pygame.sprite.spritecollide(ship, rocks, False, collided=log.collide_rect)  # as pygame.sprite.collide_rect

`maskscope follow game.jsonl` then shows every check while the game runs, and where the game and the masks
disagree; `maskscope replay game.jsonl` judges all of them without a window. Works with pygame 2.1.3 or newer
and with pygame-ce; needs nothing else.

- `log.collide_rect`, `log.collide_circle` and `log.collide_mask` answer as pygame's functions of the same
  names. They fit wherever pygame takes `collided`: `spritecollide`, `spritecollideany`, `groupcollide`.
- `log.collided(function, rule)` does the same for any function of two sprites, such as
  `pygame.sprite.collide_rect_ratio(0.7)`.
- `log.check(ship, rock, hit, rule)` logs what the game has found out by itself, and returns `hit`.
- `log.overlap(mask, other, offset, names=("ship", "rock 3"))` is `mask.overlap(other, offset)` without sprites;
  so is `log.overlap_area`.
- `dump(mask, other, offset)` writes one scene file, at a breakpoint, for a bug report.

Masks are logged as the game has them: the sprite's `mask`, or else the one that pygame makes of its `image`, as
`collide_mask` does, or else all of its `rect`. Sprites that keep a `mask` are logged faster. Each new content
of a mask is one sprite of the log: `Rock`, `Rock~2` and so on, after the sprite's class, with its picture where
the picture has that mask. Instances are called `Rock`, `Rock 2` and so on, after the sprite's attribute `name`
if it has one, or else after its class, too.

A thread writes the file, a hundred times a second, so no frame waits for the disk. If more than `backlog` lines
wait to be written, further checks are not logged: `log.lost` counts them, the next check in the log says it as
`lost`, and so does standard error at the end. The end of the program closes the log, and so does
`with maskscope.Log(…) as log:`.
"""

import atexit
import base64
import collections
import json
import struct
import sys
import threading
import weakref
import zlib

import pygame

__all__ = ["Log", "dump"]

# Masks that pygame makes of surfaces have the pixels whose alpha is above this.
THRESHOLD = 127

# The pixels of all pictures in a log; what is new after them is logged as masks. maskscope reads twice as many.
MOST_PIXELS = 1 << 25

# Every alpha as its pixel in a row of text.
CELLS = bytes(ord("#" if alpha > THRESHOLD else ".") for alpha in range(256))


# How often the thread writes what has come, in seconds. A thread that every line wakes competes with the game.
INTERVAL = 0.01

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Log:
    """A file to which each collision check of a game adds a line. A log that was there before is written over."""

    def __init__(self, path="game.jsonl", *, game=None, fps=60, backlog=100_000):
        self.frame = 0  # a game that counts its frames may set it
        self.backlog = backlog  # how many lines may wait to be written
        self.lost = 0
        self.is_open = True  # false once it is closed, or cannot be written
        self._path = path
        self._told = 0  # how many of the lost checks the log has told
        self._looks = {}  # the sprites of the log by kind, size and bits
        self._kinds = {}  # how many looks each kind has
        self._pixels = 0  # how many pixels all looks have
        self._names = weakref.WeakKeyDictionary()
        self._instances = {}  # how many instances are called alike
        self._lines = collections.deque()  # what the thread will write: text, or a sprite
        self._lines.append(_json({"maskscope_log": 1, **({"game": game} if game else {}), "fps": fps}))
        self._is_over = threading.Event()
        self._writer = threading.Thread(target=self._write, args=(open(path, "wb"),), name="maskscope", daemon=True)
        self._writer.start()
        atexit.register(self.close)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Writes what still waits, and ends the log. Checks are then answered, but no longer logged."""
        atexit.unregister(self.close)
        if self.is_open:
            self.is_open = False
            self._is_over.set()
            self._writer.join()
            if self.lost:
                print(f"maskscope: {self.lost} checks are not in {self._path}", file=sys.stderr)

    def next_frame(self):
        """Counts a frame: the checks that follow are of this one."""
        self.frame += 1

    def check(self, a, b, hit, rule=None):
        """Logs that the game checked sprite `a` against sprite `b` and answered `hit`, and returns `hit`."""
        self._check(_Look.of(a), _Look.of(b), hit, rule)
        return hit

    def collided(self, function, rule=None):
        """`function` of two sprites, with its checks logged; `rule` says how it tests."""

        def checked(a, b):
            return self.check(a, b, function(a, b), rule or getattr(function, "__name__", None))

        return checked

    def collide_rect(self, a, b):
        """`pygame.sprite.collide_rect`, logged."""
        return self.check(a, b, pygame.sprite.collide_rect(a, b), "box")

    def collide_circle(self, a, b):
        """`pygame.sprite.collide_circle`, logged."""
        return self.check(a, b, pygame.sprite.collide_circle(a, b), "circle")

    def collide_mask(self, a, b):
        """`pygame.sprite.collide_mask`, logged."""
        point = pygame.sprite.collide_mask(a, b)
        self._check(_Look.of(a), _Look.of(b), point is not None, "mask", point=point)
        return point

    def overlap(self, a, b, offset, names=("a", "b"), at=(0, 0)):
        """`a.overlap(b, offset)` of two masks, logged; `a` lies at `at`."""
        point = a.overlap(b, offset)
        self._check(*_Look.pair(a, b, offset, names, at), point is not None, "mask", point=point)
        return point

    def overlap_area(self, a, b, offset, names=("a", "b"), at=(0, 0)):
        """`a.overlap_area(b, offset)` of two masks, logged; `a` lies at `at`."""
        area = a.overlap_area(b, offset)
        self._check(*_Look.pair(a, b, offset, names, at), area > 0, "mask", area=area)
        return area

    def _check(self, a, b, hit, rule, point=None, area=None):
        if not self.is_open or len(self._lines) >= self.backlog:
            self.lost += self.is_open
            return
        is_whole = all(place % 1 == 0 for place in (*a.position, *b.position))
        known = {
            "rule": rule,
            "area": area,
            "first": [a.position[0] + point[0], a.position[1] + point[1]] if point and is_whole else None,
            "rounding": None if is_whole else "truncate",  # as pygame blits
            "lost": self.lost - self._told or None,
        }
        self._told = self.lost
        text = f'{{"frame":{self.frame},"a":{self._actor(a)},"b":{self._actor(b)},"hit":{"true" if hit else "false"}'
        for field, value in known.items():
            if value is not None:
                text += f',"{field}":{_json(value)}'
        self._lines.append(text + "}")

    def _actor(self, look):
        """`look` as a check says it. What it looks like is logged before, if it is new."""
        key = (look.kind, look.mask.get_size(), bytes(look.mask))
        sprite = self._looks.get(key)
        if sprite is None:
            number = self._kinds[look.kind] = self._kinds.get(look.kind, 0) + 1
            sprite = self._looks[key] = _json(look.kind if number == 1 else f"{look.kind}~{number}")
            width, height = look.mask.get_size()
            self._pixels += width * height
            picture = look.rgba() if self._pixels <= MOST_PIXELS else None
            self._lines.append((sprite, (width, height), _rgba_of_mask(look.mask), picture))
        x, y = look.position
        return f'{{"sprite":{sprite},"name":{self._name(look)},"position":[{x},{y}]}}'

    def _name(self, look):
        """What the instance is called, in quotes."""
        if look.sprite is None:
            return _json(look.name)
        name = self._names.get(look.sprite)
        if name is None:
            number = self._instances[look.name] = self._instances.get(look.name, 0) + 1
            name = self._names[look.sprite] = _json(look.name if number == 1 else f"{look.name} {number}")
        return name

    def _write(self, file):
        """The thread: writes whole lines, all that wait at once."""
        try:
            with file:
                is_over = False
                while not is_over:
                    is_over = self._is_over.wait(INTERVAL)
                    lines = [self._lines.popleft() for _ in range(len(self._lines))]
                    text = "".join((line if isinstance(line, str) else _sprite(*line)) + "\n" for line in lines)
                    file.write(text.encode("utf-8", "replace"))
                    file.flush()
        except OSError as error:
            self.is_open = False
            print(f"maskscope: {self._path} is no longer written: {error}", file=sys.stderr)


class _Look:
    """A sprite, or a mask without one, at the moment of a check."""

    def __init__(self, kind, name, mask, position, sprite=None, image=None):
        self.kind = kind
        self.name = name
        self.mask = mask
        self.position = position
        self.sprite = sprite
        self.image = image

    @classmethod
    def of(cls, sprite):
        image = getattr(sprite, "image", None)
        mask = getattr(sprite, "mask", None)
        if mask is None:
            mask = pygame.mask.from_surface(image) if image else pygame.mask.Mask(sprite.rect.size, fill=True)
        kind = type(sprite).__name__
        return cls(kind, str(getattr(sprite, "name", kind)), mask, sprite.rect.topleft, sprite, image)

    @classmethod
    def pair(cls, a, b, offset, names, at):
        there = (at[0] + offset[0], at[1] + offset[1])
        return cls(names[0], names[0], a, at), cls(names[1], names[1], b, there)

    def rgba(self):
        """The pixels of the sprite's picture, if it is as large as the mask."""
        if self.image is not None and self.image.get_size() == self.mask.get_size():
            return pygame.image.tobytes(self.image, "RGBA")
        return None


def dump(a, b, offset, path="bug.scene.json", hit=None):
    """Writes mask `a`, and mask `b` at `offset` from it, as a scene that `maskscope --scene bug.scene.json` opens.

    With `hit`, what the game answered, `maskscope replay bug.scene.json` says whether the pixels agree.
    """
    masks = [_rows(mask.get_size(), _rgba_of_mask(mask)) for mask in (a, b)]
    scene = {"maskscope": 1, "a": {"mask": masks[0]}, "b": {"mask": masks[1], "position": list(offset)}}
    if hit is not None:
        scene["expect"] = {"masks_overlap": bool(hit)}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file, indent=1)
        file.write("\n")


def _rgba_of_mask(mask):
    if not all(mask.get_size()):
        return b""  # pygame makes no surface of it
    return pygame.image.tobytes(mask.to_surface(unsetcolor=(0, 0, 0, 0)), "RGBA")


def _cells(rgba):
    """A `#` or a `.` for each pixel."""
    return rgba[3::4].translate(CELLS)


def _rows(size, rgba):
    cells = _cells(rgba).decode()
    return [cells[start : start + size[0]] for start in range(0, len(cells), size[0])]


def _sprite(name, size, mask, image):
    """A sprite of the log: its name in quotes, and the pixels of its mask and, if there is one, of its picture."""
    if image is not None and _cells(image) == _cells(mask):
        png = base64.b64encode(_png(size, image)).decode()
        return f'{{"sprite":{name},"png":"{png}","solid":{{"threshold":{THRESHOLD}}}}}'
    return f'{{"sprite":{name},"mask":{_json(_rows(size, mask))}}}'


def _png(size, rgba):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    stride = 4 * size[0]
    rows = b"".join(b"\0" + rgba[start : start + stride] for start in range(0, len(rgba), stride))
    header = struct.pack(">IIBBBBB", *size, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
