"""What the five sources show, item by item: the page, the files and the test that reproduce it are all there."""

import json
import re
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

import nbformat
import pandas as pd
import pytest

from orchard.cli import main
from orchard.pages.studies.printed import errata, published
from tests.shown import ROOT

ITEMS = pd.read_csv(ROOT / "data" / "traceability.csv", dtype=str, keep_default_na=False)
FOUND = [pytest.param(item, id=item.item) for item in ITEMS.itertuples() if item.page]
COMPARED = [found for found in FOUND if found.values[0].printed and found.values[0].row]
PRINTED = published()


@pytest.mark.parametrize(("known", "column"), [(PRINTED, "printed"), (errata(), "errata")])
def test_every_number_and_slip_of_the_five_sources_belongs_to_an_item(known: pd.DataFrame, column: str):
    assert ITEMS.source.nunique() == 5
    assert set(" ".join(ITEMS[column]).split()) == set(known.index[known.source.isin(ITEMS.source)])


def test_not_reproduced_is_how_long_two_programs_ran():
    missing = ITEMS[ITEMS.status.str.match("not |in part")]
    assert set(missing.item) == {"Section 2.2, duration", "Four lines of BQN, running time"}
    assert set(ITEMS.item[ITEMS.page == ""]) <= set(missing.item)


@cache
def sections(page: str) -> dict[str, str]:
    """What stands under each head of a page."""
    path = ROOT / page
    cells = nbformat.read(path, as_version=4).cells if path.suffix == ".ipynb" else []
    text = "\n".join(cell.source for cell in cells) or path.read_text(encoding="utf-8")
    _, *parts = re.split(r"^##+ (.+)$", text, flags=re.M)
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("item", FOUND)
def test_its_section_its_files_and_its_test_are_there(item):
    """The section saves the files that are its page's; they have its row and its columns."""
    section, page = sections(item.page)[item.section], Path(item.page).stem.partition("-")[0]
    own = [Path(file).stem for file in item.files.split() if f"/{page}-" in file]
    assert [stem for stem in own if f'"{stem}"' not in section] == []
    for file in item.files.split():
        assert (ROOT / file).stat().st_size
        if file.endswith(".csv"):
            table = pd.read_csv(ROOT / file, index_col=0)
            assert len(table.loc[[item.row] if item.row else table.index, item.columns.split(";")])
    file, name = item.test.split("::")
    assert re.search(rf"^def {name}\(", (ROOT / file).read_text(encoding="utf-8"), flags=re.M)


def test_vergers_question_can_be_asked_here(capsys: pytest.CaptureFixture[str]):
    """`verger -a 3 -f 5 -c 4 -p min` answers 0.5103430007019258, and without options 0.6840474981279715."""
    asked = "odds 5,5,5:raven=4:picks=2 --strategy min"
    for question, answer in {asked: 0.5103430007019258, "odds orchard": 0.6840474981279715}.items():
        main([*question.split(), "--json"])
        assert json.loads(capsys.readouterr().out)["win_probability"] == pytest.approx(answer, abs=1e-12)


@pytest.mark.parametrize("item", COMPARED)
def test_its_number_is_that_of_its_cell(item):
    number = PRINTED.loc[item.printed]
    cell = float(pd.read_csv(ROOT / item.files.split()[0], index_col=0, dtype=str).loc[item.row, item.columns])
    unit = 0 if "/" in number.printed else 10.0 ** Decimal(number.printed).as_tuple().exponent
    near = abs(float(Fraction(number.printed)) - cell) <= unit / 2 + 1e-12  # tables have twelve digits
    assert abs(cell) < 4 if number.kind == "simulated" else near, "a simulated number's cell is its z-score"
