# SPDX-License-Identifier: GPL-2.0-or-later
"""A number at the lowest value that its tool declares gives a result or a refusal, never a failure of the engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gisagentbench.tools.declaration.examples import examples, layer_calls
from gisagentbench.tools.declaration.registry import all_tools
from gisagentbench.tools.declaration.value_types import NumberType

if TYPE_CHECKING:
    from gisagentbench.tools.execution.executor import Executor

pytestmark = pytest.mark.qgis
LOWEST = [
    pytest.param(name, argument.name, argument.type.minimum, id=f"{name} {argument.name} {argument.type.minimum:g}")
    for name, spec in all_tools().items()
    for argument in spec.arguments
    if isinstance(argument.type, NumberType) and argument.type.minimum is not None
]


@pytest.fixture(scope="module")
def executor(qgis_application: object, tmp_path_factory: pytest.TempPathFactory) -> Executor:
    from gisagentbench.headless.tool_reference.example_run import DATA, MAIN_ENDINGS
    from gisagentbench.headless.workspace_inputs import input_file, put_inputs
    from gisagentbench.tools.execution.executor import Executor
    from gisagentbench.tools.execution.workspace import Workspace

    folder: Path = tmp_path_factory.mktemp("bounds") / "workspace"
    put_inputs(folder, {path.stem: input_file(path) for path in sorted(DATA.iterdir()) if path.suffix in MAIN_ENDINGS})
    executor = Executor(Workspace(folder))
    for call in layer_calls():
        assert executor.call(call.api, call.arguments).ok
    return executor


def test_many_arguments_have_a_lowest_number() -> None:
    assert len(LOWEST) > 50


@pytest.mark.parametrize(("api", "argument", "lowest"), LOWEST)
def test_lowest_number(executor: Executor, api: str, argument: str, lowest: float) -> None:
    given = examples()[api].call.arguments
    made = {} if "output" not in given else {"output": f"made_{len(executor.workspace.state.handles)}"}
    step = executor.call(api, {**given, argument: lowest, **made})
    assert step.ok or step.error["code"] not in ("ENGINE_FAILED", "TIMEOUT", "UNKNOWN_LAYER"), step.error
