"""What is generated of the specification, or repeats it, is that of the specification."""

from __future__ import annotations

import re
import subprocess
import sys

from daemon import ROOT

from payport.reasons import REASONS

HERE = ROOT / "clients" / "python"


def test_the_generated_files_are_up_to_date():
    done = subprocess.run([sys.executable, HERE / "generate.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_reasons_are_those_of_chapter_6():
    text = (ROOT / "protocol" / "6-errors.md").read_text()
    listed = {name: int(number) for number, name in re.findall(r"^\| (-?[0-9]+) \| `([a-z_]+)` \|", text, re.M)}
    own = {name: reason.number for name, reason in REASONS.items()}
    layer = {"limit_exceeded", "unknown_member", "duplicate_id"}
    assert {name: number for name, number in own.items() if name not in layer} == {
        name: number for name, number in listed.items() if name not in layer}
    assert layer <= set(own) and len(listed) > 50


def test_every_reason_says_what_to_do():
    for name, reason in REASONS.items():
        assert reason.sentence.endswith(".") and reason.remedy.endswith("."), name


def test_no_file_is_longer_than_600_lines():
    for path in [*HERE.glob("*.py"), *HERE.glob("payport/**/*.py"), *HERE.glob("tests/*.py")]:
        assert len(path.read_text().splitlines()) <= 600, path.name
