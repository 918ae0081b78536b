"""The command line: what it answers, how it refuses, and how it behaves as a process among others."""

import json
import re
import shlex
import tomllib
from fractions import Fraction
from pathlib import Path
from unittest.mock import Mock

import pytest

from orchard import EDITIONS, STRATEGIES, Game, absorbing_chain, cli, solve
from orchard.rules import tree_name
from orchard.simulator import play, simulate

PROJECT = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text())["project"]


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


# --- odds ---


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_odds_are_those_of_the_solver(in_json, edition, strategy):
    found = in_json(f"odds {edition} --strategy {strategy}")["win_probability"]
    assert found == solve(edition, strategy).win_probability


def test_odds_solved_by_hand(answer, in_json):
    """One fruit: of the three faces colour and basket pick it, and the raven, one step away, comes."""
    line = "odds --trees 1 --fruits 1 --raven 1 --picks 1 --exact"
    found = in_json(line)
    assert (found["win_probability"], found["decimal"]) == ("2/3", 2 / 3)
    said = "67 of 100 games are won: the probability of winning is 2/3, or 0.666666666667.\n"
    assert answer(line).endswith(said)


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0.631357, "63 of 100 games are won: "),
        (0.9996, "9,996 of 10,000 games are won: "),
        (1e-12, "1 of 1,000,000,000,000 games are won: "),
        (1e-15, "Almost no game is won: "),
        (1 - 1e-15, "Almost every game is won: the probability of winning is more than 0.999999999999."),
        (1.0, "Almost every game is won: the probability of winning is more than 0.999999999999."),
        (
            1 - Fraction(1, 6**30),
            f"Almost every game is won: the probability of winning is {6**30 - 1}/{6**30}, or 1 - 4.",
        ),
        (0.0, "No game is won, or almost none: the probability of winning is less than 1e-300."),
        (
            Fraction(1, 10**400),
            f"Almost no game is won: the probability of winning is 1/{10**400}, or less than 1e-300.",
        ),
        (Fraction(0), "No game is won: the probability of winning is 0."),
    ],
)
def test_odds_in_words_are_never_rounded_to_certainty(p, said):
    assert cli.odds_sentence(p).startswith(said)


@pytest.mark.parametrize(
    ("options", "game"),
    [
        ("", EDITIONS["first-orchard"]),
        ("first-orchard-5", EDITIONS["first-orchard-5"]),
        ("orchard --raven 10", EDITIONS["orchard-10"]),
        ("--trees 4 --fruits 10 --raven 9 --picks 2", EDITIONS["orchard"]),
        ("--trees 3", Game((4, 4, 4), 6)),
        ("--fruits 1e1", Game((10, 10, 10, 10), 6)),
        ("--fruits 4,0,1 --picks 0", Game((4, 0, 1), 6, basket_picks=0)),
        ("--fruits 4,3,1 --trees 3", Game((4, 3, 1), 6)),
        ("--colour-faces 3,1,1,1 --basket-faces 0", Game((4, 4, 4, 4), 6, 1, (3, 1, 1, 1), basket_faces=0)),
        ("--trees 2 --raven-faces 2", Game((4, 4), 6, raven_faces=2)),
        ("--raven-faces 1", EDITIONS["first-orchard"]),
    ],
)
def test_options_change_the_edition(options, game):
    assert cli.given_game(cli.command_line().parse_args(["odds", *options.split()])) == game


@pytest.mark.parametrize("question", ["odds", "simulate --games 10", "length", "play", "chain"])
def test_the_table_that_was_assumed_is_told_and_the_other_one_named(answer, question):
    said = "First Orchard, lost with the sixth raven roll (for five: first-orchard-5). We pick from the fullest tree.\n"
    assert answer(question).startswith(said)
    named = answer(f"{question} first-orchard-5")
    assert named.startswith("First Orchard, lost with the fifth raven roll. We pick from the fullest tree.\n")


# --- simulate and play ---


@pytest.mark.parametrize("method", ["played", "counted"])
def test_simulate_says_what_simulate_finds(answer, in_json, method):
    line = f"simulate first-orchard-5 --strategy random --games 2e4 --seed 3 --method {method}"
    found, games = in_json(line), simulate("first-orchard-5", "random", games=20_000, seed=3, method=method)
    assert (found["games"], found["wins"], found["win_rate"]) == (20_000, games.wins, games.wins / 20_000)
    interval = list(games.confidence_interval(method="wilson"))
    assert (found["standard_error"], found["interval_95"]) == (games.standard_error, interval)
    assert f"Of 20,000 games {method}, {games.wins:,} are won: a share of {games.win_rate:.12g}." in answer(line)


def test_an_interval_has_the_digits_that_its_games_allow(answer):
    told = answer("simulate --games 1e18 --method counted --seed 1")
    assert re.search(r"error is 4\.2e-10, the 95 % interval 0\.76849693\d{3} to 0\.76849693\d{3}\.\n", told)
    assert "So the 95 % interval is 0.963" in answer("simulate --raven 99 --games 100"), "though no game is lost"


def test_what_looks_ahead_is_solved_first(answer, in_json):
    best = solve(Game((3, 2), 2, 1, (3, 1)), "optimal")
    rules = "--fruits 3,2 --raven 2 --colour-faces 3,1 --strategy optimal"
    chain, wins = in_json(f"chain {rules}"), simulate(best.game, best.strategy, 1000, seed=1).wins
    assert in_json(f"simulate {rules} --seed 1 --games 1000")["wins"] == wins
    assert str(play(best.game, best.strategy, 1)) in answer(f"play {rules} --seed 1")
    assert chain["win_probability"] == pytest.approx(best.win_probability, abs=1e-12)


def test_without_a_seed_the_one_that_was_drawn_is_named(answer, in_json):
    found = in_json("simulate --games 1000")
    assert in_json(f"simulate --games 1000 --seed {found['seed']}") == found
    told = answer("play")
    assert answer(f"play {told[told.index('--seed') :]}") == told


def test_play_tells_the_game_of_its_seed(answer):
    told = answer("play orchard --strategy min --seed 7")
    assert told.endswith(f"\n\n{play('orchard', 'min', 7)}\nThe same game again: --seed 7\n")


# --- length ---


def test_length_is_that_of_the_chain(in_json):
    chain, found = absorbing_chain("first-orchard-5", "random"), in_json("length first-orchard-5 --strategy random")
    assert found["mean_rolls"] == pytest.approx(chain.expected_rolls()[0], rel=1e-11)
    assert found["standard_deviation"] == pytest.approx(chain.variance_of_rolls()[0] ** 0.5, rel=1e-10)
    over = chain.roll_distribution(60).sum(axis=0)
    assert found["most_likely"] == over.argmax()
    assert list(found["quantiles"].values()) == over.cumsum().searchsorted([0.05, 0.5, 0.95]).tolist()


def test_length_by_hand(answer):
    """One fruit, and a raven one step away: whatever a roll shows ends the game."""
    assert answer("length --trees 1 --fruits 1 --raven 1").splitlines()[1:] == [
        "A game takes 1 roll on average, with a standard deviation of 0.",
        "The most likely length is 1 roll: 100 % of all games.",
        *(f"At least {percent} % of all games are over after 1 roll." for percent in (5, 50, 95)),
    ]


def test_a_share_that_rounding_leaves_below_a_half_is_a_half(in_json):
    """Three faces of six pick the only fruit, which in floats is 0.4999999999999999 of all games."""
    line = "length --fruits 1 --trees 1 --raven 2 --picks 0 --colour-faces 3 --basket-faces 2"
    assert in_json(line)["quantiles"]["50"] == 1


# --- advise ---


def test_advice_lists_every_way_with_its_value_best_first(in_json):
    found = in_json("advise 2,2,0,1 orchard --raven 3 --exact")["picks"]
    ways = solve(Game((2, 2, 0, 1), 3, 2), "optimal", exact=True).value_of_picks((2, 2, 0, 1), 3)
    assert found == {" and ".join(map(tree_name, way)): str(p) for way, p in ways.items()}
    values = [Fraction(value) for value in found.values()]
    assert values == sorted(values, reverse=True)


def test_advice_by_hand(answer, in_json):
    """Two trees of one fruit: whichever is picked, two of the three faces that matter win and one loses."""
    line = "advise 1,1 --trees 2 --raven 1 --exact"
    assert in_json(line)["picks"] == {"apple": "2/3", "pear": "2/3"}
    assert "Pick pear: 67 of 100 games are won: the probability of winning is 2/3, " in answer(line)


# --- chain ---


def test_chain_of_source_004(answer, in_json):
    found, expected = in_json("chain two-by-two --exact"), solve("two-by-two", exact=True).win_probability
    assert (found["live_states"], found["win_probability"]) == (10, str(expected))
    assert f"the probability of winning is {float(expected):.12g}." in answer("chain two-by-two")


# --- help and errors ---


@pytest.mark.parametrize("question", ["", *cli.QUESTIONS])
def test_help_shows_examples(capsys, question):
    with pytest.raises(SystemExit) as left:
        cli.main([*question.split(), "--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert f"  orchard {question}" in out
    assert "  max      from the fullest tree\n" in out


def test_the_version_is_that_of_the_project(answer):
    assert answer("--version") == f"orchard {PROJECT['version']}\n"


@pytest.mark.parametrize("line", re.findall(r"^  orchard ([^|\n]*)", cli.EXAMPLES, flags=re.M))
def test_examples_work(answer, line):
    assert answer(line.replace("1e8", "1e4"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "question"),
        ("odd", "'odd' (choose from"),
        ("odds frist-orchard", "did you mean first-orchard"),
        ("odds --strategy mx", "did you mean max"),
        ("odds --strategy fullest", "did you mean max"),
        ("odds --strategy emptiest", "did you mean min"),
        ("odds --strategy best", "did you mean optimal"),
        ("odds --strategy from", "got 'from' (orchard odds --help says what they mean)"),
        ("odds --trees 0", "--trees: must be a whole number, at least 1"),
        ("odds --fruits 3,x", "got 'x'"),
        ("odds --fruits 0", "--fruits must hold at least one fruit, got 0,0,0,0"),
        ("odds --fruits 2000", "--fruits must be at most 1,024"),
        ("odds --raven 2000", "--raven must be at most 1,024"),
        ("odds --picks -1", "argument --picks"),
        ("odds --fruits 3,3 --trees 3", "--trees must be 2"),
        ("odds --trees 20 --fruits 1000", "orchard: this game is too large: 506,"),
        ("odds --players max,mx", "--players must be one of"),
        ("odds --players max --fruits 0", "--fruits must hold at least one fruit"),
        ("odds --players max --strategy max", "--players must stand without --strategy"),
        ("odds --strat max", "did you mean --strategy?"),
        ("odd", "did you mean odds?"),
        ("simulate --games 1", "at least 2"),
        ("simulate --games 2.5", "got '2.5'"),
        ("simulate --games 1e400", "got '1e400'"),
        ("simulate --games 1e13", "--games must be at most 1,000,000,000,000, got 10000000000000 (--method counted"),
        ("simulate --method cohort", "argument --method"),
        ("advise", "fruits"),
        ("advise 11,1,1,1 orchard", "fruits must have an entry for each of 4 trees, at most 10,10,10,10"),
        ("advise 4,3", "fruits must have an entry for each of 4 trees"),
        ("advise 0,0,0,0", "orchard: fruits must hold at least one fruit"),
        ("advise 4,3,0,1 --raven 7", "--raven must be at most 6"),
        ("chain orchard --exact", "--exact must be left out for a chain of more than 500 live states"),
    ],
)
def test_a_question_without_sense_is_refused_in_one_line(capsys, line, said):
    try:
        status = cli.main(shlex.split(line))
    except SystemExit as left:
        status = left.code
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("orchard")
    assert said in err


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [(MemoryError(), 1, "MemoryError"), (OSError("disk full"), 1, "disk full"), (KeyboardInterrupt(), 130, "stopped")],
)
def test_a_failure_is_told_in_one_line(capsys, monkeypatch, error, status, said):
    monkeypatch.setattr(cli, "solve", Mock(side_effect=error))
    assert cli.main(["odds"]) == status
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


@pytest.mark.parametrize(("games", "said"), [(10**12, "about 2 days;"), (10**5, "")])
def test_a_long_run_says_beforehand_how_long_it_takes(capsys, monkeypatch, games, said):
    """Five million games a second, by the first two seconds."""
    monkeypatch.setattr(cli, "monotonic", Mock(side_effect=[10, 12]))
    with cli.progress_and_warning(games) as progress:
        progress(1)
        progress(min(games - 1, 10**7))
    err = capsys.readouterr().err
    assert (err.count("\n"), said in err) == (bool(said), True)


# --- as a process ---


def test_the_installed_command_is_this_one():
    assert PROJECT["scripts"]["orchard"] == f"{cli.__name__}:{cli.main.__name__}"
