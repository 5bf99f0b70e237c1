"""A rectangle a little smaller than the player's is tested, and one much larger, by which enemies notice him."""

from scene import Thing, enemies, show

player, others = Thing(20, 70), enemies()
for _ in range(150):
    player.rect.x += 2
    for other in others:
        player.rect.inflate(-4, -4).colliderect(other.rect)
        player.rect.inflate(60, 60).colliderect(other.rect)
    show(player, *others)
