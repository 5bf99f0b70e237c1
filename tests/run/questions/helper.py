"""A function takes two rectangles, one of which is no attribute; a picture of its size is drawn at its corner."""

import pygame
from scene import Enemy, screen

picture = pygame.Surface((40, 80), pygame.SRCALPHA)
pygame.draw.circle(picture, "blue", (20, 40), 19)


def collide(one, other):
    return one.colliderect(other)


fan = Enemy(120, 20)
for _ in range(100):
    player_rect = pygame.Rect(100, 150, 40, 80)
    fan.rect.y += 2
    collide(fan.rect, player_rect)
    screen.fill("white")
    screen.blit(fan.image, fan.rect)
    screen.blit(picture, (100, 150))
    pygame.display.flip()
