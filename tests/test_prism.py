"""The game as a PRISM model: its text, what it refuses. That it is the game, Storm says: `make verify`."""

import re
from fractions import Fraction

import pytest
from games import games, rules
from hypothesis import given
from prism import to_prism
from samples import BY_PICKS, BY_RAVEN

from orchard import Game

HEAD = """\
// 1,2:raven=3:picks=2:colours=2,0
"""
OPEN = """\
// Picks are left open.
mdp

formula fruit = apple + pear;
formula over = fruit = 0 | raven = 0;

module orchard
  // The fruit on each tree.
  apple : [0..1] init 1;
  pear : [0..2] init 2;
  raven : [0..3] init 3;  // the steps it still has to go
  picks : [0..2] init 0;  // still to be made from the basket

  // A roll: the colours of the trees, the basket, the raven. That of an empty tree is a wasted roll.
  [roll] picks = 0 & !over ->
      1/2 : (apple' = max(apple - 1, 0))
    + 1/4 : (picks' = min(2, fruit))
    + 1/4 : (raven' = raven - 1);

  // A pick from the basket.
  [] picks > 0 & apple > 0 ->
      1 : (apple' = max(apple - 1, 0)) & (picks' = picks - 1);
  [] picks > 0 & pear > 0 ->
      1 : (pear' = max(pear - 1, 0)) & (picks' = picks - 1);

  // The end lasts.
  [] over -> true;
endmodule

label "won" = fruit = 0;
label "lost" = raven = 0;

// One for each roll, wasted ones too, and none for a pick.
rewards "rolls"
  [roll] true : 1;
endrewards
"""
LOADED = Game((1, 2), 3, 2, (2, 0))


def test_without_a_strategy_it_is_a_decision_process():
    assert to_prism(LOADED) == HEAD + OPEN


def between(text: str, first: str, last: str) -> str:
    """What stands from `first` up to `last`."""
    return text[text.index(first) :].partition(last)[0]


def test_who_ignores_the_basket_wastes_the_roll():
    for text in (to_prism("first-orchard-5", "ignore"), to_prism(Game(basket_picks=0), "max")):
        assert "\n    + 1/6 : true\n" in text
        assert "picks > 0" not in text


@given(games(), rules)
def test_the_chances_of_a_roll_sum_to_one(game, strategy):
    for text in (to_prism(game), to_prism(game, strategy)):
        roll = between(text, "[roll]", ";")
        assert sum(map(Fraction, re.findall(r"^ +(?:\+ )?(\S+) :", roll, flags=re.M))) == 1


@pytest.mark.parametrize(
    ("game", "rule", "picks"),
    [
        (Game((1, 2), 2), BY_RAVEN, {"raven = 1": "1 : (apple'", "raven = 2": "1 : (pear'"}),
        (Game((1, 2), 2, 2), BY_PICKS, {"picks = 1": "1/2 : (apple'", "picks = 2": "1/3 : (apple'"}),
    ],
)
def test_a_rule_that_looks_at_raven_or_picks_names_them_in_its_guards(game, rule, picks):
    text = to_prism(game, rule)
    for guard, pick in picks.items():
        assert f"[] picks > 0 & apple = 1 & pear = 2 & {guard} ->\n      {pick}" in text


def test_what_looks_ahead_is_refused():
    with pytest.raises(ValueError, match="strategy must be one that does not look ahead"):
        to_prism("two-by-two", "optimal")
