"""Actors of Pygame Zero, one of which turns."""

import pgzrun
from pgzero.builtins import Actor

WIDTH, HEIGHT = 320, 240
ship, rock = Actor("ship", center=(160, 120)), Actor("rock", center=(100, 60))
frame = 0


def update():
    global frame
    frame += 1
    rock.center = (100 + frame, 60 + frame * 0.6)
    rock.angle = frame * 5
    ship.colliderect(rock)
    if frame == 100:
        raise SystemExit


def draw():
    screen.clear()  # noqa: F821 (Pygame Zero's)
    ship.draw()
    rock.draw()


pgzrun.go()
