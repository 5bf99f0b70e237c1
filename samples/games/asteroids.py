"""A ship among drifting rocks, for `maskscope run`: it compares boxes, and knows nothing of maskscope.

    python asteroids.py [FRAMES]

The arrows steer. It runs until its window is closed, or for so long.
"""

import sys
from pathlib import Path

import pygame

SIZE = WIDTH, HEIGHT = 480, 360
SPRITES = Path(__file__).parent.parent


class Ship(pygame.sprite.Sprite):
    def __init__(self):
        super().__init__()
        self.image = pygame.image.load(SPRITES / "ship.png").convert_alpha()
        self.rect = self.image.get_rect(center=(WIDTH // 2, HEIGHT // 2))

    def update(self):
        keys = pygame.key.get_pressed()
        self.rect.x += 3 * (keys[pygame.K_RIGHT] - keys[pygame.K_LEFT])
        self.rect.y += 3 * (keys[pygame.K_DOWN] - keys[pygame.K_UP])
        self.rect.clamp_ip(((0, 0), SIZE))


class Rock(pygame.sprite.Sprite):
    def __init__(self, place, speed):
        super().__init__()
        self.image = pygame.image.load(SPRITES / "rock.png").convert_alpha()
        self.rect = self.image.get_rect(topleft=place)
        self.speed = speed

    def update(self):
        self.rect.move_ip(self.speed)
        self.rect.x %= WIDTH
        self.rect.y %= HEIGHT


def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else None
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    clock = pygame.time.Clock()
    ship = Ship()
    rocks = pygame.sprite.Group(Rock((20, 60), (3, 1)), Rock((400, 130), (-2, 1)), Rock((240, 10), (1, 2)))
    lost = 0
    while frames != 0:
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            break
        ship.update()
        rocks.update()
        lost += len(pygame.sprite.spritecollide(ship, rocks, False))
        screen.fill((20, 24, 32))
        rocks.draw(screen)
        screen.blit(ship.image, ship.rect)
        pygame.display.set_caption(f"{lost} hits")
        pygame.display.flip()
        clock.tick(0 if frames else 60)
        frames = frames and frames - 1
    pygame.quit()


if __name__ == "__main__":
    main()
