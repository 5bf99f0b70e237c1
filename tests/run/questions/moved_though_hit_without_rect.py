"""The same of a player without a rectangle of his own."""

import pygame
from scene import disc, enemies, screen


class Player:
    def __init__(self):
        self.picture = disc()
        self.x, self.y, self.lives = 20, 72, 99


player, others = Player(), enemies()
for _ in range(150):
    for other in others:
        if other.rect.colliderect(pygame.Rect(player.x + 2, player.y, 40, 40)):
            player.lives -= 1
    player.x += 2
    screen.fill("black")
    screen.blit(player.picture, (player.x, player.y))
    for other in others:
        screen.blit(other.image, other.rect)
    pygame.display.flip()
