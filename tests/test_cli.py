"""The command line: what it answers, and how it refuses."""

import json
import re
import shlex
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchard import EDITIONS, STRATEGIES, Game, cli, simulate, solve
from orchard.pages.answer import your_answer

COMMANDS = ["odds", "simulate", "play", "advise", "editions"]


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]):
    """What a question that makes sense is answered."""

    def ask(line: str) -> str:
        assert cli.main(shlex.split(line)) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return ask


@pytest.fixture
def in_json(answer):
    """The same for programs."""
    return lambda line: json.loads(answer(f"{line} --json"))


# --- the questions ---


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_odds_are_those_of_the_solver(in_json, strategy):
    found = in_json(f"odds first-orchard-5 --strategy {strategy}")["win_probability"]
    assert found == solve("first-orchard-5", strategy).win_probability


def test_odds_solved_by_hand(answer):
    """One fruit: of the three faces colour and basket pick it, and the raven, one step away, comes."""
    said = answer("odds 1:raven=1 --exact")
    assert said == f"{your_answer('1:raven=1')}\nThe chance of winning is 2/3, or 0.666666666667.\n"


def test_one_game_has_no_standard_error(in_json):
    found = in_json("simulate first-orchard --games 1 --seed 1")
    assert (found["games"], found["standard_error"]) == (1, None)


def test_simulate_says_what_simulate_finds(answer, in_json):
    line = "simulate first-orchard-5 --strategy random --games 2e4 --seed 3 --method counted"
    found, games = in_json(line), simulate("first-orchard-5", "random", games=20_000, seed=3, method="counted")
    low, high = games.confidence_interval()
    assert (found["games"], found["wins"], found["interval_95"]) == (20_000, games.wins, [low, high])
    said = f"Of 20,000 games counted, {games.wins:,} are won: a share of {games.win_rate:.4f}."
    assert f"{said} Wilson's 95 % interval is {low:.4f} to {high:.4f}." in " ".join(answer(line).split())


def test_advice_lists_every_use_of_the_basket_best_first(in_json):
    uneven = "3,3,3,3:raven=3:picks=2:colours=3,1,1,1"  # or the fullest tree would say the same
    found = in_json(f"advise 2,2,0,1:raven=2 {uneven} --exact")["picks"]
    uses = solve(uneven, "optimal", exact=True).value_of_picks((2, 2, 0, 1), 2)
    assert sorted(found.values()) == sorted(map(str, uses.values()))
    assert found["apple and pear"] == str(uses[0, 1])
    values = [Fraction(value) for value in found.values()]
    assert values == sorted(values, reverse=True)


def test_editions_are_listed(answer, in_json):
    assert [line.split()[0] for line in answer("editions").splitlines()] == list(EDITIONS)
    assert {key: Game(**rules) for key, rules in in_json("editions").items()} == EDITIONS


# --- help and errors ---


@pytest.mark.parametrize("line", re.findall(r"^  orchard (.*)", cli.EXAMPLES, flags=re.M))
def test_examples_work(answer, line):
    assert answer(line.replace("1e8", "1e4"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("odds frist-orchard", "orchard: game must be one of first-orchard, "),
        ("simulate --games 1.5", "orchard: --games must be a whole number, got 1.5"),
        ("advise 4,4,4,4:raven=9", "orchard: position must be one in which this game goes on (raven_steps must be"),
    ],
)
def test_a_question_without_sense_is_refused(capsys, line, said):
    try:
        status = cli.main(shlex.split(line))
    except SystemExit as left:
        status = left.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert said in err


VALUES = ["0", "-1", "1e400", "٣", "nan", "", "max,", "2,1", "1" + ",1" * 200, "9" * 5000, "\x00", "--help", "--"]
VALUES += [*EDITIONS, *STRATEGIES]
OPTIONS = [name for name in cli.ARGUMENTS if name.startswith("--")]
words = st.lists(st.sampled_from(OPTIONS + VALUES) | st.text(max_size=6), max_size=6)


@given(st.sampled_from(COMMANDS) | st.text(max_size=6), words)
def test_any_command_line_is_answered_or_refused(question, rest):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.print", lambda *said, **_: None)
        try:
            status = cli.main([question, *rest])
        except SystemExit as left:
            status = left.code
    assert status in (0, 2)
