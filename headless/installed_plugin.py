# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin as QGIS installed it from a zip: there is no set-up, and its folder goes with each update.

So caches, packs and packages lie in folders of the person, and its Python is one that lies beside QGIS. Needs the
standard library alone.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

CHOSEN_PYTHON = "GISAGENTBENCH_PYTHON"
FOLDER_VARIABLES = {"data": "GISAGENTBENCH_DATA", "cache": "GISAGENTBENCH_CACHE"}
PACKS_VARIABLE = "GISAGENTBENCH_PACKS"
OWN_NAME = "gisagentbench"
LOOKS_LIKE_PYTHON = re.compile(r"python[\d.]*")
# Import name to what pip is asked for, where it is another word.
DISTRIBUTIONS = {
    "yaml": "PyYAML",
    "jinja2": "Jinja2",
    "sklearn": "scikit-learn",
    "httpx2": "openai",
    "pandas": "pandas<3",
    "shapely": "shapely<2.2",  # later ones want a newer numpy than QGIS may have
}
# Their wheels bring a second GDAL, PROJ or GEOS into the process, beside those of QGIS.
BUILT_HERE = ("pyogrio", "pyproj", "shapely")


def is_installed(root: Path) -> bool:
    """Tells whether a project folder is what the zip holds: set-up is not in it.

    Args:
        root: The folder of the plugin.
    """
    return not (root / "setup").is_dir()


def user_folder(kind: Literal["data", "cache"]) -> Path:
    """Returns the person's folder for data or caches of this plugin, where this system keeps them; it may not exist.

    Children are told by a variable: their own XDG variables point into the cache.
    """
    named = os.environ.get(FOLDER_VARIABLES[kind])
    if named:
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        return base / OWN_NAME if kind == "data" else base / OWN_NAME / "cache"
    if sys.platform == "darwin":
        return home / "Library" / ("Application Support" if kind == "data" else "Caches") / OWN_NAME
    variable, usual = ("XDG_DATA_HOME", ".local/share") if kind == "data" else ("XDG_CACHE_HOME", ".cache")
    return Path(os.environ.get(variable) or home / usual) / OWN_NAME


def own_environment() -> Path:
    """Returns the folder of the environment that a person may make for the packages; it may not exist."""
    return user_folder("data") / f"python{sys.version_info.major}.{sys.version_info.minor}"


def interpreters() -> Iterator[Path]:
    """Yields interpreters in the order in which they are taken, whether they exist or not.

    First the one that was named, then that of the environment that a person made, then that whose standard library
    QGIS runs, then those beside QGIS. There, `sys.executable` may be QGIS itself, or the first python3 of the search
    path (pyenv's, conda's), which has neither the packages of QGIS nor always its version: it is taken before them
    only where it is in an environment, whose packages QGIS has then too.
    """
    chosen = os.environ.get(CHOSEN_PYTHON)
    if chosen:
        yield Path(chosen)
    yield _program_in(own_environment())
    running = Path(sys.executable or "python3")
    called_python = LOOKS_LIKE_PYTHON.fullmatch(running.stem) is not None
    if called_python and sys.prefix != sys.base_prefix:
        yield running
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    names = ["python.exe", "python3.exe"] if sys.platform == "win32" else [f"python{version}", "python3"]
    base = Path(sys.base_prefix)
    yield from (folder / name for folder in (base, base / "bin") for name in names)
    if called_python:
        yield running
    yield from (folder / name for folder in (running.parent, running.parent / "bin") for name in names)
    yield from (Path(found) for name in (f"python{version}", "python3") if (found := shutil.which(name)))


def python_program() -> Path | None:
    """Returns the first interpreter that is there; None where there is none."""
    return next((program for program in interpreters() if program.is_file()), None)


def packages_of(program: Path) -> Path | None:
    """Returns the packages of the environment that an interpreter belongs to.

    Returns: None where it belongs to none, or to one of another version of Python than the running one.
    """
    prefix = program.parent.parent
    if not (prefix / "pyvenv.cfg").is_file():
        return None
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folders = (prefix / "lib" / version / "site-packages", prefix / "Lib" / "site-packages")
    return next((folder for folder in folders if folder.is_dir()), None)


def see_packages(program: Path | None) -> list[str]:
    """Lets the running Python import the packages of an interpreter's environment; those that it has come first.

    Returns: What was added to `sys.path`.
    """
    folder = None if program is None else packages_of(program)
    added = [str(folder)] if folder is not None and str(folder) not in sys.path else []
    sys.path += added
    return added


def variables_for_children(program: Path) -> dict[str, str]:
    """Returns what children must be told to find the same interpreter and folders."""
    return {
        CHOSEN_PYTHON: str(program),
        **{variable: str(user_folder(kind)) for kind, variable in FOLDER_VARIABLES.items()},  # type: ignore[arg-type]
        PACKS_VARIABLE: os.environ.get(PACKS_VARIABLE) or str(user_folder("data") / "packs"),
    }


def how_to_get(packages: Sequence[str]) -> str:
    """Says how missing packages come to where this plugin looks for them, without touching the packages of QGIS.

    Args:
        packages: Import names.
    Returns: Two commands to be typed, a line each.
    """
    environment, base = own_environment(), _base_interpreter()
    wanted = [DISTRIBUTIONS.get(name, name) for name in packages]
    built = [name for name in packages if name in BUILT_HERE]
    install = [str(_program_in(environment)), "-m", "pip", "install", *dict.fromkeys(wanted)]
    install += _held()
    if built:
        install += ["--no-binary", ",".join(built)]
    make = [str(base), "-m", "venv", "--system-site-packages", str(environment)]
    return "\n".join(map(_as_typed, (make, install)))


def _base_interpreter() -> Path | str:
    """Returns an interpreter to make an environment of, which must not be in one itself."""
    outside = (one for one in interpreters() if one.is_file() and not (one.parent.parent / "pyvenv.cfg").is_file())
    return next(outside, "python3")


def _program_in(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _held() -> Iterator[str]:
    """Yields what pip must not replace, though newer packages ask for it: what came with QGIS fits its GDAL and PROJ.

    Where QGIS's GDAL was built for numpy 1, numpy 2 breaks it; a pyproj from elsewhere brings a second PROJ or wants
    a newer one.
    """
    if (_version_here("numpy") or "").startswith("1."):
        yield "numpy<2"
    pyproj = _version_here("pyproj")
    if pyproj is not None:
        yield f"pyproj=={pyproj}"


def _version_here(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _as_typed(words: list[str]) -> str:
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
