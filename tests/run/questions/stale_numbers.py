"""A rectangle is made of numbers that every fourth frame forgets to renew."""

import pygame
from scene import disc, enemies, screen


class Player:
    def __init__(self):
        self.picture = disc()
        self.x, self.y = 20, 120
        self.hit_x, self.hit_y = 20, 120


player, others = Player(), enemies()
for frame in range(150):
    player.x += 2
    if frame % 4:
        player.hit_x, player.hit_y = player.x, player.y
    for other in others:
        other.rect.colliderect(pygame.Rect(player.hit_x, player.hit_y, 40, 40))
    screen.fill("black")
    screen.blit(player.picture, (player.x, player.y))
    for other in others:
        screen.blit(other.image, other.rect)
    pygame.display.flip()
