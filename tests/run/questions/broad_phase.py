"""Boxes first, and of those that hit masks until one does."""

import pygame
from scene import Thing, show


class Ball(Thing, pygame.sprite.Sprite):
    def __init__(self, x, y):
        pygame.sprite.Sprite.__init__(self)
        Thing.__init__(self, x, y)


class Block(Ball):
    def __init__(self, x, y):
        super().__init__(x, y)
        self.image.fill("green")
        self.mask.fill()


ball = Ball(10, 85)
blocks = pygame.sprite.Group(*(Block(x, 120) for x in range(0, 280, 40)), Block(160, 52))
for _ in range(140):
    ball.rect.x += 1
    near = pygame.sprite.spritecollide(ball, blocks, False)
    pygame.sprite.spritecollideany(ball, near, pygame.sprite.collide_mask)
    show(ball, *blocks)
