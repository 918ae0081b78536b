"""Other places and processes: copies of the repository, a Python that knows nothing of this one, and waiting for it."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def python(
    *words: str, folder: Path = ROOT, env: Mapping[str, str] | None = None, status: int = 0
) -> subprocess.CompletedProcess[str]:
    """A Python with these words, started cold in a folder; an error if it ends with another status."""
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == status, (done.stdout + done.stderr)[-2000:]
    return done


def copied(folder: Path, *names: str) -> Path:
    """A folder with these files and folders of the repository, without caches."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def commit(folder: Path, *words: str) -> None:
    """Make a repository of a folder, with what these words name in its first commit."""
    for command in (["init", "-q"], ["add", *words], ["commit", "-qm", "all"]):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *command], cwd=folder, check=True)


def wait_until(holds: Callable[[], object], seconds: float = 300) -> None:
    """Until something holds, as long as a busy machine needs; an error if that takes too long."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not so within {seconds} s"
        time.sleep(0.05)
