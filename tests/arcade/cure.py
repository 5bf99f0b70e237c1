"""A game in Arcade that is the same each time but for its hit boxes, which `replay` has promised what they leave wrong.

    python cure.py FOLDER ALGORITHM     by an algorithm of Arcade; writes the textures to FOLDER
    python cure.py FOLDER fit           by the points in FOLDER, for each texture a file in Python
"""

import math
import random
import runpy
import sys
from pathlib import Path

import arcade
import numpy
from PIL import Image, ImageOps

SIZE, FRAMES, LOOKS = 320, 150, 4


class Rock(arcade.Sprite):
    pass


class Ship(arcade.Sprite):
    pass


def image_of(rng):
    """A boomerang, an arc or a wedge: hit boxes of the algorithms differ, and the detailed one is concave."""
    width, height = rng.randint(20, 60), rng.randint(20, 60)
    y, x = numpy.mgrid[0:height, 0:width]
    u, v = (x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5
    solid = [(abs(u) + v > 0.1) & (abs(u) + v < 0.5), (u * u + v * v < 0.25) & (u < 0.1), v > u][rng.randrange(3)]
    rgba = numpy.full((height, width, 4), 255, numpy.uint8)
    rgba[~solid, 3] = 0
    return Image.fromarray(rgba)


def texture_of(image, number, folder, way):
    """A texture with its hit box, each second one mirrored; its picture is written as it is seen."""
    is_mirrored = number % 2
    if way == "fit":
        points = runpy.run_path(folder / f"{number}.py")[f"sprite_{number}_hitbox"]
        points = [(-x if is_mirrored else x, y) for x, y in points]
        texture = arcade.Texture(image, hit_box_points=points)
    else:
        texture = arcade.Texture(image, hit_box_algorithm=getattr(arcade.hitbox, way))
        (ImageOps.mirror(image) if is_mirrored else image).save(folder / f"{number}.png")
    return texture.flip_left_right() if is_mirrored else texture


def place(sprite, rng, look):
    sprite.texture = look
    sprite.sync_hit_box_to_texture()
    sprite.angle = rng.choice([0, rng.uniform(0, 360)])
    sprite.scale = (rng.choice([1, 0.7, 1.5]), rng.choice([1, 0.7, 1.5]))


def main(folder, way):
    rng, window = random.Random(5), arcade.Window(SIZE, SIZE, "cure")
    looks = [texture_of(image_of(rng), number, folder, way) for number in range(LOOKS)]
    ship, sprites = Ship(looks[0]), arcade.SpriteList()
    rocks = [Rock(look) for look in looks]
    sprites.extend([ship, *rocks])
    for _ in range(FRAMES):
        for sprite in sprites:
            place(sprite, rng, rng.choice(looks))
            distance, turn = rng.uniform(0, 50) * (sprite is not ship), rng.uniform(0, math.tau)
            sprite.position = SIZE / 2 + distance * math.cos(turn), SIZE / 2 + distance * math.sin(turn)
        for rock in rocks:
            arcade.check_for_collision(ship, rock)
        window.clear()
        sprites.draw(pixelated=True)
        window.flip()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
