"""The game of Orchard: its rules, its exact solution, its simulation and its Markov chain.

    rules -> strategies -> states -> transitions -> { solver | markov | simulator }

* `Game`, `EDITIONS`: the rules, for any trees, fruit, raven and die; `turn` and `pick` say what a roll can do.
* `STRATEGIES`: what to pick from the basket, by name; `mixture`, `favourite`, `from_function` make others.
  A `Strategy` is a `Rule`, a `Best` that the solver decides, or a `Mixture`.
* `solve`: the probability of winning from every position, in floats or fractions, and the best picks.
* `simulate`: games played by the million, or counted by the quintillion (`method="counted"`), all at once or growing
  (`simulate_in_parts`); `play`: one game told roll by roll.
* `absorbing_chain`: the game as a Markov chain, with how long it lasts.
* `length_distribution`: how many rolls a game takes; `mean_length`: on average.
* `propagate`, `to_prism`: other roads to the same numbers, for whoever wants to check.

Each has an example in its help, `help(solve)`, and names its errors: a TypeError or ValueError says which argument is
wrong, what it got and what is allowed. Wherever a strategy may stand, a sequence of strategies is players who roll by
turns. Further modules: `statistics`, `plots`, `explorer`, `studies` (many games at once, loaded dice, large orchards,
what others printed).
"""

from orchard.judges import Propagation, propagate
from orchard.lengths import length_distribution, mean_length
from orchard.markov import AbsorbingChain, absorbing_chain
from orchard.rules import EDITIONS, Game, State, pick, turn
from orchard.simulator import Play, Simulation, play, simulate, simulate_in_parts
from orchard.solver import Solution, solve
from orchard.strategies import STRATEGIES, Best, Mixture, Rule, Strategy, favourite, from_function, mixture

__all__ = [
    "EDITIONS",
    "STRATEGIES",
    "AbsorbingChain",
    "Best",
    "Game",
    "Mixture",
    "Play",
    "Propagation",
    "Rule",
    "Simulation",
    "Solution",
    "State",
    "Strategy",
    "absorbing_chain",
    "favourite",
    "from_function",
    "length_distribution",
    "mean_length",
    "mixture",
    "pick",
    "play",
    "propagate",
    "simulate",
    "simulate_in_parts",
    "solve",
    "turn",
]


def __getattr__(name: str) -> str:
    """`orchard.__version__`, looked up when it is asked for: that takes longer than the import of the package."""
    if name == "__version__":
        from importlib.metadata import version

        return version("orchard-notebooks")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
