"""Runs the cases for providers."""

from ..report.case import attempt
from . import cases  # noqa: F401 - importing them registers them
from .bench import Bench
from .registry import REGISTRY


def judge(command, only=None, progress=lambda outcome: None):
    """The name of what was judged, and the outcome of each case in the order of their numbers."""
    bench = Bench(command)
    try:
        chosen = REGISTRY.cases(only)
        # Those that share a provider run together; a provider of one's own comes last.
        order = sorted(chosen, key=lambda case: (case.needs[1], case.needs[0]))
        outcomes = {}
        for case in order:
            outcomes[case.number] = outcome = _one(bench, case)
            progress(outcome)
        return bench.description["name"], [outcomes[case.number] for case in chosen]
    finally:
        bench.close()


def _one(bench, case):
    def run():
        bench.enter(*case.needs)
        case.run(bench)

    outcome = attempt(case, run)
    if outcome.status == "failed":
        bench.leave()  # whatever it left behind is nobody else's fault
    return outcome
