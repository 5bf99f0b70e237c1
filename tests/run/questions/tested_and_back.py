"""A player is moved down, tested and moved back: he asks whether he stands on something."""

from scene import Thing, enemies, show

player, others = Thing(20, 60), enemies()
standing = 0
for _ in range(150):
    player.rect.x += 2
    for other in others:
        player.rect.y += 6
        standing += player.rect.colliderect(other.rect)
        player.rect.y -= 6
    show(player, *others)
