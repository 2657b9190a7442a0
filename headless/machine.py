# SPDX-License-Identifier: GPL-2.0-or-later
"""Where things lie on this machine, the one environment in which QGIS processes run, and its versions."""

from __future__ import annotations

import configparser
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..tasks.secret_names import is_login, is_secret_name
from ..tools.declaration.pinned import PINNED_ENVIRONMENT
from . import installed_plugin

LEAST_MEMORY_BYTES = 1 << 30
ROOT = Path(__file__).resolve().parents[1]

QGIS_PROCESS_NAMES = ("qgis_process", "qgis_process-qgis", "qgis_process-qgis-ltr")

# What the probe reports, in the order in which it is shown.
LIBRARY_VERSIONS = (
    *("qgis", "qt", "pyqt", "gdal", "proj", "geos", "geopandas", "shapely", "shapely_geos", "pandas", "numpy"),
    *("scipy", "pyogrio", "pyogrio_gdal", "pyproj", "pyproj_proj", "pydantic", "yaml", "jinja2", "rapidfuzz"),
    *("scikit_learn", "numba"),
)

# Beside what is pinned for answers: a QGIS without a window, and no packages of the user's own.
ADDED = {"PYTHONNOUSERSITE": "1", "QT_QPA_PLATFORM": "offscreen"}

# What a caller's shell may hold and a QGIS process must not inherit. Byte code is kept: without it every start
# of QGIS compiles its Python anew.
REMOVED = (
    "LANGUAGE",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHOME",
    "PYTHONINSPECT",
    "PYTHONOPTIMIZE",
    "PYTHONSTARTUP",
    "VIRTUAL_ENV",
)


class MachineBroken(Exception):
    """What is missing on this machine, and the step that mends it; commands end with status 3.

    Args:
        message: What is the case, one sentence.
        hint: What to do about it.
    """

    code = "DEPENDENCY_MISSING"

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"{message} {hint}")
        self.message = message
        self.hint = hint


class Libraries(NamedTuple):
    """What the probe process found; `crash` says how it ended where it did not end well."""

    versions: dict[str, str]
    failures: dict[str, str]
    files: dict[str, str]
    crash: str | None


def environment_name() -> str:
    """Names the Python environment in use, e.g. `debian12-py3.11`.

    Inside QGIS, whose interpreter is the system's, it is the one that `.venv/bin` links to; where nothing was
    set up (the plugin alone, in a user's profile) it is made of the Python version only.
    """
    environments = ROOT / ".venv"
    for folder in (Path(sys.prefix, "bin").resolve().parent, (environments / "bin").resolve().parent):
        if folder.parent == environments:
            return folder.name
    return f"py{sys.version_info.major}.{sys.version_info.minor}"


def cache_folder() -> Path:
    """Returns the folder of caches and profiles of this environment: inside the project, or the person's own."""
    caches = installed_plugin.user_folder("cache") if installed_plugin.is_installed(ROOT) else ROOT / ".cache"
    return caches / environment_name()


def plugins_folder() -> Path:
    """Returns the folder in which Python and QGIS find the project as `gisagentbench`.

    Set-up makes one with a link, so that the checkout may have any name; a plugin that QGIS installed lies in such
    a folder already.
    """
    linked = ROOT / ".cache" / "plugins"
    return ROOT.parent if ROOT.name == "gisagentbench" and not linked.is_dir() else linked


def site_packages() -> Path | None:
    """Returns the packages of the project's Python environment, None where nothing was set up."""
    if installed_plugin.is_installed(ROOT):
        program = installed_plugin.python_program()
        return None if program is None else installed_plugin.packages_of(program)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folder = ROOT / ".venv" / environment_name() / "lib" / version / "site-packages"
    return folder if folder.is_dir() else None


def python_program() -> Path:
    """Returns the interpreter of the project's environment; inside QGIS that is not the running one.

    Raises: MachineBroken where the plugin was installed without one, and none lies beside QGIS.
    """
    program = ROOT / ".venv" / environment_name() / "bin" / "python"
    if program.exists():
        return program
    if not installed_plugin.is_installed(ROOT):
        return Path(sys.executable)
    found = installed_plugin.python_program()
    if found is None:
        raise MachineBroken(
            "No Python interpreter was found beside QGIS.",
            f"Name one in the options of GISAgentBench, or in the variable {installed_plugin.CHOSEN_PYTHON}.",
        )
    return found


def how_to_get(packages: Sequence[str]) -> str:
    """Says how missing Python packages are got here.

    Args:
        packages: Import names.
    Returns: Commands to be typed, a line each.
    """
    if installed_plugin.is_installed(ROOT):
        return installed_plugin.how_to_get(packages)
    return f"{ROOT / 'gisagentbench'} doctor"


def qgis_process_command() -> list[str]:
    """Returns the command that starts qgis_process; `GISAGENTBENCH_QGIS_PROCESS` names another one.

    Raises: MachineBroken where there is none.
    """
    chosen = os.environ.get("GISAGENTBENCH_QGIS_PROCESS")
    beside = (Path(sys.executable or ".").parent, Path(sys.executable or ".").parent / "bin")  # where QGIS is a bundle
    for name in (chosen,) if chosen else QGIS_PROCESS_NAMES:
        program = shutil.which(name) or shutil.which(name, path=os.pathsep.join(map(str, beside)))
        if program is not None:
            return [program]
    raise MachineBroken(
        f"{chosen or QGIS_PROCESS_NAMES[0]} was not found on the search path.",
        "Start ./gisagentbench doctor, which installs QGIS where it can.",
    )


def throw_away_profile(folder: Path) -> Path:
    """Makes a QGIS profile folder with nothing in it but the plugin switched on.

    Args:
        folder: Becomes the value of `QGIS_CUSTOM_CONFIG_PATH`; an existing profile there is kept. Several
            processes may share one.
    """
    for name in ("QGIS3.ini", "QGIS4.ini"):
        settings = folder / "profiles" / "default" / "QGIS" / name
        if not settings.exists():
            settings.parent.mkdir(parents=True, exist_ok=True)
            whole = settings.with_name(f"{name}.{os.getpid()}")
            whole.write_text("[PythonPlugins]\ngisagentbench=true\n", encoding="utf-8")
            whole.replace(settings)
    return folder


def child_environment(profile: Path | None = None) -> dict[str, str]:
    """Returns the environment variables of a QGIS process (and of tests that hold QGIS), making its folders.

    Args:
        profile: Folder of the QGIS profile; left out: one that all children of this environment share.
    """
    kept = {name: value for name, value in os.environ.items() if name not in REMOVED}
    variables = {name: value for name, value in kept.items() if not (is_secret_name(name) or is_login(name, value))}
    variables.update({**PINNED_ENVIRONMENT, **ADDED})
    if installed_plugin.is_installed(ROOT):
        variables.update(installed_plugin.variables_for_children(python_program()))
        if site_packages() is None:  # then packages of the person's own are what this QGIS has
            del variables["PYTHONNOUSERSITE"]
    variables.update(_folders_of_caches())
    variables["PATH"] = _programs_of_this_python(variables.get("PATH", ""))
    variables["PYTHONPATH"] = _search_path(variables.get("PYTHONPATH", ""))
    variables["QGIS_PLUGINPATH"] = str(plugins_folder())
    variables["QGIS_CUSTOM_CONFIG_PATH"] = str(throw_away_profile(profile or cache_folder() / "profile"))
    return variables


def desktop_environment(profiles: Path) -> dict[str, str]:
    """Returns the environment variables of desktop QGIS: the child's, but with the person's window and language.

    Args:
        profiles: Folder that holds the profile; a new one gets the plugin switched on.
    """
    variables = child_environment(profiles)
    for name in ("QT_QPA_PLATFORM", "LC_ALL", "LANG", "LANGUAGE", "TZ", "XDG_RUNTIME_DIR"):
        variables.pop(name, None)
        if name in os.environ:
            variables[name] = os.environ[name]
    return variables


def versions() -> dict[str, str | None]:
    """Returns every version that an answer may depend on, in about a second and without starting QGIS.

    Returns: Library to version; None where a library is absent or cannot be imported.
    """
    return version_table(probe_libraries())


def version_table(libraries: Libraries) -> dict[str, str | None]:
    """Returns every version as `versions` does, from what the probe found."""
    table: dict[str, str | None] = {
        "gisagentbench": plugin_version(),
        "system": platform.freedesktop_os_release().get("PRETTY_NAME") if sys.platform == "linux" else sys.platform,
        "environment": environment_name(),
        "python": platform.python_version(),
    }
    table.update({name: libraries.versions.get(name) for name in LIBRARY_VERSIONS})
    return table


def memory_share(workers: int) -> int:
    """Returns the memory in bytes that each of several tool hosts may take: three quarters of the machine's in all."""
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(LEAST_MEMORY_BYTES, whole * 3 // 4 // workers)


def plugin_version() -> str | None:
    """Returns the version that metadata.txt states, None where there is no such file."""
    metadata = configparser.ConfigParser(interpolation=None)
    metadata.read(ROOT / "metadata.txt", encoding="utf-8")
    return metadata.get("general", "version", fallback=None)


def probe_libraries() -> Libraries:
    """Imports the libraries in a process of its own and reads what it says."""
    command = [str(python_program()), "-P", "-m", "gisagentbench.headless.library_probe"]
    done = subprocess.run(command, env=child_environment(), capture_output=True, text=True, stdin=subprocess.DEVNULL)
    lines = done.stdout.strip().splitlines()
    found = json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {}
    crash = None
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        crash = f"exit status {done.returncode}: {last}"
    return Libraries(found.get("versions", {}), found.get("failures", {}), found.get("files", {}), crash)


def _folders_of_caches() -> dict[str, str]:
    """Points every library that would write to the home folder into our cache."""
    cache = cache_folder()
    folders = {
        "XDG_CONFIG_HOME": cache / "xdg" / "config",
        "XDG_CACHE_HOME": cache / "xdg" / "cache",
        "XDG_DATA_HOME": cache / "xdg" / "data",
        "XDG_STATE_HOME": cache / "xdg" / "state",
        "XDG_RUNTIME_DIR": cache / "xdg" / "runtime",
        "NUMBA_CACHE_DIR": cache / "numba",
        "MPLCONFIGDIR": cache / "matplotlib",
    }
    try:
        for folder in folders.values():
            folder.mkdir(parents=True, exist_ok=True)
        # Qt refuses a runtime folder that others may enter.
        folders["XDG_RUNTIME_DIR"].chmod(0o700)
    except PermissionError as refusal:
        raise MachineBroken(
            f"The caches of the project cannot be written to: {refusal.filename}.",
            "They were made by another user; give the folder .cache of the project to yourself, or remove it.",
        ) from refusal
    return {name: str(folder) for name, folder in folders.items()}


def _programs_of_this_python(path: str) -> str:
    """Puts the folder of the system's Python first: QGIS takes its library from the first python3 that it finds."""
    return os.pathsep.join([str(Path(sys.base_prefix) / "bin"), *filter(None, path.split(os.pathsep))])


def _search_path(inherited: str) -> str:
    """Puts our packages and the plugin before what the caller's search path has."""
    ours = [str(folder) for folder in (site_packages(), plugins_folder()) if folder is not None]
    theirs = [entry for entry in inherited.split(os.pathsep) if entry and entry not in ours]
    return os.pathsep.join(ours + theirs)
