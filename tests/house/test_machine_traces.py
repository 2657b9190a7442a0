# SPDX-License-Identifier: GPL-2.0-or-later
"""No file of the project knows a path of one machine, and set-up names no registry host."""

import re
from pathlib import PurePosixPath

import pytest

from gisagentbench.tests.house.source_tree import files, text_of

TEXT = {"", ".cfg", ".css", ".html", ".ini", ".js", ".json", ".lock", ".md", ".py", ".sh", ".svg", ".toml", ".txt"}
TEXT |= {".yaml", ".yml"}
# `someone` is nobody: tests of paths that must not be reached use that name.
# Put together here, so that this file is not its own finding.
PERSONAL = re.compile(
    r"(?<![\w.$}/])/(?:work|root|home/(?!someone\b)\w+|Users/\w+|farm|tmp/\w[\w.-]*)(?:/[\w.-]+)*\b|\b[A-Z]:\\\\?Users\\"
)
HOSTS = re.compile(r"\b(?:[\w-]+\.)*(?:pypi\.org|pythonhosted\.org|debian\.org|npmjs\.(?:org|com))\b")
# path: what may stand in it, and why
ALLOWED = {
    "setup/matrix.sh": {"/root"},  # the home folder inside a root folder
}


def machine_paths(text: str, allowed: frozenset[str] | set[str] = frozenset()) -> list[str]:
    """Returns paths of one machine, or of one person on it, with their lines."""
    return [
        f"{number}: {match[0]}"
        for number, line in enumerate(text.splitlines(), 1)
        for match in PERSONAL.finditer(line)
        if match[0] not in allowed
    ]


def registry_hosts(text: str) -> list[str]:
    """Returns the hosts of package registries that a text names, with their lines."""
    return [f"{n}: {match[0]}" for n, line in enumerate(text.splitlines(), 1) for match in HOSTS.finditer(line)]


def text_files() -> list[PurePosixPath]:
    this = PurePosixPath("tests/house/test_machine_traces.py")
    return [path for path in files() if path.suffix in TEXT and path != this and path.name != "LICENSE"]


def test_no_file_holds_a_path_of_a_machine():
    found = [f"{p}:{trace}" for p in text_files() for trace in machine_paths(text_of(p), ALLOWED.get(str(p), set()))]
    assert found == []


def test_set_up_names_no_registry_host():
    where = [path for path in text_files() if path.parts[0] in {"setup", ".ci", "gisagentbench", "pyproject.toml"}]
    assert [f"{path}:{host}" for path in where for host in registry_hosts(text_of(path))] == []


@pytest.mark.parametrize(
    "line",
    [
        "open('/home/ada/parks.gpkg')",
        "cd /work/checkout",
        "# see /tmp/try1/out.log",
        "C:\\Users\\Ada\\x",
        '"/root/.cache"',
    ],
)
def test_a_path_of_a_machine_is_found(line):
    assert len(machine_paths(line)) == 1


@pytest.mark.parametrize(
    "line", ["/usr/bin/python3", "$HOME/x", "a/home/b", "inputs/root/x", "/home/someone/x", "https://qgis.org/home/x"]
)
def test_a_path_that_every_machine_has_is_fine(line):
    assert machine_paths(line) == []


def test_a_registry_host_is_found():
    assert registry_hosts("URIs: http://deb.debian.org/debian") == ["1: deb.debian.org"]
    assert registry_hosts("--index-url https://pypi.org/simple") == ["1: pypi.org"]
