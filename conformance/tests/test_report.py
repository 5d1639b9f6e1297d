"""The forms in which outcomes are written, and what counts as a failure."""

import io
import json
import xml.etree.ElementTree as ET

import pytest

from conformance.report import Case, NotApplicable, Outcome, Registry, Violation, exchange, write
from conformance.report.case import attempt
from conformance.report.progress import Progress


def outcome(number, status, detail=""):
    return Outcome(Case(number, "1.2", "MUST <hold>", "a | title & more", lambda: None), status, detail)


ALL = [outcome("P1.02", "passed"), outcome("P1.10", "failed", "it \x00 answered <x>"),
       outcome("P2.01", "not applicable", "no hand")]


def test_numbers_are_sorted_as_numbers():
    registry = Registry("P")
    for number in ("P10.01", "P2.100", "P2.09"):
        registry.add(outcome(number, "passed").case)
    assert [case.number for case in registry.cases()] == ["P2.09", "P2.100", "P10.01"]
    assert [case.number for case in registry.cases(["P2.*"])] == ["P2.09", "P2.100"]


def test_a_number_is_given_once():
    registry = Registry("P")
    registry.add(outcome("P1.01", "passed").case)
    for number in ("P1.01", "C1.02"):
        with pytest.raises(ValueError):
            registry.add(outcome(number, "passed").case)


@pytest.mark.parametrize("error, status", [
    (None, "passed"), (Violation("no"), "failed"), (NotApplicable("no hand"), "not applicable"),
    (KeyError("x"), "failed")])
def test_whatever_goes_wrong_fails_the_case(error, status):
    def run():
        if error:
            raise error
    assert attempt(outcome("P1.01", "").case, run).status == status


def test_junit_is_xml_that_counts():
    suite = ET.fromstring(write.junit("payd", ALL))
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    assert suite.find("testcase/failure").text == "it \ufffd answered <x>"


def test_json_has_each_case():
    value = json.loads(write.as_json("payd", ALL))
    assert (value["passed"], value["failed"], value["not_applicable"], len(value["cases"])) == (1, 1, 1, 3)


def test_markdown_keeps_its_columns():
    rows = [line for line in write.markdown("payd", ALL).splitlines() if line.startswith("| P")]
    assert all(row.replace("\\|", "").count("|") == 5 for row in rows) and len(rows) == 3


def test_the_badge_is_red_if_a_case_fails():
    assert "#c62828" in write.badge(ALL) and "1/2" in write.badge(ALL)
    assert "#2e7d32" in write.badge(ALL[:1])
    ET.fromstring(write.badge(ALL))


def test_a_known_defect_that_is_gone_is_wrong():
    assert write.wrong(ALL, {}) == [ALL[1]]
    assert write.wrong(ALL, {"P1.10": "x"}) == []
    assert write.wrong(ALL, {"P1.10": "x", "P1.02": "y"}) == [ALL[0]]
    assert write.plain(ALL, {"P1.10": "x"}).splitlines()[-1] == "1 passed, 0 failed, 1 known, 1 not applicable"


def test_reports_are_written(tmp_path):
    write.write_all(tmp_path / "reports", "a/b", ALL)
    assert sorted(path.name for path in (tmp_path / "reports").iterdir()) == ["a-b.json", "a-b.md", "a-b.svg",
        "a-b.xml"]


def test_a_failure_has_what_passed(tmp_path):
    def run():
        exchange.note("sent", b'{"a":\n 1}')
        exchange.note("received", "x" * 1_000)
        raise Violation("no")

    found = attempt(outcome("P1.01", "").case, run)
    assert found.exchange[0] == 'sent {"a": 1}' and "(1000 characters)" in found.exchange[1]
    assert '| sent {"a": 1}' in write.plain([found], {})
    assert 'sent {"a": 1}' in ET.fromstring(write.junit("payd", [found])).find("testcase/system-out").text
    assert attempt(outcome("P1.01", "").case, lambda: exchange.note("sent")).exchange == ()


def told(known=(), verbose=False):
    stream = io.StringIO()
    progress = Progress(len(ALL), known, verbose, stream)
    for found in ALL:
        progress(found)
    return stream.getvalue().splitlines()


def test_failures_are_told_at_once():
    lines = told()
    assert lines[0] == "... 3 cases" and len(lines) == 2
    assert lines[1].startswith("P1.10 ") and "failed" in lines[1]


def test_a_known_defect_is_no_failure_and_one_that_is_gone_is():
    lines = told(known=("P1.10", "P1.02"))
    assert len(lines) == 2 and lines[1].startswith("P1.02 ")


def test_each_outcome_is_told_on_demand():
    assert [line[:5] for line in told(verbose=True)[1:]] == ["P1.02", "P1.10", "P2.01"]
