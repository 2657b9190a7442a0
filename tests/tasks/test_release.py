# SPDX-License-Identifier: GPL-2.0-or-later
"""What a release drops is dropped on evidence alone, once, and of a task that is there."""

import pytest

from gisagentbench.tasks.document import build_model, read_document
from gisagentbench.tasks.document_problem import DocumentError
from gisagentbench.tasks.pack import write_checksums
from gisagentbench.tasks.release import Release
from gisagentbench.tasks.validation import validate_path
from gisagentbench.tests.headless.made_pack import write_pack

DROP = "  - {role: clip, evidence: Agent X was strictly right without it.}"


def codes(folder, text):
    path = folder / "release.yaml"
    path.write_text(text)
    try:
        build_model(read_document(path), Release)
    except DocumentError as error:
        return [problem.code for problem in error.problems]
    return []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"role_drops:\n  parks:\n{DROP}\n", []),
        ("role_drops:\n  parks:\n  - {role: clip}\n", ["missing_key"]),
        ('role_drops:\n  parks:\n  - {role: clip, evidence: ""}\n', ["bad_value"]),
        ('role_drops:\n  parks:\n  - {role: clip, evidence: "  "}\n', ["bad_value"]),
        ("role_drops:\n  parks: [clip]\n", ["wrong_type"]),
        (f"role_drops:\n  parks:\n{DROP}\n{DROP}\n", ["bad_value"]),
        ("role_drops:\n  parks:\n  - {role: clip, evidence: x, trajectory: ../../a.json}\n", ["bad_value"]),
        ("order_exceptions:\n  parks:\n  - {first: clip, then: slope, evidence: Run 4.}\n", []),
        ("order_exceptions:\n  parks:\n  - {first: clip, then: slope}\n", ["missing_key"]),
    ],
)
def test_evidence_is_demanded(tmp_path, text, expected):
    assert codes(tmp_path, text) == expected


@pytest.mark.parametrize("table", ["role_drops", "order_exceptions"])
def test_a_task_that_is_not_there_is_told(tmp_path, table):
    pack = write_pack(tmp_path / "made", ("count_people",))
    entry = {
        "role_drops": "{role: export_data, evidence: x}",
        "order_exceptions": "{first: a, then: b, evidence: x}",
    }[table]
    text = (pack / "pack.yaml").read_text()
    (pack / "pack.yaml").write_text(f"release: {{{table}: {{counted: [{entry}]}}}}\n{text}")
    write_checksums(pack)
    (problem,) = validate_path(pack)
    assert problem.message == f'{table} names the task "counted", which the pack does not have.'
