"""The sentences of the specification that bind somebody, and what the suite has for each: `musts.md`.

A sentence binds if it has the word MUST. In the chapter about methods one with the word never binds, too, and in its
sections about payment orders and about repeated requests, where money is lost, every sentence does. Commentary and
examples do not bind. Where a sentence introduces a list or a table, each item binds."""

import re
from dataclasses import dataclass
from pathlib import Path

from .schemas import PROTOCOL

TABLE = Path(__file__).parent / "musts.md"
MUST, NEVER = re.compile(r"\bMUST\b"), re.compile(r"\b[Nn]ever\b")
METHODS, ABOUT_MONEY = "5-methods.md", ("5.4", "5.5")
TITLE = re.compile(r"^\*\*[^*]+\*\* ?(?=[A-Z])")
HEADING = re.compile(r"#+ (\d+(?:\.\d+)?)\b")
ITEM = re.compile(r"^(?:- |\d+\. )")
END = re.compile(r"(?<=[.!?])(?:\*\*)? (?=[A-Z`*(\[\"])")
CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Sentence:
    place: str
    text: str


@dataclass(frozen=True)
class Row:
    """What the suite has for a sentence: cases and mutants, or why there are none."""

    sentence: Sentence
    cases: tuple
    """Numbers of cases; `P1.42-59` are all those that there are from one number to another."""
    mutants: tuple
    why: str


def sentences():
    """All sentences that bind, in the order of the chapters."""
    found = [sentence for path in sorted(PROTOCOL.glob("*.md"), key=lambda path: (_number(path), path.name))
             for sentence in _of_file(path)]
    return list(dict.fromkeys(found))


def _number(path):
    found = re.match(r"\d+", path.name)
    return int(found[0]) if found else 0


def _of_file(path):
    place, introduction, tables = str(_number(path) or path.stem), None, 0
    for kind, text in _blocks(path.read_text("utf-8")):
        if kind == "heading":
            heading = HEADING.match(text)
            place, introduction = heading[1] if heading else place, None
        elif kind == "table":
            # Only the first table after a sentence is the one that the sentence introduces.
            tables += 1
            introduction = introduction if tables == 1 else None
        elif introduction and kind in ("item", "row"):
            yield Sentence(place, f"{introduction} {text}")
        else:
            introduction = None
            for sentence in [text] if kind == "row" and place in ABOUT_MONEY else END.split(TITLE.sub("", text)):
                if text.endswith(sentence) and sentence.endswith(":"):
                    introduction, tables = sentence if MUST.search(sentence) else None, 0
                elif MUST.search(sentence) or path.name == METHODS and (
                        place in ABOUT_MONEY or NEVER.search(sentence)):
                    yield Sentence(place, _in_row(kind, text, sentence).replace("**", ""))


def _in_row(kind, text, sentence):
    """A sentence in a row of a table says what it is about only with the first cell."""
    first = text.partition(" — ")[0]
    return sentence if kind != "row" or sentence.startswith(first) else f"{first}: {sentence}"


def _blocks(text):
    """Paragraphs, items of lists, rows of tables and headings, each on one line, without examples and commentary; the
    head of a table is only said to be there."""
    kind, lines, fenced = "", [], False
    for line in [*text.splitlines(), ""]:
        fence = line.startswith("```")
        new = ("" if fenced or fence or not line.strip() or line.startswith(">") else
               "heading" if line.startswith("#") else "row" if line.startswith("|") else
               "item" if ITEM.match(line) else kind if kind in ("item", "text") else "text")
        fenced ^= fence
        cells = [cell.strip().replace("\\|", "|") for cell in CELL.split(line.strip())[1:-1]] if new == "row" else []
        if cells and all(cell and set(cell) <= set("-: ") for cell in cells):
            lines = []  # what stood above this line
            yield "table", ""
            continue
        if lines and (new != kind or new in ("heading", "row") or ITEM.match(line)):
            yield kind, " ".join(lines)
            lines = []
        kind = new
        if new:
            lines.append(" — ".join(cell for cell in cells if cell) if cells else ITEM.sub("", line.strip(), count=1))


def rows():
    """The rows of the table, by their sentence."""
    found = {}
    for line in TABLE.read_text("utf-8").splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in CELL.split(line)[1:-1]]
        if len(cells) == 5 and cells[0] != "place" and set(cells[0]) != {"-"}:
            place, text, cases, mutants, why = cells
            sentence = Sentence(place, text)
            if sentence in found:
                raise ValueError(f"{place}: two rows for one sentence: {text[:60]}")
            found[sentence] = Row(sentence, tuple(cases.split()), tuple(filter(None, mutants.split("; "))), why)
    return found


def expanded(words, cases):
    """The numbers that words such as `P1.07` and `P1.42-59` stand for; those of a range that there are."""
    found = []
    for word in words:
        first, _, last = word.partition("-")
        chapter, _, begin = first.partition(".")
        found += [first] if not last else [
            case for case in cases
            if case.startswith(f"{chapter}.") and int(begin) <= int(case.partition(".")[2]) <= int(last)]
    return found


def problems(cases, mutants):
    """What is wrong with the table: `cases` are the numbers that there are, and `mutants` has, by the name of each, the
    cases that have to find it."""
    known, wrong = rows(), []
    binding = sentences()
    wrong += [f"{s.place}: no row: {s.text}" for s in binding if s not in known]
    wrong += [f"{s.place}: no such sentence any more: {s.text}" for s in known if s not in set(binding)]
    for sentence, row in known.items():
        where, judging = f"{sentence.place}: {sentence.text[:60]}…", expanded(row.cases, cases)
        wrong += [f"{where}: there is no case {case}" for case in judging if case not in cases]
        wrong += [f"{where}: there is no mutant {name}" for name in row.mutants if name not in mutants]
        wrong += [f"{where}: the mutant {name} is found by {', '.join(mutants[name])}, which is none of its cases"
                  for name in row.mutants if name in mutants and not set(mutants[name]) & set(judging)]
        if not row.why and not (row.cases and row.mutants):
            wrong.append(f"{where}: it has no {'mutant' if row.cases else 'case'}, and does not say why")
    return wrong


def counted():
    """The sum of the table in a line."""
    found = rows().values()
    judged, broken = [row for row in found if row.cases], [row for row in found if row.mutants]
    return (f"{len(found)} sentences bind: {len(judged)} are judged by cases, {len(broken)} are broken by mutants on "
            f"purpose, and {len(found) - len(judged)} cannot be judged from outside")
