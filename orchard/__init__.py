"""The game of Orchard: its rules, its exact solution and its simulation."""

from functools import wraps

from orchard import algorithm, markov, simulator
from orchard.algorithm import Play
from orchard.forward import Propagation, propagate
from orchard.markov import AbsorbingChain
from orchard.rules import EDITIONS, Game, State, pick, turn
from orchard.simulator import Simulation
from orchard.solver import settled, solve
from orchard.strategies import STRATEGIES, Strategy, mixture

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
    "absorbing_chain",
    "mixture",
    "pick",
    "play",
    "propagate",
    "settled",
    "simulate",
    "solve",
    "turn",
]


def _settling(function):
    """`function`, which plays by a strategy, made to take `optimal` and `worst` too: the solver is asked first.

    Simulator and chain themselves know nothing of the solver, so that all can be held against each other.
    """

    @wraps(function)
    def settles(game, strategy="max", *arguments, **options):
        return function(game, settled(game, strategy), *arguments, **options)

    return settles


play = _settling(algorithm.play)
simulate = _settling(simulator.simulate)
absorbing_chain = _settling(markov.absorbing_chain)
