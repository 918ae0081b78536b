"""Sweeps ranges of games on this machine or on a Dask cluster, into build/sweep/sweep.csv.

    python tools/sweep.py trees=1-10 fruits=1-10 raven_steps=9 basket_picks=1,2 strategies=max,min
    python tools/sweep.py --scheduler tcp://127.0.0.1:8786 trees=2-8

The 2,400 games of its default ranges take seconds. A sweep that was stopped begins anew.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from tqdm import tqdm

from orchard.studies.landscape import landscape

OUTPUT = Path("build/sweep/sweep.csv")
DEFAULTS = {"trees": "1-10", "fruits": "1-10", "raven_steps": "1-12", "basket_picks": "1,2", "strategies": "max"}


def whole_numbers(name: str, text: str) -> list[int]:
    """The numbers in a text like "1-4,9"."""
    if not re.fullmatch(r"\d+(-\d+)?(,\d+(-\d+)?)*", text):
        raise ValueError(f"{name}={text}: allowed are whole numbers like 4 or 1-4,9")
    parts = re.findall(r"(\d+)-?(\d*)", text)
    return [number for first, last in parts for number in range(int(first), int(last or first) + 1)]


def ranges(settings: Sequence[str]) -> dict[str, list]:
    """The arguments of a sweep from `name=values` texts, the defaults for those not given."""
    given = dict(setting.partition("=")[::2] for setting in settings)
    if unknown := set(given) - set(DEFAULTS):
        raise ValueError(f"{' '.join(sorted(unknown))}: allowed are {' '.join(DEFAULTS)}, each with =values")
    return {
        name: text.split(",") if name == "strategies" else whole_numbers(name, text)
        for name, text in (DEFAULTS | given).items()
    }


def cluster(scheduler: str | None) -> AbstractContextManager:
    """The cluster that a Dask scheduler has; none for the cores of this machine."""
    if not scheduler:
        return nullcontext()
    from distributed import Client  # the optional dependency: pip install -e '.[dask]'

    return Client(scheduler)


def main(argv: Sequence[str] | None = None) -> int:
    """One sweep: 0 when its result is written, 2 if it may not start."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("settings", nargs="*", metavar="name=values", help=" ".join(map("=".join, DEFAULTS.items())))
    parser.add_argument("--scheduler", metavar="tcp://HOST:PORT", help="of a Dask cluster")
    given = parser.parse_args(argv)
    try:
        asked = ranges(given.settings)
        with cluster(given.scheduler) as client, tqdm(unit="table", disable=None, leave=False) as bar:  # in a terminal

            def show(done: int, of: int) -> None:
                bar.total = of
                bar.update(done - bar.n)

            table = landscape(**asked, executor=client and client.get_executor(), progress=show)
        OUTPUT.parent.mkdir(parents=True, exist_ok=True)
        table.to_csv(OUTPUT, index=False, lineterminator="\n")
    except (ValueError, OSError, ImportError) as error:
        print(f"refused: {error}", file=sys.stderr)
        return 2
    print(f"{OUTPUT}: {len(table):,} games written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
