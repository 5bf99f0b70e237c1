"""Sprites as Arcade keeps them: where they are, their hit boxes and their textures, read without any code of the game."""

import copy
import json
import math
import pathlib
import types
import weakref

import arcade

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_mro = type.__dict__["__mro__"].__get__
_vars = type.__dict__["__dict__"].__get__
_name = type.__dict__["__name__"].__get__
_dict = object.__getattribute__

# The properties and methods by which Arcade asks a sprite for its hit box.
HIT_BOX = "hit_box" if hasattr(arcade, "BasicSprite") else "get_adjusted_hit_box"

HIT_BOXES = {getattr(getattr(arcade, "hitbox", None), name, None) for name in ("HitBox", "RotatableHitBox")}

# How many corners a polygon of a log may have.
CORNERS = range(3, 257)

MOST_NAMES = 50_000


def _reader(cls, name):
    """A function that reads an attribute of Arcade's, which a slot or a dictionary has."""
    found = _vars(cls).get(name)
    if type(found) is types.MemberDescriptorType:
        return found.__get__
    return lambda it: _dict(it, "__dict__").get(name)


class Fields:
    """Functions that read the attributes of sprites."""

    def __init__(self):
        base = getattr(arcade, "BasicSprite", arcade.Sprite)
        for name in ("position", "width", "height", "angle", "texture", "color", "visible", "alpha", "points", "scale"):
            setattr(self, name, _reader(base, f"_{name}"))
        self.lists = _reader(base, "sprite_lists")
        self.own_hit_boxes = {id(_found(cls, HIT_BOX)) for cls in (base, arcade.Sprite)}
        self.hit_boxes = [_reader(cls, "_hit_box") for cls in (arcade.Sprite, base)]
        self.cached = _reader(base, "_point_list_cache")
        self.is_old = base is arcade.Sprite  # Arcade 2.6
        self.turn = -1 if self.is_old else 1  # the sign of clockwise angles

    def state(self, sprite):
        """All that a side of a check is made of: it is the same while this is equal."""
        place, lists = self.position(sprite), self.lists(sprite)
        place = tuple(place) if type(place) is list else place
        numbers = (place, self.width(sprite), self.height(sprite), self.angle(sprite))
        if self.is_old:
            corners, points, scale = self.cached(sprite), self.points(sprite), self.scale(sprite)
            scale, is_seen = (scale, scale), self.alpha(sprite) != 0
        else:
            box = self.hit_boxes[0 if issubclass(type(sprite), arcade.Sprite) else 1](sprite)
            found = _dict(box, "__dict__")
            corners = None if found["_adjusted_cache_dirty"] else found["_adjusted_points"]
            points, scale = found["_points"], found["_scale"]
            if type(box) not in HIT_BOXES:
                corners, points = None, ()  # a class of the game may adjust them in its own way
            is_seen = self.visible(sprite) and self.color(sprite)[3] != 0
        parts = (id(self.texture(sprite)), id(corners), id(points), scale)
        return (numbers, parts, is_seen, *map(id, lists)), corners, points


def _found(cls, name):
    return next((_vars(base)[name] for base in _mro(cls) if name in _vars(base)), None)


class Pose:
    """A side of a check: a sprite as it was tested."""

    jumps = 0
    is_between = True
    tested_at = None

    def __init__(self, entry, state, corners, points):
        (place, *numbers), _, is_seen, *lists = self.state = state
        self.entry, self.numbers = entry, [*map(float, (*place, *numbers))]
        if not all(map(math.isfinite, self.numbers)):
            raise ValueError("a place, size or angle that is not a number")
        self.numbers[4] *= entry.read.turn
        self.lists = (entry.ref.key, *lists) if is_seen else ()
        self.seen = -1
        self.kind, self.name = entry.kind, entry.name
        self.look, self.order, self.size, self.image = entry.look
        self._kept = corners, points  # so that their ids mean no others
        corners = corners or _placed(points, *state[1][3], *self.numbers)
        self.corners = corners if entry.has_hit_box and len(corners) in CORNERS else None  # y up
        self.box = _box_around(self.numbers, self.corners)
        self.filter = None  # True where its pixels are drawn smoothly, False where not, None where they are not seen
        self.cameras = frozenset()
        self.is_shown = True
        self.sprite = self.json = None
        self.is_current = False
        self.bare = None
        self.facts = ""  # behind its other fields
        self.own = self._stated = self.home = None

    def untested(self):
        """The same side of a check in which nobody knows what was tested."""
        if self.bare is None:
            self.bare = copy.copy(self)
            self.bare.corners, self.bare.sprite, self.bare.is_current = None, None, False  # it is said anew
        return self.bare

    def looking_from(self, home):
        """The same side where it is that of `home`, which is moved for the test alone."""
        if self.entry is not home.entry:
            return self
        side = copy.copy(self)
        side.home, side.is_current, side.bare = home, False, None
        return side

    def see(self, drawn, now):
        """Notes how it is drawn, if it is."""
        if self.seen == now:
            return
        self.is_current = False  # a log of the last seconds may have forgotten its sprite
        self.entry.see(now, drawn)
        places = (it[0] for it in (self.entry.now, self.entry.before) if it is not None)
        self.seen, self.is_shown = now, self.state[0][0] in places
        for key in self.lists:
            frame, is_smooth, cameras = drawn.get(key, (-2, None, None))
            if frame >= now - 1:
                self.filter, self.cameras = is_smooth, cameras
                return

    def facts_of(self, is_ended, is_drawn):
        """What its frame, which has ended or not, says of it, as JSON.

        `last` and `next` are left out of sprites that stand still, and where the frame had begun to draw.
        """
        if self.corners is None or self.home and self.home.corners is None:
            return ""
        entry, body = self.entry, self.home or self
        drawn, state = (entry.before, entry.now), body.state
        is_still = is_ended and entry.end is not None and entry.end[0] == state and drawn == (state[0],) * 2
        asked = is_still or (self.seen, is_ended, is_drawn)
        if self._stated is None or self._stated[0] != asked:
            body.own = body.own or _corners_box(body.corners)
            text = (',"made":true' if self.home else "") + f',"own":{_box_text(body.own)}'
            if is_ended:
                if not is_drawn and not is_still:
                    text += "".join(f',"{name}":{entry.picture(it)}' for name, it in zip(("last", "next"), drawn) if it)
                end = entry.end_of(body)
                text += f',"end":{_box_text(end)}' if end != () else ""
            self._stated = asked, text
        return self._stated[1]

    def text(self, sprite):
        """The side as JSON, without its facts and its end."""
        x, y, width, height, angle = self.numbers
        scale = (width / self.size[0], height / self.size[1])
        text = f'{{"sprite":{sprite},"name":{self.name},"position":[{x!r},{-y!r}]'
        if scale != (1, 1):
            text += f',"scale":[{scale[0]!r},{scale[1]!r}]'
        if angle:
            text += f',"rotation":{angle!r}'
        if self.corners:
            text += f',"shape":{_json({"polygon": [[round(x, 6), round(-y, 6)] for x, y in self.corners]})}'
        return text


def _placed(points, scale, other, x, y, width, height, angle):
    """The corners of a hit box that has not been tested where it is, since its sprites are far apart."""
    if not angle:
        return [(x + u * scale, y + v * other) for u, v in points or ()]
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    scaled = [(u * scale, v * other) for u, v in points or ()]
    return [(x + u * cos + v * sin, y - u * sin + v * cos) for u, v in scaled]


def _box_around(numbers, corners):
    """A box around the picture and the hit box, y down."""
    x, y, width, height, angle = numbers
    wide, high = abs(width) / 2, abs(height) / 2
    if angle:
        turn = math.radians(angle)
        cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
        wide, high = wide * cos + high * sin, wide * sin + high * cos
    if corners:
        xs, ys = zip(*corners)
        wide, high = max(wide, max(xs) - x, x - min(xs)), max(high, max(ys) - y, y - min(ys))
    return (x - wide, -y - high, 2 * wide, 2 * high)


def _corners_box(corners):
    """The box around a hit box, y down, as its rounded corners in the log have it."""
    xs, ys = [round(x, 6) for x, _ in corners], [round(-y, 6) for _, y in corners]
    left, top = min(xs), min(ys)
    return (left, top, max(xs) - left, max(ys) - top)


def _box_text(box):
    return "null" if box is None else "[%r,%r,%r,%r]" % (*(int(it) if it % 1 == 0 else it for it in box),)


def _finite(place, *numbers):
    """A place, a size and an angle as numbers; None if they are none."""
    try:
        numbers = [*map(float, (*place, *numbers))]
    except (TypeError, ValueError, OverflowError):
        return None
    return numbers if len(numbers) == 5 and all(map(math.isfinite, numbers)) else None


class _Ref(weakref.ref):
    """A weak reference that knows the id of its sprite."""

    __slots__ = ("key",)


class Entry:
    """A sprite that has been tested."""

    pose = None
    texture = None  # weak
    look = None  # identity of that, the order of its corners, its size, and a function that returns its image
    frame = -1  # the last at whose end it was read
    now = before = None  # the place, size and angle by which it was drawn in that frame, and in the one before
    end = None  # its state then, and its hit box; None if it was gone

    def __init__(self, ref, kind, name, read, has_own):
        self.ref, self.kind, self.name, self.has_hit_box = ref, kind, name, has_own
        self.read = read

    def see(self, frame, drawn):
        """Reads where it is at the end of a frame."""
        if self.frame == frame:
            return
        sprite = self.ref()
        self.before = self.now if self.frame == frame - 1 else None
        self.frame, self.now, self.end = frame, None, None
        if sprite is not None:
            state, *_ = self.end = self.read.state(sprite)
            numbers, _, is_seen, *lists = state
            if is_seen and any(drawn.get(key, (-1,))[0] == frame for key in (self.ref.key, *lists)):
                self.now = numbers

    def end_of(self, pose):
        """The box around the hit box of a test where the frame has ended; None if it is gone, () if unknown."""
        if self.end is None:
            return None
        (numbers, (_, _, *made), *_), corners, points = self.end
        numbers, (_, *size), (_, _, *tested) = _finite(*numbers), numbers, pose.state[1]
        if numbers is None or not (corners or points):
            return ()
        numbers[4] *= self.read.turn
        if size == [*pose.state[0][1:]] and made == tested:
            # What Arcade has kept of its corners may be rounded otherwise than it was.
            left, top, wide, high = pose.own
            return (round(left + numbers[0] - pose.numbers[0], 6), round(top - numbers[1] + pose.numbers[1], 6), wide, high)
        return _corners_box(corners or _placed(points, *made[1], *numbers))

    def picture(self, numbers):
        """The box around its picture by a place, a size and an angle, as JSON."""
        found = _finite(*numbers)
        return _box_text(found and [round(it, 6) for it in _box_around(found, None)])


class Sprites:
    """All sprites that are tested."""

    def __init__(self):
        self.read = Fields()
        self._entries = {}  # by id
        self._counts = {}
        self._dead = []  # filled without running any code of the logger

    def clear(self):
        """Forgets everything."""
        self._entries.clear()
        self._counts.clear()

    def bury(self):
        """Forgets what is gone."""
        while self._dead:
            ref = self._dead.pop()
            entry = self._entries.get(ref.key)
            if entry is not None and entry.ref is ref:
                del self._entries[ref.key]

    def pose(self, sprite):
        """A sprite as it is now: the same side of a check as before where nothing has changed."""
        read, entry = self.read, self._entries.get(id(sprite))
        if entry is None or entry.ref() is not sprite:
            entry = self._entries[id(sprite)] = self._enter(sprite)
        state, *hit_box = read.state(sprite)
        pose = entry.pose
        if pose is None or pose.state != state:
            texture = read.texture(sprite)
            if entry.texture is None or entry.texture() is not texture:
                entry.texture, entry.look = weakref.ref(texture), _look_of(texture)
            pose = entry.pose = Pose(entry, state, *hit_box)
        return pose

    def _enter(self, sprite):
        cls = type(sprite)
        module = _vars(cls).get("__module__")
        kind = _name(cls)
        if type(module) is str and module.partition(".")[0] == "arcade" and ".examples." not in module:
            kind = _stem(self.read.texture(sprite)) or kind  # Arcade's own class says nothing
        kind = kind.replace("~", "-")
        number = self._counts[kind] = self._counts.get(kind, 0) + 1
        has_own = id(_found(cls, HIT_BOX)) in self.read.own_hit_boxes
        name = _json(kind if number == 1 or number > MOST_NAMES else f"{kind} {number}")
        ref = _Ref(sprite, self._dead.append)
        ref.key = id(sprite)
        return Entry(ref, kind, name, self.read, has_own)

    def context(self, sprites):
        """The context in which a list of sprites is drawn; None if it is hidden."""
        found = _dict(sprites, "__dict__")
        is_seen = found.get("_visible", True) and found.get("_color", (1, 1, 1, 1))[3] != 0
        return found.get("ctx") if is_seen else None

    def is_smooth(self, filter, pixelated):
        """True if a list drawn so reads from the middles of the outermost pixels, as Arcade 3 does for linear filters."""
        if self.read.is_old:
            return False
        if not filter:
            filter = (arcade.gl.NEAREST,) if pixelated else arcade.SpriteList.DEFAULT_TEXTURE_FILTER
        return arcade.gl.NEAREST not in (filter if type(filter) in (tuple, list) else (filter,))


def _stem(texture):
    path = _attribute(texture, "_file_path")
    return path.stem if issubclass(type(path), pathlib.PurePath) else None


def _look_of(texture):
    """What distinguishes the pixels of a texture, the order of its corners, its size, and a function that returns its image."""
    data = _attribute(texture, "_image_data")
    image = data.image if data is not None else texture.image
    order = _attribute(texture, "_vertex_order")
    content = data.hash if data is not None else (id(texture), texture.name)
    size = image.size
    if order is not None and order[0] % 2 == order[1] % 2:
        size = size[::-1]  # its upper side is a left or right side of the image
    ref = weakref.ref(texture)
    return (content, order), order, size, lambda: _image(ref())


def _image(texture):
    data = _attribute(texture, "_image_data")
    return texture and (data.image if data is not None else texture.image)


def _attribute(it, name):
    """An attribute of Arcade's own object, or None."""
    try:
        return _dict(it, name)
    except AttributeError:
        return None
