"""The cases for providers. Each says in which world it runs: a provider with the settings of that name."""

from ..report import Registry

REGISTRY = Registry("P")

# Cases that do not try a limit are not slowed down by it.
ROOMY = {
    "limits.requests_per_second": 1000, "limits.burst": 5000, "limits.questions_per_app": 64, "limits.questions": 64,
    "limits.questions_per_minute": 500}
WORLDS = {
    "plain": ROOMY,
    "defaults": {},
    "short": ROOMY | {"times.invoice": "1s", "times.monitoring": "2s", "times.approval": "1s"},
}


def case(number, chapter, must, title, world="plain", fresh=False):
    """Registers a case. With `fresh` it gets a provider of its own, which later cases do not see."""
    return REGISTRY.case(number, chapter, must, title, needs=(world, fresh))
