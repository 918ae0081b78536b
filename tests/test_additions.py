"""An edition and a strategy that nobody planned for, added at run time: everything takes them as it takes the others.

The edition has three trees that bear different numbers of fruit, the strategy looks at the raven. They are added as the
recipes of CONTRIBUTING.md say, an entry each, without a colour or a name for people.
"""

import json
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from literal import values
from matplotlib.figure import Figure
from samples import is_fair, literal_end

from orchard import (
    EDITIONS,
    STRATEGIES,
    Game,
    absorbing_chain,
    from_function,
    length_distribution,
    mean_length,
    play,
    propagate,
    simulate,
    solve,
    to_prism,
)
from orchard.cli import main
from orchard.explorer import play_panel, rules_panel, simulation_panel
from orchard.landscape import landscape, odds_by_raven_steps, smallest_raven_steps, sweep
from orchard.plots import edition_name, length, picks, simulation, strategy_colour, strategy_words
from orchard.plots.board import plot_board
from orchard.rules import tree_name

EDITION, STRATEGY = "lopsided", "timid"


def timid_pick(fruits: tuple[int, ...], raven_steps: int) -> int:
    """The fullest tree while the raven is far away; when it is near, whatever comes first."""
    if raven_steps > 1:
        return fruits.index(max(fruits))
    return next(tree for tree, fruit in enumerate(fruits) if fruit)


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two entries."""
    monkeypatch.setitem(EDITIONS, EDITION, Game((2, 2, 1), raven_steps=3, basket_picks=2))
    monkeypatch.setitem(STRATEGIES, STRATEGY, from_function(STRATEGY, timid_pick, sees_raven=True))


@pytest.fixture
def truth() -> Fraction:
    """The probability of winning, by the rules read literally."""
    return values(EDITION, STRATEGY)[0]


# --- the methods ---


def test_the_solver_in_fractions_and_floats(truth: Fraction):
    assert solve(EDITION, STRATEGY, exact=True).win_probability == truth
    assert solve(EDITION, STRATEGY).win_probability == pytest.approx(float(truth), abs=1e-14)


def test_players_who_take_turns():
    assert solve(EDITION, ("max", STRATEGY), exact=True).win_probability == values(EDITION, ("max", STRATEGY))[0]


def test_the_chain(truth: Fraction):
    chain = absorbing_chain(EDITION, STRATEGY, exact=True)
    assert chain.absorption_probabilities()[chain.start, 1] == truth
    assert '"221|3" -> "221|2"' in chain.to_dot()


def test_forward_propagation(truth: Fraction):
    assert propagate(EDITION, STRATEGY, exact=True).win_probability == truth


@pytest.mark.parametrize("method", ["played", "cohort"])
def test_both_simulators(method: str):
    found = simulate(EDITION, STRATEGY, 100_000, 1, method=method)
    chances, _ = literal_end(EDITIONS[EDITION], STRATEGIES[STRATEGY])
    assert is_fair([found.rolls], chances)


def test_lengths(truth: Fraction):
    ends = length_distribution(EDITION, STRATEGY, rest=1e-14)
    chain = absorbing_chain(EDITION, STRATEGY)
    assert ends[1].sum() == pytest.approx(float(truth), abs=1e-12)
    assert mean_length(ends) == pytest.approx(chain.expected_rolls()[chain.start], abs=1e-9)


def test_one_game_told():
    game = play(EDITION, STRATEGY, 1)
    assert str(game).splitlines()[-1] in {"We win!", "We lose."}
    assert game.rolls[-1].after.fruits in {(0, 0, 0)} or not game.won


def test_prism():
    text = to_prism(EDITION, STRATEGY)
    near = "apple = 1 & pear = 2 & cherry = 0 & raven = 1 ->\n      1 : (apple'"
    far = "apple = 1 & pear = 2 & cherry = 0 & raven = 2 ->\n      1 : (pear'"
    assert near in text
    assert far in text


def test_many_games(truth: Fraction):
    table = sweep([EDITION], [STRATEGY, "max"])
    assert table.win_probability[0] == pytest.approx(float(truth), abs=1e-14)
    (uniform,) = landscape(3, 2, 3, 2, STRATEGY).win_probability
    assert uniform == pytest.approx(float(values(Game((2, 2, 2), 3, 2), STRATEGY)[0]), abs=1e-14)
    assert odds_by_raven_steps(EDITIONS[EDITION], STRATEGY, 3)[-1] == table.win_probability[0]
    assert smallest_raven_steps(EDITION, 0.5, STRATEGY) >= 1


# --- the command line and the board ---


@pytest.mark.parametrize("question", ["odds", "simulate", "length", "chain"])
def test_the_command_line(question: str, capsys: pytest.CaptureFixture):
    few = ["--games", "1000", "--seed", "1"] if question == "simulate" else []
    assert main([question, EDITION, "--strategy", STRATEGY, *few]) == 0
    assert capsys.readouterr().out.startswith("lopsided. We pick a function of the fruit and the raven's steps.")


def test_the_command_line_for_programs(truth: Fraction, capsys: pytest.CaptureFixture):
    assert main(["odds", EDITION, "--strategy", STRATEGY, "--exact", "--json"]) == 0
    assert Fraction(json.loads(capsys.readouterr().out)["win_probability"]) == truth


def test_the_command_line_plays_and_advises(capsys: pytest.CaptureFixture):
    assert main(["play", EDITION, "--strategy", STRATEGY, "--seed", "1"]) == 0
    assert main(["advise", "2,2,1", EDITION, "--strategy", STRATEGY]) == 0
    assert "Pick apple and apple" in capsys.readouterr().out


def widget(panel, name: str):
    """The widget of that class name in a panel."""
    if f"orchard-{name}" in getattr(panel, "_dom_classes", ()):
        return panel
    found = (widget(child, name) for child in getattr(panel, "children", ()))
    return next((one for one in found if one is not None), None)


@pytest.mark.parametrize("panel", [rules_panel, simulation_panel])
def test_the_board_offers_both(panel):
    shown = panel(EDITION)
    widget(shown, "strategy").value = STRATEGY
    assert widget(shown, "edition").value == EDITION
    assert (EDITION, EDITION) in widget(shown, "edition").options
    assert widget(shown, "problem") is None or not widget(shown, "problem").value


def test_the_board_shows_its_odds(truth: Fraction):
    shown = rules_panel(EDITION)
    widget(shown, "strategy").value = STRATEGY
    assert f"{float(truth):.6f}" in widget(shown, "odds").value


def test_the_board_is_played_on():
    shown = play_panel(EDITION)
    assert [choice.description[2:] for choice in widget(shown, "choices").children] == [
        "apple (2)",
        "pear (2)",
        "cherry (1)",
    ]


# --- figures ---


def axis():
    return Figure().subplots()


def curves() -> pd.DataFrame:
    """The share of games that go on, by rolls, a column an edition."""
    ended = {name: length_distribution(name, "max").sum(axis=0)[:12] for name in (EDITION, "two-by-two")}
    return 1 - pd.DataFrame(ended).cumsum()


def by_edition_and_strategy() -> pd.DataFrame:
    """A row for each edition and strategy, with what the pictures of lengths ask for."""
    names = [(edition, strategy) for edition in ("two-by-two", EDITION) for strategy in (STRATEGY, "max")]
    table = pd.DataFrame({"raven steps": [1.5, 1.6, 2.1, 2.2], "rolls": [9, 9.6, 12.6, 13.2], "wasted": [1, 1, 2, 2]})
    return table.set_index(pd.MultiIndex.from_tuples(names))


FIGURES = {
    "games at bedtime": lambda: length.plot_bedtime(
        axis(), curves(), *2 * [pd.Series([9, 8], [EDITION, "two-by-two"])], 0.9
    ),
    "is a long game a good sign": lambda: length.plot_good_sign(axis(), curves()),
    "six rolls a step": lambda: length.plot_identity(axis(), by_edition_and_strategy(), 6),
    "useful and wasted rolls": lambda: length.plot_useful_and_wasted(
        axis(), by_edition_and_strategy().loc[EDITION], ""
    ),
    "games won of a hundred": lambda: picks.plot_glance(
        axis(), pd.DataFrame({STRATEGY: [60.0], "max": [63.0]}, [edition_name(EDITION)])
    ),
    "the way to the best": lambda: picks.plot_way_to_the_best(
        axis(), pd.DataFrame({"small": [0.0, 0.4], "large": [0.1, 0.5]}, ["min", STRATEGY])
    ),
    "samples": lambda: simulation.plot_samples(axis(), np.array([590, 600, 610]), 1000, 0.6, STRATEGY),
    "the board": lambda: plot_board(
        axis(), EDITIONS[EDITION].start, ((1, 0, 1), 2), [tree_name(tree) for tree in range(3)], 1
    ),
}


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_that_names_editions_or_strategies(name: str):
    ax = FIGURES[name]()
    ax.figure.draw_without_rendering()


def test_what_has_no_name_for_people_goes_by_its_own_in_grey():
    assert (edition_name(EDITION), strategy_words(STRATEGY)) == (EDITION, STRATEGY)
    assert strategy_colour(STRATEGY) == strategy_colour("nobody's")
