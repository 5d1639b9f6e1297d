"""The cases for consumers. Each is a coroutine that gets a bench of its own."""

from ..report import Registry

REGISTRY = Registry("C")


def case(number, chapter, must, title, fresh=False, alone=False):
    """Registers a case. Without `fresh` the consumer has met the provider before and is paired with it; with `alone` no
    other case runs at the same time, because this one keeps the processor busy."""
    return REGISTRY.case(number, chapter, must, title, needs=(fresh, alone))


def table(number, chapter, must, title, rows, fresh=False):
    """One case for each row (name, value) of a table, numbered from `number` on; the coroutine gets bench and value."""
    def register(run):
        prefix, first = number.split(".")
        for offset, (name, value) in enumerate(rows):
            def bound(bench, value=value):
                return run(bench, value)
            REGISTRY.case(f"{prefix}.{int(first) + offset:02d}", chapter, must, f"{title}: {name}",
                          needs=(fresh, False))(bound)
        return run
    return register
