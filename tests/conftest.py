"""How hypothesis tries the laws: no time limit on a single example, which would depend on the machine."""

from hypothesis import HealthCheck, Phase, settings

settings.register_profile("laws", deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("unshrunk", settings.get_profile("laws"), phases=[Phase.explicit, Phase.generate])
settings.load_profile("laws")
