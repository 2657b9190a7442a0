# SPDX-License-Identifier: GPL-2.0-or-later
"""What `git archive` makes is what the plugin repository takes: small, without scripts, tests and packs."""

import shutil
import subprocess

import pytest

from gisagentbench.tests.house.source_tree import ROOT

LARGEST = 25_000_000
NEEDED = {"__init__.py", "metadata.txt", "LICENSE", "plugin/__init__.py", "processing_provider/__init__.py"}
UNWANTED_FOLDERS = ("tests/", "setup/", "bench/", "docs/", ".ci/", "tasks/packs/")

pytestmark = pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(), reason="not a checkout of git"
)


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def zipped():
    """The files of the last commit that are not marked export-ignore, themselves or by a folder above them."""
    ignored = [
        path.rstrip("/*").lstrip("/")
        for path, mark in (line.split()[:2] for line in (ROOT / ".gitattributes").read_text().splitlines() if line)
        if mark == "export-ignore"
    ]
    return [
        path
        for path in git("ls-files").splitlines()
        if not any(path == entry or path.startswith(f"{entry}/") for entry in ignored)
    ]


def test_the_zip_holds_what_qgis_needs(zipped):
    assert set(zipped) >= NEEDED


def test_the_zip_leaves_out_what_qgis_does_not_need(zipped):
    assert [path for path in zipped if path.startswith(UNWANTED_FOLDERS)] == []


def test_the_zip_has_no_scripts_and_no_binaries(zipped):
    unwanted = (".sh", ".so", ".dll", ".exe", ".pyc", ".gpkg", ".tif", ".zip")
    assert [path for path in zipped if path.endswith(unwanted) or path == "gisagentbench"] == []


def test_the_zip_is_small_enough(zipped):
    assert sum((ROOT / path).stat().st_size for path in zipped if (ROOT / path).exists()) < LARGEST
