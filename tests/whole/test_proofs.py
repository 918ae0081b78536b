"""What `make proofs` refuses: holes, axioms, and quotations that are not what is proved."""

import json
import shutil
from pathlib import Path

import pytest

from tools import proofs

QUOTED = "Theorem sum (n : nat) :\n  n = 2 ->\n  n + n = 4."
FILE = f"(* A sum. *)\nSection Sums.\nEnd Sums.\n\n{QUOTED}\nProof. now intros ->. Qed.\n"
needs_coq = pytest.mark.skipif(not shutil.which("coqc"), reason="needs Coq")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one theorem, and a README that quotes it."""
    monkeypatch.setattr(proofs, "ROOT", tmp_path)
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "sums.v").write_text(FILE)
    (tmp_path / "README.md").write_text(f"```coq\n{QUOTED}\n```\n")
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str]) -> str:
    """What is said against the repository."""
    assert proofs.main() == 1
    return capsys.readouterr().err


@pytest.mark.parametrize("hole", ["Theorem more : 1 = 2. Proof. admit. Admitted.", "Axiom more : 1 = 2."])
def test_a_hole_is_refused(house, capsys, hole):
    (house / "proofs" / "sums.v").write_text(f"{FILE}{hole}\n")
    assert "proofs/sums.v: " in refused(capsys)


@needs_coq
@pytest.mark.parametrize(
    "text",
    [
        "Require Import Classical.\nTheorem either (P : Prop) : P \\/ ~ P.\nProof. apply classic. Qed.\n",
        "Hypothesis either : forall P, P \\/ ~ P.\nTheorem same : forall P, P \\/ ~ P.\nProof. exact either. Qed.\n",
    ],
)
def test_an_axiom_that_hides_is_refused(house, capsys, text):
    (house / "proofs" / "more.v").write_text(text)
    assert "rests on an axiom" in refused(capsys)


@pytest.mark.parametrize(
    "quotation",
    [
        pytest.param(QUOTED.replace("  n = 2 ->\n", ""), id="a hypothesis less"),
        pytest.param(QUOTED.partition(" ->\n")[2], id="the conclusion alone"),
    ],
)
def test_a_quotation_that_is_not_the_statement_is_refused(house, capsys, quotation):
    notebook = {"cells": [{"cell_type": "markdown", "source": [f"Words\n```coq\n{quotation}\n```\n"]}]}
    (house / "notebooks").mkdir()
    (house / "notebooks" / "1-one.ipynb").write_text(json.dumps(notebook))
    assert "notebooks/1-one.ipynb: in no file of proofs/" in refused(capsys)
