"""Runs programs with the logger of `maskscope run` and without it, for `tests/recording.rs`.

    python harness.py alone             each of `programs.py` prints the same, and ends the same
    python harness.py truth MASKSCOPE   the logs of the games in `truth.py` have what those say
    python harness.py mutations         each of the logger's faults in `mutations.py` is found
    python harness.py questions MASKSCOPE   of the games in `questions`, as many checks are wrong as `mutations.py` says
    python harness.py stops MASKSCOPE   a game that is stopped, and its log, are as one that is not
    python harness.py memory FRAMES     what the logger keeps stays small, also where the disk is full
"""

import base64
import concurrent.futures
import importlib.util
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
BRIDGES = HERE.parents[1] / "samples/bridges"
PARTS = {"pygame/run": "_maskscope", "pygame/maskscope": "_maskscope/bridge", "arcade/run": "_maskscope/arcade"}


def unpack(folder, change=None):
    """Writes the logger into a folder, as `maskscope run` does; `change` is a file, a text in it, and another for it."""
    for source, target in PARTS.items():
        (folder / target).mkdir(parents=True)
        for path in (BRIDGES / source).glob("*.py"):
            text = path.read_text(encoding="utf-8")
            if change is not None and f"pygame/{change[0]}" == f"{source}/{path.name}":
                assert text.count(change[1]) == 1, f"{change}: {text.count(change[1])} times"
                text = text.replace(change[1], change[2])
            name = path.name if path.name == "sitecustomize.py" else f"{target}/{path.name}"
            (folder / name).write_text(text, encoding="utf-8")


def run(words, log=None, change=None, **variables):
    """Runs a program, with the logger if there is a log; returns its status and what it prints."""
    environ = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    environ.update(PYTHONDONTWRITEBYTECODE="1", **variables)
    environ.pop("PYTHONPATH", None)
    with tempfile.TemporaryDirectory() as folder:
        if log is not None:
            unpack(Path(folder), change)
            environ.update(PYTHONPATH=folder, MASKSCOPE_LOG=str(log))
        ended = subprocess.run([sys.executable, *map(str, words)], env=environ, capture_output=True, timeout=400)
    return ended.returncode, ended.stdout, ended.stderr.decode("utf-8", "replace")


def lines_of(log):
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def alone(name):
    """A program is the same with the logger and without."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "game.jsonl"
        words = [HERE / "programs.py", name]
        before, after = run(words), run(words, log, MASKSCOPE_LAST="30" if "key" in name else "")
        assert before[:2] == after[:2], f"{name}: {before[:2]} is {after[:2]} with the logger: {after[2]}"
        added = [line for line in after[2].splitlines() if line.startswith("maskscope: ")]
        own = [line for line in after[2].splitlines() if not line.startswith("maskscope: ")]
        # Tracebacks have the frames of the logger in them.
        is_same = own[-1:] == before[2].splitlines()[-1:] if "Traceback" in before[2] else own == before[2].splitlines()
        processes = len(list(Path(folder).glob("*.jsonl")))
        is_tested = name not in ("pickled", "drawn_dirty", "no_test")
        assert log.exists() == is_tested, f"{name}: {sorted(it.name for it in Path(folder).iterdir())}"
        assert is_same and len(added) <= processes, f"{name}: standard error {after[2]}"
        is_complete = "not in the log" not in after[2] and "Error" not in "".join(added)
        assert is_complete or name == "recursion", f"{name}: {added}"
        checks = [line for it in Path(folder).glob("*.jsonl") for line in lines_of(it) if "hit" in line]
        assert bool(checks) == is_tested, f"{name}: {len(checks)} checks"


def recorded(folder, game, change=None):
    """The truth of a game, its log, and standard error."""
    log, truth = Path(folder) / f"{game}.jsonl", Path(folder) / f"{game}.json"
    name, *traced = game.split()
    code, _, errors = run([HERE / "truth.py", name, truth, *traced], log, change, MASKSCOPE_WATCH="__main__:near,__main__:meet", MASKSCOPE_LAST="1" if game == "returning" else "")
    assert code == 0, f"{game}: {errors}"
    return json.loads(truth.read_text()), lines_of(log), log


def colour_of(png):
    """The colour of the middle of a picture."""
    import pygame

    picture = pygame.image.load(io.BytesIO(base64.b64decode(png)), "picture.png")
    return [*picture.get_at(picture.get_rect().center)[:3]]


def compare(game, truth, lines):
    """Asserts that a log has the checks of the truth."""
    checks = [line for line in lines if "hit" in line]
    far = sum(line["far"] for line in lines if "far" in line)
    expected = truth["checks"]
    seen = {line["sprite"]: line["png"] for line in lines if "png" in line}
    masked = {line["sprite"] for line in lines if "png" in line and "mask" in line}
    for found, check in zip(checks, expected):
        text = f"{game}: {check}\nis {found}"
        assert found["frame"] == check["frame"] and found["hit"] == check["hit"] and found["rule"] == check["rule"], text
        assert "line" not in check or int(found["at"].split(":")[1]) == check["line"] - check.get("above", 0), text
        assert bool(found.get("jump")) == check.get("jump", False), text
        assert check.get("shown", True) in (found.get("shown", True), None), text
        assert found.get("view") == check.get("view", found.get("view")), text
        assert check.get("stated") is None or found["area"] == check["stated"], text
        for name in ("a", "b"):
            sprite, side = found[name], check[name]
            assert check.get("is_masked") in (None, sprite["sprite"] in masked), text
            wanted = side.get("seen", check.get("seen"))
            assert wanted in (None, sprite["sprite"] in seen), text
            assert side.get("colour") is None or colour_of(seen[sprite["sprite"]]) == side["colour"], text
            assert sprite["sprite"].partition("~")[0] == side["kind"], text
            assert sprite.get("made", False) == side.get("made", False), text
            assert all(sprite.get(fact, value) == value for fact, value in side.get("facts", {}).items()), text
            stated = [fact for fact in ("own", "last", "next", "end") if fact in sprite]
            assert "stated" not in side or stated == side["stated"], text
            assert sprite["position"] == side["place"], text
            assert sprite.get("shape") == ({"box": side["box"]} if isinstance(side["box"], list) else side["box"]), text
    for kind in {check[it]["kind"] for check in expected for it in "ab"}:
        # Rectangles that are not their owner's body are named after both.
        probes = [line for line in lines if line.get("kind") == kind and line.get("probe")]
        assert bool(probes) == (" " in kind), f"{game}: {kind} is a probe: {probes}"
    assert len(checks) == len(expected), f"{game}: {len(checks)} checks, not {len(expected)}"
    finer = [[line["frame"], line["finer"]["a"], line["finer"]["b"], int(line["finer"]["at"].split(":")[1])] for line in lines if "finer" in line]
    assert finer == truth["finer"], f"{game}: the checks that finer ones replaced are {finer}, not {truth['finer']}"
    merged = len(finer)
    assert len(checks) + far + merged == truth["tests"], f"{game}: {len(checks)} checks and {far} far of {truth['tests']} tests"


def judged(game, truth, log, maskscope):
    """Asserts that maskscope counts the pixels that numpy counts."""
    answer = subprocess.run([maskscope, "replay", log, "--json", "--steps=all"], capture_output=True)
    answer = json.loads(answer.stdout)
    assert not answer["lines_skipped"], f"{game}: {answer['lines_skipped']}"
    for step, check in zip(answer["steps"], truth["checks"]):
        assert check.get("area") is None or step["overlap_area"] == check["area"], f"{game}: {check}\nis {step}"
        assert step["verdict"] != "test-wrong", f"{game}: {step}"


def games():
    import pygame

    sys.path.insert(0, str(HERE))
    import truth

    missing = [] if hasattr(pygame, "FRect") else ["decimals", "between"]
    if importlib.util.find_spec("pgzero") is None:
        print("actors: Pygame Zero is not installed", file=sys.stderr)
        missing.append("actors")
    return [name for name in truth.GAMES if name not in missing]


def is_true(game, maskscope):
    with tempfile.TemporaryDirectory() as folder:
        truth, lines, log = recorded(folder, game)
        compare(game, truth, lines)
        judged(game, truth, log, maskscope)


def dies(name, mutation):
    """Asserts that the truth of a game tells a fault of the logger."""
    game, *change = mutation
    with tempfile.TemporaryDirectory() as folder:
        try:
            truth, lines, _ = recorded(folder, game, change)
            compare(game, truth, lines)
        except (AssertionError, FileNotFoundError, KeyError):
            if "times" in str(sys.exc_info()[1]):
                raise
            return
    raise AssertionError(f"the mutation lives: {name}")


def asks(game, expected, maskscope):
    """Asserts how many checks of a game are wrong, and how many ask each question; returns why it was not run."""
    import importlib.util

    if game == "actors" and importlib.util.find_spec("pgzero") is None:
        return f"{game}: skipped, since this Python is without Pygame Zero"
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "game.jsonl"
        code, _, errors = run([HERE / "questions" / f"{game}.py"], log)
        assert code == 0, f"{game}: {errors}"
        answer = json.loads(subprocess.run([maskscope, "replay", log, "--json"], capture_output=True).stdout)
    found = answer["disagreements"], {question: count for question, count in answer["questions"].items() if count}
    assert found == expected, f"{game}: {found}, not {expected}: {answer['sites']}"


def stops(case, *rest):
    """Plays a game that is stopped; returns what was measured."""
    measured = case(unpack, *rest)
    return f"{case.__name__}: {measured or 'holds'}"


def memory(kind, frames):
    """The memory of a process after some frames, in MB, and half as many."""
    game, is_full = [HERE / "memory.py", kind.removesuffix(" on a full disk")], kind.endswith("disk")
    with tempfile.TemporaryDirectory() as folder:
        log = Path("/dev/full") if is_full else Path(folder) / "game.jsonl"
        _, text, errors = run([*game, frames], log)
        half, whole = map(int, text.split())
    alone = int(run([*game, 20])[1].split()[1])
    measured = f"{kind}: {alone} MB alone, {half} MB after {frames // 2} frames, {whole} MB after {frames}"
    assert whole - alone <= 74 and whole - half <= 5, f"{measured}: {errors}"
    return measured


def main():
    # A job in the background ignores it, and so would the games.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    mode, *rest = sys.argv[1:]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        if mode == "alone":
            import programs

            tasks = [pool.submit(alone, it.__name__) for it in programs.PROGRAMS]
        elif mode == "truth":
            traced = [f"{game} traced" for game in ("listed", "ninjas", "turned", "as_drawn", "exact", "nearest", "by_method")]
            tasks = [pool.submit(is_true, game, *rest) for game in [*games(), *traced]]
        elif mode == "mutations":
            from mutations import MUTATIONS

            tasks = [pool.submit(dies, *it) for it in MUTATIONS.items()]
        elif mode == "questions":
            from mutations import GAMES

            tasks = [pool.submit(asks, *it, *rest) for it in GAMES.items()]
        elif mode == "stops":
            sys.path.insert(0, str(HERE / "stops"))
            import cases

            tasks = [*(pool.submit(stops, it) for it in cases.CASES), pool.submit(stops, cases.judged, *rest)]
        else:
            kinds = [kind + disk for kind in ("slots", "turned", "sheets") for disk in ("", " on a full disk")]
            tasks = [pool.submit(memory, kind, int(rest[0])) for kind in kinds]
        failed = [f"{type(task.exception()).__name__}: {task.exception()}" for task in tasks if task.exception() is not None]
    held = [task.result() for task in tasks if task.exception() is None]
    print("\n".join(failed or [*filter(None, held), f"{len(tasks)} held"]))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
