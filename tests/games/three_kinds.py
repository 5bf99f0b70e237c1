"""A ship shoots at rocks that fall. Rocks that are hit, or that have passed, come again at the top.

    python three_kinds.py FRAMES
"""

import math
import random
import sys

import pygame

SIZE = (320, 240)
touches = pygame.sprite.collide_rect


class Ship(pygame.sprite.Sprite):
    def __init__(self):
        super().__init__()
        self.image = pygame.Surface((30, 30), pygame.SRCALPHA)
        pygame.draw.polygon(self.image, "white", [(15, 0), (29, 29), (0, 29)])
        self.rect = self.image.get_rect(bottom=230)

    def update(self, frame):
        self.rect.centerx = 160 + 130 * math.sin(frame / 40)


class Rock(pygame.sprite.Sprite):
    def __init__(self, chance):
        super().__init__()
        self.chance = chance
        self.image = pygame.Surface((28, 28), pygame.SRCALPHA)
        pygame.draw.circle(self.image, "sienna", (14, 14), 14)
        self.rect = self.image.get_rect()
        self.respawn()

    def respawn(self):
        self.rect.topleft = (self.chance.randrange(290), -self.chance.randrange(40, 120))
        self.speed = self.chance.randrange(2, 5)

    def update(self, frame):
        self.rect.y += self.speed
        if self.rect.top > 240:
            self.respawn()


class Shot(pygame.sprite.Sprite):
    def __init__(self, place):
        super().__init__()
        self.image = pygame.Surface((6, 10), pygame.SRCALPHA)
        pygame.draw.ellipse(self.image, "yellow", (0, 0, 6, 10))
        self.rect = self.image.get_rect(midbottom=place)

    def update(self, frame):
        self.rect.y -= 5
        if self.rect.bottom < 0:
            self.kill()


def play(frames):
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    chance = random.Random(7)
    ship = Ship()
    rocks = pygame.sprite.Group(Rock(chance) for _ in range(6))
    shots = pygame.sprite.Group()
    everything = pygame.sprite.Group(ship, rocks)
    hits = 0
    for frame in range(frames):
        pygame.event.pump()
        everything.update(frame)
        for rock in pygame.sprite.groupcollide(rocks, shots, False, True, touches):
            rock.respawn()
        hits += len(pygame.sprite.spritecollide(ship, rocks, False, touches))
        if frame % 12 == 0:
            Shot(ship.rect.midtop).add(shots, everything)
        screen.fill("black")
        everything.draw(screen)
        pygame.display.flip()
    print(hits, "hits")


if __name__ == "__main__":
    play(int(sys.argv[1]))
