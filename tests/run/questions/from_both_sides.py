"""Two lines hurt: the player asks each enemy, and each enemy the player, in every frame."""

from scene import Thing, enemies, show

player, others, lives = Thing(20, 72), enemies(), 99
for _ in range(150):
    player.rect.x += 2
    for other in others:
        if player.rect.colliderect(other.rect):
            lives -= 1
    for other in others:
        if other.rect.colliderect(player.rect):
            lives -= 1
    show(player, *others)
