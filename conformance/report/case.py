"""A case, what became of it, and the list of all cases of a mode."""

import fnmatch
import time
from dataclasses import dataclass, field
from typing import Callable

from . import exchange


class Violation(Exception):
    """What is judged did something that the specification does not allow."""


class NotApplicable(Exception):
    """The case says nothing about what is judged, for example because the adapter cannot do what it needs."""


def require(holds, rule):
    if not holds:
        raise Violation(rule)


@dataclass(frozen=True)
class Case:
    """One idea of the specification and how it is tried."""

    number: str
    chapter: str
    must: str
    title: str
    run: Callable
    needs: tuple = ()
    """What the mode has to prepare for it; the mode gives it its meaning."""


@dataclass(frozen=True)
class Outcome:
    case: Case
    status: str
    """`passed`, `failed` or `not applicable`."""
    detail: str = ""
    seconds: float = 0.0
    exchange: tuple = ()
    """What passed in a case that failed: the last lines of what was sent and received, and of what the hands did."""


@dataclass(frozen=True)
class Mutant:
    """A deviation of a model, by the name under which it is switched on, and the one case that has to find it."""

    name: str
    case: str
    what: str


@dataclass
class Registry:
    """The cases of a mode, in the order of their numbers."""

    prefix: str
    _cases: dict = field(default_factory=dict)

    def case(self, number, chapter, must, title, needs=()):
        def register(run):
            self.add(Case(number, chapter, must, title, run, tuple(needs)))
            return run
        return register

    def add(self, case):
        if not case.number.startswith(self.prefix) or case.number in self._cases:
            raise ValueError(f"{case.number} is no number for another case")
        self._cases[case.number] = case

    def cases(self, only=None):
        """All cases, or those whose number matches one of the patterns `only`, such as `P3.07` or `P5.*`."""
        chosen = [
            case for number, case in self._cases.items()
            if not only or any(fnmatch.fnmatchcase(number, pattern) for pattern in only)]
        return sorted(chosen, key=lambda case: _place(case.number))

    def __len__(self):
        return len(self._cases)


def _place(number):
    chapter, _, rest = number[1:].partition(".")
    return int(chapter), int(rest)


def attempt(case, run):
    """Runs a case and says what became of it. Whatever goes wrong counts against what is judged, not against the
    suite."""
    begin = time.monotonic()
    exchange.begin()

    def outcome(status, detail=""):
        passed = exchange.told() if status == "failed" else ()
        return Outcome(case, status, detail, time.monotonic() - begin, passed)

    try:
        run()
    except NotApplicable as reason:
        return outcome("not applicable", str(reason))
    except Violation as violation:
        return outcome("failed", str(violation))
    except Exception as error:  # a peer that breaks the suite's own code has broken a rule, too
        return outcome("failed", f"{type(error).__name__}: {error}")
    return outcome("passed")
