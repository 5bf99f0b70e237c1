"""Arrows fly past each other. An arrow keeps its first picture as its `image`, and draws itself turned.

    python kept_image.py FRAMES
"""

import sys

import pygame

SIZE = (200, 150)


class Arrow(pygame.sprite.Sprite):
    def __init__(self, x, y):
        super().__init__()
        self.image = pygame.Surface((24, 24), pygame.SRCALPHA)
        pygame.draw.polygon(self.image, "tomato", [(12, 0), (23, 23), (0, 23)])
        self.turned = [pygame.transform.rotate(self.image, 90 * quarter) for quarter in range(4)]
        self.rect = self.image.get_rect(topleft=(x, y))


def play(frames):
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    still, flying = Arrow(60, 60), Arrow(0, 45)
    hits = 0
    for frame in range(frames):
        pygame.event.pump()
        flying.rect.topleft = (frame * 2 % 160 - 10, 45 + frame % 30)
        hits += still.rect.colliderect(flying.rect)
        screen.fill("navy")
        screen.blit(still.image, still.rect)
        screen.blit(flying.turned[frame // 4 % 4], flying.rect)
        pygame.display.flip()
    print(hits, "hits")


if __name__ == "__main__":
    play(int(sys.argv[1]))
