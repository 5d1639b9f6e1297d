"""Checks the suite itself: each broken model has to fail the one case that is about its mistake, and no other."""

import fnmatch
import logging
import sys
from pathlib import Path


TABLE = Path(__file__).parent / "mutants.md"


def provider_side():
    from .models.provider_mutants import MUTANTS
    from .provider.run import judge

    def run(deviation, only=None):
        return judge(["model"] + (["--deviate", deviation] if deviation else []), only)[1]
    return MUTANTS, run


def consumer_side():
    from .consumer.in_process import InProcess
    from .consumer.run import judge_consumer
    from .models.consumer_mutants import MUTANTS

    def run(deviation, only=None):
        deviations = {deviation} if deviation else set()
        return judge_consumer(lambda runtime, state: InProcess(runtime, state, deviations), only)
    return MUTANTS, run


SIDES = {"provider": provider_side, "consumer": consumer_side}


def judge_all(only=None, side=None, quick=False):
    """Runs all mutants, or those whose name or case matches `only`; with `quick` each on its own case alone."""
    # Models that are ended in the middle of something are what this is about.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    passed = failed = 0
    rows = []
    for name, make in SIDES.items():
        if side not in (None, name):
            continue
        mutants, run = make()
        sound = {o.case.number for o in run(None) if o.status == "failed"} if not quick else set()
        for number in sorted(sound):
            print(f"the model without any mistake fails {number}", flush=True)
            failed += 1
        for mutant in mutants:
            if only and not any(fnmatch.fnmatchcase(text, pattern) for text in (mutant.name, mutant.case) for pattern in only):
                continue
            found = {o.case.number for o in run(mutant.name, [mutant.case] if quick else None) if o.status == "failed"} - sound
            exact = found == {mutant.case}
            passed, failed = passed + exact, failed + (not exact)
            rows.append((name, mutant, found))
            if not exact:
                print(f"{name}: {mutant.name}: must fail {mutant.case}, failed {', '.join(sorted(found)) or 'nothing'}", flush=True)
    if not (only or side or quick):
        TABLE.write_text(table(rows), encoding="utf-8")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def table(rows):
    lines = ["# Broken models", "", "Each is the model provider or the reference consumer with one mistake. It must fail the case that is about",
             "this mistake and no other.", "", "| of a | mistake | what it does | must fail | failed exactly that |", "|---|---|---|---|---|"]
    for side, mutant, found in rows:
        exact = "yes" if found == {mutant.case} else "no: " + (", ".join(sorted(found)) or "nothing")
        lines.append(f"| {side} | {mutant.name} | {mutant.what} | {mutant.case} | {exact} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(judge_all())
