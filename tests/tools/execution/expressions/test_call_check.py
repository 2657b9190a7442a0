# SPDX-License-Identifier: GPL-2.0-or-later
"""A faulty expression is found before its tool runs: in a workspace, and in the dialog of the toolbox."""

import pytest

pytestmark = pytest.mark.qgis
GIVEN = {"parks": {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155000 463000)", "n": 1}]}}
FAULTS = [
    ("eval('1')", "EXPRESSION_NOT_ALLOWED: filter: eval() is not allowed: it runs text as an expression."),
    ('"m" > 1', 'UNKNOWN_FIELD: filter: "parks" has no field "m".'),
    ('"n" >', "EXPRESSION_INVALID: filter: the expression ends where a value should follow (character 5)."),
    ("abs(" * 13 + "1" + ")" * 13, "LIMIT_EXCEEDED: filter: the expression nests functions 13 deep, the limit is 12."),
]


@pytest.mark.parametrize(("text", "words"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_the_same_in_a_workspace_and_in_the_toolbox(harness, tmp_path, text, words):
    from toolbox import run_in_toolbox

    harness.give("parks", GIVEN["parks"])
    error = harness.refused("count_features", layer="parks", filter=text)
    assert f"{error['code']}: {error['message']}." == words
    said = run_in_toolbox("count_features", GIVEN, {"layer": "parks", "filter": text}, tmp_path).error
    assert said.startswith(words), said


def test_a_right_expression_counts_the_same_in_both(harness, tmp_path):
    from toolbox import run_in_toolbox

    harness.give("parks", GIVEN["parks"])
    (counted,) = harness.done("count_features", layer="parks", filter='"n" = 1').outputs.values()
    run = run_in_toolbox("count_features", GIVEN, {"layer": "parks", "filter": '"n" = 1'}, tmp_path)
    assert (counted, run.error) == (1, "")
    assert 1 in run.results.values()
