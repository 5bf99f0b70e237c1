"""Masks are tested 8 px too low."""

from scene import Thing, enemies, show

player, others = Thing(20, 85), enemies()
for _ in range(150):
    player.rect.x += 2
    for other in others:
        player.mask.overlap(other.mask, (player.rect.x - other.rect.x, player.rect.y - other.rect.y + 8))
    show(player, *others)
