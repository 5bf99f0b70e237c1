"""The range of an attack, of a fighter whose own method draws a larger picture; Python's `settrace` is in use."""

import sys

import pygame
from scene import screen

sys.settrace(lambda *_: None)


class Fighter:
    def __init__(self, x, is_turned):
        self.is_turned = is_turned
        self.image = pygame.Surface((160, 160), pygame.SRCALPHA)
        pygame.draw.circle(self.image, "red", (80, 80), 40)
        self.rect = pygame.Rect(x, 100, 40, 90)

    def attack(self, target):
        reach = pygame.Rect(self.rect.centerx - 80 * self.is_turned, self.rect.y, 80, 90)
        return reach.colliderect(target.rect)

    def draw(self):
        picture = pygame.transform.flip(self.image, self.is_turned, False)
        screen.blit(picture, (self.rect.x - 60, self.rect.y - 40))


one, other = Fighter(50, False), Fighter(250, True)
for frame in range(120):
    screen.fill("black")
    one.rect.x += 1
    if frame % 10 == 0:
        one.attack(other)
        other.attack(one)
    one.draw()
    other.draw()
    pygame.display.update()
