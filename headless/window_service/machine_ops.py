# SPDX-License-Identifier: GPL-2.0-or-later
"""Ops on the machine and the service itself; they need nothing but the standard library."""

from __future__ import annotations

import importlib.util
import os
import platform
from importlib import metadata
from typing import NamedTuple

from .. import machine
from .op import Op, Service
from .shapes import Hello, MissingPackage

PROTOCOL = 1


class Package(NamedTuple):
    """A package that something needs.

    Args:
        distribution: As its installer knows it.
        needed_for: In words.
    """

    distribution: str
    needed_for: str


PACKAGES = {
    "pydantic": Package("pydantic", "packs, tasks, episodes and scores"),
    "yaml": Package("PyYAML", "packs and tasks"),
    "jinja2": Package("Jinja2", "reports, and the prompt of language models"),
    "numpy": Package("numpy", "scores, and most tools"),
    "pandas": Package("pandas", "scores, and tools on tables"),
    "geopandas": Package("geopandas", "scores, and tools on layers"),
    "shapely": Package("shapely", "scores, and tools on geometries"),
    "pyogrio": Package("pyogrio", "scores of vectors and tables"),
    "pyproj": Package("pyproj", "tools that change the CRS"),
    "scipy": Package("scipy", "scores, and tools on patterns and rasters"),
    "rapidfuzz": Package("rapidfuzz", "tools that match names"),
    "sklearn": Package("scikit-learn", "tools that cluster and classify"),
    "numba": Package("numba", "tools on terrain and patterns"),
    "openai": Package("openai", "language models"),
    "httpx2": Package("httpx2", "language models"),
}


def hello(service: Service) -> Hello:
    """Says which versions there are, and what is missing."""
    absent = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    versions = {"gisagentbench": machine.plugin_version() or "", "python": platform.python_version()}
    versions |= {name: _version(one.distribution) for name, one in PACKAGES.items() if name not in absent}
    how = machine.how_to_get(absent) if absent else ""
    missing = [
        MissingPackage(package=PACKAGES[name].distribution, needed_for=PACKAGES[name].needed_for, how=how)
        for name in absent
    ]
    try:
        machine.qgis_process_command()
    except machine.MachineBroken as broken:
        missing.append(MissingPackage(package="qgis_process", needed_for="every tool", how=broken.hint))
    return Hello(protocol=PROTOCOL, versions=versions, missing=missing, folder=str(service.folder), pid=os.getpid())


def quit_service(service: Service) -> dict[str, object]:
    """Ends the service once this is answered."""
    service.is_leaving = True
    return {}


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:  # a package that no installer knows of
        return ""


OPS = {"hello": Op(hello), "quit": Op(quit_service, at_once=True)}
