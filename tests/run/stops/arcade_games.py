"""Games in Arcade that say themselves what is true of them, for `arcade_stops.py`.

    python arcade_games.py NAME FILE    writes the truth to a file at its end
"""

import hashlib
import json
import os
import sys
import time
from pathlib import Path

import arcade
import pyglet
from PIL import Image

IS_OLD = arcade.__version__[0] == "2"

WIDTH, HEIGHT = 640, 400

# The frames in which the ship touches a rock, from the first to the last: each begins and ends apart from the others.
HITS = [(0, 0), (5, 9), (14, 14), (20, 31), (39, 39)]
FRAMES = 40

SECONDS, SLOW = (float(os.environ.get(name, it)) for name, it in (("SECONDS", 3), ("SLOW", 0)))


def sprite_of(color):
    """A square; Arcade 2.6 takes its texture by name alone."""
    image = Image.new("RGBA", (40, 40), (*color, 255))
    return arcade.Sprite(texture=arcade.Texture(f"{color}", image)) if IS_OLD else arcade.Sprite(arcade.Texture(image))


class Game(arcade.Window):
    """A ship that touches a rock in some frames; everything depends on the number of the frame."""

    def __init__(self, hits=HITS, frames=FRAMES, **options):
        super().__init__(WIDTH, HEIGHT, "game", **options)
        self.hits, self.frames, self.frame = hits, frames, 0
        self.truth = {"starts": [], "pictures": []}
        self.ship, self.rock = map(sprite_of, ((255, 0, 0), (0, 255, 0)))
        self.sprites = arcade.SpriteList()
        self.sprites.extend([self.ship, self.rock])
        self.rock.position = 300, 200
        self.was_hit = False

    def on_draw(self):
        touches = any(first <= self.frame <= last for first, last in self.hits)
        # Not too far away: its misses are written, too.
        self.ship.position = (300 + self.frame % 7 if touches else 360), 200 + self.frame % 5
        hit = arcade.check_for_collision(self.ship, self.rock)
        assert hit == touches
        if hit and not self.was_hit:
            self.truth["starts"].append(self.frame)
        self.was_hit = hit
        self.clear()
        self.sprites.draw(pixelated=True)
        self.seen()
        self.frame += 1
        if self.frame == self.frames:
            self.over()

    def seen(self):
        """Observes the picture of the frame."""
        image = arcade.get_image().convert("RGB")
        self.truth["pictures"].append(hashlib.sha256(image.tobytes()).hexdigest())
        folder = os.environ.get("PICTURES")
        if folder:
            image.save(Path(folder) / f"{self.frame}.png")

    def over(self):
        arcade.exit()


def frames():
    game = Game(update_rate=1 / 120, **({} if IS_OLD else {"draw_rate": 1 / 120}))
    arcade.run()
    return game.truth


def by_hand():
    """The same without Arcade's loop."""
    game = Game()
    while game.frame < game.frames:
        game.switch_to()
        game.dispatch_events()
        game.on_draw()
        game.flip()
    return game.truth


class Clocks(Game):
    """Compares clocks; the hit is in frame 60, and it ends after three seconds of its own."""

    def __init__(self):
        super().__init__([(60, 60)], 10**9)
        self.begun = time.perf_counter(), time.monotonic(), time.time(), time.perf_counter_ns()
        self.deltas, self.ticks = [], []
        pyglet.clock.schedule_interval(lambda dt: self.ticks.append(dt), 0.1)
        pyglet.clock.schedule_once(lambda dt: self.truth.update(once=dt), 2)

    def seen(self):
        pass

    def on_update(self, delta_time):
        self.deltas.append(delta_time)
        if time.perf_counter() - self.begun[0] >= SECONDS:
            now = time.perf_counter(), time.monotonic(), time.time(), time.perf_counter_ns()
            *seconds, ns = (after - before for before, after in zip(self.begun, now))
            # The first ones have in them how long the window took to open.
            deltas = self.deltas[5:]
            self.truth.update(seconds=[*seconds, ns / 1e9], ticks=self.ticks, longest=max(deltas), updated=sum(deltas))
            self.truth.update(updates=len(deltas))
            self.over()


def clocks():
    game = Clocks()
    arcade.run()
    return game.truth


class Keys(Game):
    """Notes each event that it hears of, and in which frame; the hit is in frame 30, which takes `SLOW` seconds."""

    def __init__(self):
        super().__init__([(30, 30)], 10**9, resizable=True)
        self.heard = self.truth["heard"] = []
        self.is_closed = False
        pyglet.clock.schedule_once(lambda _: self.over(), SECONDS)

    def seen(self):
        if self.frame == 30 and SLOW:
            Path(f"{sys.argv[2]}.slow").touch()
            time.sleep(SLOW)

    def on_key_press(self, symbol, modifiers):
        self.heard.append(["press", symbol, self.frame])

    def on_key_release(self, symbol, modifiers):
        self.heard.append(["release", symbol, self.frame])

    def on_mouse_press(self, x, y, button, modifiers):
        self.heard.append(["down", button, self.frame])

    def on_mouse_release(self, x, y, button, modifiers):
        self.heard.append(["up", button, self.frame])

    def on_mouse_motion(self, x, y, dx, dy):
        self.heard.append(["motion", [round(x), round(y)], self.frame])

    def on_text(self, text):
        self.heard.append(["text", text, self.frame])

    def on_resize(self, width, height):
        super().on_resize(width, height)
        if hasattr(self, "heard"):
            self.heard.append(["resize", [width, height], self.frame])

    def on_close(self):
        self.heard.append(["close", None, self.frame])
        self.is_closed = True
        super().on_close()


def keys():
    game = Keys()
    arcade.run()
    return game.truth


def keys_by_hand():
    game = Keys()
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        game.switch_to()
        game.dispatch_events()
        if game.is_closed:
            break
        game.on_draw()
        game.flip()
        time.sleep(0.01)
    return game.truth


if __name__ == "__main__":
    found = globals()[sys.argv[1]]()
    Path(sys.argv[2]).write_text(json.dumps(found))
