"""Names the home of this repository on GitHub in the files that tell it; until then none of them does.

    python tools/identity.py owner/name

It writes [project.urls] in pyproject.toml, from which the site takes its links, badges and the address of the board in
README.md, and `repository-code` in CITATION.cff; done again with another name, it replaces them.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

URLS = """\
[project.urls]
Homepage = "https://{site}/"
Repository = "https://{home}"
Issues = "https://{home}/issues"
Changelog = "https://{home}/blob/main/CHANGELOG.md"

"""
BADGES = (  # whether the checks pass, the board to play on, the notebooks to read, and to run
    "[![checks](https://{home}/actions/workflows/check.yml/badge.svg)](https://{home}/actions/workflows/check.yml)"
    " [![play](https://img.shields.io/badge/play-on%20the%20board-green)](https://{site}/board/index.html)"
    " [![read](https://img.shields.io/badge/read-the%20notebooks-blue)](https://{site}/)"
    " [![run](https://mybinder.org/badge_logo.svg)]"
    "(https://mybinder.org/v2/gh/{repository}/main?urlpath=lab/tree/notebooks)\n\n"
)
BOARD = "  [Play on it here](https://{site}/board/index.html).\n"
CODE = "repository-code: https://{home}\n"

# A file, what an earlier name left in it, after what the text goes, and the text.
WRITTEN = [
    ("pyproject.toml", r"\[project\.urls\]\n(.+\n)*\n", r"(?=\[project\.optional-)", URLS),
    ("README.md", r"\[!\[checks\].*\n\n", r"# .*\n\n", BADGES),
    ("README.md", r"  \[Play on it here\].*\n", r"\* A board to play on, .*\n", BOARD),
    ("CITATION.cff", r"repository-code: .*\n", r"\nlicense:\n(?:  - .*\n)+", CODE),
]
FILES = sorted({file for file, *_ in WRITTEN})


def main(repository: str) -> int:
    """0 when all is written, 2 if that is no name."""
    if not re.fullmatch(r"[\w-]+/[\w.-]+", repository):
        print(f"REPOSITORY={repository}: allowed is owner/name, as GitHub has it", file=sys.stderr)
        return 2
    owner, _, name = repository.partition("/")
    names = {"repository": repository, "home": f"github.com/{repository}", "site": f"{owner.lower()}.github.io/{name}"}
    for file, left, place, text in WRITTEN:
        without = re.sub(left, "", (ROOT / file).read_text(encoding="utf-8"))
        before, found, after = re.split(f"({place})", without, maxsplit=1)
        told = before + found + text.format(**names) + after
        (ROOT / file).write_text(told, encoding="utf-8", newline="\n")
    print(f"{', '.join(FILES)} name {repository}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
