"""Compiles proofs/, asks Coq what each theorem rests on, and holds what pages quote to what the files say.

    python tools/proofs.py

It says no where a proof has a hole or an axiom, and where a block marked `coq` in README, a page of proofs/ or a
notebook is not, but for spaces, a run of whole sentences of one of the files: whoever quotes a theorem quotes its
hypotheses too.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = "coq libcoq-mathcomp-algebra"  # of Debian 12: Coq 8.16 and Mathematical Components 1.15
QUIET = "-notation-overridden,-ambiguous-paths"  # the library's own
CLOSED = "Closed under the global context"
HOLES = r"\b(?:Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Abort)\b"


def main() -> int:
    """0 when all is proved and rightly quoted."""
    files = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "proofs").glob("*.v"))}
    wrong = [*holes(files), *misquoted(files)]
    if not wrong and not shutil.which("coqc"):
        wrong = [f"coqc is not there; on Debian and Ubuntu: apt-get install --no-install-recommends {PACKAGES}"]
    wrong = wrong or list(unproved(files))
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return bool(wrong)


def holes(files: dict[str, str]) -> Iterator[str]:
    """The words that leave something out, outside of comments."""
    for name, text in files.items():
        for word in re.findall(HOLES, without_comments(text)):
            yield f"proofs/{name}.v: {word}: what is not proved has no place here"


def without_comments(text: str) -> str:
    """The text with a space in place of each comment; a comment may hold others."""
    inner = re.compile(r"\(\*(?:(?!\(\*|\*\)).)*\*\)", flags=re.DOTALL)
    while inner.search(text):
        text = inner.sub(" ", text)
    return text


# --- what pages quote ---


def misquoted(files: dict[str, str]) -> Iterator[str]:
    """The quotations that are in none of the files."""
    said = [f". {folded(text)} " for text in files.values()]
    for path, block in quotations():
        quoted = folded(block)
        if not any(f". {quoted} " in text for text in said):
            yield f"{path.relative_to(ROOT)}: in no file of proofs/, or not from full stop to full stop:\n{block}"


def folded(text: str) -> str:
    """The text without comments, with one space wherever there is any."""
    return " ".join(without_comments(text).split())


def quotations() -> Iterator[tuple[Path, str]]:
    """The blocks marked `coq` of README, every page of proofs/ and every notebook."""
    pages = [ROOT / "README.md", *sorted((ROOT / "proofs").glob("*.md")), *sorted((ROOT / "notebooks").glob("*.ipynb"))]
    for path in filter(Path.exists, pages):
        for block in re.findall(r"^```coq\n(.*?)^```", prose(path), flags=re.DOTALL | re.MULTILINE):
            yield path, block


def prose(path: Path) -> str:
    """The text of a page, or of the cells of prose of a notebook."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    return "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown")


# --- what Coq says ---


def unproved(files: dict[str, str]) -> Iterator[str]:
    """What Coq refuses, and the theorems that rest on more than they say."""
    build = ROOT / "build" / "proofs"
    build.mkdir(parents=True, exist_ok=True)
    needs = {name: imported(text) for name, text in files.items()}
    for name in TopologicalSorter(needs).static_order():
        refused, _ = compiled(build / f"{name}.v", files[name])
        if refused:
            yield refused
            return
    names = [theorem for text in files.values() for theorem in re.findall(r"^Theorem (\w+)", text, flags=re.MULTILINE)]
    asked = f"From Orchard Require Import {' '.join(files)}.\n" + "".join(f"Print Assumptions {n}.\n" for n in names)
    refused, answer = compiled(build / "asked.v", asked)
    if refused or answer.splitlines() != [CLOSED] * len(names):
        yield refused or f"{', '.join(names)}: one of them rests on an axiom:\n{answer}"
        return
    print(*(f"{name}: {CLOSED}" for name in names), sep="\n")


def imported(text: str) -> set[str]:
    """The other files that one names in its lines `From Orchard Require Import ...`."""
    return set(" ".join(re.findall(r"From Orchard Require Import ([\w ]+)\.", text)).split())


def compiled(path: Path, text: str) -> tuple[str, str]:
    """What Coq has against a text, and what it says."""
    path.write_text(text, encoding="utf-8")
    command = ["coqc", "-q", "-w", QUIET, "-R", str(path.parent), "Orchard", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return (result.stderr or f"{path.name}: refused") if result.returncode else "", result.stdout


if __name__ == "__main__":
    sys.exit(main())
