"""What passed between the suite and what it judges in one case, so that a failure is understood without another run.

Each case has its own list, also where several run at a time: the list belongs to the context of its task."""

from collections import deque
from contextvars import ContextVar

MOST, LONGEST = 24, 400
_kept: ContextVar[deque | None] = ContextVar("exchange", default=None)


def begin():
    """Forgets what was noted before, for a case that begins."""
    _kept.set(deque(maxlen=MOST))


def note(what, value=""):
    """Notes a line. Only the newest are kept, and long ones are cut in their middle."""
    kept = _kept.get()
    if kept is None:
        return
    text = value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)
    text = " ".join(text.split())
    if len(text) > LONGEST:
        text = f"{text[:LONGEST - 60]} … ({len(text)} characters) … {text[-40:]}"
    kept.append(f"{what} {text}".rstrip())


def told():
    """The lines that were kept."""
    return tuple(_kept.get() or ())
