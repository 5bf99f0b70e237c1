"""A wall pushes the player out, and kills him at once, though no pixel touches it."""

from scene import Enemy, Thing, show

player, wall, deaths = Thing(20, 72), Enemy(150, 100), 0
for _ in range(300):
    if player.rect.right == wall.rect.left:
        player.rect.x = 20
    player.rect.x += 4
    if player.rect.colliderect(wall.rect):
        player.rect.right = wall.rect.left
        deaths += 1
    show(player, wall)
