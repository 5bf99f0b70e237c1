"""A ship among turning rocks, which it compares by boxes, by circles or by pixels. The bridge logs each comparison.

    python asteroids.py [--by boxes|circles|pixels] [--frames N] [--log FILE]

By default it compares boxes, until it is closed, and logs to game.jsonl. The arrows steer. A rock is orange while the
game says that it hits the ship, and red where their pixels really overlap. The title, and the last line that it prints,
say how often each was the case; `maskscope follow game.jsonl` shows every single one.
"""

import argparse
import math

import maskscope
import pygame

WIDTH, HEIGHT = SIZE = (480, 360)
SHIP = [(20, 0), (26, 18), (40, 36), (24, 30), (20, 40), (16, 30), (0, 36), (14, 18)]
ROCK = [(18, 0), (40, 6), (46, 24), (34, 30), (38, 44), (20, 40), (8, 46), (0, 20), (12, 14)]
# Where each rock begins, how far it moves in a frame, and how many degrees it turns.
ROCKS = [
    (60, 60, 1.3, 0.4, 3),
    (400, 80, -0.8, 0.9, -2),
    (120, 300, 0.7, -1.1, 5),
    (430, 290, -1.2, -0.5, -4),
    (240, 20, 0.3, 1.4, 1),
]


class Body(pygame.sprite.Sprite):
    """A shape that drifts, turns, and comes back on the other side."""

    def __init__(self, outline, colors, position, velocity, spin=0):
        super().__init__()
        self.pictures = {color: drawn(outline, color) for color in colors}
        self.radius = 20
        self.color = colors[0]
        self.position = pygame.Vector2(position)
        self.velocity = pygame.Vector2(velocity)
        self.angle = 0
        self.spin = spin
        self.update()

    def update(self):
        self.angle = (self.angle + self.spin) % 360
        self.position += self.velocity
        self.position.update(self.position.x % WIDTH, self.position.y % HEIGHT)
        self.image = pygame.transform.rotate(self.pictures[self.color], self.angle)
        self.mask = pygame.mask.from_surface(self.image)
        self.rect = self.image.get_rect(center=self.position)


class Ship(Body):
    def __init__(self):
        super().__init__(SHIP, ["skyblue"], (WIDTH / 2, HEIGHT / 2), (1.6, 0.7))

    def steer(self, keys):
        self.angle += 4 * (keys[pygame.K_LEFT] - keys[pygame.K_RIGHT])
        ahead = math.radians(self.angle + 90)
        self.velocity += 0.08 * keys[pygame.K_UP] * pygame.Vector2(math.cos(ahead), -math.sin(ahead))
        self.velocity *= 0.98 if keys[pygame.K_DOWN] else 1


class Rock(Body):
    def __init__(self, x, y, dx, dy, spin):
        super().__init__(ROCK, ["gray60", "orange", "red"], (x, y), (dx, dy), spin)


def drawn(outline, color):
    surface = pygame.Surface((48, 48), pygame.SRCALPHA)
    pygame.draw.polygon(surface, color, outline)
    return surface


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int)
    parser.add_argument("--log", default="game.jsonl")
    parser.add_argument("--by", choices=["boxes", "circles", "pixels"], default="boxes")
    arguments = parser.parse_args()

    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    clock = pygame.time.Clock()
    log = maskscope.Log(arguments.log, game="asteroids", fps=60)
    ship = Ship()
    rocks = pygame.sprite.Group(Rock(*rock) for rock in ROCKS)
    collided = {"boxes": log.collide_rect, "circles": log.collide_circle, "pixels": log.collide_mask}[arguments.by]
    checks = hits = by_pixels = wrong = 0
    summary = "0 frames"
    while log.frame != arguments.frames and not any(event.type == pygame.QUIT for event in pygame.event.get()):
        log.next_frame()
        ship.steer(pygame.key.get_pressed())
        ship.update()
        rocks.update()

        # What the game says, and what a player sees.
        near = pygame.sprite.spritecollide(ship, rocks, False, collided)
        touching = pygame.sprite.spritecollide(ship, rocks, False, pygame.sprite.collide_mask)
        for rock in rocks:
            rock.color = "red" if rock in touching else "orange" if rock in near else "gray60"
        checks, hits, by_pixels = checks + len(rocks), hits + len(near), by_pixels + len(touching)
        wrong += len(set(near) ^ set(touching))

        summary = f"{log.frame} frames, {checks} checks: "
        summary += f"{hits} hits by {arguments.by}, {by_pixels} by pixels, {wrong} wrong"
        pygame.display.set_caption(summary)
        screen.fill("black")
        rocks.draw(screen)
        screen.blit(ship.image, ship.rect)
        pygame.display.flip()
        if arguments.frames is None:
            clock.tick(60)
    log.close()
    print(summary)


if __name__ == "__main__":
    main()
