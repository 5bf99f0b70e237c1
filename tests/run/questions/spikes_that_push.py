"""Spikes hurt, and push the player out by just the overlap, as a wall does."""

from scene import Enemy, Thing, show

player, spikes, lives = Thing(20, 72), Enemy(150, 100), 99
for frame in range(300):
    player.rect.x += 3
    if player.rect.colliderect(spikes.rect):
        lives -= 1
        player.rect.right = spikes.rect.left
    if frame % 40 == 39:
        player.rect.x = 20
    show(player, spikes)
