# What `tests/hitbox_code.rs` adds to the hitboxes h0_hitbox, h1_hitbox and so on: the answers at every placement.
def is_hit(a, a_at, b, b_at):
    if all(isinstance(part, pygame.Rect) for part in a + b):
        return any(one.move(a_at).colliderect(other.move(b_at)) for one in a for other in b)
    return hitboxes_overlap(a, a_at, b, b_at)


answers = ""
for line in open("placements"):
    a, ax, ay, b, bx, by = (int(number) for number in line.split())
    hitboxes = [globals()[f"h{number}_hitbox"] for number in (a, b)]
    answers += "01"[is_hit(hitboxes[0], (ax, ay), hitboxes[1], (bx, by))]
print("answers", answers)
