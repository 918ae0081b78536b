"""The sliders, without a browser, against the solver and the chain, and what live pictures are asked for."""

from collections.abc import Iterator

import ipywidgets as widgets
import matplotlib.pyplot as plt
import pytest

from orchard import EDITIONS, Game, absorbing_chain, solve
from orchard.pages import explorer
from orchard.pages.explorer import board, plot_rules, rules_sliders, sweep


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No figure is left open."""
    yield
    plt.close("all")


def every(widget: widgets.Widget) -> list[widgets.Widget]:
    return [widget, *(w for child in getattr(widget, "children", ()) for w in every(child))]


def find(panel: widgets.Widget, name: str) -> widgets.Widget:
    """The control of that description."""
    return next(widget for widget in every(panel) if getattr(widget, "description", "") == name)


@pytest.mark.parametrize("strategy", ["max", "ignore"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_pictures_of_the_rules_say_how_often_we_win_and_how_long_it_takes(edition, strategy):
    left, right = plot_rules(edition, strategy).axes
    solution = solve(edition, strategy)
    mean = absorbing_chain(edition, solution.strategy).expected_rolls()[0]
    said = f"With {EDITIONS[edition].raven_steps} raven rolls we win {solution.win_probability:.1%}"
    assert left.get_title() == said
    assert right.get_title() == f"A game takes {mean:.1f} rolls on average"


def test_each_slider_changes_its_rule(monkeypatch):
    shown = []
    monkeypatch.setattr(explorer, "plot_rules", lambda *rules: shown.append(rules) or plot_rules(*rules))
    panel = rules_sliders()
    assert shown == [(EDITIONS["first-orchard"], "max")]
    before = panel.children[-1].value
    for (text, _, _), value in zip(explorer.SLIDERS.values(), (3, 5, 8, 0), strict=True):
        find(panel, text).value = value
    find(panel, "Pick").value = "random"
    assert shown[-1] == (Game.uniform(3, 5, 8, 0), "random")
    assert panel.children[-1].value != before


LARGEST = (4, 4, 6, 4)  # trees, fruits, raven steps and picks that the sweep has room for


def test_the_largest_game_has_a_sweep_and_a_larger_one_has_none():
    assert sweep(Game.uniform(*LARGEST)).page == "sweep"
    for larger in ((5, 4, 6, 4), (4, 5, 6, 4), (4, 4, 7, 4), (4, 4, 6, 5)):
        with pytest.raises(ValueError, match=r"^game must be no larger than First Orchard"):
            sweep(Game.uniform(*larger))


def test_a_board_hides_its_chances_only_if_one_guesses_first():
    assert "guess=1" in board("orchard", guess=True).address
    assert "guess" not in board("orchard").address
