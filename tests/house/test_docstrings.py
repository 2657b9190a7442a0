# SPDX-License-Identifier: GPL-2.0-or-later
"""Every module, and every public class and function of one, says in a sentence what it is for."""

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from gisagentbench.tests.house.source_tree import findings, findings_in, package_files

ENDS = (".", "?", ":", "…")


def without_a_sentence(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    if not ast.get_docstring(tree):
        yield "1: the module has no docstring"
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
            continue
        summary = (ast.get_docstring(node) or "").split("\n\n")[0].rstrip()
        if not summary:
            yield f"{node.lineno}: {node.name} has no docstring"
        elif not summary.endswith(ENDS):
            yield f"{node.lineno}: the summary of {node.name} is not a sentence"


def test_everything_public_says_what_it_is_for():
    assert findings(without_a_sentence, package_files()) == []


def test_silence_is_found():
    assert findings_in(without_a_sentence, "x = 1") == ["1: the module has no docstring"]
    assert findings_in(without_a_sentence, '"""Map."""\ndef f(): ...\ndef _g(): ...') == ["2: f has no docstring"]
    assert findings_in(without_a_sentence, '"""Map."""\nclass A:\n    """of things"""') == [
        "2: the summary of A is not a sentence"
    ]
