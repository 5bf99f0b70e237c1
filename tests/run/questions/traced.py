"""Groups draw sprites, and boxes and masks test them, while Python's `settrace` is in use."""

import sys

import pygame
from scene import Thing, screen

sys.settrace(lambda *_: None)


class Ball(Thing, pygame.sprite.Sprite):
    def __init__(self, x, y):
        pygame.sprite.Sprite.__init__(self)
        Thing.__init__(self, x, y)


ball, others = Ball(10, 10), pygame.sprite.Group(*(Ball(38 + 3 * number, 38) for number in range(3)))
shown = pygame.sprite.Group(ball)
for frame in range(30):
    screen.fill("black")
    shown.draw(screen)
    others.draw(screen)
    pygame.sprite.spritecollide(ball, others, False)
    pygame.sprite.spritecollide(ball, others, False, pygame.sprite.collide_mask)
    ball.rect.x = 10 + frame % 9
    pygame.display.flip()
