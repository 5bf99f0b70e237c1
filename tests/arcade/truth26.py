"""A game in Arcade 2.6 that writes what is true of its tests, as `truth.py` does for Arcade 3.

    python truth26.py CHECKS TRUTH
"""

import json
import random
import sys

import arcade
from PIL import Image
from pixels import SIZE, Drawn, Pose, rgba_of, side_of, solid_of

WAYS = {"None": "box", "Simple": "simple", "Detailed": "detailed"}


class Rock(arcade.Sprite):
    pass


class Ship(arcade.Sprite):
    pass


def look_of(rng, number):
    """A texture, and which of its pixels a player sees."""
    solid = solid_of(rng.randint(8, 40), rng.randint(8, 40), rng.randrange(3))
    way = rng.choice([*WAYS])
    return arcade.Texture(f"look {number}", Image.fromarray(rgba_of(solid)), hit_box_algorithm=way), solid, WAYS[way]


def main(count, path):
    """Tests pairs of sprites that move with a camera, by themselves and in a list."""
    rng, window, checks, frame = random.Random(7), arcade.Window(SIZE, SIZE, "truth"), [], 0
    looks, drawn = [look_of(rng, number) for number in range(60)], Drawn()
    camera, sprites = arcade.Camera(SIZE, SIZE), arcade.SpriteList()
    ship, rocks = Ship(), [Rock() for _ in range(12)]
    listed = arcade.SpriteList()
    for it in (ship, *rocks):
        it.texture = looks[0][0]
    sprites.append(ship)
    listed.extend(rocks)
    while len(checks) < count:
        x, y = rng.randint(-900, 900), rng.randint(-900, 900)
        chosen = {it: rng.choice(looks) for it in (ship, *rocks)}
        for it, (texture, _, _) in chosen.items():
            it.texture = texture
            it.hit_box = texture.hit_box_points
            apart = 0.4 if it is ship else 30
            it.position = x + rng.uniform(-apart, apart), y + rng.uniform(-apart, apart)
            it.angle = rng.choice([0, rng.uniform(-400, 400), rng.randrange(0, 360, 90)])
            it.scale = rng.choice([1, 0.5, rng.uniform(0.4, 2.5)])
        if frame % 2:
            line = sys._getframe().f_lineno + 1
            hits = arcade.check_for_collision_with_list(ship, listed, method=3)
            answers = {rock: rock in hits for rock in rocks}
        else:
            line = sys._getframe().f_lineno + 1
            answers = {rock: arcade.check_for_collision(ship, rock) for rock in rocks}
        poses = {it: Pose(it.position, -it.angle, (it.scale, it.scale)) for it in chosen}
        tested, left, top = [], x - 160, -y - 160
        own = poses[ship].drawn(chosen[ship][1], left, top)
        for rock, hit in answers.items():
            area = int((own & poses[rock].drawn(chosen[rock][1], left, top)).sum())
            pairs = zip("ab", (ship, rock))
            sides = {name: side_of(it, poses[it], it.hit_box, chosen[it][2]) for name, it in pairs}
            view = [x - SIZE / 2, -y - SIZE / 2, SIZE, SIZE]
            checks.append({"frame": frame, **sides, "hit": hit, "area": area, "line": line, "view": view})
            tested.append((checks[-1], (ship, rock)))
        if frame % 3 == 0:
            # They are pushed away before they are drawn.
            ship.position, ship.angle = (x + 7, y - 3), ship.angle + 30
            rocks[0].scale = 2
        ends = {it: Pose(it.position, -it.angle, (it.scale, it.scale)) for it in chosen}
        drawn.add(tested, poses, ends, lambda it: it.hit_box)
        window.clear()
        camera.move((x - SIZE / 2, y - SIZE / 2))
        camera.use()
        for it in (sprites, listed):
            it.draw(pixelated=True)
        window.flip()
        frame += 1
    with open(path, "w", encoding="utf-8") as file:
        json.dump(checks, file)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
