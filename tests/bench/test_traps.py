# SPDX-License-Identifier: GPL-2.0-or-later
"""The rows of `bench traps` say what ours and raw QGIS gave, and whether that may be."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

pytestmark = pytest.mark.qgis


@pytest.fixture(autouse=True)
def makers_of_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets traps find the makers of small layers, as the tests of tools do."""
    from gisagentbench.bench.traps import TESTS

    monkeypatch.syspath_prepend(str(TESTS))


def test_a_bow_tie_is_told_and_its_twin_measured(qgis_application: Any) -> None:
    """On paper: two triangles of 4 m2 are 8, and a square of 1 km is 1,000,000; $area of a bow-tie is 0."""
    from gisagentbench.bench.traps import judged
    from gisagentbench.tests.tools.traps import kinds

    (tie,) = (one for one in kinds.TRAPS if one.kind == "invalid geometry")
    row, verdict = judged(tie)
    assert verdict == "silently wrong"
    assert row.bar == (
        'met: right 8.0; ours said, None: INVALID_GEOMETRY: 1 geometry is invalid in layer "lots"; '
        "raw QGIS (native:fieldcalculator) silently wrong, 0.0; twin: ours right, raw QGIS right"
    )


def test_a_wrong_answer_of_ours_is_missed(qgis_application: Any) -> None:
    from gisagentbench.bench.traps import judged
    from gisagentbench.tests.tools.traps import kinds

    (tie,) = (one for one in kinds.TRAPS if one.kind == "invalid geometry")
    row, _ = judged(tie._replace(ours=lambda _: 7.0))
    assert row.bar.startswith("MISSED: right 8.0; ours silently wrong, 7.0;")


def test_another_sentence_than_the_wanted_one_is_missed(qgis_application: Any) -> None:
    """Law: a refusal for a reason of its own does not name the trap."""
    from gisagentbench.bench.traps import judged
    from gisagentbench.tests.tools.traps import kinds

    (tie,) = (one for one in kinds.TRAPS if one.kind == "invalid geometry")
    row, _ = judged(tie._replace(says="EMPTY"))
    assert row.bar.startswith("MISSED: right 8.0; ours said, None")


def test_a_warning_on_the_twin_is_missed(qgis_application: Any) -> None:
    """Law: what warns of everything warns of nothing."""
    from gisagentbench.bench.traps import judged
    from gisagentbench.tests.tools.traps import kinds

    def warning(ours: Any) -> Any:
        ours.said.append("INVALID_GEOMETRY: perhaps")
        return tie.ours(ours)

    (tie,) = (one for one in kinds.TRAPS if one.kind == "invalid geometry")
    row, _ = judged(tie._replace(ours=warning))
    assert row.bar.startswith("MISSED: right 8.0;")
    assert "twin: ours right" in row.bar


@pytest.mark.parametrize(("met", "bar"), [(3, "met: ours as wanted on 3"), (2, "MISSED: ours as wanted on 2")])
def test_the_last_row_is_met_where_every_kind_is(met: int, bar: str) -> None:
    from gisagentbench.bench.traps import summed_up

    row = summed_up(met, Counter({"silently wrong": 2, "right": 1}))
    assert (row.case, row.bar) == ("3 kinds", f"{bar}; raw QGIS silently wrong 2, right 1")
