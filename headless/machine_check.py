# SPDX-License-Identifier: GPL-2.0-or-later
"""What is wrong with this machine: libraries, plugin folder, the provider in a started QGIS."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from ..scoring.file_border import border_version
from . import machine

TWINS = (
    ("gdal", "pyogrio_gdal", "pyogrio", "crash"),
    ("proj", "pyproj_proj", "pyproj", "crash"),
    ("geos", "shapely_geos", "shapely", "get mixed up"),
)
OLDEST_QGIS = (3, 40)
FREE_BYTES_NEEDED = 1_000_000_000
REPAIR = "Start ./gisagentbench doctor again; it installs what its lists name and this system lacks."


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with this machine, and what mends it."""

    where: str
    message: str
    hint: str
    code: str = "DEPENDENCY_MISSING"
    severity: Literal["error", "warning"] = "error"


@dataclass(frozen=True)
class Diagnosis:
    """What `doctor` tells."""

    versions: dict[str, str | None]
    problems: list[Problem]

    @property
    def ok(self) -> bool:
        return not any(problem.severity == "error" for problem in self.problems)

    def record(self) -> dict[str, Any]:
        """Returns the JSON object of `doctor --json`."""
        return {"ok": self.ok, "versions": self.versions, "problems": [asdict(p) for p in self.problems]}


def diagnose() -> Diagnosis:
    """Checks libraries, plugin folder and disk without starting QGIS."""
    libraries = machine.probe_libraries()
    problems = (
        library_problems(libraries, machine.site_packages()) + _folder_problems() + border_problems(border_version())
    )
    try:
        machine.qgis_process_command()
    except machine.MachineBroken as broken:
        problems.append(Problem("qgis_process", broken.message, broken.hint))
    return Diagnosis(machine.version_table(libraries), problems)


def diagnose_with_qgis() -> tuple[Diagnosis, dict[str, Any]]:
    """Checks as `diagnose` does, then starts qgis_process and looks for our provider.

    Returns: The diagnosis, and what the start showed: `algorithms` (ids) and `seconds`.
    """
    diagnosis = diagnose()
    if any(problem.where == "qgis_process" for problem in diagnosis.problems):
        return diagnosis, {"algorithms": [], "seconds": None}
    listing, seconds, problems = _list_algorithms()
    algorithms = sorted(listing.get("providers", {}).get("gisagentbench", {}).get("algorithms", {}))
    if listing:
        problems += provider_problems(listing, algorithms)
    return Diagnosis(diagnosis.versions, diagnosis.problems + problems), {
        "algorithms": algorithms,
        "seconds": round(seconds, 2),
    }


def library_problems(libraries: machine.Libraries, site_packages: Path | None) -> list[Problem]:
    """Names what is wrong with the libraries that the probe found.

    Args:
        libraries: What the probe found.
        site_packages: The packages of the project's Python environment; None where there is none.
    """
    problems = [
        Problem(name, f"{name} cannot be imported: {reason}.", REPAIR) for name, reason in libraries.failures.items()
    ]
    if libraries.crash is not None:
        message = f"QGIS, GDAL and the Python libraries cannot live in one process ({libraries.crash})."
        problems.append(Problem("libraries", message, "Two builds of PROJ or GDAL are the usual cause."))
    found = libraries.versions
    if "qgis" in found and _numbers(found["qgis"])[:2] < OLDEST_QGIS:
        problems.append(Problem("qgis", f"QGIS {found['qgis']} is older than 3.40.", REPAIR))
    for library, twin, whose, effect in TWINS:
        if library in found and twin in found and _numbers(found[library]) != _numbers(found[twin]):
            message = (
                f"{whose} brings {library.upper()} {found[twin]}, QGIS has {found[library]}; "
                f"both in one process {effect}."
            )
            problems.append(
                Problem(whose, message, f"Use a {whose} that is built against the system's {library.upper()}.")
            )
    wheel = libraries.files.get("pyproj")
    if wheel and site_packages is not None and Path(wheel).is_relative_to(site_packages):
        message = f"pyproj comes from {site_packages.parents[2].name}, not from the system."
        problems.append(
            Problem("pyproj", message, "Its wheel crashes QGIS at exit; uninstall it from the environment.")
        )
    return problems


def provider_problems(listing: dict[str, Any], algorithms: list[str]) -> list[Problem]:
    """Names what is wrong with a start of QGIS, from what `qgis_process list` said."""
    problems = []
    if not algorithms:
        message = "QGIS started, but the provider gisagentbench is not listed or has no algorithms."
        problems.append(
            Problem("provider", message, "The messages of the start are on standard error of qgis_process list.")
        )
    own, theirs = platform.python_version_tuple()[:2], tuple(str(listing.get("python_version", "")).split(".")[:2])
    if own != theirs:
        message = f"QGIS embeds Python {'.'.join(theirs)}, the project's environment is Python {'.'.join(own)}."
        problems.append(Problem("python", message, "Both must be the system's; remove .venv and start again."))
    return problems


def _list_algorithms() -> tuple[dict[str, Any], float, list[Problem]]:
    """Starts QGIS once and lists its providers."""
    started = time.perf_counter()
    done = subprocess.run(
        [*machine.qgis_process_command(), "list", "--json"],
        env=machine.child_environment(),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    seconds = time.perf_counter() - started
    told = [line.strip() for line in done.stderr.splitlines() if line.strip(" ^~")]
    if done.returncode != 0 or not done.stdout.startswith("{"):
        last = told[-1] if told else "nothing was said"
        message = f"qgis_process list ended with status {done.returncode}: {last}."
        return {}, seconds, [Problem("qgis_process", message, REPAIR)]
    problems = []
    if any("gisagentbench" in line or line.startswith("Traceback") for line in told):
        message = "QGIS complained while it loaded the plugin: " + " | ".join(told[-4:])
        problems.append(Problem("plugin", message, "The plugin must load with QGIS and the standard library alone."))
    return json.loads(done.stdout), seconds, problems


def _folder_problems() -> list[Problem]:
    problems = []
    link = machine.plugins_folder() / "gisagentbench"
    if link.resolve() != machine.ROOT:
        problems.append(Problem("plugin", f"{link} does not lead to the project folder.", REPAIR))
    if not (machine.ROOT / "metadata.txt").exists():
        message = "metadata.txt is missing, without which QGIS does not see a plugin."
        problems.append(Problem("plugin", message, "Restore the file from the repository."))
    free = shutil.disk_usage(machine.ROOT).free
    if free < FREE_BYTES_NEEDED:
        message = f"{free / 1e9:.1f} GB are free where the project lies; a run needs about 1 GB."
        problems.append(Problem("disk", message, "Make room.", code="STORAGE_FULL", severity="warning"))
    return problems


def border_problems(version: int) -> list[Problem]:
    """Says that outputs are read without a closed file system where there is no Landlock (version 0)."""
    if version:
        return []
    message = "This system has no Landlock: the process that reads outputs is held by its limits and drivers alone."
    hint = "Linux 5.13 and later have it where `landlock` is among the kernel's lsm."
    return [Problem("scorer", message, hint, severity="warning")]


def _numbers(version: str) -> tuple[int, ...]:
    """Returns the leading numbers of a version, e.g. (3, 40, 6) of `3.40.6-Bratislava`."""
    parts = version.split("-")[0].split(".")
    return tuple(int(part) for part in parts if part.isdigit())
