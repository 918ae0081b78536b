"""The site: `make site` puts README.md, notebooks/, figures/ and data/ beside a copy of this folder."""

import csv
import json
import re
import tomllib
from html import escape
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from shutil import copytree
from urllib.parse import urlsplit

from myst_parser.mdit_to_docutils.base import default_slugify
from sphinx.application import Sphinx

HERE = Path(__file__).parent
PROJECT = tomllib.loads((HERE / "../../pyproject.toml").read_text())
URLS = PROJECT["project"].get("urls", {})
HOME, ADDRESS = URLS.get("Repository", ""), URLS.get("Homepage", "")  # on GitHub, and of the site; empty while unknown
MATHJAX = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static/mathjax/tex-svg.js"  # alone, of 24 MB

project = "Orchard"
extensions = ["myst_nb", "notfound.extension", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinxext.opengraph"]
exclude_patterns = ["README.md", "jupyter_execute"]  # the first is included in about.md, the second is myst-nb's own
nb_execution_mode = "off"  # the notebooks are shown as they are committed
myst_enable_extensions = ["dollarmath", "amsmath", "html_image", "smartquotes"]
myst_dmath_double_inline = True  # $$ within a paragraph, as JupyterLab shows it
myst_heading_anchors = 3
autodoc_mock_imports = ["ipywidgets", "matplotlib", "pandas", "psutil", "tqdm"]  # docstrings can be read without them
autodoc_typehints_format, autodoc_member_order = "short", "bysource"
default_role = "literal"  # of single backticks in docstrings

html_theme, html_title = "sphinx_book_theme", "The Orchard notebooks"
html_baseurl = ogp_site_url = ADDRESS
html_favicon, html_static_path = "_static/favicon.svg", ["_static", str(MATHJAX), "figures/4-at-a-glance.png"]
html_css_files, html_js_files = ["orchard.css"], ["site.js"]
html_show_copyright = html_use_index = html_domain_indices = False
html_theme_options = {"navbar_persistent": [], "footer_content_items": [], "repository_url": HOME}
BUTTONS = {"use_repository_button": True, "launch_buttons": {"binderhub_url": "https://mybinder.org"}}
html_theme_options |= BUTTONS if HOME else {}
html_context = {"default_mode": "auto"}  # light or dark as the reader's system is
mathjax_path, mathjax3_config = MATHJAX.name, {"options": {"enableMenu": False}}  # whose entries ask for more files
ogp_site_name, ogp_image, ogp_social_cards = html_title, "_static/4-at-a-glance.png", {"enable": False}
notfound_urls_prefix = urlsplit(ADDRESS).path or "/"
notfound_context = {"title": "Not in this orchard", "body": "<h1>This page has been picked already</h1>"}

SAVED = re.compile(r'save_figure\(.*?"(\w+-[\w-]+)"')  # sharp at every size, where the output has so many dots
FRAME = '<iframe class="board" src="{}" title="{}" height="1150"></iframe>'
STILL = re.compile(r"\[!\[([^\]]+)\]\(\.\./board/[^)]+\)\]\((\.\./board/[^)]+)\)")
TO_BOARD = re.compile(r"(?<!!)\[([^\]!]+)\]\(\.\./(?:site/)?(board/[^)]+)\)")  # which is no source of a page
LITE = HERE.parent / "lite"  # JupyterLab in the browser, where it could be built
CHANGE = """

<p class="change"><a class="at-desk" {2} href="../lite/lab/index.html?path={0}.ipynb">Change it here</a>
<a class="on-phone" {2} href="../lite/notebooks/index.html?path={0}.ipynb">Change it here</a>
in a new tab ({1}).</p>"""
SETTINGS = '<p class="change">Made with {0}. <a href="#for-a-game-of-your-own">Try other values</a>.</p>'
LAST = """## For a game of your own

The page was made with these settings. Change them in JupyterLab (`make lab`), and all that is
computed follows. Sentences about First Orchard stay as they are."""
STILLS = re.compile(r"\*\(Below are pictures of the board\..*?\)\*\n*", re.DOTALL)  # here they are alive
FRAME_TAGS = {"parameters", "imports", "answer", "answered"}
NEW_TAB = 'target="_blank" rel="noopener"'
BY_HAND = "in JupyterLab (`make lab`)"
TAKES = {"notebooks/1-simulation": "the first time 55 MB; half a minute with 100 batches, four with 10,000"}
SECONDS = "the first time 55 MB and up to two minutes, then ten to twenty seconds"
TO_CODE = re.compile(r"\[([^\]]+)\]\((?:\.\./)*((?:orchard|tools)/[^)\s]*)\)")
FOLDED = {"imports": "Show what is imported", "checks": "Show what is checked"}  # by the tag of its cell
FRAMED = {"board": "index", "race": "race", "sweep": "sweep"}


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table in `data/`."""
    return list(csv.DictReader((HERE / "data" / name).read_text(encoding="utf-8").splitlines()))


def traced(item: dict[str, str], numbers: list[str]) -> str:
    """A row of the page about the five sources: an item, with links to where it is reproduced."""
    value = item["value"] or (", ".join(numbers) if len(numbers) < 5 else f"{len(numbers)} numbers")
    place = f"[{item['section']}](../{item['page']}#{default_slugify(item['section'])})"
    here = f"{item['status']}: {place}" if item["page"] else item["status"]
    files = ", ".join(f"[{Path(file).name}](../{file})" for file in item["files"].split())
    test = Path(item["test"]).name.replace(".py::test_", ": ").replace("_", " ")  # its name is a sentence
    return f"| {' | '.join((item['item'], item['shows'], value, here, files, test))} |\n"


def linked(text: str) -> str:
    """The text with links to code where the code can be read, and to the board."""
    text = TO_CODE.sub(rf"[\1]({HOME}/blob/main/\2)" if HOME else r"\1", TO_BOARD.sub(r'<a href="../\2">\1</a>', text))
    text = text.replace("](../site/table/", "](../table/")  # which is not below `site` here
    return text.replace("](../README.md#", "](../about.md#").replace("](../README.md", "](../index.md")


def live_page(app: Sphinx, page: str, source: list[str]) -> None:
    """A page as it is here: with its links, its lists, and the board in place of a picture of it."""
    folder, _, name = page.rpartition("/")
    if page == "data/results":
        tables = sorted((HERE / "data").rglob("*.csv"), key=lambda path: (path.parent.name, path.name))
        source[0] += "".join(f"* [{path.name}]({path.relative_to(HERE / 'data').as_posix()})\n" for path in tables)
    if page == "data/traceability":
        printed = {row["id"]: row["printed"] for row in rows("published.csv")}
        for name, items in groupby(rows("traceability.csv"), key=lambda item: item["source"]):
            lines = [traced(item, [printed[number] for number in item["printed"].split()]) for item in items]
            head = "| item | what it shows | printed | here | files | test |\n|---|---|---|---|---|---|\n"
            source[0] += linked(f"\n## {name}\n\n{head}{''.join(lines)}")
    if folder == "table":  # a folder deeper in the repository
        source[0] = STILL.sub(lambda found: FRAME.format(escape(found[2]), escape(found[1])), source[0])
        source[0] = source[0].replace("](../../", "](../")
    if page == "lesson":
        source[0] = source[0].replace("](../", "](").replace('src="../', 'src="')
    if folder in ("contribute", "table"):
        source[0] = linked(source[0])
    if folder == "notebooks":
        notebook = json.loads(source[0])
        source[0] = json.dumps(notebook | {"cells": [live_cell(cell) for cell in arranged(notebook, page)]})


def arranged(notebook: dict, page: str) -> list[dict]:
    """The cells as they stand here, where nothing can be changed: the story, and then what can be changed elsewhere."""
    lead, *cells = notebook["cells"]
    frame = [cell for cell in cells if FRAME_TAGS & {*cell["metadata"].get("tags", ())}]
    values = notebook["metadata"]["orchard"]["parameters"]
    names = [name for name in re.findall(r"^(\w+): ", "".join(frame[0]["source"]), re.MULTILINE) if name in values]
    told = ", ".join(f"<code>{name} = {escape(json.dumps(values[name]))}</code>" for name in names)
    change = CHANGE.format(page, TAKES.get(page, SECONDS), NEW_TAB) if LITE.is_dir() else ""
    settings, last = (
        {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}
        for name, text in {"settings": SETTINGS.format(told), "last": LAST + change}.items()
    )
    return [lead, settings, *(cell for cell in cells if cell not in frame), last, *frame]


def live_readme(app: Sphinx, path: Path, parent: str, content: list[str]) -> None:
    """The README from where it says how to run all this: what stands before that is told on the front page."""
    _, heading, rest = content[0].partition("## To run it\n")
    content[0] = linked(heading + rest.replace("](.github/", "](contribute/").replace("](site/", "]("))


def live_cell(cell: dict) -> dict:
    """The cell with its links as they are here, a line for what is folded, and boards in place of their pictures."""
    if frame := live_frame(cell["metadata"].get("orchard", {})):
        return {"cell_type": "markdown", "id": cell["id"], "metadata": {}, "source": frame}
    if cell["cell_type"] == "markdown":
        text = STILLS.sub("", linked("".join(cell["source"])))
        return cell | {"source": text.replace(BY_HAND, "by *Change it here*, below") if LITE.is_dir() else text}
    kinds = [FOLDED[tag] for tag in cell["metadata"].get("tags", ()) if tag in FOLDED]
    told = cell["metadata"].get("mystnb", {}) | ({"code_prompt_show": kinds[0]} if kinds else {})
    drawn = [name for name in SAVED.findall("".join(cell["source"])) if (HERE / f"figures/{name}.svg").exists()]
    outputs = [live_output(output, drawn) for output in cell.get("outputs", ())]
    return cell | {"metadata": cell["metadata"] | {"mystnb": told}, "outputs": outputs}


def live_output(output: dict, drawn: list[str]) -> dict:
    """The output; for a picture the page of the board, where it knows an address, or the drawing of what was saved."""
    if frame := live_frame(output.get("metadata", {}).get("image/png", {})):
        return output | {"data": {"text/html": frame}, "metadata": {}}
    if drawn and "image/png" in output.get("data", {}):
        words = re.sub(r"([\\\[\]*_`<&])", r"\\\1", output["metadata"]["image/png"]["alt"])
        return output | {"data": {"text/markdown": f"![{words}](../figures/{drawn[-1]}.svg)"}, "metadata": {}}
    return output


def live_frame(known: dict) -> str | None:
    """The frame of the board, the race or the sweep, where one of them has an address."""
    name = next((name for name in FRAMED if name in known), None)
    return name and FRAME.format(f"../board/{FRAMED[name]}.html{escape(known[name])}", f"The {name}, alive")


def setup(app: Sphinx) -> None:
    app.connect("source-read", live_page)
    app.connect("include-read", live_readme)
    copytree(HERE / "board", app.outdir / "board", dirs_exist_ok=True)
    if LITE.is_dir():
        copytree(LITE, app.outdir / "lite", dirs_exist_ok=True)
