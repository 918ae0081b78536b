"""A question's answer in a sentence or two: on the command line, and on a page for the game of its first cell."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import wraps
from itertools import groupby, islice

from orchard import markov, solver
from orchard.pages.lengths import law_of_lengths, nine_in_ten
from orchard.pages.output import RefusedError
from orchard.pages.statistics import games_to_tell_apart, sample_size, share_that_sees
from orchard.pages.studies import other_rules, refuse_other_rules
from orchard.pages.studies.picks import lost_by_a_wrong_basket
from orchard.rules import EDITIONS, LARGEST, Game, State, game_of
from orchard.solver import Solution
from orchard.strategies import STRATEGIES, Asked, Strategy, players_of

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
FRUIT = (("an apple", "apples"), ("a pear", "pears"), ("a cherry", "cherries"), ("a plum", "plums"))
SAME = 1e-11  # floats of one chance are at least as near
QUICK = 30_000  # values that fractions find in a few seconds
SHOWN = 30  # digits of a denominator that is shown
SAID = 4  # picks of a basket, which one can still tell apart
LONGEST = 40  # raven rolls among which the path that one wishes for is looked for
EDITION_NAMES = {  # as people read them; an edition that is missing here goes by its key
    "first-orchard": "First Orchard, 6 raven rolls",
    "first-orchard-5": "First Orchard, 5 raven rolls",
    "orchard": "Orchard, 9 raven rolls",
    "orchard-10": "Orchard, 10 raven rolls",
    "two-by-two": "2 trees × 2 fruits, 2 raven rolls",
}


def in_one_line(function: Callable) -> Callable:
    """The function; but for a game that is too large for it a page shows the error in one line."""

    @wraps(function)
    def refusing(*asked: object, **named: object) -> object:
        try:
            return function(*asked, **named)
        except ValueError as error:
            raise RefusedError(str(error)) from None

    return refusing


solve, absorbing_chain = in_one_line(solver.solve), in_one_line(markov.absorbing_chain)


def your_answer(game: Game | str, strategy: Asked = "max") -> str:
    """How often a game is won, by a strategy or by players in turn, beside a tree at random and the best picks.

    ValueError or TypeError as from `solve`, which says how large a game may be.

    >>> your_answer("1:raven=1:picks=0")
    'Your game (one tree of 1; one raven roll loses; no picks; three faces on the die): you win 50.0 games in 100, \
with nothing to pick.'
    """
    whose, game, players = _whose(game), game_of(game), players_of(strategy)
    rival = rival_of(players)
    won, other, best = _won(game, players, rival, "optimal")
    if not _has_picks(game):
        return f"{whose}: you win {in_100(won)} games in 100, with nothing to pick."
    beside = f"{_how(rival)} {in_100(other)}"
    if not _is_fair(game) and [player.name for player in players] != ["slowest"]:
        beside += f", {_how('slowest')} {in_100(*_won(game, 'slowest'))}"
    ours = f"picking {picking_in_words(players)} you win {in_100(won)} games in 100"
    if best - won < SAME:
        return f"{whose}: {ours}, and nobody wins more often; {beside}."
    return f"{whose}: {ours}, {beside}. {_at_best(won, best)}"


def games_enough(game: Game | str, strategy: Asked = "max", plays: int = 100) -> str:
    """How many games show how often a game is won, and whether a tree at random wins as often; and what `plays` show.

    Errors as those of `solve`.

    >>> print(games_enough("1:raven=1:picks=0"))
    To know these 50.0 games in 100 to within one, in 95 tries of 100, takes 9,605 games.
    """
    game, rival, ours = game_of(game), rival_of(strategy), f"picking {picking_in_words(players_of(strategy))}"
    # Rounding may have made a chance 0 or 1.
    won, other = (min(max(chance, 1e-15), 1 - 1e-15) for chance in _won(game, strategy, rival))
    within = f"To know these {in_100(won)} games in 100 to within one, in 95 tries of 100, takes"
    within = f"{within} {sample_size(0.02, won):,} games."
    if not _has_picks(game):
        return within
    beside = f"picking {_how(rival)}"
    if abs(won - other) < SAME:
        return f"{within} No number of games tells {ours} from {beside}."
    games, does = games_to_tell_apart(won, other), "beats" if won > other else "loses to"
    told = f"{games:,}" if games < 10**12 else "more than a million million"
    see = f"To see, in four tries of five, that {ours} {does} {beside} takes {told} games with each"
    seen = f"{plays:,} with each show it in about {100 * share_that_sees(won, other, plays):.0f} tries of 100"
    return f"{within} {see}; {seen}."


def rival_of(strategy: Asked) -> str:
    """What a strategy is compared with: a tree at random, or if it is that, the fullest tree."""
    return "max" if {player.name for player in players_of(strategy)} == {"random"} else "random"


def _has_picks(game: Game) -> bool:
    """Whether there is ever a fruit to choose."""
    return game.picks * game.basket_faces > 0


def _won(game: Game, *strategies: Asked) -> list[float]:
    """How often a game is won with each of some strategies."""
    return [solve(game, strategy).win_probability for strategy in strategies]


def your_exact_answer(game: Game | str, strategy: Asked = "max") -> str:
    """The chance of winning as a fraction and in digits, of a large game in digits alone.

    ValueError or TypeError as from `solve`.

    >>> your_exact_answer("1:raven=1")
    'Exactly: 2/3, or 0.666666666667.'
    """
    solution = solve(game, strategy)
    if solution.values.size * max(1, solution.game.picks) > QUICK:
        return f"To ten digits: {solution.win_probability:#.10g}."
    exact = solve(game, strategy, exact=True).win_probability
    digits, long = f"{float(exact):.12g}", len(str(exact.denominator))
    if long > SHOWN:
        return f"To twelve digits: {float(exact):#.12g}. The denominator of the fraction has {long}."
    return f"Exactly: {exact}." if str(exact) == digits else f"Exactly: {exact}, or {digits}."


def your_exceptions(game: Game | str) -> str:
    """What picking by fruit and by fruit for each face win, beside the best picks.

    ValueError or TypeError as from `solve`, which says how large a game may be.

    >>> print(your_exceptions("2,1:raven=1:picks=0"))
    Your game (trees of 2 and 1; one raven roll loses; no picks; four faces on the die): you win 19.4 games in 100, \
with nothing to pick.
    """
    whose, game = _whose(game), game_of(game)
    if not _has_picks(game):
        return your_answer(game)
    full, slow, best = _won(game, "max", "slowest", "optimal")
    slowest = _how("slowest")
    if _is_fair(game):
        ways = f"or {slowest}, you win {in_100(full)} games in 100"
    else:
        ways = f"by lot among equals, you win {in_100(full)} games in 100, {slowest} {in_100(slow)}"
    return f"{whose}: picking from the fullest tree, {ways}. {_at_best(max(full, slow), best)}"


def _is_fair(game: Game) -> bool:
    """Whether all colours are equally likely."""
    return len(set(game.colour_faces)) == 1


def your_wrong_pick(game: Game | str) -> str:
    """What the worst use of one basket costs at most, if all else is picked as well as can be, and where that is.

    ValueError or TypeError as from `solve`.

    >>> your_wrong_pick("2,1:raven=1")
    'A wrong pick costs up to 5.6 games in 100: a pear instead of an apple, when two apples and a pear are left and \
one raven roll loses.'
    """
    solution = solve(game, "optimal")
    game, lost = solution.game, lost_by_a_wrong_basket(solution)
    if not game.basket_faces or lost.max() < SAME:
        return "No pick is ever wrong."
    number = int(lost.round(9).argmax())  # of those that differ by rounding the first
    worst = next(islice(solution.positions, number, None))
    most = in_100(lost[number])
    most = most if most.startswith("fewer") else f"up to {most}"
    costs = f"A wrong {'pick' if game.picks == 1 else 'basket'} costs {most} games in 100"
    picks = f"{_wrong_and_right(solution, worst)}, " if game.picks <= SAID else ""
    left = _listed([_fruit(tree, fruit) for tree, fruit in enumerate(worst.fruits) if fruit])
    return f"{costs}: {picks}when {left} are left and {_raven_rolls(worst.raven_steps)}."


def your_path(game: Game | str, strategy: Asked = "max", target: float = 0.5) -> str:
    """How often a game is won with a raven roll more, or one fewer, or a fruit less, and how many rolls win a share.

    ValueError or TypeError as from `solve`.

    >>> your_path("1:raven=1:picks=0")
    'With one raven roll more you win 75.0 games in 100 (25.0 more), with an apple more 25.0 (25.0 fewer). To win more \
than 50 in 100 it takes two raven rolls.'
    """
    game = game_of(game)
    steps, longest = game.raven_steps, min(LARGEST, max(game.raven_steps + 1, LONGEST))
    solution = solve(replace(game, raven_steps=longest), strategy)
    won = [solution.value(game.fruits, rolls) for rolls in range(1, longest + 1)]
    fullest = game.fruits.index(max(game.fruits))
    fewer, more = (tuple(f + n * (tree == fullest) for tree, f in enumerate(game.fruits)) for n in (-1, 1))
    changed = {"one raven roll more": won[steps]} if steps < longest else {}
    changed |= {"one raven roll fewer": won[steps - 2]} if steps > 1 else {}
    changed |= {f"{_fruit(fullest, 1)} less": solution.value(fewer, steps)} if any(fewer) else {}
    if max(more) <= LARGEST:
        (changed[f"{_fruit(fullest, 1)} more"],) = _won(replace(game, fruits=more), strategy)
    (first, p), *others = changed.items()
    near = [f"With {first} you win {in_100(p)} games in 100 ({_more(p - won[steps - 1])})"]
    near += [f"with {change} {in_100(p)} ({_more(p - won[steps - 1])})" for change, p in others]
    found = next((rolls for rolls, chance in enumerate(won, 1) if chance > target + SAME), None)
    takes = f"it takes {_counted(found, 'raven roll')}" if found else f"not even {longest} raven rolls are enough"
    return f"{', '.join(near)}. To win more than {100 * target:g} in 100 {takes}."


def _more(change: float) -> str:
    """How many more games of 100, or fewer."""
    if abs(change) < SAME:
        return "as many"
    return f"{in_100(abs(change))} {'more' if change > 0 else 'fewer'}"


def your_bowl(game: Game | str) -> str:
    """How often a game is won if its picks may be saved as coins in a bowl, beside the best picks at once.

    ValueError or TypeError as from `solve`.

    >>> your_bowl("1,1:raven=1")
    'Your game (two trees of 1; one raven roll loses; one pick; four faces on the die): with a bowl you win 52.1 games \
in 100, with the best picks 50.0. Even somebody who foresees all rolls wins no more often than the bowl.'
    """
    from orchard.pages.studies.dice import bank_bound  # not above: the command line need not wait for SciPy

    whose, game = _whose(game), game_of(game)
    (best,) = _won(game, "optimal")
    if not _has_picks(game):
        return f"{whose}: you win {in_100(best)} games in 100, with nothing to save."
    saved = f"with a bowl you win {in_100(bank_bound(game))} games in 100, with the best picks {in_100(best)}"
    return f"{whose}: {saved}. Even somebody who foresees all rolls wins no more often than the bowl."


def _wrong_and_right(solution: Solution, state: State) -> str:
    """The fruit that the worst use of a basket picks, in place of that of the best."""
    uses = {trees: round(chance, 9) for trees, chance in solution.value_of_picks(*state).items()}
    ends = min(uses, key=uses.get), max(uses, key=uses.get)
    return " instead of ".join(_listed([_fruit(*many) for many in Counter(trees).items()]) for trees in ends)


def _fruit(tree: int, number: int) -> str:
    """So many fruits of a tree."""
    if tree >= len(FRUIT):
        return f"{_counted(number, 'fruit')} of tree {tree + 1}"
    return FRUIT[tree][0] if number == 1 else f"{_in_words(number)} {FRUIT[tree][1]}"


def _at_best(won: float, best: float) -> str:
    """What the best picks win."""
    if best - won < SAME:
        return "Nobody wins more often."
    if in_100(best) == in_100(won):
        return "The best picks win a little more often, by less than one game in 1,000."
    return f"The best picks win {in_100(best)}."


def your_length(game: Game | str, strategy: Asked = "max") -> str:
    """How many rolls a game takes, by a strategy or by players in turn.

    ValueError or TypeError as from `solve` and `absorbing_chain`, which say how large a game may be.

    >>> your_length("1:raven=1:picks=0:baskets=0")
    'A game takes 1.0 rolls on average, and at least nine games in ten take 1.'
    """
    players = players_of(strategy)
    how = f"{picking_in_words(players)} a game" if _has_picks(game_of(game)) else "a game"
    chain = absorbing_chain(game, solve(game, players).strategy)
    few, many = nine_in_ten(law_of_lengths(chain))
    span = f"{few} to {many}" if few < many else str(few)
    mean = chain.expected_rolls()[chain.start]
    takes = f"takes {round(mean, 9):,.1f} rolls on average, and at least nine games in ten take {span}."
    return f"{how[0].upper()}{how[1:]} {takes}"


def in_100(p: float | Fraction) -> str:
    """So many games of 100, with one decimal, and not 0 or 100 if only nearly none or all."""
    if 0.0005 <= p < 0.9995 or p in (0, 1):
        return f"{round(float(100 * p), 9):.1f}"  # halves as they are, and not as floats have them
    return "fewer than 0.1" if p < 0.5 else "more than 99.9"


def picking_in_words(players: Sequence[Strategy]) -> str:
    """How players pick who take turns."""
    words = [_how(each.name) if each in STRATEGIES.values() else f"by {each.name!r}" for each in players]
    in_turn = [f"{_in_words(len(list(alike)))} {how}" for how, alike in groupby(words)]
    return words[0] if len(words) == 1 else f"by turns, in this order, {_listed(in_turn)},"


def _how(name: str) -> str:
    """What a strategy with a name picks, in a phrase."""
    return re.split("[,:]", STRATEGIES[name].text)[0]


def _whose(game: Game | str) -> str:
    """A game in words; of a word that says ravens and no raven first what that means, for it may be a slip."""
    words, rules = game_in_words(game_of(game)), str(game).replace(" ", "")
    if not isinstance(game, str) or ":ravens=" not in rules or ":raven=" in rules:
        return words
    faces = rules.partition(":ravens=")[2].partition(":")[0]
    return f"ravens={faces} are faces of the die; raven={faces} would be the rolls that lose. {words}"


def edition_name(key: str) -> str:
    """The name of an edition as people read it."""
    return EDITION_NAMES.get(key, key)


def game_in_words(game: Game) -> str:
    """A game by the name under which it is sold, or by its rules; a die with six faces, each once, goes without saying.

    >>> from orchard import EDITIONS
    >>> game_in_words(EDITIONS["orchard"])
    'Orchard, 9 raven rolls'
    """
    if game in EDITIONS.values():
        return edition_name(str(game))
    alike = len(set(game.fruits)) == 1
    trees = f"{_counted(game.trees, 'tree')} of {game.fruits[0]}" if alike else f"trees of {_listed(game.fruits)}"
    rules = [trees, _raven_rolls(game.raven_steps), _counted(game.basket_picks, "pick")]
    if game != replace(game, colour_faces=None, basket_faces=1, raven_faces=1):
        once = set(game.colour_faces) == {1}
        colours = "each colour once" if once else f"colours {_listed(game.colour_faces)}"
        die = [colours, _counted(game.basket_faces, "basket")]
        rules.append(f"on the die {', '.join(die)} and {_counted(game.raven_faces, 'raven face')}")
    elif game.faces != Game().faces:
        rules.append(f"{_in_words(game.faces)} faces on the die")
    rules += [f"{name.replace('_', ' ')} {getattr(game, name)}" for name in other_rules(game)]
    return f"Your game ({'; '.join(rules)})"


def _raven_rolls(number: int) -> str:
    """How many more raven rolls lose the game."""
    return f"{_counted(number, 'raven roll')} {'loses' if number == 1 else 'lose'}"


def _counted(number: int, thing: str) -> str:
    """A number of things."""
    return f"{_in_words(number)} {thing}{'s' * (number != 1)}"


def _in_words(number: int) -> str:
    """A number, in a word up to twelve."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _listed(things: Sequence[object]) -> str:
    """Things with commas and an "and" between them."""
    *first, last = map(str, things)
    return f"{', '.join(first)} and {last}" if first else last


def your_theorem(game: Game | str, strategy: Strategy | str = "random") -> str:
    """How often a strategy wins, and between which habits every use of the picks lies, if Theorem 1 says so.

    ValueError or TypeError as from `solve`.

    >>> your_theorem("1:raven=1:picks=0")
    'Your game (one tree of 1; one raven roll loses; no picks; three faces on the die): there is nothing to pick.'
    """
    whose, game = _whose(game), game_of(game)
    refuse_other_rules(game)
    if not _has_picks(game):
        return f"{whose}: there is nothing to pick."
    won, most, least, best = _won(game, strategy, "max", "min", "optimal")
    ours = f"{whose}: picking {picking_in_words(players_of(strategy))} you win {in_100(won)} games in 100"
    low, high = in_100(least), in_100(most)
    if _is_fair(game):
        between = f"{low}, from the emptiest tree, and {high}, from the fullest"
        return f"{ours}. All colours are equally likely, so every way to use all picks wins between {between}."
    silent = f"so the theorem is silent: from the emptiest tree you win {low}, from the fullest {high}"
    return f"{ours}. The colours are not equally likely, {silent}. {_at_best(most, best)}"


def your_waste(game: Game | str, fruits: int = 1_000, games: int = 10_000, seed: int = 0) -> str:
    """How many rolls three habits waste until all fruit is picked, in a game and with more fruit on its trees.

    On average over so many games that are played, or more of a small one. Errors as from `rolls_needed`.

    >>> your_waste("1:raven=1", 10, 5)
    'Your game (one tree of 1; one raven roll loses; one pick; three faces on the die): without a raven the mean \
number of wasted rolls is 0.0 from the fullest tree, 0.0 from a tree at random and 0.0 from the emptiest. With 10 \
fruits on the fullest tree it is 0.0, 0.0 and 0.0.'
    """
    from orchard.pages.studies.limits import grown, more_games, rolls_needed  # not above: as in `your_bowl`

    whose, game, means = _whose(game), game_of(game), []
    for size, played in ((game, more_games(games, max(game.fruits), fruits)), (grown(game, fruits), games)):
        means += [rolls_needed(size, habit, played, seed)[1].mean() for habit in ("max", "random", "min")]
    fullest, random, emptiest, *large = (f"{mean:,.1f}" for mean in means)
    habits = f"{fullest} from the fullest tree, {random} from a tree at random and {emptiest} from the emptiest"
    larger = f"With {fruits:,} fruits on the fullest tree it is {_listed(large)}"
    return f"{whose}: without a raven the mean number of wasted rolls is {habits}. {larger}."
