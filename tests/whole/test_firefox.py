"""In Firefox, too: a notebook answers for a game of one's own behind its button, and the live pages know its odds."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from orchard import Game, State, solve
from orchard.pages.plots.picks import draw_position
from orchard.solver import Solution
from tests.whole.boards import HABITS
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


def costliest(solution: Solution) -> State:
    """Where the worst picks win least beside the best."""
    chances = ((place, solution.value_of_picks(*place).values()) for place in solution.positions)
    lost = {place: round(max(won) - min(won), 9) for place, won in chances}
    return max(lost, key=lost.get)


@pytest.mark.skipif(not (SITE / "lite").is_dir(), reason="there is no site with JupyterLab in it: make site")
def test_behind_the_button_a_game_of_ones_own_is_answered_and_drawn(driver):
    steps = ["follow .change .at-desk", f"({STARTED})()", CHANGED, RUN, f"({OUTPUTS})()"]
    cells = shown(driver, SITE, "notebooks/4-basket-pick.html", *steps)[-1]
    assert "error" not in {each["output_type"] for outputs in cells for each in outputs}
    told = f"you win {100 * solve(OWN_GAME, 'max').win_probability:.1f} games in 100"
    assert any(told in said(outputs) for outputs in cells)
    best = solve(OWN_GAME, "optimal")
    picture = draw_position(best.game, costliest(best), "Here a wrong pick costs most")
    assert picture.svg in [each.get("data", {}).get("image/svg+xml") for outputs in cells for each in outputs]


# --- the live pages ---

OWN, AT = Game((5, 3, 4), 4, basket_picks=2), "fruits=5,3,4&ravenSteps=4&basketPicks=2"
SMALL, SMALL_AT = Game((2, 2), 2, 2), "fruits=2,2&ravenSteps=2&basketPicks=2"


def test_the_board_knows_the_chance_before_and_after_a_move(driver):
    chance = "/%/.test(place('chance').innerText) && place('chance').innerText"
    steps = [chance, "click #moves [data-move='1']", chance]
    solution = solve(OWN)
    expected = [f"{solution.win_probability:.1%}", f"{solution.value((4, 3, 4), 4):.1%}"]
    assert shown(driver, LIVE, f"board/index.html#{AT}", *steps) == expected


def test_a_race_runs_and_knows_where_its_bars_come_to_rest(driver):
    steps = ["click #go", "race.n > 3 && race.chances.every(p => p > 0) && race.chances"]
    (chances,) = shown(driver, LIVE, f"board/race.html#{AT}&seed=1&habits={','.join(HABITS)}", *steps)
    assert chances == pytest.approx([solve(OWN, habit).win_probability for habit in HABITS], abs=1e-9)


def test_a_sweep_comes_to_its_end(driver):
    steps = ["click #go", "known === sweep.length && sweep.at(-1).p"]
    (chance,) = shown(driver, LIVE, f"board/sweep.html#{SMALL_AT}&strategy=min", *steps)
    assert chance == pytest.approx(solve(SMALL, "min").win_probability, abs=1e-12)
