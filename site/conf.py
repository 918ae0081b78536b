"""The site: `make site` puts README.md, notebooks/, figures/ and data/ beside a copy of this folder."""

import csv
import json
import os
import re
import tomllib
import typing
from importlib.util import find_spec
from inspect import isclass, isroutine
from itertools import groupby
from pathlib import Path
from shutil import copytree

from myst_parser.mdit_to_docutils.base import default_slugify
from sphinx.application import Sphinx
from sphinx.ext.autodoc.mock import mock

UNREAD = ["matplotlib", "pandas", "psutil", "tqdm"]  # what the package's docstrings can be read without
with mock(UNREAD):
    import orchard

HERE = Path(__file__).parent
# One file of it is all that formulas need; the package's own extension would add 24 MB.
MATHJAX = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static" / "mathjax" / "tex-svg.js"


def home() -> str:
    """Where this is on GitHub, by the workflow that builds the site or by pyproject.toml; empty if unknown."""
    if named := os.environ.get("GITHUB_REPOSITORY"):
        return f"https://github.com/{named}"
    settings = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    return settings["project"].get("urls", {}).get("Repository", "")


project = "Orchard"
extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["README.md", "jupyter_execute"]  # the first is included in index.md, the second is myst-nb's own
nb_execution_mode = "off"  # the notebooks are shown as they are committed
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_dmath_double_inline = True  # $$ within a paragraph, as JupyterLab shows it
myst_heading_anchors = 3
autodoc_mock_imports = UNREAD
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
default_role = "literal"  # of single backticks in docstrings

html_theme = "sphinx_book_theme"
html_title = "Will we win the Orchard game?"
html_favicon = "_static/favicon.svg"
html_static_path = ["_static", str(MATHJAX)]
html_css_files = ["orchard.css"]
html_js_files = ["site.js"]
html_show_copyright = False
html_theme_options = {"navbar_persistent": [], "footer_content_items": []}
if home():
    html_theme_options |= {
        "repository_url": home(),
        "repository_branch": "main",
        "use_repository_button": True,
        "use_issues_button": True,
        "launch_buttons": {"binderhub_url": "https://mybinder.org", "notebook_interface": "jupyterlab"},
    }
html_context = {"default_mode": "auto"}  # light or dark as the reader's system is
html_use_index = False
mathjax_path = MATHJAX.name
mathjax3_config = {"options": {"enableMenu": False}}  # its entries would ask for files that are not there

# Where a page of an earlier name is now.
MOVED = {"notebooks/6-landscape": "notebooks/8-landscape", "notebooks/7-printed": "notebooks/printed"}
REDIRECT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>This page has moved</title>
<link rel="icon" href="../_static/favicon.svg">
<meta http-equiv="refresh" content="0; url={0}"><link rel="canonical" href="{0}"></head>
<body><main><h1>This page has moved</h1><p>It is <a href="{0}">here now</a>.</p></main></body></html>
"""
FRAME = '<iframe class="board" src="../board/index.html{}" title="The board, alive" height="1150"></iframe>'
# What stands here for widgets, which live only while Python runs.
PANELS = {
    "rules_panel": FRAME.format("#view=rules"),
    "play_panel": FRAME.format("#game=first-orchard"),
    "simulation_panel": "*This board needs Python: `make lab` brings it to life.*",
}


# --- pages ---


def list_tables(app: Sphinx, page: str, source: list[str]) -> None:
    """End the page about the data with a link to every table in it."""
    if page == "data/results":
        tables = sorted((HERE / "data").rglob("*.csv"), key=lambda path: (path.parent.name, path.name))
        source[0] += "".join(f"* [{path.name}]({path.relative_to(HERE / 'data').as_posix()})\n" for path in tables)


def list_items(app: Sphinx, page: str, source: list[str]) -> None:
    """End the page about the five sources with a table for each: what it shows, and where that is here."""
    if page == "data/traceability":
        printed = {row["id"]: row["printed"] for row in rows("published.csv")}
        for name, items in groupby(rows("traceability.csv"), key=lambda item: item["source"]):
            lines = [traced(item, [printed[number] for number in item["printed"].split()]) for item in items]
            head = "| item | what it shows | printed | here | files | test |\n|---|---|---|---|---|---|\n"
            source[0] += linked(f"\n## {name}\n\n{head}{''.join(lines)}", "../")


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table in `data/`."""
    with open(HERE / "data" / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def traced(item: dict[str, str], numbers: list[str]) -> str:
    """A row of such a table: an item of a source, with links to where it is reproduced."""
    value = item["value"] or (", ".join(numbers) if len(numbers) < 5 else f"{len(numbers)} numbers")
    place = f"[{item['section']}](../{item['page']}#{default_slugify(item['section'])})"
    here = f"{item['status']}: {place}" if item["page"] else item["status"]
    files = ", ".join(f"[{last_name(file)}](../{file})" for file in item["files"].split())
    test = last_name(item["test"]).replace(".py::test_", ": ").replace("_", " ")  # its name is a sentence
    return f"| {' | '.join((item['item'], item['shows'], value, here, files, test))} |\n"


def list_names(app: Sphinx, page: str, source: list[str]) -> None:
    """End the page about the package with every public name and what its docstring says."""
    if page == "api":
        names = {name: getattr(orchard, name) for name in orchard.__all__}
        functions = [name for name, thing in names.items() if isroutine(thing)]
        types = [name for name, thing in names.items() if isclass(thing)]
        source[0] += section("Functions", [f".. autofunction:: orchard.{name}" for name in functions])
        source[0] += section("Types", [f".. autoclass:: orchard.{name}\n   :members:" for name in types])
        source[0] += "\n## Further names\n\n"
        source[0] += "".join(f"* `{name}`: {further(names[name])}\n" for name in names if name not in functions + types)


def section(title: str, directives: list[str]) -> str:
    return f"\n## {title}\n\n```{{eval-rst}}\n" + "\n\n".join(directives) + "\n```\n"


def further(thing: object) -> str:
    """What a table holds, or which types a name stands for."""
    parts = thing if isinstance(thing, dict) else [part.__name__ for part in typing.get_args(thing)]
    return ", ".join(f"`{part}`" for part in parts)


def show_formulas(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """What a docstring indents is shown as it stands."""
    for i in range(len(lines) - 1, 0, -1):
        if lines[i].startswith("    ") and not lines[i - 1].strip():
            lines[i:i] = ["::", ""] if i < 2 or not lines[i - 2].startswith("    ") else []


# --- the board ---


def linked(text: str, root: str) -> str:
    """The text with the board of the site for that of the repository, and links to code where the code can be read."""
    board = re.compile(r"(?<!!)\[([^\]]+)\]\((?:\.\./)*site/board/index\.html(#[^)\s]*)?\)")
    text = board.sub(lambda found: f'<a href="{root}board/index.html{found[2] or ""}">{found[1]}</a>', text)
    code = re.compile(r"\[([^\]]+)\]\((?:\.\./)*((?:orchard|tools)/[^)\s]*)\)")
    text = code.sub(rf"[\1]({home()}/blob/main/\2)" if home() else r"\1", text)
    return text.replace("](../README.md", "](../index.md")


def live_readme(app: Sphinx, path: Path, parent: str, content: list[str]) -> None:
    """The README on the front page, where the board is alive and its picture would be one too many."""
    lines = content[0].splitlines(keepends=True)
    content[0] = linked("".join(line for line in lines if "site/board/board.png" not in line), "")


def live_page(app: Sphinx, page: str, source: list[str]) -> None:
    """A page with its links as they are here; a notebook's dead widgets are boards."""
    if page == "CONTRIBUTING":
        source[0] = linked(source[0], "")
    if page.startswith("notebooks/"):
        notebook = json.loads(source[0])
        notebook["cells"] = [live_cell(cell) for cell in notebook["cells"]]
        source[0] = json.dumps(notebook)


def live_cell(cell: dict) -> dict:
    """The cell with its links as they are here, or the board in its place."""
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return cell | {"source": linked(text, "../")}
    called = re.match(r"(\w+_panel)\(", text)
    if not called or called[1] not in PANELS:
        return cell
    return {"cell_type": "markdown", "id": cell["id"], "metadata": {}, "source": PANELS[called[1]]}


def add_board(app: Sphinx, problem: Exception | None) -> None:
    """The board beside the pages, and at each old address the way to the new one."""
    copytree(HERE / "board", app.outdir / "board", dirs_exist_ok=True)
    for old, new in MOVED.items():
        if (app.outdir / f"{new}.html").exists() and not (app.outdir / f"{old}.html").exists():
            (app.outdir / f"{old}.html").write_text(REDIRECT.format(f"{last_name(new)}.html"))


def last_name(page: str) -> str:
    return page.rpartition("/")[2]


def setup(app: Sphinx) -> None:
    app.connect("source-read", list_tables)
    app.connect("source-read", list_items)
    app.connect("source-read", list_names)
    app.connect("source-read", live_page)
    app.connect("include-read", live_readme)
    app.connect("autodoc-process-docstring", show_formulas)
    app.connect("build-finished", add_board)
