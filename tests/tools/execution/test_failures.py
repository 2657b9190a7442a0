# SPDX-License-Identifier: GPL-2.0-or-later
"""Whatever stops a body has one code, in a workspace as from the toolbox."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any, NoReturn

import pytest

pytestmark = pytest.mark.qgis
SQUARE = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((0 0,4 0,4 4,0 4,0 0))"}]}
FAR = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((0 0,1e300 0,1e300 4,0 4,0 0))"}]}


def without_a_module(run: Any, layer: Any, mask: Any) -> None:
    import gisagentbench.tools.not_there  # noqa: F401


def without_a_name(run: Any, layer: Any, mask: Any) -> None:
    from gisagentbench.tools.execution.run import not_there  # noqa: F401


def without_a_package(run: Any, layer: Any, mask: Any) -> None:
    import gisagentbench_of_others  # noqa: F401


def overflowing(run: Any, layer: Any, mask: Any) -> NoReturn:
    raise OverflowError("(34, 'Numerical result out of range')")


def of_a_code(run: Any, layer: Any, mask: Any) -> NoReturn:
    from gisagentbench.tools.declaration.errors import ToolError

    raise ToolError("KEY_MISMATCH", "two rows have one key")


CASES = [
    pytest.param(without_a_module, SQUARE, "ENGINE_FAILED",
                 "clip stopped with ModuleNotFoundError", id="a module of our own is no package"),
    pytest.param(without_a_name, SQUARE, "ENGINE_FAILED",
                 "clip stopped with ImportError", id="nor is a name of our own"),
    pytest.param(without_a_module, FAR, "ENGINE_FAILED",
                 "clip stopped with ModuleNotFoundError", id="nor do coordinates explain it"),
    pytest.param(without_a_package, SQUARE, "DEPENDENCY_MISSING",
                 "clip needs the Python package gisagentbench_of_others", id="a package of others"),
    pytest.param(overflowing, FAR, "INVALID_GEOMETRY", "which go up to 1e+300", id="coordinates beyond every product"),
    pytest.param(overflowing, SQUARE, "ENGINE_FAILED", "clip stopped with OverflowError", id="others explain nothing"),
    pytest.param(of_a_code, FAR, "KEY_MISMATCH", "two rows have one key", id="a fault with a code keeps it"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "given", "code", "words"), CASES)
def test_what_stops_a_body_has_one_code_both_ways(
    body: Any, given: Any, code: str, words: str, harness: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.declaration import registry

    real = registry.all_tools()
    spec = dataclasses.replace(real["clip"], body=body)
    monkeypatch.setattr(registry, "all_tools", lambda: {**real, "clip": spec})

    harness.give("parks", given)
    error = harness.refused("clip", layer="parks", mask="parks", output="cut")
    assert error["code"] == code and words in error["message"]
    said = error_in_toolbox(spec, given, tmp_path)
    assert said.startswith(f"{code}: ") and words in said


def error_in_toolbox(spec: Any, given: Any, folder: Path) -> str:
    from qgis.core import QgsProcessingContext, QgsProcessingException, QgsProcessingFeedback
    from toolbox import write_source

    from gisagentbench.processing_provider.tool_algorithm import ToolAlgorithm

    source = write_source(folder, "parks", given)
    parameters = {"LAYER": source, "MASK": source, "OUTPUT": "TEMPORARY_OUTPUT"}
    with pytest.raises(QgsProcessingException) as stopped:
        ToolAlgorithm(spec).create().run(parameters, QgsProcessingContext(), QgsProcessingFeedback(), {}, False)
    return str(stopped.value)
