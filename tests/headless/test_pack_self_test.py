# SPDX-License-Identifier: GPL-2.0-or-later
"""The scorer is tested on the references of a pack, and on what its tasks declare broken."""

import json

import pytest

from gisagentbench.headless.command_line.self_test import run_self_test, self_test_record, self_test_text
from gisagentbench.headless.pack_self_test import broken_output_problems, scorer_test_on_pack
from gisagentbench.scoring.comparison import CannotScore
from gisagentbench.scoring.self_test.outcome import NotTried, OutputTest, Trial
from gisagentbench.tasks.document_problem import DocumentError
from gisagentbench.tasks.pack import load_pack
from gisagentbench.tests.headless.made_pack import write_pack

TASK = "count_people"
CAUGHT = Trial("row_missing", {}, "rows", "rows", False)
MISSED = Trial("count_off_by_one", {"column": "people"}, "values", None, True)
ACCEPTED = Trial("rows_in_other_order", {}, None, None, True)
REFUSED = Trial("integers_as_reals", {"column": "people"}, None, "types", False)


@pytest.fixture
def folder(tmp_path):
    """A pack of one task."""
    return write_pack(tmp_path / "made", (TASK,))


def test_the_scorer_holds_on_a_pack_and_says_so(folder, capfd):
    assert run_self_test(str(folder), as_json=True) == 0
    record = json.loads(capfd.readouterr().out)
    assert (record["caught"], record["accepted"]) == (record["mutations"], record["equivalents"])
    assert record["misses"] == []
    assert [task["task"] for task in record["tasks"]] == [TASK]
    # a CSV file of one layer and of rows that predicates do not speak of
    assert [clause["check"] for clause in record["cannot_fail_first"]] == ["layer"]


def test_a_declared_output_is_run_beside_the_mutations(folder):
    broken = folder / "tasks" / TASK / "broken"
    broken.mkdir()
    (broken / "sum.csv").write_text("name,people\nNorth,30\nSouth,30\n")
    declared = folder / "tasks" / TASK / "broken.yaml"
    declared.write_text("- {file: sum.csv, verdict: wrong, first_failing_check: values}\n")
    (test,) = scorer_test_on_pack(load_pack(folder), lambda name: None)
    assert [trial.expected for trial in test.trials if trial.name == "broken/sum.csv"] == ["values"]
    assert test.misses() == []
    declared.write_text("- {file: sum.csv, verdict: equivalent}\n")
    (problem,) = broken_output_problems(load_pack(folder), TASK)
    assert problem.message == (
        'broken/sum.csv of "out.csv": It is as good as the reference, and failed first at values.'
    )


def test_a_declared_mutation_that_does_not_apply_is_a_miss(folder):
    (folder / "tasks" / TASK / "broken.yaml").write_text("- {mutation: leading_zeros_lost, verdict: equivalent}\n")
    (problem,) = broken_output_problems(load_pack(folder), TASK)
    assert problem.message.endswith("The declared mutation does not apply: its texts are no numbers.")


def test_a_broken_yaml_that_does_not_fit_stops_the_test(folder):
    text = "- {mutation: value_as_null, arguments: {column: size}, verdict: wrong, first_failing_check: values}\n"
    (folder / "tasks" / TASK / "broken.yaml").write_text(text)
    with pytest.raises(DocumentError, match='"size" is no column'):
        scorer_test_on_pack(load_pack(folder), lambda name: None)


def test_a_reference_that_is_absent_is_no_miss_of_the_scorer(folder):
    (folder / "tasks" / TASK / "reference" / "out.csv").unlink()
    with pytest.raises(CannotScore) as error:
        scorer_test_on_pack(load_pack(folder), lambda name: None)
    assert error.value.code == "FILE_NOT_FOUND"


def output_test(*trials, untested=()):
    return OutputTest("t", "o.csv", trials=list(trials), untested=list(untested))


def test_shares_are_counted_by_task_and_in_all():
    record = self_test_record([output_test(CAUGHT, MISSED, ACCEPTED, REFUSED)])
    assert {key: record[key] for key in ("mutations", "caught", "equivalents", "accepted")} == {
        "mutations": 2, "caught": 1, "equivalents": 2, "accepted": 1,
    }  # fmt: skip
    assert [miss["mutation"] for miss in record["misses"]] == ["count_off_by_one", "integers_as_reals"]
    assert self_test_text(record).splitlines() == [
        "the scorer misses 2: 1 of 2 mutations caught (50 %), 1 of 2 equivalents accepted (50 %)",
        "  t  1 of 2 mutations caught (50 %), 1 of 2 equivalents accepted (50 %)",
        "  miss  t, o.csv, count_off_by_one (column people): It fails first at values, and passed.",
        "  miss  t, o.csv, integers_as_reals (column people): "
        "It is as good as the reference, and failed first at types.",
        "0 clauses can never fail first, 0 mutations change nothing; why: --json",
    ]


def test_a_clause_that_nothing_tries_is_a_miss():
    record = self_test_record([output_test(CAUGHT, ACCEPTED, untested=[NotTried("order", {}, "all rows are alike")])])
    (miss,) = record["misses"]
    assert (miss["expected"], miss["message"]) == ("order", "The clause order cannot be tried: all rows are alike.")


def test_a_fault_at_another_check_is_no_catch():
    at_another = Trial("row_missing", {}, "rows", "columns", False)
    assert self_test_record([output_test(at_another)])["caught"] == 0
