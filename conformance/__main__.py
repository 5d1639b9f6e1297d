"""python -m conformance: judges a provider or a consumer of Payport."""

import argparse
import sys

from .adapter import Refusal
from .report import write
from .report.progress import Progress


def main():
    options = parsed()
    if options.mode == "list":
        return show(options)
    if options.mode == "musts":
        return show_musts()
    if options.mode == "mutants":
        from .mutants import judge_all
        return judge_all(options.only, options.side, options.quick)
    judge, registry = runner(options.mode)
    known = known_defects(options.known) if options.known else {}
    progress = Progress(len(registry.cases(options.only)), known, options.verbose)
    try:
        subject, outcomes = judge(options.adapter, options.only, progress)
    except Refusal as reason:
        print(f"nothing was judged: {reason}", file=sys.stderr)
        return 2
    if options.report:
        write.write_all(options.report, subject, outcomes)
    print(write.plain(outcomes, known))
    return 1 if write.wrong(outcomes, known) else 0


def known_defects(path):
    """A line for each case that is known to fail, with what is wrong; it is wrong, too, if such a case passes."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split(maxsplit=1) for line in file if line.strip() and not line.startswith("#")]
    return {number: what.strip() for number, what in lines}


def parsed():
    parser = argparse.ArgumentParser(prog="python -m conformance", description=__doc__)
    modes = parser.add_subparsers(dest="mode", required=True)
    for mode in ("provider", "consumer"):
        judged = modes.add_parser(mode, help=f"judge a {mode} through an adapter")
        judged.add_argument("--adapter", required=True, help="the name of an adapter of the suite, or a command")
        judged.add_argument("--report", metavar="FOLDER", help="write the table, JUnit, JSON and the badge there")
        judged.add_argument("--known", metavar="FILE", help="defects that are known: these cases have to fail")
        judged.add_argument("--verbose", action="store_true", help="tell each outcome as it comes, not only failures")
    mutants = modes.add_parser("mutants", help="check that each broken model fails its case and no other")
    mutants.add_argument("--side", choices=("provider", "consumer"), help="the mutants of one side")
    mutants.add_argument("--quick", action="store_true", help="run each on its own case alone")
    modes.add_parser("list", help="list the cases")
    modes.add_parser("musts", help="count the sentences that bind, and what is wrong with their table")
    for judged in modes.choices.values():
        judged.add_argument("--only", nargs="+", metavar="NUMBER", help="these only, such as P3.07 or 'P5.*'")
    return parser.parse_args()


def runner(mode):
    """The function that judges a side, and its cases."""
    if mode == "provider":
        from .provider.run import REGISTRY, judge
    else:
        from .consumer.run import REGISTRY, judge
    return judge, REGISTRY


def show(options):
    from .consumer.registry import REGISTRY as consumers
    from .provider.registry import REGISTRY as providers
    from .consumer import cases as _  # noqa: F401 - importing them registers them
    from .provider import cases as _  # noqa: F401,F811
    for registry in (providers, consumers):
        for case in registry.cases(options.only):
            print(f"{case.number:7} {case.chapter:6} {case.title}")
    return 0


def show_musts():
    from . import musts
    from .mutants import all_cases, all_mutants
    wrong = musts.problems(all_cases(), all_mutants())
    print("\n".join([*wrong, musts.counted()]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
