"""A game that `maskscope run` records: every way to test two things, each in a frame of its own, and every way to end.

    python recorded.py              prints a line of JSON for each check that it makes: its rule, and its answer
    python recorded.py raise        ends by an exception, after ten frames with a check each; so do the others:
    python recorded.py exit         by `sys.exit(5)`
    python recorded.py at-once      by `os._exit(6)`
    python recorded.py interrupt    by Ctrl C
    python recorded.py processes    after another process and a thread have made checks of their own
    python recorded.py spawn        after another process, started by a method of `multiprocessing`, by `popen` or by `exec`
    python recorded.py foot         after a player with a foot sensor has stood on a tile
    python recorded.py long         after a hundred frames
"""

import dataclasses
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading

import pygame

SCREEN = (200, 150)


class Ball(pygame.sprite.Sprite):
    def __init__(self, x, y):
        super().__init__()
        self.image = pygame.Surface((20, 20), pygame.SRCALPHA)
        pygame.draw.circle(self.image, "red", (10, 10), 10)
        self.rect = self.image.get_rect(topleft=(x, y))


@dataclasses.dataclass
class Box:
    """Compares by its fields, and cannot be a key."""

    rect: pygame.Rect


class Slots:
    __slots__ = ("hitbox", "rect")

    def __init__(self, rect):
        self.rect = rect
        self.hitbox = rect.inflate(-10, -10)


class Made:
    """Makes its rectangle for each call."""

    def __init__(self, x, y):
        self.x, self.y = x, y

    @property
    def rect(self):
        return pygame.Rect(self.x, self.y, 20, 20)

    def touches(self, other):
        return self.rect.colliderect(other.rect)


class Player(Ball):
    """Feels the ground by a rectangle below its picture."""

    @property
    def floor_rect(self):
        return pygame.Rect(self.rect.x, self.rect.bottom, 20, 2)


class Tile(Ball):
    """What the ground is made of."""


class Wall(pygame.Rect):
    """A rectangle itself."""


class Game:
    def __init__(self):
        pygame.display.init()
        self.screen = pygame.display.set_mode(SCREEN)
        self.clock = pygame.time.Clock()
        self.ball, self.other = Ball(10, 10), Ball(25, 25)
        self.balls = pygame.sprite.LayeredUpdates(self.other)

    def answer(self, rule, hit):
        print(json.dumps({"rule": rule, "hit": bool(hit)}))
        self.end_frame()

    def end_frame(self):
        self.screen.fill("black")
        self.balls.draw(self.screen)
        self.screen.blits([(self.ball.image, self.ball.rect)])
        pygame.display.flip()
        self.clock.tick()

    def play(self):
        ball, other, balls = self.ball, self.other, self.balls
        self.answer("box", pygame.sprite.spritecollide(ball, balls, False))
        self.answer("mask", pygame.sprite.spritecollide(ball, balls, False, pygame.sprite.collide_mask))
        self.answer("circle", pygame.sprite.spritecollideany(ball, balls, pygame.sprite.collide_circle))
        self.answer("box × 0.5", pygame.sprite.spritecollide(ball, balls, False, pygame.sprite.collide_rect_ratio(0.5)))
        self.answer("box", pygame.sprite.groupcollide(pygame.sprite.Group(ball), balls, False, False))
        self.answer("hit_test", pygame.sprite.spritecollide(ball, balls, False, hit_test))
        self.answer("box", ball.rect.colliderect(other.rect))
        self.answer("box", ball.rect.inflate(-10, -10).colliderect(other.rect.inflate(-10, -10)))
        self.answer("box", ball.rect.collidelist([other.rect]) == 0)
        self.answer("box", ball.rect.collidelistall([other.rect]))
        self.answer("box", ball.rect.collideobjects([other]))
        a, b = pygame.mask.from_surface(ball.image), pygame.mask.from_surface(other.image)
        self.answer("mask", a.overlap(b, (other.rect.x - ball.rect.x, other.rect.y - ball.rect.y)))
        self.answer("mask", a.overlap_area(b, (15, 15)))
        box, slots, made, wall = Box(pygame.Rect(0, 0, 9, 9)), Slots(pygame.Rect(5, 5, 20, 20)), Made(8, 8), Wall(9, 9, 2, 2)
        self.answer("box", box.rect.colliderect(slots.hitbox))
        self.answer("box", made.rect.colliderect(slots.rect))
        self.answer("box", ball.rect.colliderect(wall))
        self.answer("touches", made.touches(ball))
        # A box test before a mask test is no check of its own.
        hit = pygame.sprite.collide_rect(ball, other) and pygame.sprite.collide_mask(ball, other)
        self.answer("mask", hit)
        if hasattr(pygame, "FRect"):
            self.answer("box", pygame.FRect(0, 0, 4.5, 4.5).colliderect((4.25, 0, 2, 2)))


def hit_test(a, b):
    return a.rect.inflate(-4, -4).colliderect(b.rect)


def stand():
    """Half of the time the player stands on a tile, whose round picture its sensor misses."""
    pygame.display.init()
    screen, player, tile = pygame.display.set_mode(SCREEN), Player(10, 10), Tile(22, 30)
    group = pygame.sprite.Group(player, tile)
    for frame in range(20):
        player.rect.y = 10 - 4 * (frame % 2)
        player.floor_rect.colliderect(tile.rect)
        player.rect.colliderect(tile.rect)
        screen.fill("black")
        group.draw(screen)
        pygame.display.flip()


def checks():
    for _ in range(100):
        pygame.Rect(0, 0, 2, 2).colliderect(pygame.Rect(1, 1, 2, 2))


def main(mode):
    if mode == "checks":
        checks()
        return
    if mode == "foot":
        stand()
        return
    game = Game()
    if mode == "play":
        game.play()
        return
    for frame in range(100 if mode == "long" else 10):
        if mode == "long":
            game.ball.rect.x += 1 - 2 * (frame % 2)
        game.ball.rect.colliderect(game.other.rect)
        game.end_frame()
    if mode == "raise":
        raise RuntimeError("the game crashes")
    if mode == "exit":
        sys.exit(5)
    if mode == "at-once":
        os._exit(6)
    if mode == "interrupt":
        os.kill(os.getpid(), signal.SIGINT)
    if mode in ("spawn", "forkserver"):
        process = multiprocessing.get_context(mode).Process(target=checks)
        process.start()
        process.join()
    if mode == "popen":
        subprocess.run([sys.executable, __file__, "checks"], check=True)
    if mode == "exec":
        os.execv(sys.executable, [sys.executable, __file__, "checks"])
    if mode == "processes":
        process = multiprocessing.get_context("fork").Process(target=checks)
        thread = threading.Thread(target=checks)
        for it in (process, thread):
            it.start()
            it.join()


if __name__ == "__main__":
    main(*sys.argv[1:] or ["play"])
