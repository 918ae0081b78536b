"""What pictures say, read off what they draw: numbers, marks and words at the places where they belong."""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Ellipse, Rectangle
from scipy.sparse import eye_array

from orchard.plots import LOST, WON
from orchard.plots.board import CARD, CROWN, plot_board
from orchard.plots.chain import plot_sparsity
from orchard.plots.dice import plot_audit
from orchard.plots.exact import plot_sheet
from orchard.plots.heatmap import plot_heatmap
from orchard.plots.landscape import plot_effects, plot_equal_odds, plot_map, plot_win_curves
from orchard.plots.length import plot_lengths, plot_step_costs
from orchard.plots.limits import plot_race
from orchard.plots.odds import plot_estimates, plot_length_shares, plot_raven_odds
from orchard.plots.picks import ink_on, plot_faces, plot_glance, plot_saved
from orchard.plots.printed import plot_verdicts
from orchard.plots.simulation import plot_errors, plot_lists, plot_path, plot_samples
from orchard.plots.theorem import plot_ahead, plot_beside, plot_exchange


@pytest.fixture
def ax() -> Axes:
    return Figure((10, 4)).subplots()


def words(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def places(ax: Axes) -> dict[str, tuple[float, float]]:
    """Where words stand, or what they stand beside."""
    return {text.get_text(): getattr(text, "xy", text.get_position()) for text in ax.texts}


def points(line) -> list[tuple[float, float]]:
    return [tuple(map(float, point)) for point in line.get_xydata()]


def tops(bars) -> list[float]:
    return [float(bar.get_y() + bar.get_height()) for bar in bars]


def colours(patches) -> list[str]:
    return [to_hex(patch.get_facecolor()).upper() for patch in patches]


def marks(ax: Axes) -> list[int]:
    """How many marks there are of each kind."""
    return [len(kind.get_offsets()) for kind in ax.collections]


# --- a game in play ---


@pytest.mark.parametrize("left", range(6))
def test_the_raven_goes_from_in_front_of_the_cards_into_the_orchard(ax, left: int):
    plot_board(ax, ((4, 3), 5), ((1, 3), left), ["apple", "pear"])
    fields = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    assert colours(fields) == [CARD] * 4 + [CROWN], "a card fewer than steps"
    middles = [field.get_center()[0] for field in fields]
    told = {word: x for word, (x, _) in places(ax).items()}
    assert [told[roll] for roll in "12345"] == pytest.approx(middles)
    assert told["orchard"] == middles[-1]
    *_, body, _, _ = (patch for patch in ax.patches if isinstance(patch, Ellipse))
    in_front = 2 * middles[0] - middles[1]
    assert [in_front, *middles][5 - left] == pytest.approx(body.center[0])


@pytest.mark.parametrize(
    ("left", "told"), [(0, "in the orchard"), (1, "1 raven roll to go"), (2, "2 raven rolls to go")]
)
def test_what_is_not_on_the_trees_is_in_the_basket(ax, left: int, told: str):
    plot_board(ax, ((4, 3), 5), ((1, 0), left), ["apple", "tree 2"])
    assert {"apples: 1", "tree 2: 0", told, "basket: 6"} <= set(words(ax))
    assert marks(ax) == [3, 1, 3, 0, 3, 3], "picked and left, tree by tree, and in the basket"


@pytest.mark.parametrize(("trees", "steps"), [(1, 1), (2, 60), (4, 9), (9, 200)])
def test_no_words_of_a_drawn_board_overlap(ax, trees: int, steps: int):
    names = [f"tree {tree}" for tree in range(trees)]
    for left in (steps, steps // 2, 1, 0):
        ax.clear()
        plot_board(ax, ((9,) * trees, steps), ((8,) * trees, left), names, face="raven")
        boxes = [text.get_window_extent() for text in ax.texts]
        assert all(box.count_overlaps(boxes) == 1 for box in boxes), "with itself alone"


def test_the_present_raven_steps_are_marked(ax):
    plot_raven_odds(ax, np.array([0.1, 0.3, 0.6, 0.8]), 3)
    assert points(ax.lines[-1]) == [(3, 0.6)]
    assert ax.get_title() == "With 3 raven rolls we win 60.0%"


def test_games_won_stand_on_those_lost(ax):
    shares = np.array([[0.25, 0.125], [0.25, 0.25]])
    plot_length_shares(ax, shares, shares[:, ::-1], 1.5)
    won, lost, exact = (patch.get_data() for patch in ax.patches)
    assert won.values.tolist() == [0.5, 0.375]
    assert won.baseline.tolist() == lost.values.tolist() == [0.25, 0.125]
    assert exact.values.tolist() == [0.375, 0.5]


def test_estimates_settle_beside_the_exact_value(ax):
    plot_estimates(ax, np.array([[100, 0.63, 0.5, 0.7], [200, 0.64, 0.6, 0.7]]), 0.65, 400)
    estimates, exact = ax.lines
    assert points(estimates) == [(100, 0.63), (200, 0.64)]
    assert exact.get_ydata() == [0.65, 0.65]


# --- simulation ---


def test_a_ring_for_the_rolls_wasted_at_a_place(ax):
    plot_path(ax, [(4, 2), *3 * [(3, 2)], (2, 2), *2 * [(2, 1)]])
    assert [ring.get_offsets().tolist() for ring in ax.collections] == [[[3, 2]], [[2, 1]]]
    assert places(ax).items() >= {"2 wasted": (3, 2), "1 wasted": (2, 1)}.items()


@pytest.mark.parametrize("games", [100, 5000])
def test_histogram_and_density_hold_as_much(ax, games: int):
    wins = np.random.default_rng(1).binomial(games, 0.6, 400)
    plot_samples(ax, wins, games, 0.6, "max")
    held = sum(bar.get_width() * bar.get_height() for bar in ax.patches)
    assert sum(tops(ax.patches)) == 400
    share, density = ax.lines[0].get_data()
    assert np.trapezoid(density, share) == pytest.approx(held, rel=0.02)


def test_errors_lie_about_the_line_of_theory(ax):
    plot_errors(ax, pd.DataFrame([[0.07, -0.01], [0.03, -0.02]], [100, 400]), 0.5)
    *runs, theory = ax.lines
    assert [run.get_ydata().tolist() for run in runs] == [[0.07, 0.03], [0.01, 0.02]]
    assert theory.get_ydata() == pytest.approx([0.05, 0.025])


def test_a_list_is_marked_among_those_that_were_as_likely(ax):
    many, few = [0, 0, 0, 0.1, 0.3, 0.6], [0.6, 0.3, 0.1, 0, 0, 0]
    plot_lists(ax, pd.DataFrame({"max": many, "min": few}), 1)
    assert tops(ax.patches) == many + few
    assert places(ax) == {"fullest tree": (5, 0.6), "emptiest tree": (0, 0.6), "1 wins": (1, 0.98)}
    assert [text.get_ha() for text in ax.texts[:2]] == ["left", "right"], "a name stands outside"


# --- tables ---


def test_a_disc_marks_each_of_the_fullest_trees(ax):
    plot_sheet(ax, pd.DataFrame([[12.4, 87.6], [99.4, 99.6]], [(3, 3, 1), (2, 1, 0)], [1, 2]))
    assert [patch.center[0] for patch in ax.patches if isinstance(patch, Circle)] == [0, 1, 0]
    assert words(ax)[-2:] == ["99", ">99"], "nothing is rounded to certainty"
    assert {"7 fruits", "3 fruits"} <= set(words(ax))


def test_the_page_to_print_fits_both_a4_and_letter_and_leaves_10_mm_white():
    name = Path(__file__).resolve().parents[1] / "figures" / "2-first-orchard-values"
    assert b"/MediaBox [ 0 0 595.44 792 ]" in name.with_suffix(".pdf").read_bytes(), "as wide as A4, as high as Letter"
    picture = plt.imread(name.with_suffix(".png"))[:, :, :3].min(axis=2)  # at 150 dots an inch
    inked = np.argwhere(picture < 1)
    white = [inked.min(axis=0), np.subtract(picture.shape, 1) - inked.max(axis=0)]
    assert np.min(white) > 10 / 25.4 * 150


def test_a_heatmap_says_its_table_and_is_legible(ax):
    table = pd.DataFrame([[60, 70], [80, 100]], index=[3, 4], columns=[5, 6])
    plot_heatmap(ax, table, "{:.0f}", low=60, high=100)
    assert places(ax) == {"60": (0, 0), "70": (1, 0), "80": (0, 1), "100": (1, 1)}
    assert [text.get_color() for text in ax.texts] == ["white", "white", "black", "black"]


def test_a_map_frames_the_games_that_it_has(ax):
    table = pd.DataFrame([[6, 7], [8, 1]], index=[3, 4], columns=[5, 6])
    plot_map(ax, table, 8, {(4, 6): "here", (9, 9): "nowhere"})
    assert [frame.get_center().tolist() for frame in ax.patches] == [[1, 1]]
    assert (words(ax)[-1], ax.texts[-1].get_color()) == ("here", "white")


def test_a_stair_says_how_far_the_line_of_even_chances_rises(ax):
    plane = pd.DataFrame([[0.5, 0.4, 0.3], [0.6, 0.5, 0.4], [0.7, 0.6, 0.5]], index=[1, 2, 3], columns=[1, 2, 3])
    plot_equal_odds(ax, plane, [0.5], [(1, 2)], pd.Series([1.0, 1.8, 3.0], [1, 2, 3]))
    assert points(ax.lines[-1]) == [(1, 1), (2, 1), (2, 1.8)]
    assert "one fruit more:\n0.8 raven rolls more" in words(ax)


def test_the_largest_effect_is_at_the_top(ax):
    plot_effects(ax, pd.Series({"more": 0.1, "less": -0.2, "most": 0.3}), 0.5)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["less", "more", "most"]
    assert words(ax) == ["−20.0 → 30%", "+10.0 → 60%", "+30.0 → 80%"]
    assert colours(ax.patches) == [LOST, WON, WON]


def test_a_curve_is_named_where_it_passes_a_height(ax):
    curves = pd.DataFrame({"max": [0.25, 0.5, 1], "min": [0, 0.25, 0.75], "ignore": [0, 0, 0.25]}, [1, 2, 3])
    plot_win_curves(ax, curves, sold=(2,), named=(37.5, 50, 12.5))
    names = {"fullest tree": (1.5, 37.5), "emptiest tree": (2.5, 50), "forgets the basket": (2.5, 12.5)}
    assert places(ax) == {"2 raven rolls: 50": (2, 50)} | names
    assert [name.get_ha() for name in ax.texts[1:]] == ["right", "left", "left"], "outside the band"


# --- the chain ---


def test_the_squares_of_a_matrix_are_its_raven_steps(ax):
    plot_sparsity(ax, eye_array(6, format="csr"), 3, told=True)
    assert [patch.get_xy() for patch in ax.patches] == [(-0.5, -0.5), (1.5, 1.5), (3.5, 3.5)]
    assert words(ax)[:3] == ["raven 3\nrolls away", "raven 2\nrolls away", "raven 1\nroll away"]


# --- lengths, large orchards, loaded dice ---


def test_bars_and_dots_of_lost_and_won_add_up(ax):
    exact = np.zeros((2, 20))
    exact[:, 12] = 0.25, 0.5
    plot_lengths(ax, exact, np.array([[0, 0.25, 0.5], [0, 0.25, 0.125]]), "")
    bars = lost, won = [bars[12] for bars in ax.containers]
    assert tops(bars) == [0.25, 0.75]
    assert colours(bars) == [LOST, WON]
    assert lost.get_center()[0] == won.get_center()[0] == 12
    dots = [points(line) for line in ax.lines]
    assert dots == [[(1, 0.25), (2, 0.5)], [(1, 0.5), (2, 0.625)]], "none for no game"


def test_steps_together_are_those_of_the_game(ax):
    plot_step_costs(ax, pd.Series([5.0, 4.0, 2.0], [1, 2, 3]), 2)
    assert words(ax) == ["5.0", "4.0", "2.0", "the first 2 together: 9.0 rolls"]


def test_a_race_is_won_and_lost(ax):
    law = pd.Series([0.5, 0.25, 0.125, 0.0625, 0.0625], range(4, 9))
    plot_race(ax, law, pd.Series([0.75, 0.5, 0.5, 0.5, 0], law.index), mean=5)
    won, lost = map(tops, ax.containers)
    assert won == [0.375, 0.125, 0.0625, 0.03125, 0]
    assert lost == law.to_list()


def test_what_saving_adds_begins_where_playing_ends(ax):
    plot_saved(ax, pd.DataFrame([[0.5, 0.75], [0.25, 0.375]], ["one", "two"]))
    bars = [(bar.get_x(), bar.get_width()) for bar in ax.patches]
    assert bars == [(0, 0.5), (0, 0.25), (0.5, 0.25), (0.25, 0.125)]
    assert words(ax)[:4] == ["50", "75 (+25)", "25", "38 (+12)"]


def test_an_audit_shows_the_worst_game_and_the_median(ax):
    plot_audit(ax, pd.DataFrame({"one": [0.5, 0.1, 0.2], "two": [0, 2, 4]}))
    assert [bar.get_width() for bar in ax.patches] == [0.5, 4, 0.2, 2]
    assert words(ax)[:4] == ["0.50", "4.00", "0.20", "2.00"]


# --- picks, the theorem, printed numbers ---


def test_faces_that_pick_are_those_of_trees_with_fruit_and_the_basket(ax):
    plot_faces(ax, (2, 0, 1, 0), "")
    assert marks(ax) == [2, 0, 1, 0]
    assert "3 faces of six pick a fruit" in words(ax)


@pytest.mark.parametrize(("colour", "ink"), [("#882255", "white"), ("#777777", "white"), ("#999933", "black")])
def test_names_are_written_on_bars_so_that_they_can_be_read(colour, ink):
    assert ink_on(colour) == ink


def test_the_name_of_a_short_bar_stands_behind_its_number(ax):
    plot_glance(ax, pd.DataFrame({"max": [60.0], "ignore": [20.0]}, ["a game"]), {"max": "long", "ignore": "short"})
    placed = {name: x for name, (x, _) in places(ax).items()}
    assert placed == {"60": 61, "long": 30, "20": 21, "short": 26}


def test_a_strategy_is_ahead_by_its_peak(ax):
    plot_ahead(ax, pd.DataFrame({"max": [0, 2.5, 1], "random": [0, -1, 0]}, [0, 1, 2]), "")
    ahead, never = words(ax)
    assert ahead.endswith(" +2.5")
    assert places(ax)[ahead] == (2, 2.5)
    assert "+" not in never


def test_beside_each_partner_the_most_that_is_won_is_written(ax):
    plot_beside(ax, pd.DataFrame({"max": [77, 65], "min": [74, 60]}, ["plays well", "forgets the basket"]))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["plays well", "forgets the basket"]
    assert (places(ax)["77"][1], places(ax)["65"][1]) == (2, 1)


def test_a_fruit_that_only_one_orchard_has_is_ringed(ax):
    plot_exchange(ax, [("", (2, 2, 1), "", (3, 1, 1), "")])
    is_ring = [len(kind.get_facecolor()) == 0 for kind in ax.collections]
    assert (is_ring.count(False), is_ring.count(True)) == (10, 2)


def test_a_claim_that_does_not_agree_is_told_with_digits_that_show_how_it_is_rounded(ax):
    right = [["one", "0.25", 0.25, "agrees", "exact"], ["one", "0.3", 0.25, "agrees", "simulated"]]
    off = [["one", "0.769", 0.768497, "misrounded", "exact"], ["two", "0.2", 0.5, "wrong", "exact"]]
    claims = pd.DataFrame([*off, *right], columns=["source", "printed", "exact", "verdict", "kind"])
    plot_verdicts(ax, claims)
    middles = [tuple(np.round(tile.get_center(), 9)) for tile in ax.patches]
    assert middles == [(0.5, 0), (1.5, 0), (2.5, 0), (0.5, 1)], "what is right comes first"
    said = {"": (1.5, 0), "≈": (2.5, 0), "0.769 for 0.768497": (3.3, 0), "×": (0.5, 1), "0.2 for 0.500000": (1.3, 1)}
    assert places(ax) == said
    key = ax.get_legend()
    assert colours(ax.patches) == colours(key.get_patches()) == ["#0072B2", "#56B4E9", "#E69F00", "#B2182B"]
    counts = ["1 exact, rightly rounded", "1 simulated, not contradicted", "1 off in the last digit (≈)", "1 wrong (×)"]
    assert [text.get_text() for text in key.get_texts()] == counts
