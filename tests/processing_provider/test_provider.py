# SPDX-License-Identifier: GPL-2.0-or-later
"""Every tool stands in the toolbox as people expect it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.headless import machine
from gisagentbench.tools.declaration.registry import all_tools

ROOT = Path(__file__).resolve().parents[2]
PACKAGES_OF_PYPI = (
    *("numpy", "pandas", "shapely", "geopandas", "pyogrio", "pyproj", "scipy"),
    *("pydantic", "yaml", "jinja2", "numba", "openai", "mcp"),
)
LISTING = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"{name} is blocked")

BLOCKED = set(sys.argv[1].split(","))
sys.meta_path.insert(0, Blocked())
sys.path.insert(0, sys.argv[2])
import conftest
from gisagentbench.tools.declaration.catalogue import catalogue
print(",".join(tool["name"] for tool in catalogue()))
"""


def listed_without(*packages: str) -> list[str]:
    command = [sys.executable, "-c", LISTING, ",".join(packages), str(ROOT / "tests")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip().split(",")


def test_all_tools_are_listed_without_any_package_of_pypi() -> None:
    assert listed_without(*PACKAGES_OF_PYPI) == list(all_tools())


def test_all_tools_are_listed_without_qgis_and_gdal() -> None:
    assert listed_without(*PACKAGES_OF_PYPI, "qgis", "osgeo", "PyQt5", "PyQt6", "processing") == list(all_tools())


@pytest.mark.qgis
def test_the_provider_loads_without_any_package_of_pypi() -> None:
    """Loaded as QGIS loads a plugin; numpy stays, since qgis.core imports it itself."""
    code = (
        LISTING.rsplit("from gisagentbench", 1)[0]
        + """
from qgis.core import QgsApplication
application = QgsApplication([], False)
application.initQgis()
from gisagentbench.plugin.plugin import GisAgentBenchPlugin
plugin = GisAgentBenchPlugin(None)
plugin.initProcessing()
print(len(QgsApplication.processingRegistry().providerById("gisagentbench").algorithms()))
plugin.unload()
application.exitQgis()
"""
    )
    command = [sys.executable, "-c", code, ",".join(set(PACKAGES_OF_PYPI) - {"numpy"}), str(ROOT / "tests")]
    done = subprocess.run(command, capture_output=True, text=True, env=machine.child_environment(), check=False)
    assert done.stdout.split() == [str(len(all_tools()) + 4)], done.stderr


@pytest.mark.qgis
@pytest.mark.parametrize("name", list(all_tools()))
def test_a_tool_in_the_toolbox(name: str, qgis_application: Any) -> None:
    from qgis.core import QgsApplication

    spec = all_tools()[name]
    algorithm = QgsApplication.processingRegistry().algorithmById(f"gisagentbench:{spec.algorithm_id}")
    assert algorithm.displayName() == spec.title
    assert algorithm.group() == spec.group
    assert Path(algorithm.svgIconPath()).is_file(), algorithm.svgIconPath()
    assert spec.help.summary in algorithm.shortHelpString() or "&" in algorithm.shortHelpString()
    assert f"<code>{name} {{" in algorithm.shortHelpString()
    for definition in algorithm.parameterDefinitions():
        words = definition.help().split()
        assert len(words) >= 3 and definition.help() != definition.description(), f"{name}: help of {definition.name()}"
    shown = {definition.name() for definition in algorithm.parameterDefinitions()}
    wanted = {argument.name.upper() for argument in spec.arguments if not argument.is_output}
    assert wanted - {"NAME"} <= shown


@pytest.mark.parametrize("name", list(all_tools()))
def test_the_sentences_of_a_tool(name: str) -> None:
    help_ = all_tools()[name].help
    first = help_.summary.split()[0]
    assert re.fullmatch(r"[A-Z][a-z]+s", first), f"{first} is no verb in the third person"
    assert "This algorithm" not in help_.summary
    assert help_.crs or all_tools()[name].kind in ("inspect", "table", "convert")
    for text in help_.arguments.values():
        assert text[0].isupper() or text[0] in "`0123456789abcdefghijklmnopqrstuvwxyz"
        assert text.endswith("."), text


@pytest.mark.qgis
def test_the_tool_host_stands_in_no_list(qgis_application: Any) -> None:
    from qgis.core import Qgis, QgsApplication

    flags = QgsApplication.processingRegistry().algorithmById("gisagentbench:toolhost").flags()
    assert flags & Qgis.ProcessingAlgorithmFlag.HideFromToolbox
    assert flags & Qgis.ProcessingAlgorithmFlag.HideFromModeler


@pytest.mark.qgis
def test_an_unknown_parameter_is_refused(qgis_application: Any) -> None:
    """Processing itself ignores them."""
    from qgis.core import QgsApplication, QgsProcessingContext

    boroughs = str(ROOT / "tasks" / "packs" / "demo" / "data" / "nyc_boroughs.shp")
    algorithm = QgsApplication.processingRegistry().createAlgorithmById("gisagentbench:clip")
    right = {"LAYER": boroughs, "MASK": boroughs, "OUTPUT": "TEMPORARY_OUTPUT"}
    assert algorithm.checkParameterValues(right, QgsProcessingContext()) == (True, "")
    is_right, message = algorithm.checkParameterValues({**right, "MAKS": 1}, QgsProcessingContext())
    assert not is_right
    assert message.startswith('UNKNOWN_ARGUMENT: gisagentbench:clip has no parameter "MAKS".')


@pytest.mark.qgis
@pytest.mark.parametrize(
    ("given", "says"),
    [({"STATISTICS": []}, ""), ({}, "MISSING_ARGUMENT: ")],
)
def test_a_demanded_table_may_have_no_rows_and_may_not_be_left_out(
    given: dict[str, Any], says: str, qgis_application: Any
) -> None:
    """An agent that wants counts alone sends no statistics; from the toolbox that is a table without rows."""
    from qgis.core import QgsApplication, QgsProcessingContext

    boroughs = str(ROOT / "tasks" / "packs" / "demo" / "data" / "nyc_boroughs.shp")
    algorithm = QgsApplication.processingRegistry().createAlgorithmById("gisagentbench:summarizebygroup")
    values = {"LAYER": boroughs, "OUTPUT": "TEMPORARY_OUTPUT", **given}
    is_right, message = algorithm.checkParameterValues(values, QgsProcessingContext())
    assert (is_right, message.startswith(says)) == (says == "", True)
