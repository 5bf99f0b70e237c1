"""Boxes first, and then always the masks of the first that is near: who stands beside it is judged by that."""

import pygame
from scene import Thing, show


class Ball(Thing, pygame.sprite.Sprite):
    def __init__(self, x, y):
        pygame.sprite.Sprite.__init__(self)
        Thing.__init__(self, x, y)


class Rock(Ball):
    pass


ball, rocks, lives = Ball(10, 85), pygame.sprite.Group(*(Rock(x, 118) for x in range(60, 300, 44))), 99
for _ in range(140):
    ball.rect.x += 2
    near = pygame.sprite.spritecollide(ball, rocks, False)
    for rock in near:
        if pygame.sprite.collide_mask(ball, near[0]):
            rock.is_hit = True
    show(ball, *rocks)
