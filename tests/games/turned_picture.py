"""A plane loops among balloons. Its picture is turned when it is drawn; the rectangle that is tested stays as it was.

    python turned_picture.py FRAMES
"""

import math
import sys

import pygame

SIZE = (320, 240)


class Plane:
    def __init__(self):
        self.picture = pygame.Surface((48, 14), pygame.SRCALPHA)
        pygame.draw.polygon(self.picture, "gold", [(0, 2), (47, 7), (0, 12)])
        self.rect = self.picture.get_rect()
        self.angle = 0

    def update(self, frame):
        self.rect.center = (160 + 90 * math.cos(frame / 20), 120 + 90 * math.sin(frame / 20))
        self.angle = round(-math.degrees(frame / 20) - 90)

    def turned(self):
        picture = pygame.transform.rotate(self.picture, self.angle)
        return picture, picture.get_rect(center=self.rect.center)

    def draw(self, screen):
        screen.blit(*self.turned())


class Balloon:
    def __init__(self, x, y):
        self.picture = pygame.Surface((30, 30), pygame.SRCALPHA)
        pygame.draw.circle(self.picture, "crimson", (15, 15), 15)
        self.rect = self.picture.get_rect(center=(x, y))

    def turned(self):
        return self.picture, self.rect

    def draw(self, screen):
        screen.blit(self.picture, self.rect)


def touches(a, b):
    return a.rect.colliderect(b.rect)


def play(frames):
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    plane = Plane()
    balloons = [Balloon(160, 10), Balloon(284, 120), Balloon(160, 236), Balloon(40, 100)]
    hits = 0
    for frame in range(frames):
        pygame.event.pump()
        plane.update(frame)
        for balloon in balloons:
            if touches(plane, balloon):
                hits += 1
        screen.fill("lightblue")
        for thing in [*balloons, plane]:
            thing.draw(screen)
        pygame.display.flip()
    print(hits, "hits")


if __name__ == "__main__":
    play(int(sys.argv[1]))
