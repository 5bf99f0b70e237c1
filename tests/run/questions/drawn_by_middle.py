"""A picture is drawn by its middle, and its rectangle is made by its corner."""

import pygame
from scene import disc, enemies, screen


class Player:
    def __init__(self):
        self.picture = disc()
        self.x, self.y = 20, 120


player, others = Player(), enemies()
for _ in range(150):
    player.x += 2
    for other in others:
        other.rect.colliderect(pygame.Rect(player.x, player.y, 40, 40))
    screen.fill("black")
    screen.blit(player.picture, (player.x - 20, player.y - 20))
    for other in others:
        screen.blit(other.image, other.rect)
    pygame.display.flip()
