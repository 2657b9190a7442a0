# SPDX-License-Identifier: GPL-2.0-or-later
"""Hostile outputs: how many of the campaign have the record they deserve, the longest time and the most memory.

The light cases run in one child, the heavy ones (many rows, long cells, bombs) in one child each. Times are wall clock;
memory is the most that any child held.
"""

from __future__ import annotations

import importlib
import resource
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .measuring import Row

SECONDS = 60.0
MIB_PER_KIB = 1 / 1024


def rows() -> Iterator[Row]:
    """Runs the light cases, then every heavy one."""
    campaign = _part("campaign")
    yield _measured("light cases, the slowest", campaign.light_cases())
    heavy = list(_part("heavy").cases())
    for case in heavy:
        yield _measured(f"{case.name} ({case.file})", [case])


def _part(name: str) -> Any:
    project = f"{__package__}".partition(".")[0]
    return importlib.import_module(f"{project}.tests.scoring.hostile.{name}")


def _measured(name: str, cases: list[Any]) -> Row:
    from ..scoring.limited_child import Limits, scored_jobs

    campaign, folder = _part("campaign"), Path(tempfile.mkdtemp(prefix="gisagentbench-hostile-"))
    try:
        scored = scored_jobs(list(campaign.jobs(cases, folder / "made")), Limits(seconds=SECONDS))
    finally:
        shutil.rmtree(folder)
    faults = [found for case, one in zip(cases, scored, strict=True) if (found := campaign.fault(case, one.record))]
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    right = len(cases) - len(faults)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * MIB_PER_KIB
    verdict = "met" if not faults else "MISSED"
    bar = f"{verdict}: {right} of {len(cases)} records as deserved; most memory so far {peak:.0f} MiB"
    return Row(name, max(one.seconds for one in scored), None, None, (), bar)
