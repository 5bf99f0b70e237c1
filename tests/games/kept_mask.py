"""Crabs open and close their claws around a diver. A crab keeps the mask of its first picture, whatever it shows.

    python kept_mask.py FRAMES
"""

import math
import sys

import pygame

SIZE = (320, 240)


class Diver(pygame.sprite.Sprite):
    def __init__(self):
        super().__init__()
        self.image = pygame.Surface((24, 24), pygame.SRCALPHA)
        pygame.draw.circle(self.image, "skyblue", (12, 12), 11)
        self.mask = pygame.mask.from_surface(self.image)
        self.rect = self.image.get_rect()

    def update(self, frame):
        self.rect.center = (160 + 110 * math.cos(frame / 43), 120 + 70 * math.sin(frame / 61))


class Crab(pygame.sprite.Sprite):
    def __init__(self, x, y, speed):
        super().__init__()
        self.pictures = [claws(open_by) for open_by in (12, 20, 12, 0)]
        self.image = self.pictures[0]
        self.mask = pygame.mask.from_surface(self.image)
        self.rect = self.image.get_rect(center=(x, y))
        self.speed = speed

    def update(self, frame):
        self.image = self.pictures[frame // 10 % 4]
        self.rect.x += self.speed
        if not 20 < self.rect.centerx < 300:
            self.speed = -self.speed


def claws(open_by):
    picture = pygame.Surface((72, 40), pygame.SRCALPHA)
    pygame.draw.ellipse(picture, "tomato", (20, 20, 32, 20))
    for side in (-1, 1):
        pygame.draw.circle(picture, "tomato", (36 + side * (8 + open_by), 9), 8)
    return picture


def touches(a, b):
    return pygame.sprite.collide_mask(a, b)


def play(frames):
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    diver = Diver()
    crabs = pygame.sprite.Group(Crab(80, 60, 1), Crab(160, 120, -2), Crab(240, 190, 1))
    hits = 0
    for frame in range(frames):
        pygame.event.pump()
        diver.update(frame)
        crabs.update(frame)
        for crab in crabs:
            if touches(diver, crab):
                hits += 1
        screen.fill("navy")
        crabs.draw(screen)
        screen.blit(diver.image, diver.rect)
        pygame.display.flip()
    print(hits, "hits")


if __name__ == "__main__":
    play(int(sys.argv[1]))
