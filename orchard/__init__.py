from orchard.rules import *
from orchard.solver import solve
from orchard.strategies import *
