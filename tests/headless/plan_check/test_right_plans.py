# SPDX-License-Identifier: GPL-2.0-or-later
"""Plans that are right are told no fault: worked examples, the skeletons of the catalogue's questions.

The references of the demo pack are held in tests/tasks/packs/test_demo.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gisagentbench.headless.plan_check.given_inputs import FileInputs, GivenInputs, StatedInputs
from gisagentbench.headless.plan_check.input_reader import InputReader
from gisagentbench.headless.plan_check.plan import plan_findings
from gisagentbench.headless.workspace_inputs import input_file
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tools.declaration.examples import examples, layer_calls

sys.path.insert(0, str(Path(__file__).parents[2] / "questions"))
import skeletons

DEMO = find_pack("demo")
SKELETONS = sorted(skeletons.FOLDER.glob("q*.yaml"))


@pytest.mark.parametrize("path", SKELETONS, ids=lambda path: path.stem)
def test_a_skeleton_has_no_finding(path: Path) -> None:
    skeleton = skeletons.read(path)
    assert plan_findings(skeleton.steps, StatedInputs(skeleton.inputs)) == []


@pytest.mark.parametrize("with_data", [False, True], ids=["of unknown layers", "of the demo data"])
def test_worked_examples_have_no_errors(with_data: bool) -> None:
    data = [path for path in (DEMO.folder / "data").iterdir() if path.suffix in (".shp", ".geojson", ".tif")]
    calls = [*layer_calls(), *(example.call for example in examples().values())]
    with InputReader() as reader:
        files = {path.stem: input_file(path) for path in data}
        found = plan_findings(calls, FileInputs(files, reader) if with_data else GivenInputs())
    assert [finding for finding in found if finding.severity == "error"] == []


def test_a_fault_among_the_worked_examples_would_be_found() -> None:
    calls = [*layer_calls(), ("clip", {"layer": "trail", "mask": "nowhere", "output": "x"})]
    errors = [finding for finding in plan_findings(calls, GivenInputs()) if finding.severity == "error"]
    assert [(finding.step, finding.code) for finding in errors] == [(len(calls) - 1, "UNKNOWN_LAYER")]
