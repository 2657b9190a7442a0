# SPDX-License-Identifier: GPL-2.0-or-later
"""The child process of the window: `python -P -m gisagentbench.headless.window_service [--folder DIR]`.

Standard input and output are the window's; the process ends with its input, and tool hosts end with the process.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from pathlib import Path

from .. import machine
from ..interrupts import interrupted_by_signals
from ..line_pipes import take_descriptors
from ..own_temporary import own_temporary_folder


def main(words: list[str] | None = None) -> None:
    """Serves one window until it leaves, then ends the process without waiting for anything that runs."""
    parser = argparse.ArgumentParser(prog="gisagentbench.headless.window_service", description=__doc__)
    default = machine.ROOT / "runs" / "panel"
    parser.add_argument(
        "--folder", type=Path, default=default, metavar="DIR", help="where episodes and traces lie (runs/panel)"
    )
    given = parser.parse_args(words)
    source, sink = take_descriptors()
    with own_temporary_folder():
        status = serve(given.folder.expanduser().absolute(), source, sink)
    sys.stderr.flush()
    os._exit(status)  # threads that wait for a model or a tool would keep it alive


def serve(folder: Path, source: int, sink: int) -> int:
    """Serves until the window leaves. Returns: The exit status."""
    from .op_table import op_table
    from .service import WindowService

    service = WindowService(folder, op_table(), sink)
    status = 0
    try:
        with interrupted_by_signals():
            service.serve(source)
    except KeyboardInterrupt:
        pass
    except Exception as error:
        traceback.print_exception(error, file=sys.stderr)
        status = 3
    service.leave()
    return status


if __name__ == "__main__":
    main()
