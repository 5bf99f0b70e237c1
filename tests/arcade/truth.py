"""A game in Arcade that writes what is true of its tests: by numpy, on its textures as they are drawn.

    python truth.py CHECKS TRUTH        TRUTH gets JSON: each check that the log must have, in order
    python truth.py PLACES              prints how many pixels of the real window differ from those by numpy
"""

import json
import math
import random
import sys

import arcade
import numpy
from PIL import Image

SIZE = 320
MOST_APART = 30  # so that no miss is only counted
# What the upper left, upper right and lower left of a turned texture show: corners of its image.
TURNS = {
    None: ((0, 0), (1, 0), (0, 1)),
    "flip_left_right": ((1, 0), (0, 0), (1, 1)),
    "flip_top_bottom": ((0, 1), (1, 1), (0, 0)),
    "rotate_90": ((0, 1), (0, 0), (1, 1)),
    "rotate_180": ((1, 1), (0, 1), (1, 0)),
    "rotate_270": ((1, 0), (1, 1), (0, 0)),
    "transpose": ((0, 0), (0, 1), (1, 0)),
    "transverse": ((1, 1), (1, 0), (0, 1)),
}
ALGORITHMS = [arcade.hitbox.algo_bounding_box, arcade.hitbox.algo_simple, arcade.hitbox.algo_detailed]


class Rock(arcade.Sprite):
    pass


class Ship(arcade.Sprite):
    pass


def solid_of(width, height, kind):
    y, x = numpy.mgrid[0:height, 0:width]
    if kind == 0:
        u, v = (x - (width - 1) / 2) / width, (y - (height - 1) / 2) / height
        return (u * u + v * v <= 0.25) & ~((u > 0.1) & (v < 0))
    return (x * 7 + y * 13) % 23 < 9 if kind == 1 else (x < width / 3) | (y > height * 0.7)


def shown(solid, corners, is_smooth):
    """The pixels of a turned texture, alpha above 127. A linear filter reads from the middles of the outermost pixels."""
    height, width = solid.shape
    places = numpy.array(corners, float) * (width, height)
    is_upright = corners[0][0] != corners[1][0]
    wide, high = (width, height) if is_upright else (height, width)
    if is_smooth:
        places += [[0.5, 0.5], [-0.5, 0.5], [0.5, -0.5]]
    y, x = numpy.mgrid[0:high, 0:wide] + 0.5
    origin, right, below = places
    u, v = (origin[k] + (right - origin)[k] * x / wide + (below - origin)[k] * y / high for k in (0, 1))
    level = lambda row, column: solid[numpy.clip(row, 0, height - 1), numpy.clip(column, 0, width - 1)] * 255.0
    if not is_smooth:
        return level(numpy.floor(v).astype(int), numpy.floor(u).astype(int)) > 127
    i, j = numpy.floor(u - 0.5).astype(int), numpy.floor(v - 0.5).astype(int)
    fu, fv = u - 0.5 - i, v - 0.5 - j
    upper, lower = (level(row, i) * (1 - fu) + level(row, i + 1) * fu for row in (j, j + 1))
    return (upper * (1 - fv) + lower * fv).astype(int) > 127


class Look:
    """A texture, and which of its pixels a player sees."""

    def __init__(self, rng):
        width, height = rng.randint(8, 40), rng.randint(8, 40)
        solid = solid_of(width, height, rng.randrange(3))
        rgba = numpy.full((height, width, 4), 255, numpy.uint8)
        rgba[~solid, 3] = 0
        self.texture = arcade.Texture(Image.fromarray(rgba), hit_box_algorithm=rng.choice(ALGORITHMS))
        turn = rng.choice([*TURNS])
        self.texture = self.texture if turn is None else getattr(self.texture, turn)()
        self.solid = [shown(solid, TURNS[turn], is_smooth) for is_smooth in (False, True)]


def place(sprite, rng, x, y):
    """Puts a sprite somewhere, turned, scaled and mirrored."""
    sprite.position = x, y
    sprite.angle = rng.choice([0, 0, rng.uniform(-400, 400), rng.randrange(0, 360, 90)])
    scale = rng.choice([1, 1, 0.5, rng.uniform(0.4, 2.5)])
    sprite.scale = (scale * rng.choice([1, -1]), rng.choice([scale, rng.uniform(0.4, 2)]))


def corners(sprite, points):
    """The corners of a hit box in the world, y down."""
    turn, (sx, sy), (x, y) = math.radians(sprite.angle), sprite.scale, sprite.position
    cos, sin = math.cos(turn), math.sin(turn)
    scaled = ((u * sx, v * sy) for u, v in points)
    return [[x + u * cos + v * sin, -(y - u * sin + v * cos)] for u, v in scaled]


def drawn(sprite, solid, left, top, size=SIZE):
    """The pixels of a sprite as a nearest filter draws them, in a square of the world whose top left is there, y down."""
    y, x = numpy.mgrid[0:size, 0:size] + 0.5
    x, y = x + left - sprite.center_x, y + top + sprite.center_y
    turn = math.radians(sprite.angle)
    u, v = x * math.cos(turn) + y * math.sin(turn), -x * math.sin(turn) + y * math.cos(turn)
    height, width = solid.shape
    column = numpy.floor((u / sprite.scale[0] / width + 0.5) * width).astype(int)
    row = numpy.floor((v / sprite.scale[1] / height + 0.5) * height).astype(int)
    inside = (0 <= column) & (column < width) & (0 <= row) & (row < height)
    return inside & solid[numpy.clip(row, 0, height - 1), numpy.clip(column, 0, width - 1)]


def check(count, path):
    """Tests pairs of sprites that move with a camera, some in lists, some by themselves."""
    rng, window, checks = random.Random(7), arcade.Window(SIZE, SIZE, "truth"), []
    looks = [Look(rng) for _ in range(60)]
    camera, lists = arcade.Camera2D(), [arcade.SpriteList(), arcade.SpriteList(use_spatial_hash=True)]
    ship, rocks = Ship(looks[0].texture), [Rock(look.texture) for look in looks[:12]]
    lists[0].append(ship)
    lists[1].extend(rocks)
    frame = 0
    while len(checks) < count:
        is_smooth = frame // 50 % 2
        x, y = rng.uniform(-900, 900), rng.uniform(-900, 900)
        chosen = {sprite: rng.choice(looks) for sprite in (ship, *rocks)}
        for sprite, look in chosen.items():
            sprite.texture = look.texture
            sprite.sync_hit_box_to_texture()
            apart = 0 if sprite is ship else MOST_APART
            place(sprite, rng, x + rng.uniform(-apart, apart), y + rng.uniform(-apart, apart))
        answers = dict.fromkeys(rocks, None)
        if frame % 2:
            hits = arcade.check_for_collision_with_list(ship, lists[1], method=3)
            answers = {rock: rock in hits for rock in rocks}
        else:
            answers = {rock: arcade.check_for_collision(ship, rock) for rock in rocks}
        line = sys._getframe().f_lineno - (4 if frame % 2 else 1)
        camera.position, camera.zoom = (x, y), rng.choice([1, 2, 0.5])
        solids = {it: look.solid[is_smooth] for it, look in chosen.items()}
        own = drawn(ship, solids[ship], int(x) - 160, int(-y) - 160)
        view = [x - SIZE / 2 / camera.zoom, -y - SIZE / 2 / camera.zoom, SIZE / camera.zoom, SIZE / camera.zoom]
        for rock, hit in answers.items():
            area = int((own & drawn(rock, solids[rock], int(x) - 160, int(-y) - 160)).sum())
            sides = {}
            for name, sprite in (("a", ship), ("b", rock)):
                polygon = corners(sprite, sprite.texture.hit_box_points)
                sides[name] = {"kind": type(sprite).__name__, "place": [sprite.center_x, -sprite.center_y], "polygon": polygon}
            checks.append({"frame": frame, **sides, "hit": hit, "area": area, "line": line, "view": view})
        window.clear()
        with camera.activate():
            for sprites in lists:
                sprites.draw(pixelated=not is_smooth)
        window.flip()
        frame += 1
    with open(path, "w", encoding="utf-8") as file:
        json.dump(checks, file)


def look(count):
    """Prints how many pixels of the real window are others than those by numpy, and of how many."""
    rng, window = random.Random(3), arcade.Window(SIZE, SIZE, "pictures")
    differ, all_pixels = [0] * 4, [0] * 4
    for number in range(count):
        it = Look(rng)
        sprite, sprites = Rock(it.texture), arcade.SpriteList()
        sprites.append(sprite)
        # Between pixels: on their middles each way of rounding is right.
        place(sprite, rng, *(SIZE / 2 + rng.uniform(0.05, 0.45) for _ in range(2)))
        is_smooth = number % 2
        if number % 4 < 2:  # upright, on whole pixels
            sprite.angle, sprite.scale = 0, 1
            sprite.position = SIZE / 2 + it.texture.width % 2 / 2, SIZE / 2 + it.texture.height % 2 / 2
        window.clear()
        sprites.draw(pixelated=not is_smooth)
        seen = numpy.array(arcade.get_image(0, 0, SIZE, SIZE))[:, :, 0] > 127
        expected = drawn(sprite, it.solid[is_smooth], 0, -SIZE)
        kind = number % 4
        differ[kind] += int((seen != expected).sum())
        all_pixels[kind] += int(expected.sum())
    print(json.dumps({"differ": differ, "pixels": all_pixels}))


if __name__ == "__main__":
    if len(sys.argv) == 2:
        look(int(sys.argv[1]))
    else:
        check(int(sys.argv[1]), sys.argv[2])
