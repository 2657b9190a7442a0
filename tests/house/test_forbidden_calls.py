# SPDX-License-Identifier: GPL-2.0-or-later
"""No prints where qgis_process speaks JSON, nothing that runs text as a program, no work at import time.

Tests have all they import: what is locked for them and missing is a failure.
"""

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from gisagentbench.tests.house.source_tree import dotted, files, findings, findings_in, package_files

PROGRAMS_FROM_TEXT = {"eval", "exec", "compile", "__import__", "os.system", "os.popen", "subprocess.getoutput"}
UNSAFE_MODULES = {"pickle", "cPickle", "dill", "marshal", "shelve"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DECLARATIONS = (ast.Import, ast.ImportFrom, *FUNCTIONS, ast.ClassDef, ast.Assign, ast.AnnAssign)
ANSWERS = ("headless", "command_line")


def prints(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and dotted(node.func) in {"print", "pprint", "pprint.pprint"}:
            yield f"{node.lineno}: prints; only answers of the command line do"


def runs_text_as_program(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and dotted(node.func) in PROGRAMS_FROM_TEXT:
            yield f"{node.lineno}: calls {dotted(node.func)}"
        if isinstance(node, ast.Call) and any(
            word.arg == "shell" and not (isinstance(word.value, ast.Constant) and word.value.value is False)
            for word in node.keywords
        ):
            yield f"{node.lineno}: starts a process through a shell"


def imports_unsafe_module(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        yield from (f"{node.lineno}: imports {name}" for name in names if name.split(".")[0] in UNSAFE_MODULES)


def works_at_import(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    """Finds statements of a module that are neither declarations nor under `if __name__` or `if TYPE_CHECKING`."""
    for node in tree.body:
        text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        guarded = isinstance(node, ast.If) and (
            "__name__" in ast.dump(node.test) or "TYPE_CHECKING" in ast.dump(node.test)
        )
        if not (isinstance(node, DECLARATIONS) or text or guarded):
            yield f"{node.lineno}: {type(node).__name__} does work when the module is imported"


def skips_without_a_package(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (dotted(node.func) or "").endswith("importorskip"):
            yield f"{node.lineno}: skips a test where a package is missing"


def without_answers() -> list[PurePosixPath]:
    return [path for path in package_files() if path.parts[:2] != ANSWERS]


def test_only_answers_of_the_command_line_print():
    assert findings(prints, without_answers()) == []


def test_nothing_runs_text_as_a_program():
    assert findings(runs_text_as_program, files(".py")) == []


def test_nothing_reads_objects_from_bytes():
    assert findings(imports_unsafe_module, files(".py")) == []


def test_no_test_is_skipped_for_want_of_a_package():
    assert findings(skips_without_a_package, files(".py")) == []


def test_importing_a_module_does_no_work():
    assert findings(works_at_import, package_files()) == []


@pytest.mark.parametrize(
    ("check", "source"),
    [
        (prints, "def f():\n    print('x')"),
        (prints, "import pprint\npprint.pprint({})"),
        (runs_text_as_program, "value = eval('1 + 1')"),
        (runs_text_as_program, "exec(source)"),
        (runs_text_as_program, "import os\nos.system('ls')"),
        (runs_text_as_program, "subprocess.run('ls', shell=True)"),
        (runs_text_as_program, "subprocess.run('ls', shell=wanted)"),
        (imports_unsafe_module, "import pickle"),
        (imports_unsafe_module, "def f():\n    from shelve import open"),
        (skips_without_a_package, "esda = pytest.importorskip('esda')"),
        (works_at_import, "import os\nos.makedirs('x')"),
        (works_at_import, "for name in ():\n    pass"),
    ],
)
def test_a_bad_snippet_is_found(check, source):
    assert len(findings_in(check, source)) == 1


@pytest.mark.parametrize(
    ("check", "source"),
    [
        (prints, "answer.write(record)"),
        (runs_text_as_program, "dialog.exec()\nsubprocess.run(['ls'], shell=False)\nre.compile('x')"),
        (works_at_import, '"""Text."""\nimport os\nX: int = 1\nif __name__ == "__main__":\n    main()'),
    ],
)
def test_a_good_snippet_passes(check, source):
    assert findings_in(check, source) == []
