"""Boxes of two groups; if any hits, the same again, which ends the shot that hits."""

import pygame
from scene import Thing, show


class Rock(Thing, pygame.sprite.Sprite):
    def __init__(self, x, y):
        pygame.sprite.Sprite.__init__(self)
        Thing.__init__(self, x, y)


class Shot(Rock):
    pass


rocks, shots = pygame.sprite.Group(Rock(200, 100), Rock(212, 132)), pygame.sprite.Group()
for frame in range(200):
    if frame % 20 == 0:
        shots.add(Shot(80, 62 + 4 * (frame % 7)))
    for shot in shots:
        shot.rect.x += 6
    if pygame.sprite.groupcollide(rocks, shots, False, False):
        pygame.sprite.groupcollide(rocks, shots, False, True)
    show(*rocks, *shots)
