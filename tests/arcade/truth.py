"""A game in Arcade that writes what is true of its tests: by numpy, on its textures as they are drawn.

    python truth.py CHECKS TRUTH        TRUTH gets JSON: each check that the log must have, in order
    python truth.py PLACES              prints how many pixels of the real window differ from those by numpy
"""

import json
import random
import sys

import arcade
import numpy
from PIL import Image
from pixels import SIZE, Drawn, Pose, rgba_of, side_of, solid_of

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
# Names of a log for the ways to make hit boxes; of the box it has none.
WAYS = {
    arcade.hitbox.BoundingHitBoxAlgorithm: "box",
    arcade.hitbox.SimpleHitBoxAlgorithm: "simple",
    arcade.hitbox.PymunkHitBoxAlgorithm: "detailed",
}
ALGORITHMS = [arcade.hitbox.algo_bounding_box, arcade.hitbox.algo_simple, arcade.hitbox.algo_detailed]


class Rock(arcade.Sprite):
    pass


class Ship(arcade.Sprite):
    pass


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
        self.texture = arcade.Texture(Image.fromarray(rgba_of(solid)), hit_box_algorithm=rng.choice(ALGORITHMS))
        turn = rng.choice([*TURNS])
        self.texture = self.texture if turn is None else getattr(self.texture, turn)()
        self.solid = [shown(solid, TURNS[turn], is_smooth) for is_smooth in (False, True)]


def place(sprite, rng, x, y):
    """Puts a sprite somewhere, turned, scaled and mirrored."""
    sprite.position = x, y
    sprite.angle = rng.choice([0, 0, rng.uniform(-400, 400), rng.randrange(0, 360, 90)])
    scale = rng.choice([1, 1, 0.5, rng.uniform(0.4, 2.5)])
    sprite.scale = (scale * rng.choice([1, -1]), rng.choice([scale, rng.uniform(0.4, 2)]))


def check(count, path):
    """Tests pairs of sprites that move with a camera, some in lists, some by themselves."""
    rng, window, checks = random.Random(7), arcade.Window(SIZE, SIZE, "truth"), []
    looks = [Look(rng) for _ in range(60)]
    camera, lists = arcade.Camera2D(), [arcade.SpriteList(), arcade.SpriteList(use_spatial_hash=True)]
    ship, rocks = Ship(looks[0].texture), [Rock(look.texture) for look in looks[:12]]
    lists[0].append(ship)
    lists[1].extend(rocks)
    frame, drawn = 0, Drawn()
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
        poses = {it: Pose(it.position, it.angle, it.scale) for it in chosen}
        tested = []
        left, top = int(x) - 160, int(-y) - 160
        own = poses[ship].drawn(solids[ship], left, top)
        view = [x - SIZE / 2 / camera.zoom, -y - SIZE / 2 / camera.zoom, SIZE / camera.zoom, SIZE / camera.zoom]
        for rock, hit in answers.items():
            area = int((own & poses[rock].drawn(solids[rock], left, top)).sum())
            sides = {}
            for name, sprite in (("a", ship), ("b", rock)):
                texture = sprite.texture
                way = WAYS[type(texture.hit_box_algorithm)]
                sides[name] = side_of(sprite, poses[sprite], texture.hit_box_points, way)
            checks.append({"frame": frame, **sides, "hit": hit, "area": area, "line": line, "view": view})
            tested.append((checks[-1], (ship, rock)))
        if frame % 3 == 0:
            # They are pushed away before they are drawn.
            ship.position, ship.angle = (x + 7, y - 3), ship.angle + 30
            rocks[0].scale = (2, 0.5)
        ends = {it: Pose(it.position, it.angle, it.scale) for it in chosen}
        drawn.add(tested, poses, ends, lambda it: it.texture.hit_box_points)
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
        expected = Pose(sprite.position, sprite.angle, sprite.scale).drawn(it.solid[is_smooth], 0, -SIZE)
        kind = number % 4
        differ[kind] += int((seen != expected).sum())
        all_pixels[kind] += int(expected.sum())
    print(json.dumps({"differ": differ, "pixels": all_pixels}))


if __name__ == "__main__":
    if len(sys.argv) == 2:
        look(int(sys.argv[1]))
    else:
        check(int(sys.argv[1]), sys.argv[2])
