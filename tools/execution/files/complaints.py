# SPDX-License-Identifier: GPL-2.0-or-later
"""Listens to what GDAL says while it works; some damage is told in no other way."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from osgeo import gdal

from ....tasks.gdal_errors import GDAL_ERRORS, gdal_words
from ...declaration.errors import ToolError

if TYPE_CHECKING:
    from ..run import Run

ROW_BY_ROW = {"OGR2OGR_USE_ARROW_API": "NO"}  # by batches GDAL 3.10 takes a column "Geom" for the geometry and fails


@dataclass
class Complaints:
    """What GDAL has said.

    Args:
        failures: Errors; the work of that step was not done.
        warnings: Warnings; the work was done, perhaps otherwise.
    """

    failures: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def refuse_damaged(self, path: str, what: str = "rows") -> None:
        """Refuses a file that was complained of while it was read.

        Raises:
            ToolError BAD_FORMAT.
        """
        if self.failures:
            raise ToolError("BAD_FORMAT", f'"{Path(path).name}" is damaged or cut short; not all of its {what} can be '
                            "read", "fetch the file again", argument="file")  # fmt: skip


def telling(run: Run) -> Callable[[float, str, Any], int]:
    """Gives what GDAL calls with its progress; it stops where the person has cancelled."""

    def tell(share: float, message: str, data: Any) -> int:
        run.feedback.setProgress(100 * share)
        return 0 if run.feedback.isCanceled() else 1

    return tell


@contextlib.contextmanager
def listening(**options: str) -> Iterator[Complaints]:
    """Collects errors and warnings of GDAL, and sets configuration options for as long.

    Edges: An error of GDAL's own is kept as a failure and ends the block.
    """
    complaints = Complaints()

    def hear(kind: int, number: int, text: str) -> None:
        if kind >= gdal.CE_Failure:
            complaints.failures.append(text)
        elif kind == gdal.CE_Warning:
            complaints.warnings.append(text)

    before = {name: gdal.GetThreadLocalConfigOption(name) for name in options}
    for name, value in options.items():
        gdal.SetThreadLocalConfigOption(name, value)
    gdal.PushErrorHandler(hear)
    try:
        yield complaints
    except GDAL_ERRORS as failure:
        complaints.failures.append(gdal_words(failure))
    finally:
        gdal.PopErrorHandler()
        for name, value in before.items():
            gdal.SetThreadLocalConfigOption(name, value)
