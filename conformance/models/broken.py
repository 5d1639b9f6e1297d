"""Broken providers and consumers that are made around a sound model: each replaces one of its functions by one with a
mistake.

Unlike a deviation that stands in the model's own code, such a mistake is all in one place, with the case that finds
it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable

from ..report import Mutant

if TYPE_CHECKING:
    from .provider import Provider


@dataclass(frozen=True)
class Broken:
    mutant: Mutant
    change: Callable[["Provider"], None]
    """Puts the mistake into a provider whose parts have just been made, at each of its starts."""


BROKEN: dict[str, Broken] = {}


def broken(name: str, case: str, what: str) -> Callable[[Callable[["Provider"], None]], Callable[["Provider"], None]]:
    """Registers a mistake by the name under which it is switched on."""
    def register(change: Callable[["Provider"], None]) -> Callable[["Provider"], None]:
        if name in BROKEN:
            raise KeyError(name)
        BROKEN[name] = Broken(Mutant(name, case, what), change)
        return change
    return register


def around(part: Any, function: str, change: Callable[..., Any]) -> None:
    """Replaces a function of a part; `change` gets the sound one, and then what the caller gave."""
    sound = getattr(part, function)
    setattr(part, function, lambda *given, **named: change(sound, *given, **named))
