"""Faults of the logger, each with the game of `truth.py` that must tell it: a file, a text in it, and another for it."""

RECORDER, FUNCTIONS = "run/recorder.py", "run/functions.py"

MUTATIONS = {
    "a list ends at its first": ("lists", FUNCTIONS, "enumerate(rects[: last + 1])", "enumerate(rects[:1])"),
    "objects behind the one that is hit": ("lists", FUNCTIONS, "if hit and not is_all:", "if False:"),
    "the line of pygame": ("lists", RECORDER, "while frame.f_back is not None and not is_games(frame):", "while False:"),
    "the offset of masks turned round": ("masks", FUNCTIONS, "at = (int(own[0]), int(own[1]))\n        elif", "at = (-int(own[0]), int(own[1]))\n        elif"),
    "sides swapped": ("both_ask", RECORDER, "log.write(check.frame, *sides, ", "log.write(check.frame, *sides[::-1], "),
    "tests merged that differ": ("masks", RECORDER, "check.finer = check.finer and all(map(self._is_box_of_picture, check.tests))", "pass"),
    "tests never merged": ("masks", RECORDER, "        if check.finer:\n", "        if False:\n"),
    "one check of a pair in a frame": (
        "two_boxes", RECORDER, "        self._last[key] = check\n",
        "        if before in self._waiting:\n            self._waiting.remove(before)\n        self._last[key] = check\n",
    ),
    "no jumps": ("jumps", RECORDER, "is_jump = is_jump or ", "is_jump = False and "),
    "far checks forgotten": ("comes_late", RECORDER, "        if pair.far_frame is not None:\n            kept", "        if False:\n            kept"),
    "far checks late": ("comes_late", RECORDER, "Check(pair.far_frame, kept,", "Check(self.frame, kept,"),
    "far checks where they are now": ("comes_late", RECORDER, "tests[0].moved(pair.box_a)", "tests[0].moved(a.box)"),
    "nothing far": ("comes_late", "run/things.py", "return gaps.index(widest) if widest > reach else None", "return None"),
    "fractions cut off": ("decimals", FUNCTIONS, "kind = RECTS[0] if issubclass(type(rect), RECTS[0]) else RECTS[1]", "kind = RECTS[0]"),
    "fractions kept": ("decimals", RECORDER, "kind = RECTS[0] if issubclass(type(rect), RECTS[0]) else RECTS[1]", "kind = RECTS[1]"),
    "pictures at the hitbox": ("no_rect", "run/pictures.py", "self.dx = at[0] - anchor[0]", "self.dx = 0"),
    "sensors as bodies": ("two_boxes", RECORDER, "if test.role in (\"rect\", \"\", test.thing.role):", "if True:"),
    "points of two pixels": ("points", FUNCTIONS, "RECTS[0](int(x), int(y), 1, 1)", "RECTS[0](int(x), int(y), 2, 1)"),
    "never hidden": ("hidden", RECORDER, "shown = check.shown is not False or", "shown = True or"),
    "a point for an area": ("masks", FUNCTIONS, "if name == \"overlap\" else (None, answer)", "if name == \"overlap\" else (answer, None)"),
    "every answer a hit": ("both_ask", RECORDER, "Check(self.frame, tests, bool(hit),", "Check(self.frame, tests, True,"),
}
