"""The site: `make site` puts README.md, notebooks/, figures/ and data/ beside a copy of this folder."""

import os
import tomllib
from importlib.util import find_spec
from pathlib import Path

from sphinx.application import Sphinx

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
extensions = ["myst_nb"]
exclude_patterns = ["README.md", "jupyter_execute"]  # the first is included in index.md, the second is myst-nb's own
nb_execution_mode = "off"  # the notebooks are shown as they are committed
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_dmath_double_inline = True  # $$ within a paragraph, as JupyterLab shows it
myst_heading_anchors = 3

html_theme = "sphinx_book_theme"
html_title = "Will we win the Orchard game?"
html_favicon = "_static/favicon.svg"
html_static_path = ["_static", str(MATHJAX)]
html_css_files = ["orchard.css"]
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


def list_tables(app: Sphinx, page: str, source: list[str]) -> None:
    """End the page about the data with a link to every table in it."""
    if page == "data/results":
        tables = sorted((HERE / "data").rglob("*.csv"), key=lambda path: (path.parent.name, path.name))
        source[0] += "".join(f"* [{path.name}]({path.relative_to(HERE / 'data').as_posix()})\n" for path in tables)


def setup(app: Sphinx) -> None:
    app.connect("source-read", list_tables)
