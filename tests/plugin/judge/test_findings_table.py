# SPDX-License-Identifier: GPL-2.0-or-later
"""A table of as many differences as the layers may hold does not hold the window up."""

from __future__ import annotations

import time
from typing import Any

import pytest

pytestmark = pytest.mark.qgis


def test_thousands_of_differences_are_listed_at_once(window: Any) -> None:
    from gisagentbench.plugin.judge.findings import Finding
    from gisagentbench.plugin.judge.findings_table import FindingsTable
    from gisagentbench.plugin.judge.kinds import kind_icon
    from gisagentbench.plugin.judge.marks import Marks

    kind_icon("wrong")  # the first symbol of a process takes its time wherever it is painted
    table = FindingsTable(window.mainWindow())
    table.resize(420, 400)
    table.show()
    findings = [Finding("wrong", f"row {number}", "people", "10", "11") for number in range(8000)]
    begun = time.perf_counter()
    table.fill(findings, "out.gpkg", Marks())
    assert time.perf_counter() - begun < 0.05
    assert table.model.rowCount() == 8000
