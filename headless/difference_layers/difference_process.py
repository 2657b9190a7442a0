# SPDX-License-Identifier: GPL-2.0-or-later
"""Has difference layers written by a limited child."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ...scoring.limited_child import START_SECONDS, IsCancelled, Limits, run_child
from ...tasks.contract import OutputContract
from .written_layers import DifferenceLayers, read_written

MOST_ROWS = 100_000
CHILD = "headless.difference_layers.child"


def write_in_child(
    contract: OutputContract,
    reference: Path,
    output: Path,
    folder: Path,
    limits: Limits | None = None,
    is_cancelled: IsCancelled | None = None,
) -> DifferenceLayers:
    """Writes the layers of one output, every cell of a raster, at most 100,000 rows of a kind.

    Args:
        folder: Is there and empty.
    Returns: What was written; with a problem where the child died.
    Raises: Cancelled.
    """
    limits = limits or Limits.beside(reference)
    request = {
        "memory_bytes": limits.memory_bytes,
        "seconds": limits.seconds,
        "contract": contract.model_dump(mode="json", exclude_unset=True),
        "reference": str(reference.absolute()),
        "output": str(output.absolute()),
        "folder": str(folder.absolute()),
        "file_bytes": limits.file_bytes,
        "most_rows": MOST_ROWS,
    }
    with tempfile.TemporaryDirectory(prefix="gisagentbench-", ignore_cleanup_errors=True) as scratch:
        request["scratch"] = scratch
        end = run_child(CHILD, request, limits.seconds, is_cancelled, START_SECONDS)
    if not end.answers:
        return DifferenceLayers(problem=f"The differences were not laid out: {output.name} {end.reason(limits)}.")
    if "cannot_score" in end.answers[0]:
        return DifferenceLayers(problem=end.answers[0]["cannot_score"]["message"])
    return read_written(end.answers[0])
