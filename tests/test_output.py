"""What is saved: where it goes, and that it is the same byte for byte every time."""

from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.figure import Figure

from orchard.pages import output
from orchard.pages.plots import use_house_style


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that `make` names."""
    monkeypatch.setenv("ORCHARD_OUTPUT", str(tmp_path / "out"))
    return tmp_path / "out"


def test_a_table_is_written_with_12_digits(folder):
    output.save_table(pd.DataFrame({"p": [2 / 3, 0.5]}, index=pd.Index(["a", "b"], name="name")), "9-thirds")
    assert (folder / "data/results/9-thirds.csv").read_bytes() == b"name,p\na,0.666666666667\nb,0.5\n"


def test_a_table_is_shown_in_words_and_rounded_and_saved_as_it_is(folder):
    table = pd.DataFrame({"max": [0.76849, 0.63135], "games": [4, 5]}, index=pd.Index(["six", "five"], name="rolls"))
    shown = output.show_table(table, "9-shown", 2, rows=str.upper, columns={"max": "fullest tree"})
    assert shown.to_csv(lineterminator="\n") == "rolls,fullest tree,games\nSIX,0.77,4\nFIVE,0.63,5\n"
    assert (folder / "data/results/9-shown.csv").read_text() == "rolls,max,games\nsix,0.76849,4\nfive,0.63135,5\n"
    assert (
        output.show_table(100 * table, "9-shown", 0).to_csv(header=False, lineterminator="\n")
        == "six,77,400\nfive,63,500\n"
    )


SIZES = [(801.5, "0.0003743494"), (0.77, "0.0003743494295"), (1, "0.00037434943")]


@pytest.mark.parametrize(("size", "written"), SIZES)
def test_a_difference_is_written_with_the_digits_that_what_was_subtracted_has(folder, size, written):
    table = pd.DataFrame({"apart": [0.00037434942953485], "plain": [0.00037434942953485]}, index=["a"])
    output.save_table(table, "9-apart", subtracted={"apart": size})
    row = (folder / "data/results/9-apart.csv").read_text().splitlines()[1]
    assert row == f"a,{written},0.000374349429535"


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


@pytest.mark.parametrize("name", ["../1-x", "/tmp/1-x", "1-x\x00", "", None, "a/b"])
def test_a_name_that_is_a_path_is_refused(folder, name):
    with pytest.raises(TypeError, match=r"^name must be a word"):
        output.save_table(pd.DataFrame(), name)
    assert not folder.exists()


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
