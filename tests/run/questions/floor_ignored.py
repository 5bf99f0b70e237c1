"""The box of the player lies in the floor, as his feet are drawn higher; a test for walls finds the floor, and ignores it."""

from scene import Thing, show


class Floor(Thing):
    pass


player, tiles = Thing(20, 100), [Floor(40 * number, 200) for number in range(9)]
for frame in range(240):
    player.rect.x = 20 + 3 * (frame % 90)
    player.rect.bottom = min(100 + 5 * (frame % 60), 212)
    for tile in tiles:
        if player.rect.colliderect(tile.rect) and tile.rect.top < player.rect.top:
            player.rect.right = tile.rect.left
    show(player, *tiles)
