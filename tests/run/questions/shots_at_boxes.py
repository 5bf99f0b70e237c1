"""Shots end at the boxes of slopes, where they touch an empty corner."""

import pygame
from scene import Thing, show


class Slope(Thing):
    def __init__(self, x, y):
        Thing.__init__(self, x, y)
        self.image.fill((0, 0, 0, 0))
        for left in range(40):
            pygame.draw.line(self.image, "green", (left, 39 - left), (left, 39))


class Shot(Thing):
    def __init__(self, x, y):
        self.image = pygame.Surface((10, 10))
        self.image.fill("white")
        self.rect = self.image.get_rect(topleft=(x, y))


slopes, shots = [Slope(150, 100), Slope(300, 80)], []
for frame in range(200):
    if frame % 20 == 0:
        shots.append(Shot(80, 100 + frame % 7))
    for shot in [*shots]:
        shot.rect.x += 3
        for slope in slopes:
            if shot.rect.colliderect(slope.rect):
                if shot in shots:
                    shots.remove(shot)
    shot = None
    show(*slopes, *shots)
