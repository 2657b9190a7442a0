# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the report of a run; a report that fails is said and does not take the run with it."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...tasks.pack import PackFolder


def make_report(run_folder: Path, pack: PackFolder) -> str:
    """Makes the report.

    Args:
        pack: The pack of the run.
    Returns: Where it lies, or why there is none.
    """
    try:
        from .. import report

        files = report.write(run_folder, pack)
    except Exception as error:  # whatever it is, the scores are on disk
        traceback.print_exception(error, file=sys.stderr)
        return f"could not be made ({type(error).__name__}: {error}); the scores are in {run_folder}"
    return str(files[0]) if files else f"holds nothing; the scores are in {run_folder}"
