# SPDX-License-Identifier: GPL-2.0-or-later
"""The project's own files, as the house tests read them."""

from __future__ import annotations

import ast
import functools
import os
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]

# Rooms of the plugin package and their floors; a file imports from its own room and from lower floors.
FLOORS = {"tasks": 0, "scoring": 0, "tools": 1, "headless": 2, "processing_provider": 3, "plugin": 4}
MADE_BY_RUNS = {"runs", "dist", "__pycache__", "node_modules"}

Checker = Callable[[PurePosixPath, ast.Module], Iterator[str]]


def files(*suffixes: str) -> list[PurePosixPath]:
    """Returns the project's files with these suffixes (all of them without any), relative to the root, sorted."""
    found = []
    for folder, names, leaves in os.walk(ROOT):
        names[:] = [name for name in names if name not in MADE_BY_RUNS and (not name.startswith(".") or name == ".ci")]
        found += [PurePosixPath(Path(folder, leaf).relative_to(ROOT).as_posix()) for leaf in leaves]
    return sorted(path for path in found if not suffixes or path.suffix in suffixes)


def text_of(path: PurePosixPath) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


@functools.cache
def tree_of(path: PurePosixPath) -> ast.Module:
    """Parses one Python file of the project, once."""
    return ast.parse(text_of(path), filename=str(path))


def room_of(path: PurePosixPath) -> str | None:
    """Returns the room that a file belongs to; None outside the package (tests, bench) and for the root's own files."""
    return path.parts[0] if path.parts[0] in FLOORS and len(path.parts) > 1 else None


def package_files() -> list[PurePosixPath]:
    """Returns the Python files of the rooms and the root's `__init__.py`; packs are data."""
    return [
        path
        for path in files(".py")
        if (room_of(path) or path == PurePosixPath("__init__.py")) and path.parts[:2] != ("tasks", "packs")
    ]


def findings(check: Checker, paths: list[PurePosixPath]) -> list[str]:
    """Carries out one checker on files of the project; a finding starts with file and line."""
    return [f"{path}:{finding}" for path in paths for finding in check(path, tree_of(path))]


def findings_in(check: Checker, source: str, path: str = "tools/example.py") -> list[str]:
    """Carries out one checker on a snippet, as if it stood at `path`."""
    return list(check(PurePosixPath(path), ast.parse(source)))


def dotted(node: ast.AST) -> str | None:
    """Returns `a.b.c` of such an expression, None for any other."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        front = dotted(node.value)
        return None if front is None else f"{front}.{node.attr}"
    return None


def imported_names(path: PurePosixPath, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yields line and name of every import; relative ones from the root, as `.tasks.contract`."""
    package = ("", *path.parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.lineno, node.module or ""
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1]
            if node.module:
                yield node.lineno, ".".join((*base, node.module))
            else:
                yield from ((node.lineno, ".".join((*base, alias.name))) for alias in node.names)
        elif names_a_room(node):
            yield node.lineno, node.value


def names_a_room(node: ast.AST) -> bool:
    """Tells whether a text is the full name of a module of ours, as given to import_module or `python -m`."""
    text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return text.startswith("gisagentbench.") and text.split(".")[1] in FLOORS
