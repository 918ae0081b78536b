"""The notebooks in JupyterLab in a browser: there they say what they say elsewhere, and ask for nothing outside."""

import json
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.whole.processes import ROOT
from tools.chromium import served

LITE = ROOT / "build" / "lite"
PAGES = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb") if path.stem != "1-simulation")
pytestmark = pytest.mark.skipif(not LITE.is_dir(), reason="its files could not be had: tools/lite/build.py")

STARTED = "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.kernelDisplayStatus === 'idle'"
CELLS = "jupyterapp.shell.currentWidget.content.widgets.filter(({ model }) => model.type === 'code')"
ENDED = f"() => ({STARTED})() && {CELLS}.every(({{ model }}) => model.executionState === 'idle')"
SOURCES = f"() => {CELLS}.map(({{ model }}) => model.sharedModel.getSource())"
OUTPUTS = f"() => {CELLS}.map(({{ model }}) => model.outputs.toJSON())"
SET = f"""([from, to]) => {{
    const cell = {CELLS}.map(({{ model }}) => model.sharedModel).find(cell => cell.getSource().includes(from));
    cell.setSource(cell.getSource().replace(from, to));
}}"""


def opened(page: Page, address: str, name: str, app: str = "notebooks") -> None:
    """Open a notebook, and wait until its kernel has started."""
    page.goto(f"{address}lite/{app}/index.html?path=notebooks/{name}.ipynb")
    page.wait_for_function(STARTED, timeout=300_000)


def run_all(page: Page) -> list[list[dict]]:
    """What each cell of code shows after all have run; none may fail, or warn."""
    page.get_by_text("Run", exact=True).first.click()
    page.locator(".lm-Menu-itemLabel").get_by_text("Run All Cells", exact=True).click()  # a page may say that, too
    page.wait_for_timeout(500)
    page.wait_for_function(ENDED, timeout=600_000)
    shown = page.evaluate(OUTPUTS)
    wrong = [each for cell in shown for each in cell if each["output_type"] == "error" or each.get("name") == "stderr"]
    assert wrong == []
    return shown


def said(outputs: list[dict]) -> str:
    """What outputs say in words and tables, whatever the version of pandas."""
    texts = [each.get("text") or each.get("data", {}).get("text/html", "") for each in outputs]
    text = " ".join("".join(text) for text in texts)
    return " ".join(re.sub(r"<(style|script)\b.*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL).split())


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(LITE.parent) as address:
        yield address


@contextmanager
def inside(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A new reader, who may ask this server alone."""
    context, outside = browser.new_context(), []
    context.on("request", lambda asked: asked.url.startswith((address, "data:", "blob:")) or outside.append(asked.url))
    yield context
    context.close()
    assert outside == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_in_a_browser_what_it_says_elsewhere(browser: Browser, address: str, name: str):
    with inside(browser, address) as context:
        page = context.new_page()
        opened(page, address, name)
        shown = [said(outputs) for outputs in run_all(page)]
    cells = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    assert shown == [*(said(cell["outputs"]) for cell in cells if cell["cell_type"] == "code"), ""], "the last is empty"


def test_a_page_shows_what_was_computed_and_loaded_again_shows_it_again(browser: Browser, address: str):
    cells = json.loads((ROOT / "notebooks/4-basket-pick.ipynb").read_text(encoding="utf-8"))["cells"]
    answer = next("".join(cell["outputs"][0]["text"]) for cell in cells if "answer" in cell["metadata"].get("tags", ()))
    with inside(browser, address) as context:
        page = context.new_page()
        page.on("dialog", lambda asked: asked.accept())  # whether to leave a page that was changed
        page.goto(f"{address}lite/lab/index.html?path=notebooks/4-basket-pick.ipynb")
        shown = page.locator(".jp-OutputArea-output").first
        expect(shown).to_have_text(answer, timeout=60_000)
        before = page.evaluate(SOURCES)
        page.evaluate(f"() => {CELLS}[0].model.sharedModel.setSource('game = 1')")
        page.wait_for_url(re.compile("path="), timeout=10_000)
        page.reload()
        expect(shown).to_have_text(answer, timeout=60_000)
        assert page.evaluate(SOURCES) == before


def test_what_was_loaded_once_is_not_loaded_again(browser: Browser, address: str):
    with inside(browser, address) as context:
        page, loaded = context.new_page(), []
        page.on("response", lambda answer: loaded.append(answer) if answer.status == 200 else None)
        opened(page, address, "4-basket-pick")
        assert any(answer.url.endswith("pyodide.asm.wasm") for answer in loaded)
        loaded.clear()
        opened(page, address, "4-basket-pick")
        sizes = [answer.request.sizes()["responseBodySize"] for answer in loaded if not answer.from_service_worker]
        assert sum(sizes) < 1_000_000


# --- 32 bits, and no threads ---

COMPUTED = ["agreement", "dice", "laws", "limits", "markov", "simulator", "solver", "strategies", "ways"]
REFUSED = "too_large"  # of two games, for there is less memory


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node.js")
def test_what_is_computed_passes_its_tests_in_a_python_like_a_browsers():
    files = [f"tests/test_{name}.py" for name in COMPUTED]
    runner = [ROOT / "tests/whole/in_pyodide.mjs", LITE / "static/pyodide", ROOT, sysconfig.get_path("purelib")]
    hypothesis = next((ROOT / "build/lite-files").glob("hypothesis-*.whl"))
    words = [hypothesis, *files, "-k", f"not {REFUSED}"]
    done = subprocess.run(["node", *runner, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
