# SPDX-License-Identifier: GPL-2.0-or-later
"""Every kind of trap: ours gives the right figure or says so, passes the clean twin untouched, and raw QGIS is fooled.

What raw QGIS answers is held only where it is the same in every version; `./gisagentbench bench traps` prints it all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.tools.traps import kinds, trap

pytestmark = pytest.mark.qgis
TRAPS = [pytest.param(one, id=one.kind) for one in kinds.TRAPS]


def test_every_kind_has_a_trap() -> None:
    assert {one.kind for one in kinds.TRAPS} == set(kinds.KINDS)


@pytest.mark.parametrize("one", TRAPS)
def test_ours_is_right_or_says_what_is_the_case(one: trap.Trap, qgis_application: Any, tmp_path: Path) -> None:
    outcome = trap.asked(trap.Ours, one, one.trap, tmp_path)
    assert trap.is_as_told(one, outcome), outcome


@pytest.mark.parametrize("one", TRAPS)
def test_the_clean_twin_passes_untouched(one: trap.Trap, qgis_application: Any, tmp_path: Path) -> None:
    outcome = trap.asked(trap.Ours, one, one.twin, tmp_path)
    assert trap.is_untouched(one, outcome), outcome


@pytest.mark.parametrize("one", [pytest.param(one, id=one.kind) for one in kinds.TRAPS if one.wrong is not None])
def test_raw_qgis_is_silently_wrong(one: trap.Trap, qgis_application: Any, tmp_path: Path) -> None:
    outcome = trap.asked(trap.Raw, one, one.trap, tmp_path / "trap")
    assert trap.agrees(outcome.figure, one.wrong), outcome
    assert outcome.verdict(one.trap.right) == "silently wrong"
    clean = trap.asked(trap.Raw, one, one.twin, tmp_path / "twin")
    assert clean.verdict(one.twin.right) == "right", "the trap alone makes the difference"


@pytest.mark.parametrize(
    ("figure", "said", "verdict"),
    [(5.0, (), "right"), (5.0, ("so",), "right"), (4.0, ("so",), "said"), (4.0, (), "silently wrong"),
     (None, (), "silently wrong"), (None, ("refused",), "said"), (5, (), "right"), (True, (), "silently wrong")],
)  # fmt: skip
def test_a_figure_is_judged(figure: Any, said: tuple[str, ...], verdict: str) -> None:
    assert trap.Outcome(figure, said).verdict(5.0) == verdict
