# SPDX-License-Identifier: GPL-2.0-or-later
"""A limit is said with the estimate, itself and what helps."""

import math

import pytest

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.limits import LIMITS, demand_size


def test_the_limit_itself_passes_and_one_more_does_not():
    demand_size("rows", LIMITS["rows"], "the result", "fewer rows")
    with pytest.raises(ToolError) as fault:
        demand_size("rows", LIMITS["rows"] + 1, "the result", "fewer rows", "keys")
    assert fault.value.text == (
        "LIMIT_EXCEEDED: keys: the result would have about 20,000,001 rows; the limit is 20,000,000. Hint: fewer rows."
    )


def test_what_cannot_be_estimated_is_no_finding_and_what_is_endless_is():
    demand_size("cells", math.nan, "the grid", "larger cells")
    with pytest.raises(ToolError) as fault:
        demand_size("cells", math.inf, "the grid", "larger cells")
    assert "about inf cells" in fault.value.sentence


def test_a_whole_number_beyond_all_floats_is_endless():
    with pytest.raises(ToolError) as fault:
        demand_size("cells", 10**400, "the grid", "larger cells")
    assert "about inf cells" in fault.value.sentence
