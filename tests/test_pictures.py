"""Pictures and tables: where they are saved, and that they are the same byte for byte on every machine."""

import io
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.backends import backend_agg
from matplotlib.figure import Figure

from orchard import simulate
from orchard.pages import output, plots
from orchard.pages.plots import use_house_style
from orchard.pages.plots.charts import in_a_hundred
from orchard.pages.plots.length import draw_forty_games
from orchard.pages.plots.picks import draw_editions, draw_habits


@pytest.fixture(autouse=True)
def house_style(monkeypatch: pytest.MonkeyPatch):
    """The house style, for one test."""
    monkeypatch.setattr(backend_agg, "RendererAgg", backend_agg.RendererAgg)
    with plt.rc_context():
        plots.use_house_style()
        yield
    plt.close("all")


# --- on an axis ---


def test_a_share_stands_on_its_axis_as_games_in_a_hundred():
    fig, ax = plt.subplots()
    ax.plot([0, 0.5, 1], [0.2, 0.35, 0.9])
    in_a_hundred(ax.yaxis)
    fig.canvas.draw()
    places, words = ax.get_yticks(), [label.get_text() for label in ax.get_yticklabels()]
    assert len(words) > 2
    assert [float(word.replace("−", "-")) for word in words] == pytest.approx(100 * places, abs=1e-9)


# --- on paper ---


def test_bars_have_the_names_and_the_numbers_of_their_habits():
    won = {"ignore": 46.13, "min": 70.08, "random": 73.82, "mine": 75.12, "max": 76.85, "optimal": 76.85}
    (ax,) = draw_habits(pd.Series(won)).axes
    assert ax.get_xlabel() == "games won out of 100"
    names = [name.get_text() for name in ax.get_yticklabels()]
    assert names == ["forgets the basket", "emptiest tree", "tree at random", "mine", "fullest tree,\nbest pick"]
    assert [bar.get_width() for bar in ax.patches] == [46.13, 70.08, 73.82, 75.12, 76.85]
    assert [told.get_text() for told in ax.texts] == ["46.1", "70.1", "73.8", "75.1", "76.8"]
    (ax,) = draw_editions(pd.DataFrame({"max": [68.4], "ignore": [13.4]}, ["orchard"])).axes
    assert [told.get_text() for told in ax.texts] == ["68  fullest tree", "13  forgets the basket"]
    assert [name.get_text() for name in ax.get_yticklabels()] == ["Orchard\n9 raven rolls"]
    assert ax.get_xlabel() == "games won out of 100"


def test_a_dot_is_a_fortieth_of_all_games():
    games = {"small": "first-orchard", "big": "orchard"}
    (ax,) = draw_forty_games(games, seconds=20, bedtime=10).axes
    for dots, told, game in zip(ax.collections, ax.texts, games.values(), strict=False):
        rolls = simulate(game, games=100_000, seed=7).rolls.sum(axis=0)
        for minute in range(5, 20):
            over = rolls[: 3 * minute + 1].sum() / 2500  # of 40 games, within 0.1 by four standard errors
            assert abs((dots.get_offsets()[:, 0] < minute).sum() - over) < 0.6
            assert minute != 10 or f"{round(over)} of 40" in told.get_text()


def test_what_is_printed_fits_both_a4_and_letter_and_leaves_10_mm_white():
    figures = Path(__file__).resolve().parents[1] / "figures"
    printed = sorted(figures.glob("*.pdf"))
    assert len(printed) == 6
    for page in printed:
        assert b"/MediaBox [ 0 0 595.44 792 ]" in page.read_bytes(), "as wide as A4, as high as Letter"
    picture = plt.imread(figures / "5-fridge.png")[:, :, :3].min(axis=2)  # at 150 dots an inch
    inked = np.argwhere(picture < 1)
    white = [inked.min(axis=0), np.subtract(picture.shape, 1) - inked.max(axis=0)]
    assert np.min(white) > 10 / 25.4 * 150


# --- on every processor ---

LAST_BITS = [1 - 3 * 2**-52, 1 + 2**-52]


def pixels(scale: float = 1) -> bytes:
    """A picture of corners that are none: which way they turn hangs on the last bit of the place of the axes."""
    figure, file = Figure(figsize=(6, 3), layout="none"), io.BytesIO()
    ax = figure.add_axes(np.array((1, 1, 10, 10)) / 12 * scale)  # 500 by 250 pixels
    x = np.geomspace(1, 1000, 40)
    for slope in (0.3, 0.5, 0.7):
        ax.loglog(x, x**-slope)
    ax.plot(x, x**-0.6, "o", markersize=3)
    figure.savefig(file, format="png", dpi=100)
    return file.getvalue()


def test_a_picture_does_not_change_with_the_last_bits_of_its_coordinates():
    assert {pixels(scale) for scale in LAST_BITS} == {pixels()}


# --- what is saved ---


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that `make` names."""
    monkeypatch.setenv("ORCHARD_OUTPUT", str(tmp_path / "out"))
    return tmp_path / "out"


def test_a_table_is_written_with_12_digits(folder):
    output.save_table(pd.DataFrame({"p": [2 / 3, 0.5]}, index=pd.Index(["a", "b"], name="name")), "9-thirds")
    assert (folder / "data/results/9-thirds.csv").read_bytes() == b"name,p\na,0.666666666667\nb,0.5\n"


def saved_figure(folder: Path) -> dict[str, bytes]:
    """The files of a figure drawn anew, with a hatch, which has an id of its own in SVG."""
    with plt.rc_context():
        use_house_style()
        figure = Figure()
        figure.subplots().fill_between([0, 1, 2], [1, 3, 2], hatch="/")
        output.save_figure(figure, "9-lines", ("svg", "png", "pdf"))
    return {path.name: path.read_bytes() for path in (folder / "figures").iterdir()}


def test_a_figure_is_the_same_byte_for_byte(folder):
    first = saved_figure(folder)
    assert set(first) == {"9-lines.png", "9-lines.svg", "9-lines.pdf"}
    assert not any(told in first["9-lines.svg"] for told in (b"<dc:date>", b"\r"))
    assert b"CreationDate" not in first["9-lines.pdf"]
    assert saved_figure(folder) == first


def test_where_nothing_can_be_written_the_remedy_is_told_and_works(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the place of a folder")
    monkeypatch.setenv("ORCHARD_OUTPUT", str(tmp_path / "file" / "out"))
    with pytest.raises(
        output.RefusedError, match="is not writable: name another folder, `%env ORCHARD_OUTPUT=~/orchard`"
    ):
        output.save_table(pd.DataFrame(), "9-table")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ORCHARD_OUTPUT", "~/orchard")
    output.save_table(pd.DataFrame(), "9-table")
    assert (tmp_path / "orchard/data/results/9-table.csv").exists()


# --- while somebody waits ---


def test_a_bar_counts_games_where_somebody_watches_and_none_is_seen_where_outputs_are_committed(monkeypatch, capsys):
    for folder, seen in (("", True), ("out", False)):
        monkeypatch.setenv("ORCHARD_OUTPUT", folder) if folder else monkeypatch.delenv("ORCHARD_OUTPUT", raising=False)
        with output.progress_bar(4_000) as bar:
            bar.update(1_000)
            bar.refresh()
        assert ("1.00k/4.00k" in capsys.readouterr().err) == seen
