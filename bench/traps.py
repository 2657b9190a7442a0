# SPDX-License-Identifier: GPL-2.0-or-later
"""Kinds of answers that look right and are not: what ours and what raw QGIS say to the same data, and its clean twin.

The bar of a kind is met where ours gives the right figure, or where that is the point says what is the case, and passes
the twin without a warning. The last row counts these kinds, and those that raw QGIS answers wrongly without a word.
"""

from __future__ import annotations

import importlib
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .measuring import Row

LONGEST = 90
TESTS = Path(__file__).resolve().parents[1] / "tests" / "tools"  # where the makers of small layers stand


def rows() -> Iterator[Row]:
    """Puts every trap and its twin to ours and to raw QGIS, and counts the verdicts on raw QGIS."""
    project = f"{__package__}".partition(".")[0]
    importlib.import_module(f"{project}.tests.qgis_session").started_qgis()
    sys.path.insert(0, str(TESTS))
    known = importlib.import_module(f"{project}.tests.tools.traps.kinds")
    verdicts: Counter[str] = Counter()
    met = 0
    for one in known.TRAPS:
        row, verdict = judged(one)
        verdicts[verdict] += 1
        met += row.bar.startswith("met")
        yield row
    yield summed_up(met, verdicts)


def summed_up(met: int, verdicts: Counter[str]) -> Row:
    """Makes the last row of the number of kinds whose bar is met, and of the verdicts on raw QGIS, one per kind."""
    count = verdicts.total()
    counts = ", ".join(f"{verdict} {number}" for verdict, number in verdicts.most_common())
    bar = f"{'met' if met == count else 'MISSED'}: ours as wanted on {met}; raw QGIS {counts}"
    return Row(f"{count} kinds", 0.0, None, None, (), bar)


def judged(one: Any) -> tuple[Row, str]:
    """Puts one trap and its twin to both sides; gives the row and the verdict on raw QGIS."""
    trap: Any = importlib.import_module(type(one).__module__)
    ours, ours_seconds = asked(trap, trap.Ours, one, one.trap)
    raw, raw_seconds = asked(trap, trap.Raw, one, one.trap)
    twin, _ = asked(trap, trap.Ours, one, one.twin)
    raw_twin, _ = asked(trap, trap.Raw, one, one.twin)
    right = one.trap.right
    is_met = trap.is_as_told(one, ours) and trap.is_untouched(one, twin)
    bar = f"{'met' if is_met else 'MISSED'}: right {right}; ours {told(ours, right, one.says)}; "
    bar += f"raw QGIS ({one.way}) {told(raw, right, '')}; twin: ours {twin.verdict(one.twin.right)}, "
    bar += f"raw QGIS {raw_twin.verdict(one.twin.right)}"
    return Row(one.kind, ours_seconds, raw_seconds, None, (), bar), raw.verdict(right)


def asked(trap: Any, side: Any, one: Any, scene: Any) -> tuple[Any, float]:
    """Puts a scene to one side; gives the outcome and the seconds it took, files made among them."""
    folder, start = Path(tempfile.mkdtemp(prefix="gisagentbench-traps-")), time.perf_counter()
    try:
        return trap.asked(side, one, scene, folder), time.perf_counter() - start
    finally:
        shutil.rmtree(folder)


def told(outcome: Any, right: Any, says: str) -> str:
    """Says what came: the verdict, the figure, and the sentence with `says` where being told is the point."""
    verdict = outcome.verdict(right)
    sentence = next((text for text in outcome.said if says in text), "") if verdict == "said" else ""
    words = f": {' '.join(sentence.split())[:LONGEST]}" if sentence else ""
    return f"{verdict}, {outcome.figure}{words}"
