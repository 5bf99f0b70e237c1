"""A game of Pygame Zero that counts its wrong hits."""

import json
import sys

import pygame

picture = pygame.Surface((40, 40), pygame.SRCALPHA)
pygame.draw.polygon(picture, "white", [(0, 20), (20, 0), (40, 20), (20, 40)])

import pgzrun  # noqa: E402
from pgzero.actor import Actor  # noqa: E402
from pgzero.loaders import images  # noqa: E402

type(images).load = lambda self, name: picture
WIDTH, HEIGHT = 320, 240
a, b = Actor("diamond", topleft=(100, 100)), Actor("diamond", topleft=(165, 160))
frame, wrong = 0, []


def update():
    global frame
    b.topleft = (132, 132) if frame in (0, 5, 6, 19) else (165, 160)
    if a.colliderect(b):
        wrong.append(frame)
    frame += 1
    if frame == 20:
        print(json.dumps({"wrong": wrong}))
    if frame > 22:
        sys.exit()


def draw():
    screen.clear()  # noqa: F821
    a.draw()
    b.draw()


pgzrun.go()
