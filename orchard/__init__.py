"""The game of Orchard: its rules, its exact solution, its simulation and its Markov chain.

Arrows point one way::

    rules -> strategies -> states --> solver        Bellman's equation, layer by layer of fruit
                              '-----> ways          where a roll leads and how likely: the absorbing Markov matrix
                                       '--> markov (the chain, how long a game lasts), simulator (played, counted)
       '--> Algorithm 1 in the simulator, and judges outside of this package: the rules again, by roads of their own

Solver and ways share states and the weights of a pick, and no line of what a roll does: there their agreement is
evidence. The judges share rules, and what strategies pick, alone.

* `Game`, `EDITIONS`: the rules, for any trees, fruit, raven and die; `turn` and `pick` say what a roll can do.
  Wherever a game is asked for it may be a word, `5,3,4:raven=4:picks=2`, as `game_of` reads it.
* `STRATEGIES`: what to pick from the basket, by name; `mixture`, `from_function` make others.
  A `Strategy` is a `Rule`, a `Best` that the solver decides, or a `Mixture`.
* `solve`: the probability of winning from every state, in floats or fractions, and the best picks.
* `simulate`: games played by the million, or counted by the quintillion (`method="counted"`); `play`: one game told
  roll by roll.
* `absorbing_chain`: the game as a Markov chain, with how long it lasts.

Each has an example in its help, `help(solve)`. A TypeError or ValueError names the argument, its value and what is
allowed. For `solve`, `simulate`, `play` and `absorbing_chain` "max,max,random", or a sequence, is players who roll by
turns.
In `pages` is what notebooks and site need besides: `plots`, `explorer`, `studies`.
"""

from orchard.functions import from_function
from orchard.markov import AbsorbingChain, absorbing_chain
from orchard.rules import EDITIONS, Game, State, game_of, pick, turn
from orchard.simulator import Play, Simulation, play, simulate
from orchard.solver import Solution, solve
from orchard.strategies import STRATEGIES, Best, Mixture, Rule, Strategy, mixture, players_of

__all__ = [
    "EDITIONS",
    "STRATEGIES",
    "AbsorbingChain",
    "Best",
    "Game",
    "Mixture",
    "Play",
    "Rule",
    "Simulation",
    "Solution",
    "State",
    "Strategy",
    "absorbing_chain",
    "from_function",
    "game_of",
    "mixture",
    "pick",
    "play",
    "players_of",
    "simulate",
    "solve",
    "turn",
]


def __getattr__(name: str) -> str:
    """`orchard.__version__`, looked up when asked for: that takes longer than to import the package."""
    if name == "__version__":
        from importlib.metadata import version

        return version("orchard-notebooks")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
