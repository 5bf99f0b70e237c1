"""Would the player hit the ground, were he moved by his speed? Then he is put on it."""

import pygame
from scene import Thing, show


class Player(Thing):
    speed = 0

    def move(self):
        self.speed += 1
        dy = self.speed
        if ground.rect.colliderect(self.rect.x, self.rect.y + dy, self.rect.width, self.rect.height):
            dy = ground.rect.top - self.rect.bottom
            self.speed = -18
        self.rect.y += dy


class Ground:
    def __init__(self):
        self.image = pygame.Surface((300, 40))
        self.image.fill("green")
        self.rect = self.image.get_rect(topleft=(0, 240))


ground, player = Ground(), Player(100, 20)
for _ in range(300):
    player.move()
    show(ground, player)
