"""Rows that anybody may add to `data/published.csv`, good and bad, and the verdict that each should have."""

import pandas as pd

LENGTH = {"quantity": "mean_rolls", "kind": "simulated", "games": "100000", "raven_steps": "5"}
PLAYED = {"kind": "simulated", "games": "100000"}

# `max` in First Orchard with six raven rolls, exact, but for these values. Its chance is 0.76850; of 100,000 games the
# standard error is 0.00133. With five raven rolls a game takes 20.8828 rolls, give or take 4.1.
ADDED = {
    "added-01": ("within chance", PLAYED | {"printed": "0.77256"}),  # 3.04 standard errors, by luck
    "added-02": ("within chance", PLAYED | {"printed": "0.76444"}),
    "added-03": ("wrong", PLAYED | {"printed": "0.77917"}),  # 8 standard errors
    "added-04": ("wrong", PLAYED | {"printed": "0.63136"}),  # of another game
    "added-05": ("within chance", LENGTH | {"printed": "20.879"}),
    "added-06": ("wrong", LENGTH | {"printed": "21.0"}),
    "added-07": ("within chance", LENGTH | {"printed": "4.09", "quantity": "sd_rolls"}),
    "added-08": ("wrong", LENGTH | {"printed": "5.1", "quantity": "sd_rolls"}),
    "added-09": ("cut off", {"printed": "0.76"}),
    "added-10": ("cut off", {"printed": "0.76", "kind": "simulated", "games": "10000000"}),
    "added-11": ("not settled", {"printed": "0.75", "kind": "simulated"}),  # of how many games?
    "added-12": ("not settled", {"printed": "0.75", "quantity": "ci99_lower", "kind": "estimated"}),  # about what?
    "added-13": ("agrees", {"printed": "0.7685", "strategy": "max / max"}),
    "added-14": ("wrong", {"printed": "0.7384"}),
}


def added(rows: pd.DataFrame) -> pd.DataFrame:
    """`published` with these rows besides, each of a source of its own."""
    whole = {"fruits": "4-4-4-4", "raven_steps": "6", "basket_picks": "1", "strategy": "max", "kind": "exact"}
    whole |= {"quantity": "win_probability"}
    new = [dict.fromkeys(rows, "") | whole | {"source": name} | values for name, (_, values) in ADDED.items()]
    return pd.concat([rows, pd.DataFrame(new, list(ADDED))])
