"""How hypothesis tries the laws: no time limit on a single example, which would depend on the machine."""

import os
import sys

from hypothesis import HealthCheck, settings

examples = int(os.environ.get("ORCHARD_EXAMPLES", 30))
settings.register_profile("laws", deadline=None, max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("laws")


def pytest_terminal_summary(terminalreporter) -> None:
    """Says how many odd arguments were tried, if `make fuzz` asked for so many."""
    if "ORCHARD_EXAMPLES" in os.environ and "test_bad_arguments" in sys.modules:
        tried = sys.modules["test_bad_arguments"].TRIED
        calls = f"{tried['calls']:,} calls with odd arguments, {tried['refused']:,} of them refused"
        terminalreporter.write_line(f"{calls}; {tried['lines']:,} command lines")
