# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the help of a checkout: `python -P -m gisagentbench.headless.panel_help FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from ..refusal import CommandRefused
from .making import write_help


def main(folder: str) -> int:
    """Writes the pages. Returns: 0, or 3 where they cannot be made, which standard error tells."""
    try:
        write_help(Path(folder))
    except CommandRefused as refusal:
        sys.stderr.write(f"{refusal.message} {refusal.hint}\n")
        return refusal.status
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
