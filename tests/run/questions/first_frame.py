"""The wrong checks are those of the first frame and of the last."""

from scene import Enemy, Thing, show

player, other = Thing(100, 100), Enemy(132, 132)
for frame in range(6):
    other.rect.topleft = (132, 132) if frame in (0, 5) else (180, 160)
    player.rect.colliderect(other.rect)
    show(player, other)
