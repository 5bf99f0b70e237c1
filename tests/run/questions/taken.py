"""Who falls past a heart takes it: it is gone when the frame ends, and he is below it."""

from scene import Thing, show


class Heart(Thing):
    pass


player, hearts = Thing(60, 128), []
for frame in range(150):
    if frame % 15 == 0:
        hearts, player.rect.topleft = [Heart(100, 100)], (60, 128)
    elif frame % 15 == 1:
        player.rect.x += 12
    for number, heart in enumerate(hearts):
        if player.rect.colliderect(heart.rect):
            del hearts[number]
    heart = None
    if frame % 15:
        player.rect.y += 14
    show(player, *hearts)
