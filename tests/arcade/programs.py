"""Small games in Arcade that must not notice the logger: what each prints is the same with it and without.

    python programs.py NAME
"""

import gc
import os
import random
import sys
import threading
import weakref

import arcade

SIZE = 200


def frames(count):
    """Frames of a game, each shown at its end."""
    window = arcade.get_window() if arcade.window_commands._window else arcade.Window(SIZE, SIZE, "game")
    for frame in range(count):
        yield frame, window
        window.flip()


def sprite(x=100, y=100, kind=arcade.Sprite, **options):
    made = kind(arcade.make_soft_square_texture(30, arcade.color.RED, 255, 255), **options)
    made.position = x, y
    return made


def hits(one, sprites):
    return len(arcade.check_for_collision_with_list(one, sprites))


def properties():
    count = {}

    class Counted(arcade.Sprite):
        def __getattr__(self, name):
            count[name] = count.get(name, 0) + 1
            raise AttributeError(name)

        @property
        def hit_box(self):
            count["hit_box"] = count.get("hit_box", 0) + 1
            return self._hit_box

        @property
        def texture(self):
            count["texture"] = count.get("texture", 0) + 1
            return self._texture

        @texture.setter
        def texture(self, texture):
            arcade.Sprite.texture.fset(self, texture)

        def __eq__(self, other):
            count["eq"] = count.get("eq", 0) + 1
            return self is other

        def __hash__(self):
            count["hash"] = count.get("hash", 0) + 1
            return 7

        def __bool__(self):
            count["bool"] = count.get("bool", 0) + 1
            return False

    one, other = sprite(kind=Counted), sprite(110, kind=Counted)
    sprites = arcade.SpriteList()
    sprites.extend([one, other])
    for _ in frames(10):
        hits(one, sprites)
        arcade.check_for_collision(one, other)
        sprites.draw()
    print(sorted(count.items()))


def lists():
    class Strange(arcade.SpriteList):
        calls = 0

        def __len__(self):
            Strange.calls += 1
            return super().__len__()

        def __iter__(self):
            Strange.calls += 1
            return super().__iter__()

        def draw(self, **options):
            Strange.calls += 1
            super().draw(**options)

    sprites = Strange(use_spatial_hash=True)
    sprites.extend([sprite(10 * n, 100) for n in range(20)])
    one = sprite()
    for frame, _ in frames(20):
        one.center_x = 10 * frame
        sprites.draw(pixelated=frame % 2 == 0)
        print(hits(one, sprites), len(one.collides_with_list(sprites)))
    print(Strange.calls)


def lives():
    class Coin(arcade.Sprite):
        living = 0

        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            Coin.living += 1

        def __del__(self):
            Coin.living -= 1

    gc.disable()
    sprites, one, dead = arcade.SpriteList(), sprite(), []
    for frame, _ in frames(30):
        coin = sprite(100 + frame, 100, kind=Coin)
        dead.append(weakref.ref(coin))
        sprites.append(coin)
        for hit in arcade.check_for_collision_with_list(one, sprites):
            hit.remove_from_sprite_lists()
        del coin, hit
        sprites.draw()
        print(Coin.living, sum(it() is not None for it in dead), sys.getrefcount(one))


def wrong_calls():
    one, sprites = sprite(), arcade.SpriteList()
    calls = [
        lambda: arcade.check_for_collision(one, sprites),
        lambda: arcade.check_for_collision(one),
        lambda: arcade.check_for_collision_with_list(one, [one]),
        lambda: arcade.check_for_collision_with_lists(None, [sprites]),
        lambda: arcade.get_sprites_at_point((1,), arcade.SpriteList()),
        lambda: arcade.get_sprites_at_point((1, 2), 3),
        lambda: sprites.draw(1),
        lambda: arcade.draw_sprite(3),
    ]
    for _ in frames(2):
        print(arcade.check_for_collision(one, sprite()))
        for call in calls:
            try:
                print(call())
            except Exception as error:
                print(type(error).__name__, error)


def strange_numbers():
    one, other = sprite(), sprite(110)
    for frame, _ in frames(8):
        one.position = [100 + frame, 100] if frame % 2 else arcade.Vec2(100, 100 + frame)
        one.angle = float("nan") if frame == 5 else frame
        print(arcade.check_for_collision(one, other), one.position, arcade.check_for_collision(sprite(), other))


def random_numbers():
    random.seed(1)
    sprites, one = arcade.SpriteList(), sprite()
    sprites.extend([sprite(random.randrange(SIZE), random.randrange(SIZE)) for _ in range(50)])
    for _ in frames(20):
        one.position = random.randrange(SIZE), random.randrange(SIZE)
        print(hits(one, sprites), len(arcade.get_sprites_at_point(one.position, sprites)))
        sprites.draw()
    print(random.random())


def engines():
    walls, one = arcade.SpriteList(use_spatial_hash=True), sprite(100, 150)
    walls.extend([sprite(30 * n, 20) for n in range(8)])
    engine = arcade.PhysicsEnginePlatformer(one, walls=walls, gravity_constant=1)
    for _, window in frames(40):
        engine.update()
        walls.draw()
        print(round(one.center_y, 3), engine.can_jump())


def cameras():
    sprites, one, camera = arcade.SpriteList(), sprite(), None
    sprites.extend([one, sprite(120)])
    for frame, window in frames(10):
        camera = camera or arcade.Camera2D()
        camera.position, camera.angle, camera.zoom = (frame, -frame), 10 * frame, 1 + frame / 5
        with camera.activate():
            sprites.draw()
        print(arcade.check_for_collision(*sprites), window.ctx.view_matrix[12:14], camera.position)


def two_windows():
    """Each shows a list of its own; what no window shows together has no pixels in common."""
    windows, lists = [arcade.Window(SIZE, SIZE, name) for name in ("left", "right")], []
    for window in windows:
        arcade.set_window(window)
        lists.append(arcade.SpriteList())
        lists[-1].extend([sprite(), sprite(110)])
    for frame in range(6):
        for window, sprites in zip(windows, lists):
            arcade.set_window(window)
            window.switch_to()
            sprites[1].center_x += frame
            print(arcade.check_for_collision(*sprites))
            sprites.draw()
        print(arcade.check_for_collision(lists[0][0], lists[1][1]))
        for window in windows:
            window.switch_to()
            window.flip()


def threads():
    one, other, found = sprite(), sprite(110), []
    for _ in frames(5):
        several = [threading.Thread(target=lambda: found.append(arcade.check_for_collision(one, other))) for _ in range(4)]
        for thread in several:
            thread.start()
        for thread in several:
            thread.join()
    print(found)


def names():
    print(arcade.check_for_collision.__name__, arcade.SpriteList.draw.__name__, arcade.Window.flip.__qualname__)
    print([name for name in os.environ if "MASKSCOPE" in name], [path for path in sys.path if "maskscope" in path.lower()])
    for _ in frames(2):
        print(arcade.check_for_collision(sprite(), sprite()))


def touches(one, other, by_hit_box=False):
    """A function that is watched: what it tests is only known where it asks Arcade."""
    is_near = abs(one.center_x - other.center_x) < 30
    return arcade.check_for_collision(one, other) if by_hit_box else is_near


def watched():
    one, other, sprites = sprite(), sprite(110), arcade.SpriteList()
    sprites.extend([one, other])
    for frame, _ in frames(6):
        other.center_x = 110 + 8 * frame
        print(touches(one, other), touches(other, one, by_hit_box=True))
        sprites.draw()
    try:
        touches(one)
    except TypeError as error:
        print(error)


def raises():
    for frame, _ in frames(5):
        arcade.check_for_collision(sprite(), sprite())
        if frame == 3:
            raise RuntimeError("the game crashes")


def ends_at_once():
    for frame, _ in frames(5):
        print(arcade.check_for_collision(sprite(), sprite()), flush=True)
        if frame == 3:
            os._exit(4)


def no_frame():
    arcade.Window(SIZE, SIZE, "game")
    print(arcade.check_for_collision(sprite(), sprite()))


def no_test():
    for _ in frames(5):
        print(sprite().position)


PROGRAMS = [
    properties, lists, lives, wrong_calls, strange_numbers, random_numbers, engines, cameras, two_windows, threads, names, watched, raises,
    ends_at_once, no_frame, no_test,
]  # fmt: skip

if __name__ == "__main__":
    globals()[sys.argv[1]]()
