"""Other roads to the same numbers, which share with the solver only the rules and the strategies' weights."""

from orchard.judges.forward import Propagation, propagate
from orchard.judges.prism import to_prism

__all__ = ["Propagation", "propagate", "to_prism"]
