"""What the programs here share: a screen, discs, and things that are drawn at their rectangles."""

import pygame

pygame.init()
screen = pygame.display.set_mode((400, 300))


def disc(size=40, colour="red"):
    """A picture whose corners nobody sees."""
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.circle(picture, colour, (size // 2, size // 2), size // 2 - 1)
    return picture


class Thing:
    """A disc with a rectangle and a mask."""

    def __init__(self, x, y):
        self.image = disc()
        self.rect = self.image.get_rect(topleft=(x, y))
        self.mask = pygame.mask.from_surface(self.image)


class Enemy(Thing):
    """Another."""


def enemies(y=100):
    """Four of them, side by side."""
    return [Enemy(80 + 70 * number, y) for number in range(4)]


def show(*things):
    """Ends a frame."""
    screen.fill("black")
    for thing in things:
        screen.blit(thing.image, thing.rect)
    pygame.display.flip()
