"""Another road to the same numbers, by the rules and the strategies alone."""

from orchard.judges.forward import Propagation, propagate

__all__ = ["Propagation", "propagate"]
