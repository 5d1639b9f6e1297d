"""Runs the cases for consumers, some at a time: most of their time is the patience of the consumer."""

import asyncio
import shlex
import shutil
import tempfile
import time
from pathlib import Path

from ..adapter import Refusal
from ..report import NotApplicable, Outcome, Violation, exchange
from . import cases  # noqa: F401 - importing them registers them
from .bench import Bench
from .driver import Adapter, Ended
from .registry import REGISTRY

AT_ONCE = 4
REQUESTS = "C4.99"


def judge(command, only=None, progress=lambda outcome: None):
    """The name of what was judged, and the outcome of each case in the order of their numbers."""
    name = shlex.split(command)[0] if isinstance(command, str) else command[0]
    return Path(name).stem, judge_consumer(lambda runtime, state: Adapter(command, runtime, state), only, progress)


def judge_consumer(make_consumer, only=None, progress=lambda outcome: None):
    """The same for anything that has the methods of `driver.Adapter`; `make_consumer` gets the two folders."""
    return asyncio.run(_judge(make_consumer, REGISTRY.cases(only), progress))


async def _judge(make_consumer, chosen, progress):
    folder = Path(tempfile.mkdtemp(prefix="payport-paired-"))
    problems = []
    try:
        needs_pairing = any(not case.needs[0] for case in chosen)
        why = await _pair(make_consumer, folder / "state") if needs_pairing else None
        turns = asyncio.Semaphore(AT_ONCE)

        async def one(case):
            async with turns:
                outcome = await _attempt(case, make_consumer, folder / "state", why, problems)
                progress(outcome)
                return outcome

        judged = [case for case in chosen if case.number != REQUESTS]
        outcomes = list(await asyncio.gather(*[one(case) for case in judged if not case.needs[1]]))
        outcomes += [await one(case) for case in judged if case.needs[1]]
        last = [case for case in chosen if case.number == REQUESTS]
        if last:
            outcomes.append(Outcome(last[0], "failed" if problems else "passed", "; ".join(sorted(set(problems))[:3])))
        by_number = {outcome.case.number: outcome for outcome in outcomes}
        return [by_number[case.number] for case in chosen]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _pair(make_consumer, state):
    """Pairs once, for all cases that begin with a paired consumer; says why if that fails."""
    bench = Bench(make_consumer)
    try:
        await bench.open()
        answer = await bench.pair()
        if not answer.ok:
            return f"the consumer cannot be paired: {answer}"
        await bench.consumer.close()
        shutil.copytree(bench.state, state, symlinks=True)
        return None
    except Ended as error:
        raise Refusal(str(error)) from None
    except (Violation, NotApplicable) as error:
        return f"the consumer cannot be paired: {error}"
    finally:
        await bench.close()


async def _attempt(case, make_consumer, paired, why, problems):
    begin = time.monotonic()
    fresh = case.needs[0]
    exchange.begin()

    def outcome(status, detail=""):
        passed = exchange.told() if status == "failed" else ()
        return Outcome(case, status, detail, time.monotonic() - begin, passed)

    if why and not fresh:
        return outcome("failed", why)
    bench = Bench(make_consumer, None if fresh else paired)
    try:
        await case.run(bench)
        problems += bench.check_requests()
        if faults := [fault for provider in [bench.provider, *bench.others] for fault in provider.faults]:
            return outcome("failed", f"the scripted provider itself failed: {faults[0]!r}")
        return outcome("passed")
    except NotApplicable as reason:
        return outcome("not applicable", str(reason))
    except Violation as violation:
        return outcome("failed", str(violation))
    except Exception as error:  # a peer that breaks the suite's own code has broken a rule, too
        return outcome("failed", f"{type(error).__name__}: {error}")
    finally:
        await bench.close()
