"""The command line: what it answers, how it refuses, and how it behaves as a process among others."""

import json
import re
import shlex
import sys
import time
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from orchard import EDITIONS, STRATEGIES, Game, State, absorbing_chain, cli, pick, solve
from orchard.simulator import play, simulate

ROOT = Path(__file__).resolve().parents[1]


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a question that makes sense is answered."""
    assert cli.main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def in_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    return json.loads(answer(capsys, *words, "--json"))


# --- odds ---


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_odds_are_those_of_the_solver(capsys, edition, strategy):
    expected = solve(edition, strategy).win_probability
    assert in_json(capsys, "odds", edition, "--strategy", strategy)["win_probability"] == expected
    said = f"{expected * 100:.0f} of 100 games are won: the probability of winning is {expected:.12g}."
    assert said in answer(capsys, "odds", edition, "--strategy", strategy).splitlines()


def test_odds_solved_by_hand(capsys):
    """One fruit: of the three faces colour and basket pick it, and the raven, one step away, comes."""
    words = ("odds", "--trees", "1", "--fruits", "1", "--raven", "1", "--picks", "1", "--exact")
    found = in_json(capsys, *words)
    assert (found["win_probability"], found["decimal"]) == ("2/3", 2 / 3)
    assert answer(capsys, *words).endswith(
        "67 of 100 games are won: the probability of winning is 2/3, or 0.666666666667.\n"
    )


def test_players_roll_by_turns(capsys):
    found = in_json(capsys, "odds", "--players", "max,max,random")
    assert found["win_probability"] == solve("first-orchard", ("max", "max", "random")).win_probability
    assert found["strategy"] == ["max", "max", "random"]
    assert "player 3 picks from a tree at random" in answer(capsys, "odds", "--players", "max,max,random")


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0.631357, "63 of 100 games are won: "),
        (0.004, "4 of 1,000 games are won: "),
        (0.9996, "9,996 of 10,000 games are won: "),
        (3e-6, "3 of 1,000,000 games are won: "),
        (1e-12, "1 of 1,000,000,000,000 games are won: "),
        (1e-15, "Almost no game is won: "),
        (1 - 1e-15, "Almost every game is won: "),
        (0.0, "No game is won: "),
        (Fraction(1), "Every game is won: the probability of winning is 1."),
    ],
)
def test_odds_in_words_are_never_rounded_to_certainty(p, said):
    assert cli.odds_sentence(p).startswith(said)


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ([], EDITIONS["first-orchard"]),
        (["orchard"], EDITIONS["orchard"]),
        (["orchard", "--raven", "10"], EDITIONS["orchard-10"]),
        (["--trees", "4", "--fruits", "10", "--raven", "9", "--picks", "2"], EDITIONS["orchard"]),
        (["--trees", "3"], Game((4, 4, 4))),
        (["--fruits", "2"], Game((2, 2, 2, 2))),
        (["--fruits", "1e1"], Game((10, 10, 10, 10))),
        (["--fruits", "4,0,1", "--picks", "0"], Game((4, 0, 1), basket_picks=0)),
        (["--fruits", "4,3,1", "--trees", "3"], Game((4, 3, 1))),
        (["--fruits", "5", "--trees", "1"], Game((5,))),
        (["--colour-faces", "3,1,1,1", "--basket-faces", "0"], Game(colour_faces=(3, 1, 1, 1), basket_faces=0)),
        (["--trees", "2", "--raven-faces", "2"], Game((4, 4), raven_faces=2)),
    ],
)
def test_options_change_the_edition(words, game):
    assert cli.given_game(cli.command_line().parse_args(["odds", *words])) == game


def test_rules_that_are_no_edition_are_told(capsys):
    words = ("odds", "--fruits", "3,1", "--raven", "1", "--colour-faces", "2,1")
    told = "Fruit: apple 3, pear 1; raven 1 step away; 1 pick from a basket; die: green 2, yellow 1, basket 1, raven 1."
    assert answer(capsys, *words).startswith(told)
    assert answer(capsys, "odds", "orchard").startswith("Orchard, 9 steps. We pick from the fullest tree.\n")


# --- simulate and play ---


def test_simulate_says_what_simulate_finds(capsys):
    words = ("simulate", "first-orchard", "--strategy", "random", "--games", "2e4", "--seed", "3")
    played = simulate("first-orchard", "random", games=20_000, seed=3)
    found = in_json(capsys, *words)
    assert (found["games"], found["wins"], found["win_rate"]) == (20_000, played.wins, played.wins / 20_000)
    assert (found["standard_error"], found["interval_95"]) == (played.standard_error, [*played.confidence_interval()])
    assert f"{played.wins:,} of 20,000 games are won: a share of {played.win_rate:.12g}." in answer(capsys, *words)


def test_what_looks_ahead_is_solved_first(capsys):
    game = Game((3, 2), 2, 1, (3, 1))
    words = ("--fruits", "3,2", "--raven", "2", "--colour-faces", "3,1", "--strategy", "optimal")
    best, seed = solve(game, "optimal"), ("--seed", "1")
    played = simulate(game, best.strategy, 1000, seed=1)
    chain = in_json(capsys, "chain", *words)
    assert in_json(capsys, "simulate", *words, *seed, "--games", "1000")["wins"] == played.wins
    assert str(play(game, best.strategy, 1)) in answer(capsys, "play", *words, *seed)
    assert chain["win_probability"] == pytest.approx(best.win_probability, abs=1e-12)
    assert in_json(capsys, "length", *words)["mean_rolls"] == pytest.approx(chain["expected_rolls"], rel=1e-11)


def test_simulate_plays_as_many_games_as_its_help_says():
    assert cli.command_line().parse_args(["simulate"]).games == 10**6
    assert "default: 1e6" in cli.OPTIONS["--games"]["help"]


def test_simulate_without_a_seed_names_the_one_it_drew(capsys):
    found = in_json(capsys, "simulate", "--games", "1000")
    again = in_json(capsys, "simulate", "--games", "1000", "--seed", str(found["seed"]))
    assert again == found


def test_play_tells_the_game_of_its_seed(capsys):
    told = answer(capsys, "play", "orchard", "--strategy", "min", "--seed", "7")
    assert told == f"{play('orchard', 'min', 7)}\nThe same game again: --seed 7\n"


def test_play_without_a_seed_names_the_one_it_drew(capsys):
    told = answer(capsys, "play")
    assert answer(capsys, "play", "--seed", told.rpartition("--seed ")[2].strip()) == told


# --- length ---


def test_length_is_that_of_the_chain(capsys):
    chain = absorbing_chain("first-orchard", "random")
    found = in_json(capsys, "length", "--strategy", "random")
    assert found["mean_rolls"] == pytest.approx(chain.expected_rolls()[0], rel=1e-11)
    assert found["standard_deviation"] == pytest.approx(chain.variance_of_rolls()[0] ** 0.5, rel=1e-10)
    over = chain.roll_distribution(60).sum(axis=0)
    assert found["most_likely"] == over.argmax()
    for percent, rolls in found["quantiles"].items():
        assert over[:rolls].sum() < int(percent) / 100 <= over[: rolls + 1].sum()


def test_length_by_hand(capsys):
    """One fruit, and a raven one step away: whatever a roll shows ends the game."""
    told = answer(capsys, "length", "--trees", "1", "--fruits", "1", "--raven", "1").splitlines()
    assert told[1:] == [
        "A game takes 1 rolls on average, with a standard deviation of 0.",
        "The most likely length is 1 roll: 100 % of all games.",
        *(f"At least {percent} % of all games are over after 1 roll." for percent in (5, 50, 95)),
    ]


def test_a_share_that_rounding_leaves_below_a_half_is_a_half(capsys):
    """Three faces of six pick the only fruit, which in floats is 0.4999999999999999 of all games."""
    words = "--fruits 1 --trees 1 --raven 2 --picks 0 --colour-faces 3 --basket-faces 2"
    assert in_json(capsys, "length", *words.split())["quantiles"]["50"] == 1


# --- advise ---


@pytest.mark.parametrize(("fruits", "picks"), [("2,2,1", 1), ("3,1,0", 2), ("1,1,1", 5)])
def test_advice_fulfils_bellmans_equation(capsys, fruits, picks):
    """d V = W V(raven one nearer) + the sum over colours of V(one fruit less) + B x the best pick, in fractions."""
    trees = tuple(map(int, fruits.split(",")))
    found = in_json(capsys, "advise", fruits, "--raven", "2", "--picks", str(picks), "--exact")
    best, *_ = (Fraction(value) for value in found["picks"].values())
    table = solve(Game(trees, 2, picks), "optimal", exact=True)
    colours = [table.value(pick(State(trees, 2), i).fruits, 2) for i, fruit in enumerate(trees) if fruit]
    faces = len(colours) + 2
    assert faces * table.win_probability == table.value(trees, 1) + sum(colours) + best


def test_advice_by_hand(capsys):
    """Two trees of one fruit: whichever is picked, two of the three faces that matter win and one loses."""
    words = ("advise", "1,1", "--raven", "1", "--exact")
    assert in_json(capsys, *words)["picks"] == {"apple": "2/3", "pear": "2/3"}
    assert "Pick pear: 67 of 100 games are won: the probability of winning is 2/3, " in answer(capsys, *words)


def test_advice_lists_every_way_best_first(capsys):
    found = in_json(capsys, "advise", "2,2,0,1", "orchard", "--raven", "3")["picks"]
    ways = ["apple and pear", "apple and apple", "pear and pear", "apple and plum", "pear and plum"]
    assert (next(iter(found)), set(found)) == (ways[0], set(ways))
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_advice_without_a_choice(capsys):
    assert in_json(capsys, "advise", "1,0", "--picks", "2")["picks"] == {"apple": 1.0}
    assert list(in_json(capsys, "advise", "1,1", "--picks", "0")["picks"]) == ["nothing"]


# --- chain ---


def test_chain_of_source_004(capsys):
    found = in_json(capsys, "chain", "two-by-two", "--exact")
    expected = solve("two-by-two", exact=True).win_probability
    assert (found["live_states"], found["win_probability"]) == (10, str(expected))
    assert f"the probability of winning is {float(expected):.12g}." in answer(capsys, "chain", "two-by-two")


def test_chain_as_a_graph(capsys):
    dot = answer(capsys, "chain", "two-by-two", "--dot")
    assert dot.startswith("digraph orchard {\n")
    assert dot.endswith("}\n")
    assert '"22|2" -> "22|1" [label="0.25"]' in dot


# --- help and errors ---


@pytest.mark.parametrize("question", ["", *cli.QUESTIONS])
def test_help_shows_examples(capsys, question):
    with pytest.raises(SystemExit) as left:
        cli.main([*question.split(), "--help"])
    assert left.value.code == 0
    assert f"  orchard {question}" in capsys.readouterr().out


@pytest.mark.parametrize("line", re.findall("^  (orchard .*)$", cli.EXAMPLES, flags=re.M))
def test_examples_work(capsys, line):
    name, *words = shlex.split(line.partition("|")[0].replace("1e8", "1e4"))
    assert name == "orchard"
    assert answer(capsys, *words)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "question"),
        ("odd", "'odd' (choose from"),
        ("odds frist-orchard", "did you mean first-orchard"),
        ("odds --strategy mx", "did you mean max"),
        ("odds --trees 0", "--trees: must be a whole number, at least 1"),
        ("odds --fruits 3,x", "got 'x'"),
        ("odds --fruits 0", "fruits must hold at least one fruit"),
        ("odds --fruits 3,3 --trees 3", "--trees must be 2"),
        ("odds --raven 1.5", "got '1.5'"),
        ("odds --picks=-1", "got '-1'"),
        ("odds --trees 20 --fruits 1000", "must be a smaller game"),
        ("odds --colour-faces 1,1", "colour_faces must have one entry a tree (4)"),
        ("odds --players max,mx", "did you mean max"),
        ("odds --players max --strategy max", "--players must stand without --strategy"),
        ("odds --strat max", "unrecognized arguments: --strat"),
        ("simulate --games 1", "at least 2"),
        ("simulate --games 9007199254740993.0", "got '9007199254740993.0'"),  # 2^53 + 1, which no float is
        ("simulate --games 1e400", "got '1e400'"),
        ("simulate --games nan", "got 'nan'"),
        ("play --seed x", "got 'x'"),
        ("advise", "fruits"),
        ("advise 4,3,0,1 --trees 4", "unrecognized arguments"),
        ("chain orchard --exact", "exact must be False"),
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


@pytest.mark.parametrize("error", [MemoryError(), OSError("disk full"), KeyboardInterrupt()])
def test_a_failure_is_told_in_one_line(capsys, monkeypatch, error):
    def fail(*arguments, **options):
        raise error

    monkeypatch.setattr(cli, "solve", fail)
    assert cli.main(["odds"]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert type(error).__name__ in err


def test_progress_is_told_to_people_only_and_on_stderr(capsys, monkeypatch):
    """A bar comes after a second: here of a simulation that says at once what it has played, and then waits."""
    words = ("simulate", "--games", "1000", "--seed", "1")
    silent = answer(capsys, *words)

    def slow(*arguments, progress):
        progress(400)
        time.sleep(1.2)
        progress(600)
        return simulate(*arguments)

    monkeypatch.setattr("orchard.simulator.simulate", slow)
    assert answer(capsys, *words) == silent
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert cli.main(words) == 0
    out, err = capsys.readouterr()
    assert out == silent
    assert "100%" in err
    assert err.endswith("\r")


# --- as a process ---


def test_the_installed_command_is_this_one():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    module, _, function = project["scripts"]["orchard"].partition(":")
    assert (module, function) == (cli.__name__, cli.main.__name__)
