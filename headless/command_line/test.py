# SPDX-License-Identifier: GPL-2.0-or-later
"""`test`: checkers and tests in two tiers, without QGIS and with it; `--matrix` on other systems, too."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from typing import Any

from .. import check_tiers, machine
from . import answer

HELP = "run the checkers and tests, without QGIS and with it"

MATRIX = {
    "bookworm": "Debian 12, QGIS 3.40",
    "trixie": "Debian 13, QGIS 3.44",
    "qt6": "Debian 13, QGIS 3.40 with Qt 6",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `test`."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--full", action="store_true", help="also what is marked slow")
    which.add_argument(
        "--matrix",
        action="store_true",
        help="in fresh root folders of Debian 12, Debian 13 and a QGIS with Qt 6 (needs root and debootstrap; "
        "GISAGENTBENCH_QT6 names the folder with the Qt 6 build)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the tiers, or the matrix. Returns: 0 where everything passed, else 1."""
    return run_matrix(arguments.json) if arguments.matrix else run_tiers(arguments.full, arguments.json)


def run_tiers(slow: bool, as_json: bool) -> int:
    """Runs both tiers on this machine and says how they went."""
    tiers = [check_tiers.tier_without_qgis(slow, say), check_tiers.tier_with_qgis(slow, say)]
    passed = all(tier.passed for tier in tiers)
    record = {"ok": passed, "tiers": [tier_record(tier) for tier in tiers]}
    answer.write(record, tiers_text(tiers), as_json)
    return 0 if passed else 1


def run_matrix(as_json: bool) -> int:
    """Runs `doctor --full` and `test` on every system of the matrix; one that fails does not stop the others."""
    script = str(machine.ROOT / "setup" / "matrix.sh")
    rows = []
    for name, title in MATRIX.items():
        say(f"matrix: {title}")
        started = time.perf_counter()
        status = subprocess.run(["sh", script, name], stdout=sys.stderr, stdin=subprocess.DEVNULL).returncode
        rows.append({"system": title, "status": status, "seconds": round(time.perf_counter() - started, 1)})
    failed = [row for row in rows if row["status"] != 0]
    lines = [f"{'not ' if failed else ''}every system of the matrix passed"]
    lines += [f"  {row['system']:<32} status {row['status']}, {row['seconds']} s" for row in rows]
    answer.write({"ok": not failed, "systems": rows}, "\n".join(lines), as_json)
    return 1 if failed else 0


def say(text: str) -> None:
    """Tells on standard error what begins."""
    sys.stderr.write(f"gisagentbench: {text}\n")
    sys.stderr.flush()


def tier_record(tier: check_tiers.Tier) -> dict[str, Any]:
    """Returns the JSON of one tier."""
    checks = [{"name": c.name, "passed": c.passed, "seconds": round(c.seconds, 2)} for c in tier.checks]
    return {"name": tier.name, "seconds": round(tier.seconds, 2), "checks": checks} | tier.counts._asdict()


def tiers_text(tiers: list[check_tiers.Tier]) -> str:
    """Returns what a person and CI read: the verdict, a line per tier, and the counts alone on the last line."""
    failed = [
        f"{check.name} ({tier.name}, status {check.status})"
        for tier in tiers
        for check in tier.checks
        if not check.passed
    ]
    lines = [f"failed: {', '.join(failed)}" if failed else "all checks and tests passed"]
    for tier in tiers:
        checkers = ", ".join(f"{check.name} {check.seconds:.1f} s" for check in tier.checks)
        lines.append(f"  {tier.name:<12}  {tier.counts.total} tests, {tier.seconds:.1f} s ({checkers})")
    passed, broken, skipped = (sum(numbers) for numbers in zip(*(tier.counts for tier in tiers), strict=True))
    lines.append(f"{passed} passed, {broken} failed, {skipped} skipped")
    return "\n".join(lines)
