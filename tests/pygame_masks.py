"""Makes surfaces with pygame-ce, and says which of their pixels its masks have: the judge of the filters `pygame.*`.

    python3 tests/pygame_masks.py                    nothing, if pygame-ce is there
    python3 tests/pygame_masks.py CASES ANSWERS

Reads a line of JSON for each case: `filter`, `size`, `rgba` (hexadecimal, row by row; three channels are a surface without
alpha), `key` (a colour or null), `flip`, `rotation` (degrees, clockwise), `scale`, and `corner` (the top left of the unturned box).
Writes a line for each: the top left of the new surface as `at`, and its `mask` as rows of `#` and `.`.
"""

import json
import os
import sys

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame  # noqa: E402

if not getattr(pygame, "IS_CE", False):
    sys.exit("this is pygame, not pygame-ce")

CALLS = {
    "pygame.rotate": lambda surface, case: pygame.transform.rotate(surface, -case["rotation"]),
    "pygame.rotozoom": lambda surface, case: pygame.transform.rotozoom(surface, -case["rotation"], case["scale"][0]),
    "pygame.scale": lambda surface, case: pygame.transform.scale(surface, scaled(surface, case)),
    "pygame.smoothscale": lambda surface, case: pygame.transform.smoothscale(surface, scaled(surface, case)),
}


def scaled(surface, case):
    return tuple(max(1, int(side * factor)) for side, factor in zip(surface.get_size(), case["scale"]))


def answer(case):
    width, height = case["size"]
    rgba = bytes.fromhex(case["rgba"])
    channels = {3: "RGB", 4: "RGBA"}[len(rgba) // (width * height)]
    surface = pygame.image.frombytes(rgba, (width, height), channels)
    if case["key"]:
        surface.set_colorkey(case["key"])
    middle = surface.get_rect(topleft=case["corner"]).center
    new = CALLS[case["filter"]](pygame.transform.flip(surface, *case["flip"]), case)
    rect = new.get_rect(center=middle)
    mask = pygame.mask.from_surface(new)
    rows = ("".join("#" if mask.get_at((x, y)) else "." for x in range(rect.width)) for y in range(rect.height))
    return {"at": rect.topleft, "mask": "\n".join(rows)}


def main():
    if len(sys.argv) != 3:
        return
    cases, answers = sys.argv[1:]
    with open(cases, encoding="utf-8") as lines, open(answers, "w", encoding="utf-8") as out:
        for line in lines:
            print(json.dumps(answer(json.loads(line))), file=out)


if __name__ == "__main__":
    main()
