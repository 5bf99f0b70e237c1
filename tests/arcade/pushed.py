"""A platformer in Arcade: an engine pushes the player out of walls, which hurt nobody, and looks for ground below him; spikes and coins do not push.

It prints JSON: `spikes`, the hits of spikes that share no pixel, and `gone`, the coins that were gone when a frame ended.
"""

import json

import arcade
import numpy
from PIL import Image

SIZE, FRAMES = 320, 160


def texture(width, height, solid):
    rgba = numpy.full((height, width, 4), 255, numpy.uint8)
    rgba[~solid, 3] = 0
    return arcade.Texture(Image.fromarray(rgba), hit_box_algorithm=arcade.hitbox.algo_bounding_box)


def disc(size):
    y, x = numpy.mgrid[0:size, 0:size] + 0.5
    return (x - size / 2) ** 2 + (y - size / 2) ** 2 < size * size / 4


class Player(arcade.Sprite):
    pass


class Wall(arcade.Sprite):
    pass


class Spike(arcade.Sprite):
    pass


class Coin(arcade.Sprite):
    pass


def is_seen(one, other):
    """Whether two discs share a pixel, which are upright and whose corners lie on whole pixels."""
    solids = []
    for it in (one, other):
        x, y = round(it.left), round(-it.top)
        solid = numpy.zeros((2 * SIZE, 2 * SIZE), bool)
        solid[y + SIZE : y + SIZE + 20, x : x + 20] = disc(20)
        solids.append(solid)
    return bool((solids[0] & solids[1]).any())


def main():
    window = arcade.Window(SIZE, SIZE, "pushed")
    look = texture(20, 20, disc(20))
    player = Player(look, center_x=20, center_y=100)
    walls, others, coins = (arcade.SpriteList() for _ in range(3))
    walls.extend([Wall(texture(60, 20, numpy.ones((20, 60), bool)), center_x=30 + 60 * it, center_y=20) for it in range(6)])
    walls.append(Wall(texture(20, 40, numpy.ones((40, 20), bool)), center_x=290, center_y=50))
    others.extend([player, *(Spike(look, center_x=it, center_y=58) for it in (101, 171))])
    coins.extend([Coin(look, center_x=it, center_y=40) for it in (60, 130, 230)])
    engine = arcade.PhysicsEnginePlatformer(player, walls=walls, gravity_constant=1)
    spikes = gone = 0
    for frame in range(FRAMES):
        if engine.can_jump() and frame % 40 == 39:
            engine.jump(4)
        player.change_x = 2 if frame < 150 else 0
        engine.update()
        player.position = round(player.center_x), round(player.center_y)
        for spike in others[1:]:
            if arcade.check_for_collision(player, spike):
                spikes += not is_seen(player, spike)
        for coin in arcade.check_for_collision_with_list(player, coins):
            coin.remove_from_sprite_lists()
            gone += 1
        coin = None
        window.clear()
        for sprites in (walls, others, coins):
            sprites.draw(pixelated=True)
        window.flip()
    print(json.dumps({"spikes": spikes, "gone": gone}))


if __name__ == "__main__":
    main()
