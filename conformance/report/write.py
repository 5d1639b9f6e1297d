"""Outcomes as a table for people, and as JUnit, JSON and a badge for programs."""

import json
from collections import Counter
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

SPECIFICATION = "1"
MARKS = {"passed": "passed", "failed": "**failed**", "not applicable": "n/a"}


def counts(outcomes):
    found = Counter(outcome.status for outcome in outcomes)
    return found["passed"], found["failed"], found["not applicable"]


def summary(outcomes):
    passed, failed, other = counts(outcomes)
    rest = f", {other} not applicable" if other else ""
    return f"{passed} passed, {failed} failed{rest}"


def wrong(outcomes, known):
    """What counts against a run: cases that fail, and cases that are known to fail and do not."""
    return [o for o in outcomes if (o.status == "failed") != (o.case.number in known)]


def plain(outcomes, known):
    """Lines for a terminal: what failed, with what was sent and received, what did not apply, and the sums."""
    lines = []
    for outcome in outcomes:
        number = outcome.case.number
        if outcome.status != "passed" or number in known:
            lines.append(f"{number:7} {outcome.status}: {outcome.case.title}\n        {outcome.detail}")
            lines += [f"        | {line}" for line in outcome.exchange if number not in known]
        if number in known:
            lines.append(f"        known: {known[number]}")
    bad = len(wrong(outcomes, known))
    expected = sum(o.status == "failed" and o.case.number in known for o in outcomes)
    passed, _, other = counts(outcomes)
    rest = (f", {expected} known" if expected else "") + (f", {other} not applicable" if other else "")
    return "\n".join([*lines, f"{passed} passed, {bad} failed{rest}"])


def markdown(subject, outcomes):
    head = [
        f"# {subject}", "", f"Payport specification, version {SPECIFICATION}: {summary(outcomes)}.", "",
        "| case | chapter | what must hold | outcome |", "|---|---|---|---|"]
    rows = [
        f"| {o.case.number} | {o.case.chapter} | {_cell(o.case.title)} | {MARKS[o.status]}{_cell(_because(o))} |"
        for o in outcomes]
    return "\n".join([*head, *rows, ""])


def _because(outcome):
    return f": {outcome.detail}" if outcome.detail else ""


def _cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def junit(subject, outcomes):
    passed, failed, other = counts(outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(
        f'<testsuite name={quoteattr(subject)} tests="{len(outcomes)}" failures="{failed}" errors="0" '
        f'skipped="{other}" time="{seconds:.3f}">')
    for outcome in outcomes:
        name = quoteattr(f"{outcome.case.number} {outcome.case.title}")
        group = quoteattr(f"chapter {outcome.case.chapter}")
        lines.append(f'  <testcase classname={group} name={name} time="{outcome.seconds:.3f}">')
        if outcome.status == "failed":
            lines.append(f"    <failure message={quoteattr(_printable(outcome.case.must))}>"
                         f"{escape(_printable(outcome.detail))}</failure>")
            if outcome.exchange:
                lines.append(f"    <system-out>{escape(_printable(chr(10).join(outcome.exchange)))}</system-out>")
        elif outcome.status != "passed":
            lines.append(f"    <skipped message={quoteattr(_printable(outcome.detail))}/>")
        lines.append("  </testcase>")
    return "\n".join([*lines, "</testsuite>", ""])


def _printable(text):
    """XML has no form for most control characters."""
    return "".join(c if c >= " " and c not in "\x7f\ufffe\uffff" or c in "\n\t" else "\ufffd" for c in text)


def as_json(subject, outcomes):
    passed, failed, other = counts(outcomes)
    return json.dumps({
        "subject": subject, "specification": SPECIFICATION,
        "passed": passed, "failed": failed, "not_applicable": other,
        "cases": [{
            "number": o.case.number, "chapter": o.case.chapter, "must": o.case.must, "title": o.case.title,
            "status": o.status, "detail": o.detail, "seconds": round(o.seconds, 3)}
            | ({"exchange": list(o.exchange)} if o.exchange else {}) for o in outcomes],
    }, indent=1, ensure_ascii=False) + "\n"


def badge(outcomes):
    """An SVG of 20 pixels height, as such badges are: the version on the left, how many cases pass on the right."""
    passed, failed, _ = counts(outcomes)
    left, right = f"Payport {SPECIFICATION}", f"{passed}/{passed + failed}"
    colour = "#2e7d32" if not failed and passed else "#c62828"
    widths = [7 * len(left) + 12, 7 * len(right) + 12]
    texts = zip((left, right), (widths[0] / 2, widths[0] + widths[1] / 2))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{sum(widths)}" height="20" role="img" '
        f'aria-label="{left}: {right}">',
        f'  <rect width="{widths[0]}" height="20" fill="#444"/>',
        f'  <rect x="{widths[0]}" width="{widths[1]}" height="20" fill="{colour}"/>',
        '  <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
        *[f'    <text x="{x}" y="14">{text}</text>' for text, x in texts],
        "  </g>", "</svg>", ""])


def write_all(folder, subject, outcomes):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "md": markdown(subject, outcomes), "xml": junit(subject, outcomes), "json": as_json(subject, outcomes),
        "svg": badge(outcomes)}
    name = "".join(c if c.isalnum() or c in "-." else "-" for c in subject)
    for suffix, text in files.items():
        (folder / f"{name}.{suffix}").write_text(text, encoding="utf-8")
