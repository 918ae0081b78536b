"""In Firefox, too: a notebook answers for a game of one's own behind its button, and the live pages know its odds."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from orchard import Game, solve
from tests.whole.processes import ROOT
from tests.whole.test_lite import OUTPUTS, SET, STARTED, said
from tools.chromium import served

MAC = "/Applications/Firefox.app/Contents/MacOS/firefox"
FIREFOX = next(filter(None, map(shutil.which, ("firefox", "firefox-esr", MAC))), None)
NODE = ROOT / "build" / "node"
OPTIONS = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"]
PUPPETEER = ["--before=2026-05-12", "puppeteer-core@24.43.1"]  # and what it needs, as it was on that day
SITE, LIVE = ROOT / "build" / "site", ROOT / "site"


@pytest.fixture(scope="module")
def driver() -> list[str | Path]:
    """What opens an address in Firefox. Where that cannot be, tests are skipped, unless CI says that all must run."""
    unable = pytest.fail if "CI" in os.environ else pytest.skip
    if not (FIREFOX and shutil.which("node") and shutil.which("npm")):
        unable("there is no Firefox, or no Node.js with npm")
    NODE.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        ["npm", "install", *OPTIONS, *PUPPETEER], cwd=NODE, capture_output=True, text=True, check=False
    )
    if done.returncode:
        unable(f"puppeteer-core could not be had: {done.stderr[-500:]}")
    return ["node", ROOT / "tests/whole/in_firefox.mjs", NODE, FIREFOX]


def shown(driver: list[str | Path], folder: Path, page: str, *steps: str) -> list:
    """What a page of a folder says at each step, with nothing going wrong, and nothing asked of others."""
    with served(folder) as address:
        done = subprocess.run([*driver, address + page, *steps], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["trouble"] == []
    return found["told"]


# --- JupyterLab ---

OWN_GAME = "5,3,4:raven=4:picks=2"
CHANGED = f"""({SET})(['"first-orchard"', '"{OWN_GAME}"']) ?? true"""
RUN = "jupyterapp.commands.execute('notebook:run-all-cells').then(() => true)"


@pytest.mark.skipif(not (SITE / "lite").is_dir(), reason="there is no site with JupyterLab in it: make site")
def test_behind_the_button_a_game_of_ones_own_is_answered(driver):
    steps = ["follow .change .at-desk", f"({STARTED})()", CHANGED, RUN, f"({OUTPUTS})()"]
    cells = shown(driver, SITE, "notebooks/4-basket-pick.html", *steps)[-1]
    assert "error" not in {each["output_type"] for outputs in cells for each in outputs}
    told = f"you win {100 * solve(OWN_GAME, 'max').win_probability:.1f} games in 100"
    assert any(told in said(outputs) for outputs in cells)


# --- the live pages ---

OWN, SMALL = Game((5, 3, 4), 4, basket_picks=2), Game((2, 2), 2, 2)
AT, SMALL_AT = "game=5,3,4:raven=4:picks=2", "game=2,2:raven=2:picks=2"
CHANCE = "/%/.test(place('chance').innerText) && parseFloat(place('chance').innerText) / 100"


@pytest.mark.parametrize(
    ("page", "steps", "chances"),
    [
        (
            f"index.html#{AT}",
            [CHANCE, "click #moves [data-move='1']", CHANCE],
            [solve(OWN).win_probability, solve(OWN).value((4, 3, 4), 4)],
        ),
        (
            f"race.html#{AT}&seed=1",
            ["click #go", "race.n > 3 && race.chances.every(p => p > 0) && race.chances[1]"],
            [solve(OWN, "random").win_probability],
        ),
        (
            f"sweep.html#{SMALL_AT}&strategy=min",
            ["click #go", "known === sweep.length && sweep.at(-1).p"],
            [solve(SMALL, "min").win_probability],
        ),
    ],
)
def test_board_race_and_sweep_run_and_know_their_chances(driver, page, steps, chances):
    assert shown(driver, LIVE, f"board/{page}", *steps) == pytest.approx(chances, abs=5.1e-4)
