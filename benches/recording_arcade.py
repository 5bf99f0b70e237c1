"""What the logger of `maskscope run` costs a game in Arcade 3, beside a hook that does nothing.

    python benches/recording_arcade.py              prints a table: processor time a frame, median of five runs
    python benches/recording_arcade.py WAY KIND     one run: plays frames, and prints the milliseconds of the median frame

Of 2,000 sprites 100 are less than 32 px from the one that asks; all move.
"""

import arcade
from PIL import Image, ImageDraw
from support.recording import main, median_frame, places

WAYS = {
    "with a list, one by one": lambda me, all: arcade.check_for_collision_with_list(me, all, method=3),
    "with a list that has a spatial hash": lambda me, all: arcade.check_for_collision_with_list(me, all, method=1),
    "check_for_collision": lambda me, all: [arcade.check_for_collision(me, it) for it in all],
    "collides_with_sprite": lambda me, all: [it.collides_with_sprite(me) for it in all],
}


def hook_nothing():
    """Replaces the function that the logger hooks by one that only calls it."""
    from arcade.sprite_list import collision

    original = collision._check_for_collision
    collision._check_for_collision = lambda *args: original(*args)


def play(way):
    """Plays frames, and returns the milliseconds of processor time of the median one."""
    window = arcade.Window(640, 480)
    image = Image.new("RGBA", (16, 16))
    ImageDraw.Draw(image).ellipse((0, 0, 15, 15), fill="red")
    texture = arcade.Texture(image)
    all = arcade.SpriteList(use_spatial_hash=way.endswith("spatial hash"))
    all.extend(arcade.Sprite(texture, center_x=x, center_y=y) for x, y in places())
    me = arcade.Sprite(texture, center_x=300, center_y=240)
    mine = arcade.SpriteList()
    mine.append(me)

    def frame(by):
        for it in all:
            it.center_x += by
        WAYS[way](me, all)
        window.clear()
        all.draw()
        mine.draw()
        window.flip()

    return median_frame(frame)


if __name__ == "__main__":
    main(__file__, WAYS, play, hook_nothing, ARCADE_HEADLESS="True", LIBGL_ALWAYS_SOFTWARE="1", ALSOFT_DRIVERS="null")
