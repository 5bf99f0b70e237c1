"""A tank has no `rect`, but a rectangle by another name, a gun, and the numbers of its birth: its box is asked, and then its mask."""

import pygame
from scene import disc, screen


class Gun:
    pass


class Tank:
    def __init__(self, x, y):
        self.picture = disc()
        self.x, self.y, self.gun = x, y, Gun()
        self.body = self.picture.get_rect(topleft=(x, y))
        self.mask = pygame.mask.from_surface(self.picture)

    def meets(self, other):
        if not self.body.colliderect(other.body):
            return False
        offset = other.body.x - self.body.x, other.body.y - self.body.y
        return self.mask.overlap(other.mask, offset) is not None


tank, other = Tank(0, 70), Tank(200, 100)
for _ in range(150):
    tank.body.x += 2
    tank.meets(other)
    screen.fill("black")
    for it in (tank, other):
        screen.blit(it.picture, it.body)
    pygame.display.flip()
