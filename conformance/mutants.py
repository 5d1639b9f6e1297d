"""Checks the suite itself: each broken model has to fail the case that is about its mistake."""

import fnmatch
import logging
from pathlib import Path

TABLE = Path(__file__).parent / "mutants.md"
HEAD = """# Broken models

Each is the model provider or the reference consumer with one mistake, and has to be caught by the case about it.
`make conformance-mutants` runs each on its case and writes this table; with `WHOLE=1` it runs each on all cases, which
also tells whether others fail.
"""


def provider_side():
    from .models.provider_mutants import MUTANTS
    from .provider.run import judge

    def run(deviation, only=None):
        return judge(["model"] + (["--deviate", deviation] if deviation else []), only)[1]
    return MUTANTS, run


def consumer_side():
    from .consumer import run as consumer
    from .consumer.in_process import InProcess
    from .models.consumer_mutants import MUTANTS

    consumer.AT_ONCE = 8  # there are no programs to start, and most of the time nothing happens

    def run(deviation, only=None):
        deviations = {deviation} if deviation else set()
        return consumer.judge_consumer(lambda runtime, state: InProcess(runtime, state, deviations), only)
    return MUTANTS, run


def all_cases():
    """The numbers of the cases of both sides."""
    from .consumer import cases as _  # noqa: F401 - importing them registers them
    from .consumer.registry import REGISTRY as consumers
    from .provider import cases as _  # noqa: F401,F811
    from .provider.registry import REGISTRY as providers
    return [case.number for registry in (providers, consumers) for case in registry.cases()]


def all_mutants():
    """The cases that have to find each mutant, by its name, which both sides may have."""
    from .models import consumer_mutants, provider_mutants
    found = {}
    for mutant in provider_mutants.MUTANTS + consumer_mutants.MUTANTS:
        found.setdefault(mutant.name, []).append(mutant.case)
    return found


SIDES = {"provider": provider_side, "consumer": consumer_side}


def judge_all(only=None, side=None, quick=False):
    """Runs all mutants, or those whose name or case matches `only`; with `quick` each on its own case alone."""
    # Models that are ended in the middle of something are what this is about.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    passed = failed = 0
    for name in [side] if side else SIDES:
        mutants, run = SIDES[name]()
        chosen = [mutant for mutant in mutants if not only or any(
            fnmatch.fnmatchcase(text, pattern) for text in (mutant.name, mutant.case) for pattern in only)]
        rows = [(mutant, _failures(run, mutant.name, [mutant.case] if quick else None))
                for mutant in _told(name, chosen)]
        wrong = [row for row in rows if row[1] != {row[0].case}]
        # A case that the sound model fails, too, finds nothing.
        sound = [outcome for outcome in run(None, sorted({mutant.case for mutant in chosen}) if quick else None)
                 if outcome.status == "failed"]
        for mutant, found in wrong:
            print(f"{name}: {mutant.name}: must fail {mutant.case}, failed {_list(found)}", flush=True)
        for outcome in sound:
            print(f"{name}: the model without a mistake fails {outcome.case.number}: {outcome.detail}", flush=True)
        passed, failed = passed + len(rows) - len(wrong), failed + len(wrong) + len(sound)
        if not only:
            write_section(name, rows, quick)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _told(name, mutants):
    for number, mutant in enumerate(mutants, 1):
        print(f"{name}: {number} of {len(mutants)}: {mutant.name} ({mutant.case})", flush=True)
        yield mutant


def _failures(run, deviation, only):
    return {outcome.case.number for outcome in run(deviation, only) if outcome.status == "failed"}


def _list(numbers):
    return ", ".join(sorted(numbers)) or "nothing"


def write_section(name, rows, quick):
    """Replaces the table of one side. What only a run on all cases can say stays from the last one."""
    sections, alone = {}, set()
    if TABLE.exists():
        for section in TABLE.read_text("utf-8").split("\n## ")[1:]:
            sections[section.split("s\n", 1)[0].lower()] = section.strip()
        alone = {line.split(" | ")[0].removeprefix("| ") for line in sections.get(name, "").splitlines()
                 if line.endswith("| yes | yes |")}
    caught = sum(mutant.case in found for mutant, found in rows)
    lines = [f"{name.capitalize()}s", "", f"{caught} of {len(rows)} are caught by their case.", "",
             "| mistake | what it does | case | caught | by no other case |", "|---|---|---|---|---|"]
    for mutant, found in rows:
        known = "yes" if mutant.name in alone and mutant.case in found else "not tried"
        others = known if quick else "yes" if found <= {mutant.case} else f"no: {_list(found - {mutant.case})}"
        verdict = "yes" if mutant.case in found else "**no**"
        lines.append(f"| {mutant.name} | {mutant.what} | {mutant.case} | {verdict} | {others} |")
    sections[name] = "\n".join(lines)
    TABLE.write_text(HEAD + "".join(f"\n## {sections[key]}\n" for key in SIDES if key in sections), encoding="utf-8")
