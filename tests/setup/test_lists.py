# SPDX-License-Identifier: GPL-2.0-or-later
"""What the code imports is installed: by a lock, a list of system packages, or a package that brings it."""

import re
import sys
from pathlib import Path

import pytest

from gisagentbench.tests.house.source_tree import files, imported_names, tree_of

SETUP = Path(__file__).resolve().parents[2] / "setup"

# Where the name of the package is not the name of the module; and what another package brings along.
PYTHON_PACKAGE = {
    "yaml": "pyyaml",
    "markupsafe": "jinja2",
    "sklearn": "scikit-learn",
    "whitebox_workflows": "whitebox-workflows",
    "mcp_types": "mcp-types",
    "markdown_it": "markdown-it-py",
}
DEBIAN_PACKAGE = {"osgeo": "python3-gdal", "processing": "python3-qgis", "markupsafe": "python3-jinja2"}
# Of `zip` alone, which comes with the tests as its checkers do; without it a checkout shows the help as Markdown.
WITH_THE_TESTS = {"markdown_it"}
NOWHERE = {"a_package_that_is_not_there", "gisagentbench_of_others"}


def listed(path):
    """Returns the names of a list or lock file, in lower case."""
    lines = [line for line in (SETUP / path).read_text().splitlines() if not line.startswith((" ", "#"))]
    return {re.split(r"[=<>\[\s]", line)[0].lower() for line in lines} - {""}


def imports(of_tests):
    """Returns the modules that the code (or its tests and benchmarks) imports from outside the standard library."""
    paths = [path for path in files(".py") if (path.parts[0] in {"tests", "bench"}) is of_tests]
    found = {
        name.split(".")[0]
        for path in paths
        for _, name in imported_names(path, tree_of(path))
        if not name.startswith(".")
    }
    helpers_of_tests = {
        name for path in files(".py") if path.parts[0] == "tests" for name in (path.stem, path.parent.name)
    }
    return found - {*sys.stdlib_module_names, *helpers_of_tests, *NOWHERE, "gisagentbench", ""}


def not_installed(modules, python_packages, debian_packages):
    return sorted(
        module
        for module in modules
        if PYTHON_PACKAGE.get(module, module) not in python_packages
        and DEBIAN_PACKAGE.get(module, f"python3-{module}") not in debian_packages
    )


def run_lists(system):
    debian = listed(f"{system}/system-run.txt") | listed(f"{system}/system-qgis.txt")
    return listed(f"{system}/python-run.lock") | listed("python-source.lock"), debian


@pytest.mark.parametrize("system", ["debian12", "debian13"])
def test_what_a_run_imports_is_installed(system):
    assert not_installed(imports(of_tests=False) - WITH_THE_TESTS, *run_lists(system)) == []


@pytest.mark.parametrize("system", ["debian12", "debian13"])
def test_what_the_tests_import_is_installed(system):
    python, debian = run_lists(system)
    assert not_installed(imports(of_tests=True) | WITH_THE_TESTS, python | listed("python-test.lock"), debian) == []


def test_a_module_that_no_list_names_is_found():
    assert not_installed({"yaml", "osgeo", "fiona"}, {"pyyaml"}, {"python3-gdal"}) == ["fiona"]
