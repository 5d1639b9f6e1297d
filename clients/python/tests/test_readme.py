"""What the page says works: its first program is taken from it and run, and its claims are those of the tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from daemon import ROOT

HERE = ROOT / "clients" / "python"
PAGE = (HERE / "README.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.S)


def test_the_first_program_is_paid(own_daemon, tmp_path: Path):
    program = PROGRAMS[0]
    assert "wait_for_invoice" in program and len([line for line in program.splitlines() if line.strip()]) <= 15
    (tmp_path / "shop.py").write_text(program)
    process = subprocess.Popen(
        [sys.executable, "shop.py"], cwd=tmp_path, stdout=subprocess.PIPE, text=True,
        env={**own_daemon.environment, "PYTHONPATH": str(HERE)})
    assert process.stdout is not None
    line = process.stdout.readline().split()
    assert line[0] == "payd"
    own_daemon.owner(*line[1:])
    line = process.stdout.readline().split()
    own_daemon.receive(line[-1], line[2])
    own_daemon.mine(6)
    assert process.stdout.read() == "The invoice is settled and paid\n" and process.wait() == 0
    # The second run needs neither the owner nor the payer: it is the same invoice.
    again = subprocess.run(
        [sys.executable, "shop.py"], cwd=tmp_path, capture_output=True, text=True,
        env={**own_daemon.environment, "PYTHONPATH": str(HERE)})
    assert again.stdout.splitlines()[-1] == "The invoice is settled and paid"


def test_the_other_programs_run(daemon, shop, monkeypatch, capsys):
    place = shop.new_address_for_currency("LTC")["address"]["address"]
    monkeypatch.setattr(shop, "events", lambda: [])
    for program in PROGRAMS[1:]:
        program = program.replace("timeout=60", "timeout=0")
        exec(compile(program, "README.md", "exec"), {"wallet": shop, "address": place})
    said = capsys.readouterr().out
    assert "under way" in said or "paid" in said
    assert "waiting" in said or "accepted" in said or "ended" in said


def test_every_error_on_the_page_exists():
    import payport
    table = PAGE[PAGE.index("## Errors"):PAGE.index("## Documents")]
    names = {name for line in table.splitlines() if line.startswith("|")
             for name in re.findall(r"`([A-Z]\w+)`", line.split("|")[1])}
    assert len(names) > 15
    for name in names:
        assert issubclass(getattr(payport, name), payport.PayportError)


def test_the_links_of_the_page_lead_somewhere():
    for link in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert os.path.exists(HERE / link), link
