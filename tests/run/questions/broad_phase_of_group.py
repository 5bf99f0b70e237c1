"""Boxes first, which are larger than their pictures; if any hits, the masks of the whole group."""

import pygame
from scene import Thing, show


class Ball(Thing, pygame.sprite.Sprite):
    def __init__(self, x, y):
        pygame.sprite.Sprite.__init__(self)
        Thing.__init__(self, x, y)
        self.rect.size = 48, 48


class Rock(Ball):
    pass


ball, rocks = Ball(10, 85), pygame.sprite.Group(*(Rock(x, 118) for x in (60, 150, 262)))
for _ in range(140):
    ball.rect.x += 2
    if pygame.sprite.spritecollide(ball, rocks, False):
        pygame.sprite.spritecollide(ball, rocks, False, pygame.sprite.collide_mask)
    show(ball, *rocks)
