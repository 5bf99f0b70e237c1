"""A runner jumps over spikes. What is tested are both rectangles, each five pixels smaller on all sides.

    python forgiving_boxes.py FRAMES
"""

import math
import sys

import pygame

SIZE = (320, 160)


class Runner:
    def __init__(self):
        self.image = pygame.Surface((28, 28), pygame.SRCALPHA)
        pygame.draw.rect(self.image, "seagreen", (2, 0, 24, 28), border_radius=6)
        self.rect = self.image.get_rect(topleft=(60, 0))

    def update(self, frame):
        self.rect.bottom = 140 - 34 * abs(math.sin(frame / 17))


class Spike:
    def __init__(self, x):
        self.image = pygame.Surface((24, 24), pygame.SRCALPHA)
        pygame.draw.polygon(self.image, "silver", [(12, 0), (23, 23), (0, 23)])
        self.rect = self.image.get_rect(bottomleft=(x, 140))

    def update(self):
        self.rect.x -= 3
        if self.rect.right < 0:
            self.rect.left = 320


def touches(a, b):
    return a.rect.inflate(-10, -10).colliderect(b.rect.inflate(-10, -10))


def play(frames):
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    runner = Runner()
    spikes = [Spike(140), Spike(230), Spike(330)]
    hits = 0
    for frame in range(frames):
        pygame.event.pump()
        runner.update(frame)
        for spike in spikes:
            spike.update()
        for spike in spikes:
            if touches(runner, spike):
                hits += 1
        screen.fill("black")
        for thing in [runner, *spikes]:
            screen.blit(thing.image, thing.rect)
        pygame.display.flip()
    print(hits, "hits")


if __name__ == "__main__":
    play(int(sys.argv[1]))
