"""What live pictures are asked for."""

import pytest

from orchard import Game
from orchard.pages.explorer import board, sweep

LARGEST = (4, 4, 6, 4)  # trees, fruits, raven steps and picks that the sweep has room for


def test_the_largest_game_has_a_sweep_and_a_larger_one_has_none():
    assert sweep(Game.uniform(*LARGEST)).page == "sweep"
    for larger in ((5, 4, 6, 4), (4, 5, 6, 4), (4, 4, 7, 4), (4, 4, 6, 5)):
        with pytest.raises(ValueError, match=r"^game must be no larger than First Orchard"):
            sweep(Game.uniform(*larger))


def test_a_board_hides_its_chances_and_opens_its_rules_only_if_it_is_asked_to():
    assert "guess=1" in board("orchard", guess=True).address
    assert "&rules=" in board("orchard", rules=True).address
    assert not any(word in board("orchard").address for word in ("guess", "rules"))
