"""Cars go by a vector, and keep the numbers with which they were born: these say no place of their masks."""

import pygame
from scene import disc, screen


class Car:
    def __init__(self, x, y):
        self.picture = disc()
        self.mask = pygame.mask.from_surface(self.picture)
        self.x, self.y = x, y
        self.place = pygame.Vector2(x, y)

    def meets(self, other):
        return self.mask.overlap(other.mask, other.place - self.place) is not None


car, others = Car(20, 60), [Car(80 + 70 * number, 85) for number in range(4)]
for frame in range(150):
    car.place.x += 2
    for other in others:
        other.place.y += 1 if frame % 40 < 20 else -1
        car.meets(other)
    screen.fill("black")
    for it in (car, *others):
        screen.blit(it.picture, it.place)
    pygame.display.flip()
