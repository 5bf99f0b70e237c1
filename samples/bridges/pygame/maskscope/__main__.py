"""Starts the program of the pip package: `python -m maskscope` is `maskscope`."""

import os
import subprocess
import sys
import sysconfig


def main():
    name = "maskscope" + (sysconfig.get_config_var("EXE") or "")
    user = sysconfig.get_path("scripts", f"{os.name}_user")
    paths = [os.path.join(folder, name) for folder in (sysconfig.get_path("scripts"), user)]
    program = next(filter(os.path.exists, paths), None)
    if program is None:
        sys.exit("maskscope: the pip package of the program is not installed")
    if sys.prefix != sys.base_prefix:
        # `run game.py` starts the Python of this environment, also where it is not active.
        os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
    if os.name == "posix":
        os.execv(program, [program, *sys.argv[1:]])
    sys.exit(subprocess.call([program, *sys.argv[1:]]))


if __name__ == "__main__":
    main()
