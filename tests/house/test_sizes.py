# SPDX-License-Identifier: GPL-2.0-or-later
"""Modules and functions stay short enough to be read."""

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from gisagentbench.tests.house.source_tree import files, findings, findings_in, text_of

LINES_OF_A_MODULE = 400
LINES_OF_A_FUNCTION = 50
# path or path:function, each with the reason why it cannot be shorter
EXCEPTIONS: dict[str, str] = {}


def lines_without_docstring(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Counts from `def` to the last line; what the docstring takes is free."""
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def long_functions(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = lines_without_docstring(node)
            if lines > LINES_OF_A_FUNCTION and f"{path}:{node.name}" not in EXCEPTIONS:
                yield f"{node.lineno}: {node.name} has {lines} lines, {LINES_OF_A_FUNCTION} at most"


def long_module(path: PurePosixPath, lines: int) -> list[str]:
    if lines <= LINES_OF_A_MODULE or str(path) in EXCEPTIONS:
        return []
    return [f"{path} has {lines} lines, {LINES_OF_A_MODULE} at most"]


def test_no_module_is_too_long():
    assert [found for path in files(".py") for found in long_module(path, len(text_of(path).splitlines()))] == []


def test_no_function_is_too_long():
    assert findings(long_functions, files(".py")) == []


def test_every_exception_is_still_needed():
    paths = {str(path) for path in files(".py")}
    assert [name for name in EXCEPTIONS if name.split(":")[0] not in paths] == []


def test_a_long_function_is_found_and_its_docstring_does_not_count():
    fifty = "def f():\n" + "    x = 1\n" * 49
    assert findings_in(long_functions, fifty) == []
    assert findings_in(long_functions, fifty + "    x = 2\n") == ["1: f has 51 lines, 50 at most"]
    assert (
        findings_in(long_functions, fifty.replace("def f():\n", 'def f():\n    """One.\n\n    Two.\n    """\n')) == []
    )


def test_a_long_module_is_found():
    assert long_module(PurePosixPath("tools/long.py"), 400) == []
    assert long_module(PurePosixPath("tools/long.py"), 401) == ["tools/long.py has 401 lines, 400 at most"]
