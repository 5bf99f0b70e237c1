"""No fault but boxes: coins lie in a world that scrolls; the player's rectangle is moved by the camera, and so are theirs."""

import pygame
from scene import Enemy, Thing, screen


class Coin(Enemy):
    pass


player, coins = Thing(20, 120), [Coin(60 + 55 * number, 148) for number in range(12)]
camera = 0
for frame in range(200):
    player.rect.x += 3
    camera = frame // 10
    for coin in coins:
        seen = coin.rect.move(-camera, 0)
        player.rect.move(-camera, 0).colliderect(seen)
    screen.fill("black")
    for thing in (player, *coins):
        screen.blit(thing.image, thing.rect.move(-camera, 0))
    pygame.display.flip()
