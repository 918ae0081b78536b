"""Executes all notebooks again, by another Python and as on an old processor, in a copy, and compares every byte.

    python tools/portable.py

The Python is the newest other one that is allowed, or this one where there is none. The copy, with an environment of
its own, stays in build/python3.13 or the like, so that only the first time is long.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

ROOT = Path(__file__).resolve().parents[1]
OUTPUTS = ("notebooks", "data/results", "figures")

# OpenBLAS and NumPy as on a processor of 2004: they add up in another order, so that last bits differ.
NEWER = [name for name in __cpu_dispatch__ if __cpu_features__[name]]  # NumPy warns of those that are not there
OLD_PROCESSOR = {"OPENBLAS_CORETYPE": "Prescott", "NPY_DISABLE_CPU_FEATURES": " ".join(NEWER)}
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


def differing_files(python: str, copy: Path, processor: Mapping[str, str]) -> list[str]:
    """The files that come out otherwise if this Python executes all notebooks, with `processor` in its environment."""
    renew(copy)
    words = ["make", "--no-print-directory", "figures", f"PYTHON={python}"]
    subprocess.run(words, cwd=copy, env=FREE | processor, check=True)
    return differing(outputs(ROOT), outputs(copy))


def main() -> int:
    """0 if every byte is the same."""
    own = sys.version_info.minor
    minor, python = other_python(own) or (own, sys.executable)
    copy = ROOT / "build" / f"python3.{minor}"
    print(f"portable: all notebooks again, by {python}, as on an old processor", flush=True)
    files = differing_files(python, copy, OLD_PROCESSOR)
    if not files:
        print(f"portable: the same bytes under Python 3.{minor} on an old processor as under 3.{own} on this one")
        return 0
    print(f"portable: other bytes, see {copy.relative_to(ROOT)}:", *files, sep="\n  ")
    if minor != own:
        print(f"portable: once more, by {python} on this processor, to see which of the two it is", flush=True)
        by_python = differing_files(python, copy, {})
        print("portable: because of the processor:", *(file for file in files if file not in by_python), sep="\n  ")
        print(f"portable: because of Python 3.{minor}:", *by_python, sep="\n  ")
    return 1


if __name__ == "__main__":
    sys.exit(main())
