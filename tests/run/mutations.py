"""Faults of the logger, each with the game of `truth.py` that must tell it: a file, a text in it, and another for it."""

RECORDER, FUNCTIONS, WRITER, THINGS = (f"run/{name}.py" for name in ("recorder", "functions", "writer", "things"))

MUTATIONS = {
    "a list ends at its first": ("lists", FUNCTIONS, "enumerate(tested):\n            hit", "enumerate(tested[:1]):\n            hit"),
    "objects behind the one that is hit": ("lists", FUNCTIONS, "if hit and not is_all:", "if False:"),
    "the line of pygame": ("lists", RECORDER, "while frame.f_back is not None and not is_games(frame):", "while False:"),
    "the offset of masks turned round": ("masks", FUNCTIONS, "((int(it[0]), int(it[1])) if it", "((-int(it[0]), int(it[1])) if it"),
    "sides swapped": ("both_ask", WRITER, "log.write(check.frame, one, other,", "log.write(check.frame, other, one,"),
    "tests merged that differ": ("masks", WRITER, "check.finer = check.finer and is_whole(one) and is_whole(other)", "pass"),
    "tests never merged": ("masks", WRITER, "        if check.finer:\n", "        if False:\n"),
    "one check of a pair in a frame": (
        "two_boxes", RECORDER, "        self._last[key] = check\n",
        "        if before in self.writer.waiting:\n            self.writer.waiting.remove(before)\n        self._last[key] = check\n",
    ),
    "no jumps": ("jumps", RECORDER, "is_jump = is_jump or ", "is_jump = False and "),
    "far checks forgotten": ("comes_late", RECORDER, "        if pair.far_frame is not None:\n            kept", "        if False:\n            kept"),
    "far checks late": ("comes_late", RECORDER, "Check(pair.far_frame, kept,", "Check(things.frame, kept,"),
    "far checks where they are now": ("comes_late", RECORDER, "tests[0].moved(pair.box_a)", "tests[0].moved(a.box)"),
    "nothing far": ("comes_late", THINGS, "is_far = widest > self.other.overhang", "is_far = False"),
    "far tests counted twice": ("far_ways", FUNCTIONS, "if inside is None and frame.f_globals is _sprite_module:", "if False:"),
    "a plane too near": ("comes_late", THINGS, "int(self.near + self.overhang + slack) + 2", "int(self.overhang) - 32"),
    "fractions cut off": ("decimals", FUNCTIONS, "return whole_or_not(rect)(other)", "return RECTS[0](other)"),
    "fractions kept": ("decimals", RECORDER, "kind = whole_or_not(rect)", "kind = RECTS[1]"),
    "pictures at the hitbox": ("no_rect", "run/pictures.py", "self.dx = at[0] - anchor[0]", "self.dx = 0"),
    "sensors as bodies": ("two_boxes", WRITER, "if test.role in (\"rect\", \"\", test.thing.role):", "if True:"),
    "points of two pixels": ("points", FUNCTIONS, "RECTS[0](int(x), int(y), 1, 1)", "RECTS[0](int(x), int(y), 2, 1)"),
    "never hidden": ("hidden", WRITER, "shown = check.shown is not False or", "shown = True or"),
    "a point for an area": ("masks", FUNCTIONS, "if name == \"overlap\" else (None, answer)", "if name == \"overlap\" else (answer, None)"),
    "every answer a hit": ("both_ask", RECORDER, "Check(things.frame, tests, bool(hit),", "Check(things.frame, tests, True,"),
}
