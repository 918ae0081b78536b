"""Names the home of this repository on GitHub in the files that tell it; until then none of them does.

    python tools/identity.py owner/name

It writes [project.urls] in pyproject.toml, from which the site takes its links, the badges below the title of README.md
and `repository-code` in CITATION.cff; done again with another name, it replaces them.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def addresses(repository: str) -> dict[str, str]:
    """The addresses that a package index shows."""
    owner, name = repository.split("/")
    home = f"https://github.com/{repository}"
    return {
        "Homepage": f"https://{owner.lower()}.github.io/{name}/",
        "Repository": home,
        "Issues": f"{home}/issues",
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
    }


def badges(repository: str) -> str:
    """The line below the title: whether the checks pass, the board to play on, the notebooks to read, and to run."""
    to = addresses(repository)
    check = f"{to['Repository']}/actions/workflows/check.yml"
    binder = f"https://mybinder.org/v2/gh/{repository}/main?urlpath=lab/tree/notebooks"
    shield = "https://img.shields.io/badge"
    return " ".join(
        [
            f"[![checks]({check}/badge.svg)]({check})",
            f"[![play]({shield}/play-on%20the%20board-green)]({to['Homepage']}board/index.html)",
            f"[![read]({shield}/read-the%20notebooks-blue)]({to['Homepage']})",
            f"[![run](https://mybinder.org/badge_logo.svg)]({binder})",
        ]
    )


def with_urls(pyproject: str, repository: str) -> str:
    """pyproject.toml with its table of addresses before that of the extras."""
    lines = "".join(f'{name} = "{address}"\n' for name, address in addresses(repository).items())
    without = re.sub(r"\[project\.urls\]\n(.+\n)*\n", "", pyproject)
    return without.replace("[project.optional-", f"[project.urls]\n{lines}\n[project.optional-", 1)


def with_badges(readme: str, repository: str) -> str:
    """README.md with its badges below the title."""
    title, _, rest = re.sub(r"(?m)^\[!\[checks\].*\n\n?", "", readme).partition("\n")
    return f"{title}\n\n{badges(repository)}\n\n{rest.lstrip()}"


def with_code(citation: str, repository: str) -> str:
    """CITATION.cff with the address of the code after the licence."""
    without = re.sub(r"(?m)^repository-code: .*\n", "", citation)
    line = f"repository-code: {addresses(repository)['Repository']}\n"
    return re.sub(r"(?m)^license: .*\n", lambda found: found[0] + line, without, count=1)


WRITTEN = {"pyproject.toml": with_urls, "README.md": with_badges, "CITATION.cff": with_code}


def main(repository: str) -> int:
    """0 when all is written, 2 if that is no name."""
    if not re.fullmatch(r"[\w-]+/[\w.-]+", repository):
        print(f"REPOSITORY={repository}: allowed is owner/name, as GitHub has it", file=sys.stderr)
        return 2
    for name, changed in WRITTEN.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        (ROOT / name).write_text(changed(text, repository), encoding="utf-8", newline="\n")
    print(f"{', '.join(WRITTEN)} name {repository}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
