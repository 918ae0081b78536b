"""The interactive board: three panels of widgets over the package, for `notebooks/explore.ipynb`.

The class names by which styles and tests find a widget: `orchard-rules`, `orchard-play` and `orchard-simulation` are
the panels. In each: `orchard-edition`, `orchard-strategy`, `orchard-trees`, `orchard-each`, `orchard-raven-steps`,
`orchard-basket-picks`, `orchard-fruits`, `orchard-colour-faces`, `orchard-basket-faces`, `orchard-raven-faces`,
`orchard-more` (the fold-out), `orchard-problem` and `orchard-fruits-problem`, ... (what is wrong, beside its control).
In the first: `orchard-odds`, `orchard-neighbours`, `orchard-charts`. In the second: `orchard-seed`, `orchard-new`,
`orchard-again`, `orchard-roll`, `orchard-undo`, `orchard-show-odds`, `orchard-choices` and in it `orchard-choice-0`,
..., `orchard-status`, `orchard-summary`, `orchard-board`, `orchard-chances`. In the third: `orchard-games`,
`orchard-seed`, `orchard-start`, `orchard-stop`, `orchard-progress`, `orchard-estimate`, `orchard-settling`.
"""

from orchard.explorer.changing import rules_panel
from orchard.explorer.playing import play_panel
from orchard.explorer.watching import simulation_panel

__all__ = ["play_panel", "rules_panel", "simulation_panel"]
