"""The site: `make site` puts README.md, notebooks/, figures/ and data/ beside a copy of this folder."""

import ast
import csv
import json
import re
import sys
import tomllib
import typing
from html import escape
from importlib.util import find_spec
from inspect import isclass, isroutine
from itertools import groupby
from pathlib import Path
from shutil import copytree
from textwrap import shorten
from urllib.parse import urljoin

from docutils import nodes
from myst_parser.mdit_to_docutils.base import default_slugify
from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.ext.autodoc.mock import mock

UNREAD = ["ipywidgets", "matplotlib", "pandas", "psutil", "tqdm"]  # what the package's docstrings can be read without
with mock(UNREAD):
    import orchard

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

FOLDS = tomllib.loads((HERE / "folds.toml").read_text(encoding="utf-8"))
# One file of it is all that formulas need; the package's own extension would add 24 MB.
MATHJAX = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static" / "mathjax" / "tex-svg.js"


URLS = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"].get("urls", {})
HOME, ADDRESS = URLS.get("Repository", ""), URLS.get("Homepage", "")  # on GitHub, and of the site; empty while unknown

project = "Orchard"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["README.md", "jupyter_execute"]  # the first is included in about.md, the second is myst-nb's own
nb_code_prompt_show = "Show the code"
nb_execution_mode = "off"  # the notebooks are shown as they are committed
myst_enable_extensions = ["dollarmath", "amsmath", "html_image", "smartquotes"]
myst_dmath_double_inline = True  # $$ within a paragraph, as JupyterLab shows it
myst_heading_anchors = 3
autodoc_mock_imports = UNREAD
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
default_role = "literal"  # of single backticks in docstrings

html_theme = "sphinx_book_theme"
html_title = "The Orchard notebooks"
html_baseurl = ADDRESS
html_favicon = "_static/favicon.svg"
html_static_path = ["_static", str(MATHJAX), "figures/5-at-a-glance.png"]  # the last for cards elsewhere: CARD_PICTURE
html_css_files = ["orchard.css"]
html_js_files = ["site.js"]
html_show_copyright = False
html_theme_options = {"navbar_persistent": [], "footer_content_items": []}
if HOME:
    html_theme_options |= {
        "repository_url": HOME,
        "repository_branch": "main",
        "use_repository_button": True,
        "use_issues_button": True,
        "launch_buttons": {"binderhub_url": "https://mybinder.org", "notebook_interface": "jupyterlab"},
    }
html_context = {"default_mode": "auto"}  # light or dark as the reader's system is
html_use_index = False
html_domain_indices = False
mathjax_path = MATHJAX.name
mathjax3_config = {"options": {"enableMenu": False}}  # its entries would ask for files that are not there

SAVED = re.compile(r'save_figure\(.*?"(\w+-[\w-]+)"')  # sharp at every size, where the output has so many dots
RUNNING = "## To run it\n"
FRAME = '<iframe class="board" src="{}" title="{}" height="1150"></iframe>'
STILL = re.compile(r"\[!\[([^\]]+)\]\(\.\./board/[^)]+\)\]\((\.\./board/[^)]+)\)")
TO_BOARD = re.compile(r"(?<!!)\[([^\]!]+)\]\((\.\./board/[^)]+)\)")
FRAMED = {"board": ("index", "The board"), "race": ("race", "The race"), "sweep": ("sweep", "The sweep")}
# What is told to those who show a link to a page as a card; such a picture needs a whole address.
CARD = """
<meta name="description" content="{about}">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{about}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="{site}">
"""
CARD_PICTURE = """<meta property="og:url" content="{page}">
<meta property="og:image" content="{picture}">
<meta property="og:image:alt" content="Games won out of 100 in four versions of Orchard, by what is picked">
<meta name="twitter:card" content="summary_large_image">
"""
LEAST_WORDS, MOST_LETTERS = 8, 200  # of a description
# GitHub shows it for whatever is missing, in any folder: it loads nothing, and its links are whole where that can be.
NOT_FOUND = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not in this orchard</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><style>
:root {{ color-scheme: light dark; }}
body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto 0; padding: 0 1.5rem; }}
svg {{ width: 6rem; }}
h1 {{ line-height: 1.2; }}
a {{ color: inherit; }}
</style></head>
<body><main>{drawing}<h1>This page has been picked already</h1>
<p>There is nothing at this address. You may want <a href="{root}index.html">the front page</a>, <a
href="{root}board/index.html">the board</a>, or to <a href="{root}search.html">search</a>.</p></main></body></html>
"""
MAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{}</urlset>
"""
PLACE = "<url><loc>{}</loc></url>\n"


# --- pages ---


def list_proofs(app: Sphinx, page: str, source: list[str]) -> None:
    """Below the page of all theorems, in the side bar, a page each."""
    if page == "proofs/README":
        source[0] += "\n```{toctree}\n:hidden:\n:glob:\n[a-z]*\n```\n"


def describe(app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None) -> None:
    """Give a page its description, the first paragraph that says something, and what a card of it shows."""
    paragraphs = [] if doctree is None else doctree.findall(nodes.paragraph)
    texts = (" ".join(paragraph.astext().split()) for paragraph in paragraphs)
    about = next((text for text in texts if len(text.split()) >= LEAST_WORDS), html_title)
    told = {"about": escape(shorten(about, MOST_LETTERS, placeholder=" …")), "site": html_title}
    card = CARD.format(**told, title=escape(context.get("title", html_title)))
    if ADDRESS:
        picture = urljoin(ADDRESS, "_static/5-at-a-glance.png")
        card += CARD_PICTURE.format(page=context["pageurl"], picture=picture)
    context["metatags"] = context.get("metatags", "") + card


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
            source[0] += linked(f"\n## {name}\n\n{head}{''.join(lines)}")


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


def list_modules(app: Sphinx, page: str, source: list[str]) -> None:
    """End the page about the modules with every one of them that a notebook imports."""
    if page == "modules":
        known = ", ".join(orchard.__all__)  # on the page about the package
        for name in sorted(set().union(*map(imported, (HERE / "notebooks").glob("*.ipynb")))):
            source[0] += section(name, [f".. automodule:: {name}\n   :members:\n   :exclude-members: {known}"])


def imported(notebook: Path) -> set[str]:
    """The modules of the package that a notebook imports, or imports from."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    sources = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    trees = (ast.parse(source) for source in sources if re.search(r"^from orchard", source, flags=re.M))
    found = [node for tree in trees for node in tree.body if isinstance(node, ast.ImportFrom)]
    parts = {f"orchard.{alias.name}" for node in found for alias in node.names if node.module == "orchard"}
    within = {node.module for node in found if node.module.startswith("orchard.")}
    return within | {name for name in parts if find_spec(name)}


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


def leave_no_way_back(app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None) -> None:
    """A page of code without its links to docstrings, half of which lead nowhere: a module may be in two places."""
    if page.startswith("_modules/"):
        context["body"] = re.sub(r'<a class="viewcode-back".*?</a>', "", context["body"])


# --- the board ---


def linked(text: str) -> str:
    """The text with links to code where the code can be read, and to the board, which is no source of a page."""
    text = re.sub(r"(?<!!)\[([^\]!]+)\]\(\.\./site/(board/[^)]+)\)", r'<a href="../\2">\1</a>', text)
    code = re.compile(r"\[([^\]]+)\]\((?:\.\./)*((?:orchard|tools)/[^)\s]*)\)")
    text = code.sub(rf"[\1]({HOME}/blob/main/\2)" if HOME else r"\1", text)
    return text.replace("](../README.md#", "](../about.md#").replace("](../README.md", "](../index.md")


def live_readme(app: Sphinx, path: Path, parent: str, content: list[str]) -> None:
    """The README from where it says how to run all this: what stands before that is told on the front page."""
    _, heading, rest = content[0].partition(RUNNING)
    if not heading:
        raise ConfigError(f"README.md needs the heading that the page about the notebooks begins with: {RUNNING}")
    content[0] = linked(heading + rest.replace("](.github/", "](contribute/").replace("](site/", "]("))


def live_page(app: Sphinx, page: str, source: list[str]) -> None:
    """A page with its links as they are here; in a notebook a board's picture is the board."""
    if page.startswith("contribute/"):
        source[0] = linked(source[0])
    if page.startswith("table/"):
        source[0] = live_table(source[0].replace("](../../", "](../"))  # a folder deeper in the repository
    if page.startswith("notebooks/"):
        notebook = json.loads(source[0])
        notebook["cells"] = [live_cell(cell) for cell in notebook["cells"]]
        source[0] = json.dumps(notebook)


def live_table(text: str) -> str:
    """A family's page: for a still that leads to a live picture the picture itself, and its links to the board."""
    text = STILL.sub(lambda found: FRAME.format(escape(found[2]), escape(found[1])), text)
    return TO_BOARD.sub(r'<a href="\2">\1</a>', text)


def live_cell(cell: dict) -> dict:
    """The cell with its links as they are here, and the board where there is a picture of it: a cell, or an output."""
    if frame := live_frame(cell["metadata"].get("orchard", {})):
        return {"cell_type": "markdown", "id": cell["id"], "metadata": {}, "source": frame}
    if cell["cell_type"] == "markdown":
        return cell | {"source": linked("".join(cell["source"]))}
    saved = SAVED.findall("".join(cell["source"]))
    return live_code(cell) | {"outputs": [live_output(output, saved) for output in cell.get("outputs", ())]}


def live_code(cell: dict) -> dict:
    """The cell, whose source is folded, with a line in its place that says what it is."""
    kinds = [FOLDS["code"][tag] for tag in cell["metadata"].get("tags", ()) if tag in FOLDS["code"]]
    told = {"code_prompt_show": kinds[0]} if kinds else {}
    return cell | {"metadata": cell["metadata"] | {"mystnb": cell["metadata"].get("mystnb", {}) | told}}


def fold_sections(app: Sphinx, tree: nodes.document, page: str) -> None:
    """Sections for those who want more: the heading stays, and what is below it comes when it is asked for."""
    sections = tree.findall(nodes.section) if page.startswith("notebooks/") else ()
    for section in sections:
        heading, *rest = section.children
        if heading.astext().startswith(tuple(FOLDS["sections"])):
            before = nodes.raw("", '<details class="aside"><summary>', format="html")
            between = nodes.raw("", "</summary>", format="html")
            section.children = [before, heading, between, *rest, nodes.raw("", "</details>", format="html")]


def live_output(output: dict, saved: list[str]) -> dict:
    """The output; for a picture the page of the board, where it knows an address, or the drawing of what was saved."""
    if frame := live_frame(output.get("metadata", {}).get("image/png", {})):
        return output | {"data": {"text/html": frame}, "metadata": {}}
    if saved and "image/png" in output.get("data", {}):
        words = re.sub(r"([\\\[\]*_`<&])", r"\\\1", output["metadata"]["image/png"]["alt"])
        return output | {"data": {"text/markdown": f"![{words}](../figures/{saved[-1]}.svg)"}, "metadata": {}}
    return output


def live_frame(known: dict) -> str:
    """The frame of the board, the race or the sweep, where one of them has an address; else nothing."""
    name = next((name for name in FRAMED if name in known), None)
    if name is None:
        return ""
    file, title = FRAMED[name]
    return FRAME.format(f"../board/{file}.html{escape(known[name])}", f"{title}, alive")


def add_board(app: Sphinx, problem: Exception | None) -> None:
    """The board beside the pages."""
    copytree(HERE / "board", app.outdir / "board", dirs_exist_ok=True)


def add_map(app: Sphinx, problem: Exception | None) -> None:
    """The page for what is missing, and the map of the site where its address is known."""
    drawing = (HERE / "_static" / "favicon.svg").read_text(encoding="utf-8")
    (app.outdir / "404.html").write_text(NOT_FOUND.format(root=ADDRESS, drawing=drawing), encoding="utf-8")
    if ADDRESS:
        pages = "".join(PLACE.format(f"{ADDRESS}{page}.html") for page in sorted(app.env.found_docs))
        (app.outdir / "sitemap.xml").write_text(MAP.format(pages), encoding="utf-8")


def last_name(page: str) -> str:
    return page.rpartition("/")[2]


def setup(app: Sphinx) -> None:
    app.connect("source-read", list_proofs)
    app.connect("source-read", list_modules)
    app.connect("source-read", list_tables)
    app.connect("source-read", list_items)
    app.connect("source-read", list_names)
    app.connect("source-read", live_page)
    app.connect("include-read", live_readme)
    app.connect("autodoc-process-docstring", show_formulas)
    app.connect("doctree-resolved", fold_sections)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", leave_no_way_back)
    app.connect("build-finished", add_board)
    app.connect("build-finished", add_map)
