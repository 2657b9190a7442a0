# SPDX-License-Identifier: GPL-2.0-or-later
"""Imports what QGIS and the tools stand on into one process, as qgis_process does, and tells what it found.

Started as a program, because a library that clashes with another takes its process down. The last line of its
standard output is a JSON object: `versions`, `failures` (name to reason), `files`.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import sys
from collections.abc import Callable
from types import ModuleType

# Import name of each library, in the order in which QGIS comes first, as in its processes.
LIBRARIES = {
    "qgis": "qgis.core",
    "gdal": "osgeo.gdal",
    "gdal_array": "osgeo.gdal_array",
    "numpy": "numpy",
    "pyproj": "pyproj",
    "shapely": "shapely",
    "pandas": "pandas",
    "pyogrio": "pyogrio",
    "geopandas": "geopandas",
    "scipy": "scipy",
    "pydantic": "pydantic",
    "yaml": "yaml",
    "jinja2": "jinja2",
    "rapidfuzz": "rapidfuzz",
}


# What brings no library that another has is not imported, for the sake of time: told by what is installed.
LISTED = {"scikit_learn": "scikit-learn", "numba": "numba"}


def qgis_versions(core: ModuleType) -> dict[str, str]:
    """Returns QGIS, Qt, PyQt and the GEOS that QGIS computes with."""
    qt = importlib.import_module("qgis.PyQt.QtCore")
    return {
        "qgis": core.Qgis.version(),
        "qt": qt.QT_VERSION_STR,
        "pyqt": qt.PYQT_VERSION_STR,
        "geos": core.Qgis.geosVersion().split("-")[0],
    }


def gdal_versions(gdal: ModuleType) -> dict[str, str]:
    """Returns GDAL and the PROJ that it transforms with."""
    osr = importlib.import_module("osgeo.osr")
    parts = (osr.GetPROJVersionMajor(), osr.GetPROJVersionMinor(), osr.GetPROJVersionMicro())
    return {"gdal": gdal.VersionInfo("RELEASE_NAME"), "proj": ".".join(map(str, parts))}


def own_version(name: str) -> Callable[[ModuleType], dict[str, str]]:
    """Returns how to read the version that a library states as most do."""
    return lambda module: {name: str(module.__version__)}


DETAILS: dict[str, Callable[[ModuleType], dict[str, str]]] = {
    "qgis": qgis_versions,
    "gdal": gdal_versions,
    "gdal_array": lambda module: {},
    "pyproj": lambda module: {"pyproj": module.__version__, "pyproj_proj": module.proj_version_str},
    "shapely": lambda module: {"shapely": module.__version__, "shapely_geos": module.geos_version_string},
    "pyogrio": lambda module: {"pyogrio": module.__version__, "pyogrio_gdal": module.__gdal_version_string__},
}


def probe() -> dict[str, dict[str, str]]:
    """Imports every library and reports versions, failures and the files they came from."""
    versions: dict[str, str] = {}
    failures: dict[str, str] = {}
    files: dict[str, str] = {}
    for name, import_name in LIBRARIES.items():
        try:
            module = importlib.import_module(import_name)
            versions.update(DETAILS.get(name, own_version(name))(module))
            files[name] = str(module.__file__)
        except Exception as error:  # whatever a broken library raises is its reason
            failures[name] = f"{type(error).__name__}: {error}"
    for name, distribution in LISTED.items():
        try:
            versions[name] = importlib.metadata.version(distribution)
        except importlib.metadata.PackageNotFoundError:
            failures[name] = "not installed"
    return {"versions": versions, "failures": failures, "files": files}


if __name__ == "__main__":
    sys.stdout.write("\n" + json.dumps(probe()) + "\n")
