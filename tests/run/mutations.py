"""Faults of the logger, each with the game of `truth.py` that must tell it: a file, a text in it, and another for it."""

RECORDER, FUNCTIONS, RECTS, WRITER, THINGS, TRACKS = (
    f"run/{name}.py" for name in ("recorder", "functions", "rects", "writer", "things", "tracks")
)

MUTATIONS = {
    "a list ends at its first": ("lists", RECTS, "        for number in numbers:\n            other", "        for number in [*numbers][:1]:\n            other"),
    "objects behind the one that is hit": ("lists", RECTS, "if hits and not is_all_hit:", "if False:"),
    "the line of pygame": ("lists", RECORDER, "while frame.f_back is not None and not is_games(frame):", "while False:"),
    "the offset of masks turned round": ("masks", FUNCTIONS, "(at[0] + x, at[1] + y)) if", "(at[0] - x, at[1] + y)) if"),
    "sides swapped": ("both_ask", WRITER, "log.write(check.frame, one, other,", "log.write(check.frame, other, one,"),
    "tests merged that differ": ("masks", WRITER, "check.finer = self._is_of_picture(one) and self._is_of_picture(other)", "pass"),
    "tests never merged": ("masks", WRITER, "        if check.finer:\n            return", "        if False:\n            return"),
    "one check of a pair in a frame": (
        "two_boxes", RECORDER, "            self._last[its, others] = check\n",
        "            before = self._last.get((its, others))\n            before in self.writer.waiting and self.writer.waiting.remove(before)\n"
        "            self._last[its, others] = check\n",
    ),
    "no jumps": ("jumps", RECORDER, "is_jump = is_jump or ", "is_jump = False and "),
    "far checks forgotten": ("comes_late", RECORDER, "        if pair.far_frame is not None:\n            kept", "        if False:\n            kept"),
    "far checks late": ("comes_late", RECORDER, "Check(pair.far_frame, *kept,", "Check(self.things.frame, *kept,"),
    "far checks where they are now": ("comes_late", RECORDER, "one.moved(pair.box_a)", "one.moved(a.box)"),
    "nothing far": ("comes_late", TRACKS, "is_far = widest > self.other.overhang", "is_far = False"),
    "far tests counted twice": ("far_ways", FUNCTIONS, "if _frame(1).f_globals is sprite_module:\n                        return", "if False:\n                        return"),
    "followed too late": ("comes_late", THINGS, "int(self.near + self._jump + self._slack)", "int(self.near)"),
    "ways from where nobody followed": ("away", RECORDER, "or others.is_fleeting or pair.is_away", "or others.is_fleeting"),
    "ways from there before a far check": ("away", RECORDER, "jump=pair.has_jumped", "jump=False"),
    "away unheard": ("away", RECTS, "id(b) not in live or id(a) not in live", "True"),
    "fractions cut off": ("decimals", RECTS, "return whole_or_not(rect)(other)", "return RECTS[0](other)"),
    "fractions kept": ("decimals", RECORDER, "kind = whole_or_not(rect)", "kind = RECTS[1]"),
    "pictures at the hitbox": ("no_rect", "run/pictures.py", "self.dx = self.at[0] - anchor[0]", "self.dx = 0"),
    "sensors as bodies": ("two_boxes", WRITER, "if role in (\"rect\", \"\", owner.role) or", "if True or"),
    "points of two pixels": ("points", RECTS, "RECTS[0](int(x), int(y), 1, 1)", "RECTS[0](int(x), int(y), 2, 1)"),
    "never hidden": ("hidden", WRITER, "shown = check.shown is not False or", "shown = True or"),
    "a point for an area": ("masks", FUNCTIONS, "if name == \"overlap\" else (None, answer)", "if name == \"overlap\" else (answer, None)"),
    "every answer a hit": ("both_ask", RECORDER, "Check(self.things.frame, one, other, bool(hit),", "Check(self.things.frame, one, other, True,"),
    "no camera by the tiles": ("scrolled", "run/drawing.py", "and box.size == size_of(source)", "and False"),
    "pictures where the screen is": ("untold", "run/pictures.py", "if thing.is_adrift:", "if False:"),
    "no masks made of surfaces": ("turned", THINGS, "return ref() if is_same else None", "return None"),
    "numbers of an unturned picture": ("as_drawn", FUNCTIONS, "is_sure = rect_of(owner) is rect or", "is_sure = True or"),
    "surfaces that are not where they are drawn": ("as_drawn", FUNCTIONS, "place = self.recorder.pictures.place_of(thing)", "place = None"),
    "nothing drawn before its first test": ("as_drawn", "run/drawing.py", "if found is None and vain < FIRST:", "if False:"),
    "hitboxes that move first as probes": ("ahead", WRITER, "        if test.is_ahead:\n", "        if False:\n"),
    "variables named after what makes them": ("ahead", "run/owners.py", "if operand.variable and", "if False and"),
    "points that are suspects": ("points", WRITER, "self._pictures.contents.probes.add(probe.kind)", "pass"),
    "no rectangles of numbers": ("properties", FUNCTIONS, "is_rect(rect) else box_of(it)", "is_rect(rect) else None"),
    "boxes of unknown tests": ("properties", FUNCTIONS, "if rule else ({}, {})", "if True else ({}, {})"),
}
