"""A game that makes new things in every frame, and prints the memory it takes after half of its frames, and at the end.

    python memory.py KIND FRAMES
"""

import random
import sys

import pygame


class Slot:
    __slots__ = ("data", "rect")

    def __init__(self):
        self.rect, self.data = pygame.Rect(3, 0, 4, 4), bytearray(2000)


class Ball(pygame.sprite.Sprite):
    def __init__(self, x):
        super().__init__()
        self.base = pygame.Surface((64, 64), pygame.SRCALPHA)
        pygame.draw.polygon(self.base, "red", [(5, 5), (60, 10), (30, 60)])
        self.image, self.rect = self.base, pygame.Rect(x, 0, 64, 64)


def megabytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) // 256


def main(kind, frames):
    pygame.display.init()
    screen = pygame.display.set_mode((200, 200))
    random.seed(1)
    balls, wall = [Ball(5 * n) for n in range(10)], pygame.Rect(0, 0, 10, 100)
    group, half = pygame.sprite.Group(balls), 0
    for frame in range(frames):
        if kind == "slots":
            for it in [Slot() for _ in range(20)]:
                it.rect.colliderect(wall)
        elif kind == "turned":
            for ball in balls:
                ball.image = pygame.transform.rotate(ball.base, 360 * random.random())
        else:
            for ball in balls:
                sheet = pygame.Surface((128, 64))
                sheet.fill("blue", (random.randrange(100), 0, 20, 64))
                ball.image = sheet.subsurface((0, 0, 64, 64))
        if kind != "slots":
            for ball in balls:
                pygame.sprite.spritecollide(ball, group, False)
            group.draw(screen)
        pygame.display.flip()
        half = megabytes() if frame == frames // 2 else half
    print(half, megabytes())


main(sys.argv[1], int(sys.argv[2]))
