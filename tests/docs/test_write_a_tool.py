# SPDX-License-Identifier: GPL-2.0-or-later
"""The tool of docs/write-a-tool.md is a tool: it can be declared, and its row is true."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

PAGE = Path(__file__).resolve().parents[2] / "docs" / "write-a-tool.md"
HEAD = """from __future__ import annotations
from typing import Any, NamedTuple
from gisagentbench.tools.declaration.effects import like
from gisagentbench.tools.declaration.layers import Points, Vector
from gisagentbench.tools.declaration.registry import tool
Run = Any
"""


@pytest.fixture
def declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    path = tmp_path / "declared_in_docs.py"
    path.write_text(HEAD + code[1], encoding="utf-8")
    spec = importlib.util.spec_from_file_location("declared_in_docs", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "declared_in_docs", module)
    spec.loader.exec_module(module)
    return module


def test_the_tool_can_be_declared(declared: Any) -> None:
    spec = declared.centroids.spec
    assert [argument.name for argument in spec.arguments] == ["layer", "each_part", "output"]


@pytest.mark.qgis
def test_its_row_is_true(declared: Any, qgis_application: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PAGE.parents[1] / "tests" / "tools"))
    from harness import Harness
    from tool_rows import compare_rows

    from gisagentbench.tools.declaration import registry

    real = registry.all_tools()
    monkeypatch.setattr(registry, "all_tools", lambda: {**real, "centroids": declared.centroids.spec})
    text = re.search(r"( +)- rule: .*?(?=\n\n7\.)", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert text is not None
    row = yaml.safe_load("\n".join(line[7:] for line in text[0].splitlines()))[0]
    harness = Harness(tmp_path / "workspace")
    for name, recipe in row["given"].items():
        harness.give(name, recipe)
    harness.done("centroids", **row["call"], output="result")
    compare_rows(harness.rows("result"), row["expect"]["rows"], 1e-9)
