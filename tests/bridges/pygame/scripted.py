"""A scripted game of 2,000 frames in pygame-ce: a turning ship among turning rocks and animated walkers, logged.

    python scripted.py RULE LOG EXPECTED    RULE: boxes, smaller-boxes, circles or masks

EXPECTED gets a line of JSON for each check, in their order: `frame`, `a`, `b`, `hit` as the game answered, and `area`,
the number of pixels that pygame's own masks share.
"""

import functools
import json
import math
import os
import sys
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "samples/bridges/pygame"))

import maskscope  # noqa: E402
import pygame  # noqa: E402

FRAMES = 2_000


class Thing(pygame.sprite.Sprite):
    def show(self, image, center):
        self.image = image
        self.rect = image.get_rect(center=center)


class Ship(Thing):
    """Flies a curve through all of the screen, its nose ahead, and keeps a mask."""

    name = "the ship"
    art = "ship.png"

    def update(self, frame):
        x, y = 200 + 170 * math.cos(frame / 61), 150 + 120 * math.sin(frame / 37)
        ahead = math.degrees(math.atan2(-math.cos(frame / 37), -math.sin(frame / 61)))
        self.show(pygame.transform.rotate(picture(self.art), round(ahead)), (x, y))
        self.mask = pygame.mask.from_surface(self.image)


class Rock(Thing):
    """Turns where it hangs; every second one has a key colour in place of alpha, and keeps no mask."""

    def __init__(self, n):
        super().__init__()
        self.n = n
        self.picture = picture("rock.png")
        if n % 2:
            self.picture = pygame.Surface(self.picture.get_size())
            self.picture.fill((255, 0, 255))
            self.picture.blit(picture("rock.png"), (0, 0))
            self.picture.set_colorkey((255, 0, 255))

    def update(self, frame):
        turned = pygame.transform.rotate(self.picture, (frame * (3 + self.n) + 20 * self.n) % 360)
        self.show(turned, (60 + 90 * self.n, 80 + 35 * (self.n % 3)))
        if self.n % 2 == 0:
            self.mask = pygame.mask.from_surface(turned)


class Walker(Thing):
    """Walks to and fro in eight steps, by the frames of a sheet."""

    def __init__(self, n):
        super().__init__()
        self.n = n

    def update(self, frame):
        step = (frame // 5 + self.n) % 8
        sheet = picture("walker.png")
        cell = sheet.subsurface((2 + 25 * (step % 4), 2 + 33 * (step // 4), 24, 32))
        x = (frame + 130 * self.n) % 800
        is_back = x > 400
        self.show(pygame.transform.flip(cell, is_back, False), (800 - x if is_back else x, 100 + 70 * self.n))


@functools.lru_cache
def picture(name):
    return pygame.image.load(ROOT / "samples" / name).convert_alpha()


def main():
    rule, log_path, expected_path = sys.argv[1:]
    pygame.display.init()
    pygame.display.set_mode((400, 300))
    log = maskscope.Log(log_path, game="scripted", near=10_000)
    collided = {
        "boxes": log.collide_rect,
        "smaller-boxes": log.collided(pygame.sprite.collide_rect_ratio(0.7), "box × 0.7"),
        "circles": log.collide_circle,
        "masks": log.collide_mask,
    }[rule]
    ship = Ship()
    rocks = pygame.sprite.Group(Rock(n) for n in range(4))
    walkers = pygame.sprite.Group(Walker(n) for n in range(3))
    names = {ship: "the ship"}
    for group, kind in [(rocks, "Rock"), (walkers, "Walker")]:
        names.update((thing, f"{kind} {n}" if n > 1 else kind) for n, thing in enumerate(group, 1))
    with log, open(expected_path, "w", encoding="utf-8") as expected:
        for frame in range(FRAMES):
            log.frame = frame
            for thing in names:
                thing.update(frame)
            for group in (rocks, walkers):
                hits = pygame.sprite.spritecollide(ship, group, False, collided)
                for thing in group:
                    a, b = (pygame.mask.from_surface(it.image) for it in (ship, thing))
                    offset = (thing.rect.x - ship.rect.x, thing.rect.y - ship.rect.y)
                    line = {"frame": frame, "a": names[ship], "b": names[thing], "hit": thing in hits}
                    print(json.dumps({**line, "area": a.overlap_area(b, offset)}), file=expected)
    assert log.lost == 0


if __name__ == "__main__":
    main()
