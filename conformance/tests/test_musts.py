"""The list of what binds is complete: each sentence with a MUST has its row, and each row what it names."""

import pytest

from conformance import musts
from conformance.mutants import all_cases, all_mutants


def test_each_sentence_that_binds_has_what_its_row_says():
    assert musts.problems(all_cases(), all_mutants()) == []


def test_of_what_can_be_judged_nearly_all_is_broken_on_purpose():
    judged = [row for row in musts.rows().values() if row.cases]
    assert sum(bool(row.mutants) for row in judged) >= 0.95 * len(judged)


CHAPTER = """# 5. Methods

## 5.1 Money

P MUST pay once. P may wait; it never pays twice.

> Commentary MUST NOT bind.

```
An example MUST NOT bind.
```

A reader MUST:

1. look at the folder,
   and at its owner;
2. look at the file.

P MUST refuse the following:

| what | answer |
|---|---|
| a path \\| a query | 403 |

| member | what |
|---|---|
| `v` | It is 1. A reader MUST refuse any other |
"""


@pytest.fixture
def chapters(tmp_path, monkeypatch):
    """A chapter and a table of the test's own."""
    (tmp_path / "protocol").mkdir()
    monkeypatch.setattr(musts, "PROTOCOL", tmp_path / "protocol")
    monkeypatch.setattr(musts, "TABLE", tmp_path / "musts.md")
    (tmp_path / "protocol" / "5-methods.md").write_text(CHAPTER)
    return tmp_path


def test_sentences_lists_and_tables_bind(chapters):
    assert [(found.place, found.text) for found in musts.sentences()] == [
        ("5.1", "P MUST pay once."), ("5.1", "P may wait; it never pays twice."),
        ("5.1", "A reader MUST: look at the folder, and at its owner;"), ("5.1", "A reader MUST: look at the file."),
        ("5.1", "P MUST refuse the following: a path | a query — 403"),
        ("5.1", "`v`: A reader MUST refuse any other")]


def table(*rows):
    head = "| place | sentence | cases | mutants | why there is no more |\n|---|---|---|---|---|\n"
    return head + "".join(f"| 5.1 | {row} |\n" for row in rows)


ROWS = ["P MUST pay once. | P5.1-9 | pays twice | ", "P may wait; it never pays twice. | P5.2 | pays twice | ",
        "A reader MUST: look at the folder, and at its owner; | | | it is not seen",
        "A reader MUST: look at the file. | | | it is not seen",
        "P MUST refuse the following: a path \\| a query — 403 | P1.1 | serves a query | ",
        "`v`: A reader MUST refuse any other | P1.1 | | nobody has another"]
CASES, MUTANTS = ["P1.1", "P5.2", "P5.30"], {"pays twice": ["P5.2"], "serves a query": ["P1.1", "C1.1"]}


def test_a_table_that_has_all_is_right(chapters):
    (chapters / "musts.md").write_text(table(*ROWS))
    assert musts.problems(CASES, MUTANTS) == []


@pytest.mark.parametrize("rows, complaint", [
    (ROWS[1:], "no row: P MUST pay once."),
    ([*ROWS, "P MUST NOT sleep. | P1.1 | serves a query | "], "no such sentence any more: P MUST NOT sleep."),
    (["P MUST pay once. | P5.3 | | it is so", *ROWS[1:]], "there is no case P5.3"),
    (["P MUST pay once. | P5.2 | flies | ", *ROWS[1:]], "there is no mutant flies"),
    (["P MUST pay once. | P1.1 | pays twice | ", *ROWS[1:]], "which is none of its cases"),
    (["P MUST pay once. | P5.2 | | ", *ROWS[1:]], "it has no mutant, and does not say why"),
    (["P MUST pay once. | | | ", *ROWS[1:]], "it has no case, and does not say why")])
def test_a_table_that_lacks_something_is_wrong(chapters, rows, complaint):
    (chapters / "musts.md").write_text(table(*rows))
    assert any(complaint in problem for problem in musts.problems(CASES, MUTANTS))


def test_a_sentence_that_is_new_is_found(chapters):
    (chapters / "musts.md").write_text(table(*ROWS))
    (chapters / "protocol" / "5-methods.md").write_text(CHAPTER + "\nP MUST NOT sleep.\n")
    assert musts.problems(CASES, MUTANTS) == ["5.1: no row: P MUST NOT sleep."]
