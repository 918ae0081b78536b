"""The game of Orchard: its rules, its exact solution and its simulation."""

from functools import wraps

from orchard import algorithm, simulator
from orchard.algorithm import Play
from orchard.forward import Propagation, propagate
from orchard.players import TurnsSolution, settled, solve
from orchard.preferences import favourite, from_function
from orchard.rules import EDITIONS, Game, State, pick, turn
from orchard.simulator import Simulation
from orchard.strategies import STRATEGIES, Strategy, mixture, taking_turns

__all__ = [
    "EDITIONS",
    "STRATEGIES",
    "AbsorbingChain",
    "Game",
    "Play",
    "Propagation",
    "Simulation",
    "State",
    "Strategy",
    "TurnsSolution",
    "absorbing_chain",
    "favourite",
    "from_function",
    "mixture",
    "pick",
    "play",
    "propagate",
    "settled",
    "simulate",
    "simulate_in_parts",
    "solve",
    "taking_turns",
    "turn",
]


def _settling(function):
    """`function`, which plays by a strategy, made to take `optimal` and `worst` too: the solver is asked first.

    Simulator and chain themselves know nothing of the solver, so that all can be held against each other.
    """

    @wraps(function)
    def settles(game, strategy="max", *arguments, players=None, **options):
        return function(game, settled(game, strategy, players), *arguments, **options)

    return settles


play = _settling(algorithm.play)
simulate = _settling(simulator.simulate)
simulate_in_parts = _settling(simulator.simulate_in_parts)


def __getattr__(name: str):
    """The chain, brought in when it is first asked for: importing scipy.sparse takes as long as all the rest."""
    if name not in ("AbsorbingChain", "absorbing_chain"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from orchard import markov

    chain = {"AbsorbingChain": markov.AbsorbingChain, "absorbing_chain": _settling(markov.absorbing_chain)}
    globals().update(chain)
    return chain[name]
