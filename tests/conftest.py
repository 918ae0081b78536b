"""How hypothesis tries the laws: no time limit on a single example, which would depend on the machine."""

import os

from hypothesis import HealthCheck, settings

examples = int(os.environ.get("ORCHARD_EXAMPLES", 50))
settings.register_profile("laws", deadline=None, max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("laws")
