# SPDX-License-Identifier: GPL-2.0-or-later
"""A table of as many differences as the layers may hold looks at few of them."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.tests.plugin.waiting import turn

pytestmark = pytest.mark.qgis


def test_of_thousands_of_differences_those_in_sight_alone_are_looked_at(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.plugin.judge.findings import Finding
    from gisagentbench.plugin.judge.findings_model import FindingsModel
    from gisagentbench.plugin.judge.findings_table import FindingsTable
    from gisagentbench.plugin.judge.kinds import kind_icon
    from gisagentbench.plugin.judge.marks import Marks

    kind_icon("wrong")  # the first symbol of a process takes its time wherever it is painted
    table = FindingsTable(window.mainWindow())
    table.resize(420, 400)
    table.show()
    findings = [Finding("wrong", f"row {number}", "people", "10", "11") for number in range(8000)]
    looked_at: set[int] = set()
    data = FindingsModel.data

    def seen(model: Any, index: Any, role: int = 0) -> Any:
        looked_at.add(index.row())
        return data(model, index, role)

    monkeypatch.setattr(FindingsModel, "data", seen)
    table.fill(findings, "out.gpkg", Marks())
    turn(5)
    assert table.model.rowCount() == 8000
    assert 0 < len(looked_at) < 200
