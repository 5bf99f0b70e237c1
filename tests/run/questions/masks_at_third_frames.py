"""Boxes hurt; masks, which are tested after them at every third frame only, hurt once more."""

import pygame
from scene import Thing, show


class Player(Thing, pygame.sprite.Sprite):
    def __init__(self, x, y):
        pygame.sprite.Sprite.__init__(self)
        Thing.__init__(self, x, y)


player = Player(20, 85)
others = pygame.sprite.Group(*(Player(80 + 70 * number, 120) for number in range(4)))
lives = 99
for frame in range(150):
    player.rect.x += 2
    for other in pygame.sprite.spritecollide(player, others, False):
        lives -= 1
        if frame % 3 == 0 and pygame.sprite.collide_mask(player, other):
            lives -= 1
    show(player, *others)
