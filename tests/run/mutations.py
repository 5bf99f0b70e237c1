"""Faults of the logger, and of games.

- `MUTATIONS`: those of the logger, each with the game of `truth.py` that must tell it: a file, a text in it, and another for it.
- `GAMES`: those of the games in `questions`, and games without, each with how many of its checks are wrong, and ask each question.
"""

RECORDER, FUNCTIONS, RECTS, WRITER, THINGS, TRACKS, FACTS, OWNERS = (
    f"run/{name}.py" for name in ("recorder", "functions", "rects", "writer", "things", "tracks", "facts", "owners")
)

MUTATIONS = {
    "a list ends at its first": ("lists", RECTS, "        for number in numbers:\n            other", "        for number in [*numbers][:1]:\n            other"),
    "objects behind the one that is hit": ("lists", RECTS, "if hits and not is_all_hit:", "if False:"),
    "the line of pygame": ("lists", "run/frames.py", "while frame.f_back is not None and not is_games(frame):", "while False:"),
    "the offset of masks turned round": ("masks", FUNCTIONS, "(at[0] + x, at[1] + y)) if", "(at[0] - x, at[1] + y)) if"),
    "tests of the screen": ("culled", WRITER, "any(is_screen)", "False"),
    "masks of now at kept checks": ("turning", WRITER, "if test.is_kept and mask", "if False and mask"),
    "sides swapped": ("both_ask", WRITER, "log.write(check.frame, one, other,", "log.write(check.frame, other, one,"),
    "tests merged that differ": ("masks", WRITER, "check.finer = self._is_of_picture(one) and self._is_of_picture(other)", "pass"),
    "tests never merged": ("masks", WRITER, "        if check.finer:\n            log", "        if False:\n            log"),
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
    "away unrecorded": ("away", RECTS, "elif pair is None or pair.is_away:", "else:"),
    "fractions cut off": ("decimals", RECTS, "return whole_or_not(rect)(other)", "return RECTS[0](other)"),
    "fractions kept": ("decimals", RECORDER, "kind = whole_or_not(rect)", "kind = RECTS[1]"),
    "pictures at the hitbox": ("no_rect", "run/pictures.py", "self.left = self.at[0] - anchor[0]", "self.left = 0"),
    "sensors as bodies": ("points", WRITER, "if test.is_made or role in", "if True or role in"),
    "points of two pixels": ("points", RECTS, "RECTS[0](int(x), int(y), 1, 1)", "RECTS[0](int(x), int(y), 2, 1)"),
    "never hidden": ("hidden", WRITER, "shown = check.shown is not False or", "shown = True or"),
    "a point for an area": ("masks", FUNCTIONS, "if name == \"overlap\" else (None, answer)", "if name == \"overlap\" else (answer, None)"),
    "every answer a hit": ("both_ask", RECORDER, "Check(self.things.frame, one, other, bool(hit),", "Check(self.things.frame, one, other, True,"),
    "no camera by the tiles": ("scrolled", "run/drawing.py", "and box.size == size_of(source)", "and False"),
    "no camera by the text": ("ninjas", "run/drawing.py", "if id(target) not in self.pictures.located:", "if False:"),
    "one camera of many": ("no_rect", "run/pictures.py", "len(cameras) == 1 and {it: 1 for", "{it: 1 for"),
    "pictures at rectangles as they were tested": ("ninjas", THINGS, "track and self.moved(owner, track.box)", "track and track.box"),
    "pictures where the screen is": ("untold", "run/pictures.py", "if thing.is_adrift:", "if False:"),
    "no masks made of surfaces": ("turned", THINGS, "return ref() if is_same else None", "return None"),
    "numbers of an unturned picture": ("as_drawn", FUNCTIONS, "is_sure = rect_of(owner) is rect or", "is_sure = True or"),
    "surfaces that are not where they are drawn": ("as_drawn", FUNCTIONS, "place = self.recorder.pictures.place_of(thing)\n        return None", "place = None\n        return None"),
    "nothing drawn before its first test": ("as_drawn", "run/drawing.py", "if found is None and line.vain < FIRST:", "if False:"),
    "pictures known by their masks": ("colours", "run/pictures.py", "pixels.bytes, mask, pixels)", "bytes(mask()), mask, pixels)"),
    "pictures of no one in the call": ("listed", "run/drawing.py", "is_listed and self._held(source) or", ""),
    "pictures held by nobody": ("listed", THINGS, "self._things.values()][:MOST_HOLDERS]", "self._things.values()][:0]"),
    "sprites that are dropped, and named again": ("returning", "maskscope/names.py", "if name in names]", "if False]"),
    "places with their fractions": ("between", "run/pictures.py", "int(at) == int(at + now - then)", "now == then"),
    "pictures that nobody sees": ("faded", "run/pictures.py", "content if content.mask.count() else None", "content"),
    "what nobody sees is what was seen before": ("faded", "run/pictures.py", "thing.drawn_before, thing.drawn = drawn, None", "thing.drawn_before = drawn"),
    "pictures of after the hit": ("changed", "run/pictures.py", "if image is not None and drawn.is_image and", "if False and"),
    "pictures of the first test": ("changed", "run/recorder.py", "        test.image = image\n", "        test.image = test.image or image\n"),
    "hitboxes that move first as probes": ("ahead", WRITER, "        if test.is_ahead:\n", "        if False:\n"),
    "variables named after what makes them": ("untold", "run/owners.py", "if operand.variable and", "if False and"),
    "points that are suspects": ("points", WRITER, "self._pictures.contents.probes.add(probe.kind)", "pass"),
    "no rectangles of numbers": ("properties", FUNCTIONS, "is_rect(rect) else box_of(it)", "is_rect(rect) else None"),
    "boxes of unknown tests": ("properties", FUNCTIONS, "if rule else ({}, {})", "if True else ({}, {})"),
    "areas as probes": ("two_boxes", WRITER, "if test.is_made or role in", "if role in"),
    "rectangles that nobody made": ("looking", RECORDER, "test.is_made = test.holder is None", "test.is_made = False"),
    "numbers that hold a rectangle": ("plain_numbers", FACTS, "is_object(held) if not is_four", "held is not None if not is_four"),
    "pictures that move with made rectangles": ("plain_numbers", RECORDER, "test.is_by_blit = not thing.corner and", "test.is_by_blit = False and"),
    "the picture before as the one after": ("plain_numbers", WRITER, "return lead >= 0", "return lead < 0"),
    "the end of what is gone": ("gone", FACTS, "return None if thing.ref is not None or is_kept else ()", "return ()"),
    "hitboxes that end at their owner's": ("gone", FACTS, "kept = test.holder and", "kept = None and"),
    "replaced checks forgotten": ("masks", WRITER, "            log.finer(check, at)\n", ""),
    "sums that are nobody's": ("looking", OWNERS, "for term in (operand, *operand.terms):", "for term in (operand,):"),
    "what a function is given is nobody's": ("looking", OWNERS, "found = found or self._passed(part, frame, operand, depth)\n", "\n"),
    "what asks is what is asked, so neither is known": ("looking", OWNERS, "(a if is_body == [True, False] else None)", "None"),
    "cameras as owners": ("looking", "run/calls.py", "parts = [node.left] if is_less else", "parts ="),
    "a picture shown twice as two frames": ("ticks", RECORDER, "if self._shows == 2 and not self._is_tested or", "if"),
    "one of eight numbers for another": ("eight_numbers", FUNCTIONS, "for it in (0, middle)]", "for it in (0, 0)]"),
    "filled shapes that nobody sees": ("exact", "run/drawing.py", "if box is None or min(box[2:]) < 1", "if True or min(box[2:]) < 1"),
    "nothing drawn exactly there": ("exact", "run/pictures.py", "if (width, height) == self.screen:", "if True:"),
    "no image nearby": ("nearest", "run/pictures.py", "if apart <= most:", "if False:"),
    "methods that draw nothing large": ("by_method", "run/drawing.py", "2 * width * height > _area_of(target)", "width > 90"),
}

GAMES = {
    # Without a fault, or with none but that boxes are tested.
    "look_ahead": (0, {"elsewhere": 78}),
    "broad_phase": (0, {"here": 171, "broad-phase": 391}),
    "tested_and_back": (0, {"contact": 270}),
    "attack_traced": (0, {"elsewhere": 10}),
    "traced": (0, {"here": 90}),
    "helper": (24, {"here": 72}),
    "first_frame": (2, {"here": 4}),
    "actors": (13, {"here": 100}),
    # Faults that look like look-aheads.
    "drawn_by_middle": (71, {"here": 330}),
    "stale_numbers": (28, {"here": 276}),
    "swapped_offset": (7, {"here": 270}),
    "inflated": (61, {"here": 270, "elsewhere": 363}),
    "hitbox_behind": (54, {"here": 304}),
    "moved_though_hit_without_rect": (52, {"here": 270}),
    # Like broad phases.
    "masks_at_third_frames": (67, {"here": 270}),
    "wrong_pair": (55, {"here": 480}),
    # Like contact.
    "respawned": (16, {"here": 584}),
    # Faults that are lost: of these the log says the same as of games without.
    "spikes_that_push": (0, {"contact": 163}),
    "deadly_wall": (0, {"contact": 143}),
    "moved_though_hit": (0, {"elsewhere": 276}),
    "camera_twice": (0, {"elsewhere": 564}),
}
