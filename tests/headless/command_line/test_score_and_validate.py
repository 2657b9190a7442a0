# SPDX-License-Identifier: GPL-2.0-or-later
"""`score` of a file, `validate`, `tasks`, `packs list`, `tools` and `bench`: answers and exit statuses."""

import json

import pytest

from gisagentbench.headless.command_line import bench
from gisagentbench.tests.headless.made_pack import CONTRACT, ROWS, steps, trajectory, write_pack
from gisagentbench.tests.headless.program import run_here

SCORE_KEYS = {"strict", "checks", "rows", "closeness", "diagnosis"}
TOOL_KEYS = {
    "name", "title", "group", "kind", "read_only", "roles", "substitutes", "engine", "schema", "outputs",
}  # fmt: skip


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a contract and its reference, in which commands run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "contract.yaml").write_text(CONTRACT)
    (tmp_path / "reference.csv").write_text(ROWS)
    (tmp_path / "plan.json").write_text(trajectory(steps()))
    return tmp_path


def scored(capfd, place, text, *more):
    (place / "out.csv").write_text(text)
    words = ("--contract", "contract.yaml", "--reference", "reference.csv", "--output", "out.csv")
    return run_here(capfd, "score", *words, *more)


def test_a_right_output_is_strict(place, capfd):
    ended = scored(capfd, place, ROWS, "--json")
    assert (ended.status, ended.record["strict"]) == (0, True)
    assert set(ended.record) >= SCORE_KEYS
    assert set(ended.record["checks"][0]) == {"name", "passed", "detail"}


def test_a_count_that_is_off_by_one_is_not_strict_and_the_check_is_named(place, capfd):
    ended = scored(capfd, place, ROWS.replace("20", "21"), "--json")
    failed = [check["name"] for check in ended.record["checks"] if check["passed"] is False]
    assert (ended.status, ended.record["strict"], failed) == (1, False, ["values"])


def test_a_score_in_words_begins_with_the_verdict(place, capfd):
    right = scored(capfd, place, ROWS).output.splitlines()
    wrong = scored(capfd, place, ROWS.replace("20", "21")).output.splitlines()
    assert right[0].startswith("strict: all ") and wrong[0].startswith("not strict: 1 of ")
    assert wrong[1].split()[0] == "values"


def test_a_score_in_words_shows_worst_rows_with_both_values(place, capfd):
    assert scored(capfd, place, ROWS.replace("20", "21")).output.splitlines()[2:] == [
        '  cause: "people" is one above the reference in 1 of 2 rows.',
        "worst:",
        "  South  people: expected 20, found 21",
        "rows 2 of 2 (by id_columns), the output has 2",
        # people 10, 20 against 10, 21: symmetric 1 - (1/41)/2, RMSE sqrt(1/2) over the mean 15
        "quantitative closeness 0.9703; all of it: --json",
    ]


def test_rows_that_are_missing_or_not_expected_are_called_so(place, capfd):
    lines = scored(capfd, place, ROWS.replace("South", "West")).output.splitlines()
    assert [line for line in lines if line.startswith("  ") and "rows" not in line] == [
        "  South: missing",
        "  West: not expected",
    ]


PREDICATE = "predicates: [{non_empty: true}, {one_per: {input: towns, key: name}}]\n"
STATUSES = [
    ("a right output", ROWS, {}, 0, ""),
    ("a wrong value", ROWS.replace("20", "21"), {}, 1, ""),
    ("a row missing", ROWS.splitlines()[0] + "\n", {}, 1, ""),
    ("an output that was not written", None, {}, 1, ""),
    ("an output without a line", "", {}, 1, ""),
    ("an output that is no CSV", b"\xff\xfe\x00", {}, 1, ""),
    ("a predicate that holds", ROWS, {"contract.yaml": CONTRACT + PREDICATE, "inputs/towns.csv": ROWS}, 0, ""),
    (
        "a predicate that does not",
        ROWS,
        {"contract.yaml": CONTRACT + PREDICATE, "inputs/towns.csv": "name\nx\n"},
        1,
        "",
    ),
    (
        "a predicate without its input",
        ROWS,
        {"contract.yaml": CONTRACT + PREDICATE, "inputs/roads.csv": ROWS},
        2,
        "MISSING_ARGUMENT",
    ),
    ("no reference", ROWS, {"reference.csv": None}, 2, "FILE_NOT_FOUND"),
    ("a reference that cannot be read", ROWS, {"reference.csv": b"\xff"}, 2, "BAD_FORMAT"),
    ("a reference without a column", ROWS, {"reference.csv": "name\na\n"}, 2, "BAD_FORMAT"),
    ("a reference with an id twice", ROWS, {"reference.csv": ROWS + ROWS.splitlines()[-1] + "\n"}, 2, "BAD_FORMAT"),
    ("no contract", ROWS, {"contract.yaml": None}, 2, "FILE_NOT_FOUND"),
    ("a contract with an unknown key", ROWS, {"contract.yaml": CONTRACT + "colums: {}\n"}, 2, "INVALID_DOCUMENT"),
    ("a contract that is no YAML", ROWS, {"contract.yaml": "kind: [\n"}, 2, "INVALID_DOCUMENT"),
]


@pytest.mark.parametrize(("rule", "output", "files", "status", "code"), STATUSES, ids=[row[0] for row in STATUSES])
def test_status_tells_the_output_from_what_it_is_judged_by(place, capfd, rule, output, files, status, code):
    (place / "inputs").mkdir()
    for name, content in ({"out.csv": output} | files).items():
        if content is None:
            (place / name).unlink(missing_ok=True)
        else:
            (place / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    words = ["--contract", "contract.yaml", "--reference", "reference.csv", "--output", "out.csv", "--inputs", "inputs"]
    ended = run_here(capfd, "score", *words, "--json")
    assert (ended.status, ended.record.get("error", {}).get("code", "")) == (status, code)
    assert status == 2 or ended.record["strict"] == (status == 0)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("score",), "MISSING_ARGUMENT"),
        (("score", "--contract", "contract.yaml", "--reference", "reference.csv"), "MISSING_ARGUMENT"),
        (("score", "out", "--contract", "contract.yaml"), "BAD_VALUE"),
        (("score", "--self-test", "--contract", "contract.yaml"), "BAD_VALUE"),
    ],
)
def test_a_score_without_all_its_files_is_refused(place, capfd, words, code):
    ended = run_here(capfd, *words, "--json")
    assert (ended.status, ended.error_code) == (2, code)


def test_right_documents_are_valid(place, capfd):
    ended = run_here(capfd, "validate", "contract.yaml", "plan.json", write_pack(place / "made"), "--json")
    assert (ended.status, ended.record) == (0, {"ok": True, "problems": []})


def test_a_fault_in_what_a_document_says_is_status_1(place, capfd):
    (place / "plan.json").write_text(trajectory([{"api": "bufer", "arguments": {}}]))
    ended = run_here(capfd, "validate", "plan.json", "--json")
    (problem,) = ended.record["problems"]
    assert (ended.status, ended.record["ok"], problem["code"]) == (1, False, "UNKNOWN_TOOL")
    assert set(problem) == {"where", "code", "message", "severity", "step", "argument", "hint"}
    assert "error" not in ended.record


def test_a_document_that_cannot_be_read_is_status_2_with_its_problems(place, capfd):
    (place / "contract.yaml").write_text(CONTRACT + "colums_exact: true\n")
    ended = run_here(capfd, "validate", "contract.yaml", "--json")
    assert (ended.status, ended.record["ok"], ended.error_code) == (2, False, "INVALID_DOCUMENT")
    assert [problem["code"] for problem in ended.record["problems"]] == ["unknown_key"]
    assert ended.record["problems"][0]["where"] == "contract.yaml:7"


def test_tasks_of_a_pack_are_listed(place, capfd):
    ended = run_here(capfd, "tasks", "--pack", write_pack(place / "made"), "--json")
    assert [task["id"] for task in ended.record["tasks"]] == ["count_again", "count_people"]


def test_packs_are_listed(capfd):
    ended = run_here(capfd, "packs", "list", "--json")
    assert "demo" in [pack["name"] for pack in ended.record["packs"]]


def test_tools_are_listed_with_all_that_a_program_may_ask(capfd):
    ended = run_here(capfd, "tools", "--json")
    assert ended.status == 0 and len(ended.record["tools"]) > 0
    assert [tool["name"] for tool in ended.record["tools"] if not set(tool) >= TOOL_KEYS] == []


def test_help_is_the_answer_of_help(capfd):
    assert "usage: ./gisagentbench run" in run_here(capfd, "run", "--help", "--json").record["help"]
    assert run_here(capfd, "--help").output.startswith("usage: ./gisagentbench COMMAND")


SCRIPT = '''"""Counts to ten.

More of it."""
from typing import NamedTuple
class Row(NamedTuple):
    case: str
    ours: float
    peer: float
    ratio: float
    spread: tuple
    bar: str = ""
def rows():
    yield Row("ten", 1.0, 2.0, 0.5, (0.1, 0.2))
'''


def test_what_can_be_measured_is_listed_without_importing_it(tmp_path):
    (tmp_path / "counting.py").write_text(SCRIPT)
    (tmp_path / "making.py").write_text('"""Makes layers."""\nraise SystemExit\n')
    assert bench.benches(tmp_path) == {"counting": "Counts to ten."}


@pytest.mark.parametrize(
    ("bar", "missed", "verdict"),
    [
        ("", 0, "measured"),
        ("met: at most 2 s", 0, "bars met: all 1"),
        ("MISSED: at most 1 s", 1, "bars missed: 1 of 1"),
    ],
)
def test_a_measurement_in_words_begins_with_its_bars(bar, missed, verdict):
    row = {"case": "ten", "ours": 0.0123, "peer": 2.0, "ratio": 0.00615, "spread": (0.1, 0.2), "bar": bar}
    lines = bench.rows_text([row], missed).splitlines()
    assert lines[0] == verdict
    assert lines[1].startswith("  ten: ours 12.3 ms, peer 2.00 s, ratio 0.006, spread 10 % and 20 %")


def test_a_bench_that_is_not_there_is_refused_with_those_that_are(capfd):
    ended = run_here(capfd, "bench", "overhed", "--json")
    assert (ended.status, ended.error_code) == (2, "BAD_VALUE")
    assert json.dumps(ended.record).count("overhead") == 1
