"""What is hit begins again elsewhere, which is no push."""

import random

from scene import Enemy, Thing, show

random.seed(3)
player = Thing(180, 240)
others = [Enemy(random.randrange(360), random.randrange(-200, 0)) for _ in range(12)]
for frame in range(400):
    step = frame % 100
    player.rect.x = 180 + int(120 * step / 50) if step < 50 else 300 - int(120 * (step - 50) / 50)
    for other in others:
        other.rect.y += 4
        if player.rect.colliderect(other.rect) or other.rect.y > 300:
            other.rect.topleft = (random.randrange(360), -60)
    show(player, *others)
