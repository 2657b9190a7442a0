# SPDX-License-Identifier: GPL-2.0-or-later
"""What an agent is told to do can be done: sentences and hints name registered tools alone.

`planned_names.txt` has the names of all 128 harness APIs; those without an underscore are also plain words of the
field and are left out.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from gisagentbench.tools.declaration.registry import all_tools

ROOT = Path(__file__).resolve().parents[2]
PLANNED = {
    name for name in (Path(__file__).parent / "planned_names.txt").read_text(encoding="utf-8").split() if "_" in name
}
TABLES = {"roles.py"}
MODULES = sorted(
    path
    for folder in ("tools", "processing_provider")
    for path in (ROOT / folder).rglob("*.py")
    if path.name not in TABLES
)


def names_in(text: str) -> set[str]:
    return {word for word in re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", text) if word in PLANNED}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_texts_name_registered_tools_alone(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    named = set().union(*(names_in(text) for text in texts)) if texts else set()
    assert named - set(all_tools()) == set()


def test_a_name_that_is_planned_only_is_found() -> None:
    assert names_in("repair it with fix_geometries first") == {"fix_geometries"}
    assert names_in("the column parks_area") == set()
