"""Every value that a page allows runs to its end, without a warning, and to pictures that can be read.

Those that are written somewhere, and some that are drawn.
"""

import numpy as np
import pytest
from added import added
from execute import chosen
from pages import PAGES, PageError, a_draw, again, is_size, known, run, values, written

from orchard.pages.parameters import RefusedError
from orchard.pages.studies import printed

DRAWS = 3  # of all parameters of a page together
pages = pytest.mark.parametrize("page", PAGES)
# Of the tools that a notebook uses, warnings are others' affair.
pytestmark = [again, pytest.mark.filterwarnings("default")]


@pages
def test_every_value_of_a_comment_runs(page: str):
    """In as few runs as that takes, each large size beside the least of others."""
    rng = np.random.default_rng(1)
    left = {name: values(each) for name, each in known(page).items()}
    least = {name: found[0] for name, found in left.items() if isinstance(found[-1], int) and found[-1] > 1000}
    runs = [least | {name: left[name].pop()} for name, each in known(page).items() if is_size(each)]
    while any(left.values()):
        runs.append({name: each.pop() for name, each in left.items() if each})
    for asked in runs:
        run_together(page, asked, rng)


def run_together(page: str, asked: dict, rng: np.random.Generator) -> None:
    """Run a page with these values, or where two limit each other with one after the other beside others."""
    try:
        run(page, asked)
    except RefusedError:
        for name, value in asked.items():
            run_with_any(page, name, value, rng)


def run_with_any(page: str, name: str, value: object, rng: np.random.Generator) -> None:
    """Run a page with one value beside others that it goes with."""
    for _ in range(200):
        try:
            return run(page, a_draw(page, rng) | {name: value})
        except RefusedError as error:
            why = error
    pytest.fail(f"{name}={value!r} is never accepted: {why}")


@pytest.mark.parametrize(("page", "settings"), written())
def test_what_a_text_tells_to_try_runs(page: str, settings: str):
    run(page, chosen(known(page), settings.split()))


def test_rows_that_anybody_adds_do_not_stop_the_page_of_verdicts(monkeypatch: pytest.MonkeyPatch):
    rows = added(printed.published())
    monkeypatch.setattr(printed, "published", lambda: rows)
    run("printed", {}, then='assert claims.verdict.value_counts()[["cut off", "wrong"]].tolist() == [2, 4]')


@pages
def test_draws_of_all_parameters_run(page: str):
    """Keep one that ever fails as a line of `drawn.txt`, in the words that are printed."""
    rng, failed = np.random.default_rng(2), []
    for _ in range(DRAWS):
        try:
            run(page, a_draw(page, rng))
        except RefusedError:
            continue
        except PageError as error:
            failed.append(str(error))
    assert not failed, "\n\n".join(failed)
