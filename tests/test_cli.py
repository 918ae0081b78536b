"""The command line: what it answers, and how it refuses."""

import json
import re
import shlex
from dataclasses import asdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchard import EDITIONS, STRATEGIES, Game, cli, game_of, play, simulate, solve
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


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_odds_are_those_of_the_solver(in_json, edition, strategy):
    found = in_json(f"odds {edition} --strategy {strategy}")["win_probability"]
    assert found == solve(edition, strategy).win_probability


def test_odds_solved_by_hand(answer):
    """One fruit: of the three faces colour and basket pick it, and the raven, one step away, comes."""
    said = answer("odds 1:raven=1 --exact")
    assert said == f"{your_answer('1:raven=1')}\nThe chance of winning is 2/3, or 0.666666666667.\n"


@pytest.mark.parametrize("game", ["orchard:raven=10", "4,0,1:picks=0", "3,2:colours=3,1:baskets=0:ravens=2"])
def test_a_game_is_a_word(in_json, game):
    found = in_json(f"odds {game}")
    assert found["win_probability"] == solve(game_of(game)).win_probability
    assert Game(**{rule: found[rule] for rule in asdict(Game())}) == game_of(game)


@pytest.mark.parametrize("players", ["max,random", "'max, random'"])
def test_players_have_commas_between_them(in_json, players):
    found = in_json(f"odds two-by-two --strategy {players}")
    assert found["win_probability"] == solve("two-by-two", ("max", "random")).win_probability


@pytest.mark.parametrize("method", ["played", "counted"])
def test_simulate_says_what_simulate_finds(answer, in_json, method):
    line = f"simulate first-orchard-5 --strategy random --games 2e4 --seed 3 --method {method}"
    found, games = in_json(line), simulate("first-orchard-5", "random", games=20_000, seed=3, method=method)
    assert (found["games"], found["wins"]) == (20_000, games.wins)
    assert found["interval_95"] == list(games.confidence_interval())
    assert f"Of 20,000 games {method}, {games.wins:,} are won: a share of {games.win_rate:.4f}." in answer(line)
    low, high = games.confidence_interval()
    assert f"Wilson's 95 % interval is {low:.4f} to {high:.4f}." in answer(line)


def test_what_looks_ahead_is_solved_first(answer, in_json):
    best = solve(Game((3, 2), 2, 1, (3, 1)), "optimal")
    rules = f"{best.game} --strategy optimal --seed 1"
    assert in_json(f"simulate {rules} --games 1000")["wins"] == simulate(best.game, best.strategy, 1000, seed=1).wins
    assert str(play(best.game, best.strategy, 1)) in answer(f"play {rules}")


def test_advice_lists_every_use_of_the_basket_best_first(in_json):
    found = in_json("advise 2,2,0,1:raven=3 orchard --exact")["picks"]
    uses = solve("orchard", "optimal", exact=True).value_of_picks((2, 2, 0, 1), 3)
    assert sorted(found.values()) == sorted(map(str, uses.values()))
    assert found["apple and pear"] == str(uses[0, 1])
    values = [Fraction(value) for value in found.values()]
    assert values == sorted(values, reverse=True)


def test_editions_are_listed(answer, in_json):
    assert [line.split()[0] for line in answer("editions").splitlines()] == list(EDITIONS)
    assert {key: Game(**rules) for key, rules in in_json("editions").items()} == EDITIONS


# --- help and errors ---


@pytest.mark.parametrize("question", ["", *COMMANDS])
def test_help_says_what_the_strategies_mean(capsys, question):
    with pytest.raises(SystemExit) as left:
        cli.main([*question.split(), "--help"])
    assert left.value.code == 0
    assert "  max        from the fullest tree\n" in capsys.readouterr().out


@pytest.mark.parametrize("line", re.findall(r"^  orchard (.*)", cli.EXAMPLES, flags=re.M))
def test_examples_work(answer, line):
    assert answer(line.replace("1e8", "1e4"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "question"),
        ("odd", "'odd' (choose from"),
        ("odds frist-orchard", "did you mean first-orchard"),
        ("odds --strategy fullest", "did you mean max"),
        ("odds 3,x", "game must have whole numbers with commas between them, as 5,3,4:raven=4:picks=2 has, got '3,x'"),
        ("odds '4 4 4 4'", "game must have whole numbers with commas between them"),
        ("simulate --games 1", "games must be"),
        ("simulate --games 1e13", "games must be at most 1,000,000,000,000"),
        ("play --seed -1", "orchard: --seed must be at least 0, got -1"),
        ("simulate --seed -1", "orchard: --seed must be at least 0, got -1"),
        ("odds --strategy max,mix", "orchard: --strategy must be one of max, min"),
        ("simulate --games 1.5", "orchard: --games must be a whole number, got 1.5"),
        ("odds " + "1000," * 20 + "1000", "orchard: game must be a smaller game"),
        ("advise 4,4,4,4:raven=9", "orchard: position must be one in which this game goes on (raven must be 0 to 6"),
        ("advise 11,1,1,1 orchard", "fruits must have an entry a tree, at most (10, 10, 10, 10)"),
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
