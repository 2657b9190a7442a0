# SPDX-License-Identifier: GPL-2.0-or-later
"""Nesting is counted as a reader of expressions would: outside quotes and comments."""

import pytest

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.expression_form import check_form


@pytest.mark.parametrize(
    "text",
    [
        "abs(" * 12 + "1" + ")" * 12,
        "(" * 60 + "1" + ")" * 60,
        "'" + "abs(" * 30 + "'",
        '"' + "abs(" * 30 + '"',
        "'it''s " + "abs(" * 30 + "'",
        "1 -- " + "abs(" * 30,
        "1 /* " + "abs(" * 30 + " */",
        " + ".join(["abs(1)"] * 100),
        "a IN (1) AND (2) OR NOT (3)" * 15,
    ],
)
def test_what_nests_no_deeper_than_the_limits_passes(text):
    check_form("where", text)


@pytest.mark.parametrize(
    "text",
    [
        "abs (" * 13 + "1" + ")" * 13,
        "1 -- '\n + " + "abs(" * 13 + "1" + ")" * 13,
        "'a' || " + "abs(" * 13 + "1" + ")" * 13,
        "(" * 61,
        "a" * 5001,
    ],
)
def test_what_nests_deeper_is_refused_before_qgis_reads_it(text):
    with pytest.raises(ToolError) as fault:
        check_form("where", text)
    assert fault.value.code == "LIMIT_EXCEEDED"
