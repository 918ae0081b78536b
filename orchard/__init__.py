"""The game of Orchard: its rules, its exact solution and its simulation."""

from orchard.rules import EDITIONS, Game, State
from orchard.solver import solve
from orchard.strategies import STRATEGIES

__all__ = ["EDITIONS", "STRATEGIES", "Game", "State", "solve"]
