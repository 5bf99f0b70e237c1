"""Runs programs with the logger of `maskscope run` and without it, for `tests/arcade.rs`.

    python recorded.py alone             each of `programs.py` prints the same, and ends the same
    python recorded.py truth MASKSCOPE   the log of `truth.py` has what that says, and its pixels are counted alike; CHECKS says how many
    python recorded.py truth26 MASKSCOPE the same in Arcade 2.6
    python recorded.py cure MASKSCOPE    other hit boxes leave as many checks wrong as a log has promised
    python recorded.py questions MASKSCOPE   what an engine pushes apart is contact, where it looks for ground is elsewhere
    python recorded.py pictures          the pictures of the log are those of the real window
"""

import concurrent.futures
import functools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "run"))

from harness import lines_of, run  # noqa: E402

CHECKS = int(os.environ.get("CHECKS", 2_000))

WINDOW = {"ARCADE_HEADLESS": "True", "LIBGL_ALWAYS_SOFTWARE": "1", "ALSOFT_DRIVERS": "null", "PYTHONHASHSEED": "0"}

# The most of the pixels that may differ from a window: upright ones on whole pixels, by a nearest and a linear filter; others.
# A linear filter is applied before a picture is turned and scaled, whose pixels are then the nearest.
MOST = [0, 0.001, 0.04, 0.15]


def alone(name):
    """A program is the same with the logger and without."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "game.jsonl"
        words = [HERE / "programs.py", name]
        before, after = run(words, **WINDOW), run(words, log, MASKSCOPE_WATCH="programs:touches" * (name == "watched"), **WINDOW)
        assert before[:2] == after[:2], f"{name}: {before} is {after} with the logger"
        own = [line for line in after[2].splitlines() if not line.startswith("maskscope: ")]
        is_same = own[-1:] == before[2].splitlines()[-1:] if "Traceback" in before[2] else own == before[2].splitlines()
        is_complete = "not in the log" not in after[2] or name == "strange_numbers"
        assert is_same and is_complete, f"{name}: {before[2]} is {after[2]}"
        checks = [line for line in lines_of(log) if "hit" in line] if log.exists() else []
        assert bool(checks) == (name != "no_test"), f"{name}: {len(checks)} checks: {after[2]}"
        if name == "two_windows":
            assert len(checks) == 12 and "6 tests not judged: of sprites that are drawn by different cameras" in after[2]
            assert {check["frame"] for check in checks} == {*range(6)}, checks
        if name == "watched":
            found = [(check["rule"], "shape" in check["a"]) for check in checks]
            assert found == [("touches", False), ("touches", True)] * 6, found


def is_side(found, expected, hit_boxes, near):
    corners = found.get("shape", {}).get("polygon", [])
    pairs = zip(corners, expected["polygon"])
    is_shape = len(corners) in (0, len(expected["polygon"])) and all(abs(p - q) < near for a, b in pairs for p, q in zip(a, b))
    facts = expected["facts"] if corners else {}
    for way, corners in hit_boxes[found["sprite"]].items():
        pairs = zip(corners, expected.get(way, corners))
        is_shape &= all(abs(p - q) < 2e-6 for a, b in pairs for p, q in zip(a, b))
    is_shape &= {*facts} == {*found} & {"own", "last", "next", "end"}
    is_shape &= all(abs(p - q) < 2 * near for name, box in facts.items() for p, q in zip(found.get(name, ()), box))
    is_named = found["sprite"].partition("~")[0] == expected["kind"]
    return is_named and found["position"] == expected["place"] and is_shape


def truth(maskscope, game="truth.py", near=2e-6):
    """The log has each check of a game, its shapes and its places, and maskscope counts the pixels that numpy counts."""
    with tempfile.TemporaryDirectory() as folder:
        log, path = Path(folder) / "game.jsonl", Path(folder) / "truth.json"
        code, _, errors = run([HERE / game, CHECKS, path], log, **WINDOW)
        assert code == 0, errors
        expected, lines = json.loads(path.read_text()), log.read_text(encoding="utf-8").splitlines()
        found = {number: check for number, check in enumerate(map(json.loads, lines), 1) if "hit" in check}
        hit_boxes = {line["sprite"]: line["hit_boxes"] for line in map(json.loads, lines) if "hit_boxes" in line}
        assert len(found) == len(expected), f"{len(found)} checks, not {len(expected)}"
        for check, wanted in zip(found.values(), expected):
            text = f"{wanted}\nis {check}"
            assert check["frame"] == wanted["frame"] and check["hit"] == wanted["hit"], text
            assert check["at"].endswith(f"{game}:{wanted['line']}") and check["rounding"] == "keep", text
            assert all(is_side(check[it], wanted[it], hit_boxes, near) for it in "ab"), text
            is_known = all(len(wanted[it]["polygon"]) > 2 for it in "ab")
            assert all(("shape" in check[it]) == is_known for it in "ab"), text
            view = check.get("view", wanted["view"])
            assert all(abs(p - q) < 0.02 for p, q in zip(view, wanted["view"])), text
        answer = json.loads(subprocess.run([maskscope, "replay", log, "--json", "--steps=all"], capture_output=True).stdout)
        assert not answer["lines_skipped"], answer["lines_skipped"][:3]
        wanted = dict(zip(found, expected))
        for step in answer["steps"]:
            assert step["overlap_area"] == wanted[step["line"]]["area"], f"{wanted[step['line']]}\nis {step}"
        hits = sum(step["masks_overlap"] for step in answer["steps"])
        print(f"{len(answer['steps'])} checks, {hits} overlaps")


def cure(maskscope):
    """A game leaves as many checks wrong with other hit boxes as the log of its simple ones has promised."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)

        def answer(way):
            """What is said of the game with other hit boxes, and how many of its checks are wrong."""
            log = folder / f"{way}.jsonl"
            code, _, errors = run([HERE / "cure.py", folder, way], log, **WINDOW)
            assert code == 0, errors
            answered = subprocess.run([maskscope, "replay", log, "--json"], capture_output=True)
            found = json.loads(answered.stdout)
            return found["cure"], found["disagreements"]

        ways = ("algo_bounding_box", "algo_simple", "algo_detailed")
        wrong = {way: answer(way) for way in ways}
        for path in folder.glob("*.png"):
            words = [maskscope, "fit", path, "--as", "polygon", "--convex", "--threshold", "127", "--format", "arcade"]
            path.with_suffix(".py").write_bytes(subprocess.run(words, capture_output=True, check=True).stdout)
        fitted = answer("fit")[1]
        for way in ways:
            promised, now = wrong[way]
            best = min(ways, key=lambda it: wrong[it][1])
            left = {best: wrong[best][1], "fitted polygon": fitted}
            of_boxes = dict.fromkeys(("smaller_by", "carried_on", "not_carried_on", "shapes"))
            expected = [
                {"test": it, "leaves_wrong": count, "not_covered": 0} | of_boxes
                for it, count in left.items()
                if count < now
            ]
            assert promised is None and not expected or promised["remedies"] == expected, f"{way}: {promised}, not {expected}"
        print({way: count for way, (_, count) in wrong.items()}, "fit", fitted)


def questions(maskscope):
    """What the engine pushes apart is contact, and wrong is only what is not."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "game.jsonl"
        code, text, errors = run([HERE / "pushed.py"], log, **WINDOW)
        assert code == 0, errors
        answer = json.loads(subprocess.run([maskscope, "replay", log, "--json"], capture_output=True).stdout)
        of_walls = [site["question"] for site in answer["sites"] if "Wall" in site["kinds"]]
        assert sorted(of_walls) == ["contact", "elsewhere"], answer["sites"]
        found = {frozenset(site["kinds"]): site for site in answer["sites"]}
        assert {it["question"] for key, it in found.items() if "Wall" not in key} == {"here"}, answer["sites"]
        wrong = {kind: it["unfair-hit"] for key, it in found.items() for kind in key}
        ends = [side.get("end", "") for line in lines_of(log) if "hit" in line for side in (line["a"], line["b"])]
        truth = json.loads(text)
        assert wrong.get("Spike") == truth["spikes"] and ends.count(None) == truth["gone"], (truth, wrong, ends.count(None))
        print(truth, answer["questions"])


def pictures():
    """The pixels of a window are those by which a log is judged, within `MOST`."""
    code, text, errors = run([HERE / "truth.py", 200], **WINDOW)
    assert code == 0, errors
    counted = json.loads(text)
    parts = [differ / of for differ, of in zip(counted["differ"], counted["pixels"])]
    assert all(part <= most for part, most in zip(parts, MOST)), parts
    print(counted)


def main():
    mode, *rest = sys.argv[1:]
    if mode == "alone":
        import programs

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(alone, [it.__name__ for it in programs.PROGRAMS]))
        print(f"{len(programs.PROGRAMS)} held")
    else:
        of_26 = functools.partial(truth, game="truth26.py", near=0.02)  # of a turned sprite
        {"truth": truth, "truth26": of_26, "cure": cure, "questions": questions, "pictures": pictures}[mode](*rest)


if __name__ == "__main__":
    main()
