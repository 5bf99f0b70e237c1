"""Two pixel loops, of which the second never reads the last column. The bridge logs each cell that they read.

    python loops.py [--log FILE]

A ship flies into a bay, a pixel in each frame, until its nose is in the wall behind. Both loops read cells that lie a
third of the overlap box apart, and then the same again one cell further, as the article "JavaScript Per-Pixel HTML5
Canvas Image Collision Detection" by Joseph Lenton (PlayMyCode) proposes. In `maskscope follow game.jsonl` each check
shows what was read, one cell after the other; *Open in Inspect* says what is wrong with it.
"""

import argparse

import maskscope
import pygame


class Thing(pygame.sprite.Sprite):
    def __init__(self, image, place):
        super().__init__()
        self.image = image
        self.mask = pygame.mask.from_surface(image)
        self.rect = image.get_rect(topleft=place)

    def is_solid(self, x, y):
        return self.mask.get_at((x - self.rect.x, y - self.rect.y))


class Ship(Thing):
    def __init__(self):
        image = pygame.Surface((40, 24), pygame.SRCALPHA)
        pygame.draw.polygon(image, "skyblue", [(0, 0), (39, 11), (39, 12), (0, 23)])
        super().__init__(image, (42, 44))


class Bay(Thing):
    def __init__(self):
        image = pygame.Surface((40, 32), pygame.SRCALPHA)
        image.fill("gray60")
        image.fill((0, 0, 0, 0), (0, 4, 29, 24))
        super().__init__(image, (60, 40))


def overlap(log, a, b, short=0):
    """True if pixels of `a` and `b` lie on each other, in their overlap box less its last `short` columns."""
    box = a.rect.clip(b.rect)
    right = box.right - short
    step_x, step_y = (box.width + 2) // 3, (box.height + 2) // 3
    for first_y in range(box.top, box.top + step_y):
        for first_x in range(box.left, box.left + step_x):
            for y in range(first_y, box.bottom, step_y):
                for x in range(first_x, right, step_x):
                    log.visit(x, y)
                    if a.is_solid(x, y) and b.is_solid(x, y):
                        return True
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", default="game.jsonl")
    log = maskscope.Log(parser.parse_args().log, game="loops", view=(0, 0, 160, 112))
    ship, bay = Ship(), Bay()
    for _ in range(10):
        log.next_frame()
        whole = log.check(ship, bay, overlap(log, ship, bay), "mask")
        short = log.check(ship, bay, overlap(log, ship, bay, short=1), "mask")
        width = ship.rect.right - bay.rect.left
        print(f"{width} columns: {'hit' if whole else 'miss'}, without the last: {'hit' if short else 'miss'}")
        ship.rect.x += 1
    log.close()


if __name__ == "__main__":
    main()
