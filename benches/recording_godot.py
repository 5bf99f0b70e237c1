"""What the logger of `maskscope run` adds to a step of the physics in Godot, where tests/godot/godot can be run:

    python3 benches/recording_godot.py

Steps with and without the logger take turns in one run. A second turn without it says how much of the difference is noise.
The engine is WebAssembly in a browser, and some times slower than a desktop's.
"""

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "tests/godot"))
import harness  # noqa: E402

lack = harness.missing()
if lack:
    sys.exit(f"there is no {lack}")
with tempfile.TemporaryDirectory(prefix="maskscope-godot-") as name:
    folder = Path(name)
    for script in (harness.LOGGER, HERE / "godot/timed.gd"):
        shutil.copy(script, folder)
    environ = {**os.environ, "MASKSCOPE_LOG": str(folder / "game.jsonl")}
    environ.setdefault("GODOT_SECONDS", "600")
    # Six steps a frame, and one of them also draws: the median does not see it.
    words = ["--path", str(HERE / "godot"), "--fixed-fps", "10", "--script", str(folder / "timed.gd"), "res://main.tscn"]
    printed = harness.play([str(harness.HERE / "godot"), *words], environ)
print("| things | checks written a step | a step without, ms | added by the logger | without again |\n| --- | ---: | ---: | ---: | ---: |")
for line in re.findall(r"TIMED (.*)", printed):
    things, without, with_it, again, written = map(float, line.split())
    added, noise = (with_it - without) / 1000, (again - without) / 1000
    print(f"| {things:.0f} | {written:.1f} | {without / 1000:.2f} | {added:+.2f} | {noise:+.2f} |")
