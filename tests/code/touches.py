# What `tests/scan_code.rs` adds to the scan for pygame: the answers at every placement of the sprites in a.rgba and b.rgba.
aw, ah, bw, bh = SIZES
for y in range(-bh, ah + 1):
    answers = ""
    for x in range(-bw, aw + 1):
        rock.rect.topleft = ship.rect.x + x, ship.rect.y + y
        answers += "01"[touches(ship, rock)]
    print("answers", answers)
