"""What pictures say, read off what they draw: numbers, marks and words at the places where they belong."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Ellipse, Rectangle
from matplotlib.text import Annotation

from orchard.plots import LOST, WON
from orchard.plots.board import CARD, CROWN, FEATHERS, plot_board, plot_chances
from orchard.plots.chain import plot_sparsity, plot_visits
from orchard.plots.exact import plot_sheet
from orchard.plots.heatmap import plot_heatmap
from orchard.plots.landscape import brighter_is_less, outline, plot_effects, plot_win_curves
from orchard.plots.large import plot_race
from orchard.plots.length import plot_lengths, plot_step_costs
from orchard.plots.loaded import plot_audit, plot_saved
from orchard.plots.odds import plot_length_shares, plot_raven_odds
from orchard.plots.picks import plot_faces, plot_slips
from orchard.plots.printed import plot_verdicts
from orchard.plots.simulation import plot_errors, plot_path, plot_samples
from orchard.plots.theorem import plot_ahead, plot_exchange


@pytest.fixture
def ax() -> Axes:
    return Figure().subplots()


def words(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def points(line) -> list[tuple[float, float]]:
    return [tuple(map(float, point)) for point in line.get_xydata()]


def heights(bars) -> list[float]:
    return [float(bar.get_y() + bar.get_height()) for bar in bars]


# --- a game in play ---


@pytest.mark.parametrize("left", range(6))
def test_the_raven_goes_from_in_front_of_the_cards_into_the_orchard(ax: Axes, left: int):
    plot_board(ax, ((4, 3), 5), ((1, 3), left), ["apple", "pear"])
    fields = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    assert [to_hex(field.get_fc()).upper() for field in fields] == [CARD] * 4 + [CROWN], "a card fewer than steps"
    middles = [field.get_center()[0] for field in fields]
    rolls = {int(text.get_text()): text.get_position()[0] for text in ax.texts if text.get_text().isdecimal()}
    assert rolls == {roll: pytest.approx(x) for roll, x in enumerate(middles, 1)}
    assert {text.get_text(): text.get_position()[0] for text in ax.texts}["orchard"] == middles[-1]
    body = next(patch for patch in ax.patches if isinstance(patch, Ellipse) and to_hex(patch.get_fc()) == FEATHERS)
    first, step = fields[0].get_x(), middles[1] - middles[0]
    places = [middles[0] - step, *middles]
    assert body.center[0] == pytest.approx(places[5 - left])
    assert body.center[0] + body.width / 2 < first or left < 5, "on no card at the start"


def test_what_is_not_on_the_trees_is_in_the_basket(ax: Axes):
    plot_board(ax, ((4, 3), 5), ((1, 3), 2), ["apple", "pear"])
    assert {"apples: 1", "pears: 3", "raven: 2 steps to go", "basket: 3"} <= set(words(ax))
    assert [len(marks.get_offsets()) for marks in ax.collections] == [3, 1, 0, 3, 3], "picked and left, tree by tree"


def test_up_is_green_and_down_is_red(ax: Axes):
    plot_chances(ax, np.array([0.5, 0.7, 0.7, 0.6]))
    marks = {line.get_marker(): (line.get_color(), points(line)) for line in ax.lines[2:]}
    assert marks["^"] == (WON, [(1, 0.7)])
    assert marks["v"] == (LOST, [(3, 0.6)])
    assert marks["."][1] == [(0, 0.5), (2, 0.7)]


def test_the_present_raven_steps_are_marked(ax: Axes):
    plot_raven_odds(ax, np.array([0.1, 0.3, 0.6, 0.8]), 3)
    assert points(ax.lines[-1]) == [(3, 0.6)]
    assert ax.get_title() == "now: 3 steps, 60.0%"


def test_games_won_stand_on_those_lost(ax: Axes):
    plot_length_shares(ax, np.array([[0.0, 0.3, 0.1], [0.0, 0.2, 0.4]]), np.array([[0.0, 0.5], [0.0, 0.5]]), 1.5)
    won, lost, exact = (patch.get_data() for patch in ax.patches)
    assert won.values.tolist() == [0, 0.5, 0.5]
    assert won.baseline.tolist() == lost.values.tolist() == [0, 0.3, 0.1]
    assert exact.values.tolist() == [0, 1]


# --- simulation ---


def test_a_ring_for_the_rolls_wasted_at_a_place(ax: Axes):
    plot_path(ax, [(4, 2), (3, 2), (3, 2), (3, 2), (2, 2), (2, 1), (2, 1)])
    assert [tuple(ring.get_offsets()[0].tolist()) for ring in ax.collections] == [(3, 2), (2, 1)]
    told = {text.get_text(): text.xy for text in ax.texts if isinstance(text, Annotation)}
    assert told == {"2 wasted": (3, 2), "1 wasted": (2, 1)}


@pytest.mark.parametrize("games", [100, 5000])
def test_histogram_and_density_hold_as_much(ax: Axes, games: int):
    wins = np.random.default_rng(1).binomial(games, 0.6, 400)
    plot_samples(ax, wins, games, 0.6, "max")
    held = sum(bar.get_width() * bar.get_height() for bar in ax.patches)
    assert sum(bar.get_height() for bar in ax.patches) == 400
    assert np.trapezoid(*ax.lines[0].get_data()[::-1]) == pytest.approx(held, rel=0.02)


def test_errors_are_root_mean_squares(ax: Axes):
    plot_errors(ax, pd.DataFrame([[0.03, -0.04], [0.0, -0.01]], [100, 400]), 0.5)
    both, theory = ax.lines[-3:-1]
    assert both.get_ydata() == pytest.approx([np.sqrt(0.00125), np.sqrt(0.00005)])
    assert theory.get_ydata() == pytest.approx([0.05, 0.025])


# --- tables ---


def test_a_disc_marks_each_of_the_fullest_trees(ax: Axes):
    plot_sheet(ax, pd.DataFrame([[12.4, 87.6], [99.4, 99.6]], [(3, 3, 1), (2, 1, 0)], [1, 2]))
    discs = [patch.center for patch in ax.patches if isinstance(patch, Circle)]
    assert [tree for tree, _ in discs] == [0, 1, 0]
    assert words(ax)[-2:] == ["99", ">99"], "nothing is rounded to certainty"
    assert {"7 fruits left", "3 fruits left"} <= set(words(ax))


def test_a_heatmap_says_its_table_and_is_written_on_legibly(ax: Axes):
    table = pd.DataFrame([[60, 70], [80, 100]], index=["a", "b"], columns=["c", "d"])
    plot_heatmap(ax, table, "{:.0f}", low=60, high=100)
    said = {(text.get_text(), *text.get_position(), text.get_color()) for text in ax.texts}
    dark, bright = ("60", 0, 0, "white"), ("100", 1, 1, "black")
    assert said == {dark, ("70", 1, 0, "white"), ("80", 0, 1, "black"), bright}


def test_a_heatmap_turned_round_stays_legible_and_names_what_it_frames(ax: Axes):
    table = pd.DataFrame([[60, 70], [80, 100]], index=[3, 4], columns=[5, 6])
    plot_heatmap(ax, table, "{:.0f}", low=60, high=100)
    brighter_is_less(ax)
    assert [text.get_color() for text in ax.texts] == ["black", "black", "black", "white"]
    outline(ax, table, 4, 6, "here")
    assert ax.patches[0].get_center().tolist() == [1, 1]
    assert (ax.texts[-1].get_text(), ax.texts[-1].get_color()) == ("here", "white")
    red, _, blue, _ = ax.images[0].cmap(0.0)
    assert red > 0.9 > blue, "the least is yellow"


def test_the_largest_effect_is_at_the_top(ax: Axes):
    plot_effects(ax, pd.Series({"more": 0.1, "less": -0.2, "most": 0.3}), 0.5)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["less", "more", "most"]
    assert words(ax) == ["−20.0 → 30%", "+10.0 → 60%", "+30.0 → 80%"]
    assert [to_hex(bar.get_facecolor()).upper() for bar in ax.patches] == [LOST, WON, WON]


def test_a_curve_is_named_where_it_passes_a_height(ax: Axes):
    curves = pd.DataFrame({"max": [0.2, 0.6, 1], "min": [0.1, 0.44, 0.94], "ignore": [0, 0.1, 0.3]}, [1, 2, 3])
    plot_win_curves(ax, curves, sold=(2,), named=(38, 84, 20))
    sold, *names = ax.texts
    assert (sold.get_text(), sold.xy) == ("2 steps: 60", (2, 60))
    assert words(ax)[1:] == ["fullest tree", "emptiest tree", "no basket"]
    assert [name.xy for name in names] == [pytest.approx(xy) for xy in [(1.45, 38), (2.8, 84), (2.5, 20)]]
    assert [name.get_ha() for name in names] == ["right", "left", "left"], "outside the band"


# --- the chain ---


def test_visits_are_where_their_state_is(ax: Axes):
    visits = pd.DataFrame([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], index=[1, 2, 3], columns=[1, 2])
    plot_visits(ax, visits)
    assert ax.collections[0].get_array().tolist() == [[1, 3, 5], [2, 4, 6]]
    left, right = ax.get_xlim()
    assert left > right, "won, without fruit, is at the right"


def test_the_squares_of_a_matrix_are_its_raven_steps(ax: Axes):
    from scipy.sparse import eye_array

    plot_sparsity(ax, eye_array(6, format="csr"), 3, told=True)
    assert [patch.get_xy() for patch in ax.patches] == [(-0.5, -0.5), (1.5, 1.5), (3.5, 3.5)]
    assert words(ax)[:3] == ["raven 3\nsteps away", "raven 2\nsteps away", "raven 1\nstep away"]


# --- lengths, large orchards, loaded dice ---


def test_bars_and_dots_of_lost_and_won_add_up(ax: Axes):
    exact = np.zeros((2, 20))
    exact[:, 12] = 0.25, 0.5
    plot_lengths(ax, exact, np.array([[0, 0.1, 0.2], [0, 0.3, 0.4]]), "")
    lost, won = ax.containers
    assert (heights(lost)[12], heights(won)[12]) == (0.25, 0.75)
    assert lost[12].get_center()[0] == won[12].get_center()[0] == 12
    assert [to_hex(bars[12].get_fc()).upper() for bars in (lost, won)] == [LOST, WON]
    dots = [points(line) for line in ax.lines]
    assert dots == [[(1, 0.1), (2, 0.2)], [(1, pytest.approx(0.4)), (2, pytest.approx(0.6))]], "none for no game"


def test_steps_together_are_those_of_the_game(ax: Axes):
    plot_step_costs(ax, pd.Series([5.0, 4.0, 2.0], [1, 2, 3]), 2)
    assert words(ax) == ["5.0", "4.0", "2.0", "2 steps together: 9.0 rolls"]


def test_a_race_is_won_and_lost(ax: Axes):
    law = pd.Series([0.5, 0.3, 0.1, 0.06, 0.04], range(4, 9))
    plot_race(ax, law, pd.Series([0.9, 0.5, 0.4, 0.2, 0.1], law.index))
    won, lost = ax.containers
    assert heights(won) == pytest.approx([0.45, 0.15, 0.04, 0.012, 0.004])
    assert heights(lost) == pytest.approx(law.to_list())


def test_what_saving_adds_begins_where_playing_ends(ax: Axes):
    plot_saved(ax, pd.DataFrame([[0.6, 0.65], [0.4, 0.5]], ["one", "two"]))
    ends = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in ax.patches]
    assert ends == [pytest.approx(each) for each in [(0, 0.6), (0, 0.4), (0.6, 0.65), (0.4, 0.5)]]
    assert words(ax)[:4] == ["60%", "65%", "40%", "50%"]


def test_an_audit_ends_with_all_games_and_the_largest_loss(ax: Axes):
    plot_audit(ax, pd.DataFrame({name: [0.5, 0.1, 0, 0.2] for name in "abcd"}))
    assert points(ax.lines[0]) == [(0.5, 0.1), (0.75, 0.2), (1, 0.5)]


# --- picks, the theorem, printed numbers ---


def test_faces_that_pick_are_those_of_trees_with_fruit_and_the_basket(ax: Axes):
    plot_faces(ax, (2, 0, 1, 0), "")
    assert [len(marks.get_offsets()) for marks in ax.collections] == [2, 0, 1, 0]
    assert "3 faces of six pick a fruit" in words(ax)


def test_the_most_expensive_slip_is_named(ax: Axes):
    plot_slips(ax, pd.Series([0.1, 0.7, 0.3], [4, 5, 6]), "")
    assert (words(ax), ax.texts[0].xy) == (["0.70"], (5, 0.7))


def test_a_strategy_is_ahead_by_its_peak(ax: Axes):
    plot_ahead(ax, pd.DataFrame({"max": [0, 2.5, 1], "random": [0, -1, 0]}, [0, 1, 2]), "")
    first, second = ax.texts
    assert first.get_text().endswith(" +2.5")
    assert first.get_position() == (2, 2.5)
    assert "+" not in second.get_text(), "never ahead"


def test_a_fruit_that_only_one_orchard_has_is_ringed(ax: Axes):
    plot_exchange(ax, [("", (2, 2, 1), "", (3, 1, 1), "")])
    rings = [marks for marks in ax.collections if not len(marks.get_facecolor())]
    fruits = [marks for marks in ax.collections if len(marks.get_facecolor())]
    assert (len(fruits), len(rings)) == (10, 2)


def test_a_claim_that_does_not_agree_is_told_with_as_many_digits(ax: Axes):
    claims = pd.DataFrame(
        [["one", "0.632", 0.63136, "misrounded"], ["two", "0.2", 0.5, "wrong"], ["one", "0.25", 0.25, "agrees"]],
        columns=["source", "printed", "exact", "verdict"],
    )
    plot_verdicts(ax, claims)
    tiles = [(to_hex(tile.get_fc()).upper(), *np.round(tile.get_center(), 9)) for tile in ax.patches]
    assert tiles == [("#0072B2", 0.5, 0), ("#E69F00", 1.5, 0), ("#B2182B", 0.5, 1)], "what is right comes first"
    said = [(text.get_text(), *text.get_position()) for text in ax.texts if text.get_text()]
    assert said == [("≈", 1.5, 0), ("0.632 for 0.631", 2.3, 0), ("×", 0.5, 1), ("0.2 for 0.5", 1.3, 1)]
    key = zip(ax.get_legend().get_patches(), ax.get_legend().get_texts(), strict=True)
    assert [(to_hex(patch.get_fc()).upper(), text.get_text()) for patch, text in key] == [
        ("#0072B2", "1 exact, rounded"),
        ("#E69F00", "1 off in the last digit (≈)"),
        ("#B2182B", "1 wrong (×)"),
    ]
