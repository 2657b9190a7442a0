# SPDX-License-Identifier: GPL-2.0-or-later
"""Imports go down the floors, never up or sideways, and lower floors need neither QGIS nor PyPI."""

import ast
import sys
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from gisagentbench.tests.house.source_tree import (
    FLOORS,
    files,
    findings,
    findings_in,
    imported_names,
    package_files,
    room_of,
)

SIDEWAYS = {("scoring", "tasks")}
NO_QGIS = ("tasks", "scoring")
STANDARD_LIBRARY_ALONE = ("tools/declaration/", "tools/__init__.py", "tasks/__init__.py", "__init__.py")


def imports_up_or_sideways(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    room = room_of(path)
    for line, name in imported_names(path, tree):
        target = name.split(".")[1] if name.startswith((".", "gisagentbench.")) else None
        if room is None or target not in FLOORS or target == room or (room, target) in SIDEWAYS:
            continue
        if FLOORS[target] >= FLOORS[room]:
            way = "up" if FLOORS[target] > FLOORS[room] else "sideways"
            yield f"{line}: {room} imports {way}: {name.lstrip('.')}"


def absolute_imports_of_ourselves(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        for name in names:
            if name.split(".")[0] in {"gisagentbench", *FLOORS}:
                yield f"{node.lineno}: {name} is imported by its full name; inside the package imports are relative"


def imports_of_qgis(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    for line, name in imported_names(path, tree):
        if name.split(".")[0] in {"qgis", "processing", "PyQt5", "PyQt6"}:
            yield f"{line}: floor 0 imports {name}"


def imports_of_installed_packages(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    for line, name in imported_names(path, tree):
        if not name.startswith(".") and name.split(".")[0] not in {*sys.stdlib_module_names, "gisagentbench"}:
            yield f"{line}: imports {name}, which is not of the standard library"


def floor_zero() -> list[PurePosixPath]:
    return [path for path in package_files() if room_of(path) in NO_QGIS]


def standard_library_files() -> list[PurePosixPath]:
    return [
        path
        for path in package_files()
        if str(path) in STANDARD_LIBRARY_ALONE or str(path).startswith(STANDARD_LIBRARY_ALONE[:1])
    ]


def test_no_file_imports_up_or_sideways():
    assert findings(imports_up_or_sideways, package_files()) == []


def test_imports_inside_the_package_are_relative():
    assert findings(absolute_imports_of_ourselves, package_files()) == []


def test_floor_zero_needs_no_qgis():
    assert findings(imports_of_qgis, floor_zero()) == []


def test_declarations_and_maps_need_the_standard_library_alone():
    assert findings(imports_of_installed_packages, standard_library_files()) == []


def test_every_room_is_there():
    assert {room_of(path) for path in files(".py")} - {None} == set(FLOORS)


@pytest.mark.parametrize(
    ("path", "source", "way"),
    [
        ("tasks/contract.py", "from ..tools import registry", "up"),
        ("tasks/contract.py", "from .. import headless", "up"),
        ("tasks/a/deep.py", "from ...headless.machine import ROOT", "up"),
        ("tasks/contract.py", "from ..scoring import rows", "sideways"),
        ("headless/batch.py", "def f():\n    from ..plugin import dock", "up"),
        ("headless/batch.py", "import_module('gisagentbench.plugin.dock')", "up"),
    ],
)
def test_an_import_up_or_sideways_is_found(path, source, way):
    (found,) = findings_in(imports_up_or_sideways, source, path)
    assert f"imports {way}:" in found


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("scoring/rows.py", "from ..tasks.contract import Contract"),
        ("tools/groups/clip.py", "from ..declaration.spec import tool"),
        ("plugin/dock.py", "from ..headless import machine\nimport json"),
    ],
)
def test_an_import_down_or_at_home_is_fine(path, source):
    assert findings_in(imports_up_or_sideways, source, path) == []


def test_the_other_checkers_find_what_they_look_for():
    assert findings_in(absolute_imports_of_ourselves, "from gisagentbench.tasks import task") != []
    assert findings_in(absolute_imports_of_ourselves, "import tools.spec") != []
    assert findings_in(imports_of_qgis, "from qgis.core import QgsProject", "tasks/task.py") != []
    assert findings_in(imports_of_installed_packages, "import json, pydantic") != []
    assert findings_in(imports_of_installed_packages, "import json\nfrom . import spec") == []
