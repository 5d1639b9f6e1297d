#!/usr/bin/env python3
"""Tells of functions with three parameters in a row that have no label: a call of theirs does not say which is which."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What C calls has the form that C gives it, and words of a command line are named by their place.
ALLOWED = re.compile(r"Callback\(|UnsafeMutable(Raw)?Pointer|CommandContext\.swift")


def parameters(text, start):
    """The parameters between the bracket that opened before `start` and the one that closes it."""
    depth, found, current = 1, [], ""
    for place, sign in enumerate(text[start:]):
        # The bracket of an arrow closes nothing.
        if sign in "([{<":
            depth += 1
        elif sign in ")]}" or (sign == ">" and text[start + place - 1] != "-"):
            depth -= 1
        if depth == 0:
            break
        if sign == "," and depth == 1:
            found.append(current.strip())
            current = ""
        else:
            current += sign
    return [*found, current.strip()]


def longest_run(found):
    run = longest = 0
    for each in found:
        # A closure at the end stands behind the call, and what has a value of its own is given seldom.
        is_named = not each.startswith("_ ") or " = " in each or (each is found[-1] and "->" in each)
        run = 0 if is_named else run + 1
        longest = max(longest, run)
    return longest


def main():
    files = subprocess.run(["git", "ls-files", "Sources/*.swift"], cwd=ROOT, capture_output=True, text=True, check=True)
    failed = 0
    for name in files.stdout.split():
        text = (ROOT / name).read_text()
        for match in re.finditer(r"(?:\bfunc \w+(?:<[^>]*>)?|\binit\??)\(", text):
            found = parameters(text, match.end())
            if longest_run(found) < 3 or ALLOWED.search(f"{match[0]} {' '.join(found)} {name}"):
                continue
            line = text.count("\n", 0, match.start()) + 1
            print(f"{name}:{line}: {match[0]}{', '.join(found)})", file=sys.stderr)
            failed = 1
    if failed:
        print("where three parameters follow each other, a call says which is which: label them", file=sys.stderr)
    sys.exit(failed)


if __name__ == "__main__":
    main()
