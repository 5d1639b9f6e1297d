#!/usr/bin/env python3
"""Puts faults into copies of the sources and sees whether the simulation finds them.

    Tests/Simulation/mutants.py [--only NAME]... [--able WORD]... [--seeds COUNT] [--jobs COUNT] [--folder FOLDER] [--list]

A mutant is the product with one guard taken out, or one old fault put back. The files in Mutants describe them. All of
them are built at once: in a copy of the tree each place that is changed asks which mutant the process is, and the
environment says so. So one build is enough, and what is compiled of a mutant is the product but for its place.

Each mutant is played from seed 1 on until a story breaks a promise; one that only rare steps show, in shorter stories of
few kinds of steps (`only`), in which these are frequent. Those that need what the world cannot do yet are left out;
`--able batches` plays those that need batches. Ends with 1 if a mutant was not found within the number of seeds that its
description states, or if what is no mutant has a violation.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parent.parent
STEPS = 120

FUNCTION = """
@_silgen_name("simulation_is_mutant") private func isMutant(_ number: Int32) -> Bool
"""

SYMBOL = """#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Which mutant this process is. It is asked for very often, and read once. */
bool simulation_is_mutant(int32_t number) {
  static int32_t own = -1;
  if (own < 0) {
    const char *text = getenv("SIMULATION_MUTANT");
    own = text ? (int32_t)atoi(text) : 0;
  }
  return number == own;
}
"""


class Fault(Exception):
    """What is wrong with the list."""


@dataclass(frozen=True)
class Change:
    file: str
    original: str
    replacement: str


@dataclass(frozen=True)
class Mutant:
    number: int
    name: str
    promise: str
    origin: str
    needs: tuple[str, ...]
    only: tuple[str, ...]
    within: int
    changes: tuple[Change, ...]


def text(table: dict, key: str, where: str) -> str:
    value = table.pop(key, None)
    if not isinstance(value, str) or not value.strip():
        raise Fault(f"{where}: {key} has to be a text")
    return value.strip("\n")


def change(table: dict, where: str) -> Change:
    return Change(text(table, "file", where), text(table, "original", where), text(table, "replacement", where))


def read_list() -> list[Mutant]:
    mutants: list[Mutant] = []
    for path in sorted((HERE / "Mutants").glob("*.toml")):
        with path.open("rb") as file:
            content = tomllib.load(file)
        tables = content.pop("mutant", [])
        if content or not isinstance(tables, list):
            raise Fault(f"{path.name}: only [[mutant]] is known")
        for table in tables:
            name = text(table, "name", path.name)
            where = f"{path.name}: {name}"
            promise, origin = text(table, "promise", where), text(table, "origin", where)
            needs, only = table.pop("needs", []), table.pop("only", [])
            for key, words in (("needs", needs), ("only", only)):
                if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                    raise Fault(f"{where}: {key} has to be a list of words")
            within = table.pop("within", None)
            if not isinstance(within, int) or isinstance(within, bool) or within < 1:
                raise Fault(f"{where}: within has to be a number of seeds")
            also = table.pop("also", [])
            changes = [change(table, where)]
            if not isinstance(also, list):
                raise Fault(f"{where}: also has to be a list")
            for other in also:
                changes.append(change(other, where))
                if other:
                    raise Fault(f"{where}: {', '.join(other)} is not known")
            if not any(re.search(r"\bisMutant\b", made.replacement) for made in changes):
                raise Fault(f"{where}: no replacement asks isMutant")
            if table:
                raise Fault(f"{where}: {', '.join(table)} is not known")
            if any(name == other.name for other in mutants):
                raise Fault(f"{where}: there are two of this name")
            mutants.append(
                Mutant(len(mutants) + 1, name, promise, origin, tuple(needs), tuple(only), within, tuple(changes)))
    if not mutants:
        raise Fault("there are no mutants")
    return mutants


def changed(source: str, edits: list[tuple[Mutant, Change]]) -> str:
    """The source with all edits, each of which chooses by the number of its mutant."""
    places = []
    for mutant, edit in edits:
        where = f"{mutant.name}: {edit.file}"
        if source.count(edit.original) != 1:
            raise Fault(f"{where} has the original text {source.count(edit.original)} times, and not once")
        start = source.index(edit.original)
        replacement = re.sub(r"\bisMutant\b", f"isMutant({mutant.number})", edit.replacement)
        places.append((start, start + len(edit.original), replacement, where))
    places.sort(key=lambda place: place[:2])
    result, end = "", 0
    for start, stop, replacement, where in places:
        if start < end:
            raise Fault(f"{where}: another mutant changes the same place")
        result += source[end:start] + replacement
        end = stop
    return result + source[end:] + FUNCTION


def copy_tree(folder: pathlib.Path, mutants: list[Mutant]) -> None:
    """Copies the tree with all mutants. A file that is as before keeps its time, so that it is not built again."""
    edits: dict[str, list[tuple[Mutant, Change]]] = {}
    for mutant in mutants:
        for edit in mutant.changes:
            edits.setdefault(edit.file, []).append((mutant, edit))
    listed = subprocess.run(
        ["git", "-C", TREE, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True,
        capture_output=True).stdout.decode().split("\0")
    names = {name for name in listed if name and (TREE / name).exists()}
    names |= {"Package.resolved"} if (TREE / "Package.resolved").exists() else set()
    for name in sorted(edits):
        if name not in names:
            raise Fault(f"{name}: there is no such file")
    for name in sorted(names):
        source, target = TREE / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            if not target.is_symlink():
                target.symlink_to(os.readlink(source))
            continue
        data = source.read_bytes()
        if name in edits:
            data = changed(data.decode(), edits[name]).encode()
        if not target.exists() or target.read_bytes() != data:
            target.write_bytes(data)
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink() and str(path.relative_to(folder)) not in names:
            path.unlink()
    symbol = folder / "Tests/Simulation/CSimulation/mutant.c"
    symbol.write_text(SYMBOL)


def build(folder: pathlib.Path) -> pathlib.Path:
    options = ["-c", "release", "-Xswiftc", "-enable-testing", "--scratch-path", str(folder / "build")]
    made = subprocess.run(
        ["swift", "build", *options, "--product", "Simulation"], cwd=folder / "tree", stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    if made.returncode != 0:
        sys.stdout.buffer.write(made.stdout)
        raise Fault("the mutants cannot be built")
    return folder / "build/release/Simulation"


@dataclass(frozen=True)
class Result:
    seed: int | None
    steps: str
    violation: str
    seconds: float


def play(
        program: pathlib.Path, number: int, seeds: int, only: tuple[str, ...] = (), first: int = 1,
        least: bool = False) -> Result:
    """Plays stories of one mutant until one breaks a promise, which is told as it was found or with the fewest steps."""
    environment = dict(os.environ, SIMULATION_MUTANT=str(number), SWIFT_BACKTRACE="enable=no")
    steps = STEPS // 2 if only else STEPS
    command = [program, "--first", str(first), "--seeds", str(seeds), "--steps", str(steps), "--at-once", "1"]
    command += ["--only", ",".join(only)] if only else []
    begun = time.monotonic()
    try:
        # A story that is only printed is not made shorter, which takes minutes where an order does not end.
        ended = subprocess.run(
            command + ([] if least else ["--story"]), env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=600 + 10 * seeds)
    except subprocess.TimeoutExpired:
        return Result(None, "", "has not ended in time", time.monotonic() - begun)
    seconds = time.monotonic() - begun
    told = ended.stdout.decode(errors="replace")
    if ended.returncode == 0:
        return Result(None, "", "", seconds)
    found = re.search(r"^seed (\d+): (.*)$", told, re.M)
    steps = re.search(r"^in (\d+) of \d+ steps: (.*)$", told, re.M)
    if not found:
        return Result(None, "", f"ended with {ended.returncode}: {told.strip()[-200:]}", seconds)
    if steps:
        return Result(int(found[1]), f" in {steps[1]} steps", steps[2], seconds)
    return Result(int(found[1]), "", found[2], seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description="Sees which mutants of the product the simulation finds.")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only mutants with this in their name")
    parser.add_argument("--able", action="append", default=[], metavar="WORD", help="also mutants that need this")
    parser.add_argument("--all", action="store_true", help="also mutants that need what the world cannot do yet")
    parser.add_argument("--seeds", type=int, help="play so many seeds, and not the number that each mutant states")
    parser.add_argument("--jobs", type=int, default=1, help="play so many mutants at once")
    parser.add_argument("--folder", type=pathlib.Path, help="build in this folder, which can be used again")
    parser.add_argument("--list", action="store_true", help="only print the mutants, and look whether their texts are there")
    parser.add_argument("--least", action="store_true", help="also tell with how few steps each is found, which takes long")
    options = parser.parse_args()
    mutants = read_list()
    chosen = [
        mutant for mutant in mutants
        if (not options.only or any(word in mutant.name for word in options.only))
        and (options.only or options.all or set(mutant.needs) <= set(options.able))
    ]
    if not chosen:
        raise Fault("no mutant is chosen")
    if options.list:
        for mutant in mutants:
            for edit in mutant.changes:
                changed((TREE / edit.file).read_text(), [(mutant, edit)])
            print(f"{mutant.number:3}  {mutant.name} | {mutant.origin} | {' '.join(mutant.needs)}")
        return 0
    with tempfile.TemporaryDirectory(prefix="payport-mutants-") as temporary:
        folder = (options.folder or pathlib.Path(temporary)).resolve()
        (folder / "tree").mkdir(parents=True, exist_ok=True)
        copy_tree(folder / "tree", mutants)
        program = build(folder)
        return judge(program, chosen, options)


def judge(program: pathlib.Path, chosen: list[Mutant], options: argparse.Namespace) -> int:
    missed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, options.jobs)) as pool:
        most = options.seeds or max(mutant.within for mutant in chosen)
        unchanged = pool.submit(play, program, 0, min(most, 300))
        played = [(mutant, pool.submit(play, program, mutant.number, options.seeds or mutant.within, mutant.only))
                  for mutant in chosen]
        for mutant, future in played:
            result = future.result()
            seeds = options.seeds or mutant.within
            if result.seed is not None:
                if options.least:
                    result = play(program, mutant.number, 1, mutant.only, first=result.seed, least=True)
                told = f"found at seed {result.seed}{result.steps}: {result.violation}"
            else:
                told = f"not found in {seeds} seeds {result.violation}".rstrip()
                missed += 1
            print(f"{mutant.number:3} | {mutant.name} | {mutant.promise} | {told} | {result.seconds:.0f} s", flush=True)
        result = unchanged.result()
        if result.seed is not None or result.violation:
            print(f"without a mutant: seed {result.seed}: {result.violation}")
            missed += 1
    print(f"{len(chosen)} mutants, {missed} not as they should be")
    return 1 if missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Fault as fault:
        sys.exit(f"mutants.py: {fault}")
