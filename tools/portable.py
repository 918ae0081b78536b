"""Executes all notebooks again under the newest other Python that is allowed, in a copy, and compares every byte.

    python tools/portable.py

The copy, with an environment of its own, stays in build/python3.13 or the like, so that only the first time is long.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUTPUTS = ("notebooks", "data/results", "figures")
FREE = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "MFLAGS"}


def is_whole(command: str) -> bool:
    """Whether this Python is there, runs, and can make an environment."""
    words = [command, "-c", "import venv, ensurepip"]
    return bool(shutil.which(command)) and subprocess.call(words, stderr=subprocess.DEVNULL) == 0


def other_python(own: int = sys.version_info.minor) -> tuple[int, str] | None:
    """The version and the command of the newest whole one that pyproject.toml allows, on PATH or by pyenv."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    oldest, beyond = map(int, re.findall(r"3\.(\d+)", asked))
    for minor in reversed(range(oldest, beyond)):
        paths = Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python")
        for command in (f"python3.{minor}", *map(str, paths)):
            if minor != own and is_whole(command):
                return minor, command
    return None


def renew(copy: Path) -> None:
    """The repository as it is now, in place of all in the copy but its environment."""
    for path in copy.glob("[!.]*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "build", "__pycache__"), dirs_exist_ok=True)


def outputs(root: Path) -> dict[str, bytes]:
    """The bytes of every notebook, table and figure."""
    files = [path for folder in OUTPUTS for path in (root / folder).glob("*") if path.is_file()]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def differing(here: dict[str, bytes], there: dict[str, bytes]) -> list[str]:
    """The files that are not the same in both, or only in one."""
    return sorted({name for name, _ in here.items() ^ there.items()})


def main() -> int:
    """0 if every byte is the same, or if there is no other Python."""
    other = other_python()
    if not other:
        print("portable: no other Python here; nothing compared")
        return 0
    minor, command = other
    copy = ROOT / "build" / f"python3.{minor}"
    renew(copy)
    print(f"portable: all notebooks again, by {command}", flush=True)
    subprocess.run(["make", "--no-print-directory", "figures", f"PYTHON={command}"], cwd=copy, env=FREE, check=True)
    here, there = outputs(ROOT), outputs(copy)
    if other_bytes := differing(here, there):
        print(f"portable: other bytes under Python 3.{minor}, see {copy.relative_to(ROOT)}:", *other_bytes, sep="\n  ")
        return 1
    print(f"portable: {len(here)} files, the same bytes under Python 3.{minor} as under 3.{sys.version_info.minor}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
