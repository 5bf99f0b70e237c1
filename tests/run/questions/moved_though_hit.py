"""A player asks whether he would hit something, were he moved; he is hurt if so, and moved there all the same."""

from scene import Thing, enemies, show

player, others, lives = Thing(20, 72), enemies(), 99
for _ in range(150):
    for other in others:
        if other.rect.colliderect(player.rect.move(2, 0)):
            lives -= 1
    player.rect.x += 2
    show(player, *others)
