"""Games played: one told roll by roll, millions played in lockstep, or up to 10^18 counted."""

from orchard.simulator.algorithm import Play, play
from orchard.simulator.simulation import Simulation, simulate

__all__ = ["Play", "Simulation", "play", "simulate"]
