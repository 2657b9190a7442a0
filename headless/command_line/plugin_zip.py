# SPDX-License-Identifier: GPL-2.0-or-later
"""`zip`: makes the zip that QGIS installs, and the demo pack as a second file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from . import answer

if TYPE_CHECKING:
    from ..plugin_zip.making import Made

HELP = "make the zip that QGIS installs, and the demo pack beside it"
SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `zip`."""
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where the files go (dist in the project)")


def run(arguments: argparse.Namespace) -> int:
    """Makes both. Returns: 0 where they were made, 1 where faults were found and nothing was written."""
    from ..machine import ROOT
    from ..plugin_zip.making import make_zips

    made = make_zips(arguments.out or ROOT / "dist")
    record = {
        "ok": not made.faults,
        "revision": made.revision,
        "version": made.version,
        "files": made.files,
        "plugin": _file_record(made.plugin),
        "pack": _file_record(made.pack),
        "faults": [fault._asdict() for fault in made.faults],
        "uncommitted": made.uncommitted,
        "placeholders": made.placeholders,
    }
    answer.write(record, text(made), arguments.json)
    return 0 if not made.faults else 1


def text(made: Made) -> str:
    """Returns what a person reads: the verdict, what it rests on, where the files lie."""
    if made.plugin is None or made.pack is None:
        count = len(made.faults)
        lines = [f"{count} {'fault' if count == 1 else 'faults'}, no zip was written"]
        lines += [f"  {fault.where}: {fault.message}" for fault in made.faults[:SHOWN]]
        return "\n".join([*lines, *([f"  and {count - SHOWN} more"] if count > SHOWN else [])])
    lines = [
        f"gisagentbench {made.version}: {made.files} files of commit {made.revision[:12]},"
        " nothing found by Bandit and detect-secrets"
    ]
    if made.uncommitted:
        count = len(made.uncommitted)
        lines.append(f"  {count} {'file' if count == 1 else 'files'} not committed, and so not in it as it is now:")
        lines += [f"    {name}" for name in made.uncommitted[:5]] + (["    …"] if count > 5 else [])
    if made.placeholders:
        lines.append(f"  to be given in metadata.txt before it is published: {', '.join(made.placeholders)}")
    for title, file in (("plugin", made.plugin), ("pack", made.pack)):
        lines.append(f"{title}: {file} ({file.stat().st_size / 1e6:.2f} MB)")
    return "\n".join(lines)


def _file_record(file: Path | None) -> dict[str, object] | None:
    return None if file is None else {"file": str(file), "bytes": file.stat().st_size}
