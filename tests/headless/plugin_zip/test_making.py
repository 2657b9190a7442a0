# SPDX-License-Identifier: GPL-2.0-or-later
"""The zip is made of the last commit alone, is the same bytes each time, and is not written where it has a fault."""

from __future__ import annotations

import json
import os
import shutil
import stat
import zipfile
from pathlib import Path

import pytest

from gisagentbench.headless.machine import ROOT
from gisagentbench.headless.panel_help.links import PAGES, PLACES, file_of
from gisagentbench.headless.plugin_zip import scans
from gisagentbench.headless.plugin_zip.making import make_zips
from gisagentbench.headless.plugin_zip.members import read_commit, read_help
from gisagentbench.headless.plugin_zip.rules import faults_of
from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.tests.headless.plugin_zip.made_checkout import commit, git, write_checkout
from gisagentbench.tests.headless.program import run_here

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
HELP = sorted({f"help/{file}" for file in [*(f"{name}.html" for name in PAGES), *map(file_of, PLACES)]})
HELD = ["LICENSE", "__init__.py", "a/first.py", "b/second.py", *HELP, "icon.svg", "metadata.txt"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return write_checkout(tmp_path / "checkout")


def test_the_zip_holds_what_is_committed_and_not_left_out(checkout: Path, tmp_path: Path) -> None:
    (checkout / "a" / "first.py").write_text("FIRST = 'not committed'\n")
    (checkout / "new.py").write_text("NEW = 3\n")
    made = make_zips(tmp_path / "out", checkout)
    assert (made.faults, made.version, made.placeholders) == ([], "0.1.0", ["homepage"])
    assert made.uncommitted == ["a/first.py", "new.py"]
    assert made.revision == git(checkout, "rev-parse", "HEAD").strip()
    assert made.plugin == tmp_path / "out" / "gisagentbench.zip"
    with zipfile.ZipFile(made.plugin) as archive:
        assert archive.namelist() == [f"gisagentbench/{name}" for name in HELD]
        assert archive.read("gisagentbench/a/first.py") == b"FIRST = 1\n"
        assert {info.external_attr >> 16 for info in archive.infolist()} == {stat.S_IFREG | 0o644}
        assert archive.testzip() is None


def test_the_pack_lies_beside_it(checkout: Path, tmp_path: Path) -> None:
    made = make_zips(tmp_path / "out", checkout)
    assert made.pack == tmp_path / "out" / "gisagentbench-demo-pack.zip"
    with zipfile.ZipFile(made.pack) as archive:
        assert archive.namelist()[0] == "made/pack.yaml"


def test_it_is_the_same_bytes_wherever_and_whenever_it_is_made(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_zips(tmp_path / "first", checkout)
    clone = tmp_path / "elsewhere"
    git(tmp_path, "clone", "--quiet", str(checkout), str(clone))
    for path in clone.rglob("*.py"):
        os.utime(path, (1e9, 1e9))
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    second = make_zips(tmp_path / "second", clone)
    for one, other in ((first.plugin, second.plugin), (first.pack, second.pack)):
        assert one is not None and other is not None
        assert one.read_bytes() == other.read_bytes()


def test_a_zip_with_a_fault_is_not_written_and_an_old_one_goes(checkout: Path, tmp_path: Path) -> None:
    made = make_zips(tmp_path, checkout)
    assert made.plugin is not None and made.plugin.is_file()
    (checkout / "a" / "run.sh").write_text("ls\n")
    commit(checkout)
    again = make_zips(tmp_path, checkout)
    assert [fault.where for fault in again.faults] == ["gisagentbench/a/run.sh"]
    assert (again.plugin, again.pack, made.plugin.exists()) == (None, None, False)


def test_a_link_and_an_executable_file_are_faults(checkout: Path) -> None:
    (checkout / "link.py").symlink_to("/etc/passwd")
    (checkout / "a" / "first.py").chmod(0o755)
    commit(checkout)
    found = faults_of(read_commit(checkout).members)
    assert [fault.where for fault in found] == ["gisagentbench/a/first.py", "gisagentbench/link.py"]


def test_a_folder_that_is_no_checkout_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(CommandRefused, match="git refused rev-parse: fatal: not a git repository") as refused:
        make_zips(tmp_path / "out", tmp_path)
    assert refused.value.status == 3


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("exec('1')\n", "B102"),
        ("import pickle\n", "B403"),
        ("value = eval(input())\n", "B307"),
        ("import subprocess\nsubprocess.run('ls', shell=True)\n", "B602"),
        ("password = 'lovelace'\n", "B105"),
        ("key = 'AKIA" + "Q3EGWFV7JX4ZT2LM'\n", "AWS Access Key"),
        ("def f(:\n", "syntax error"),
    ],
)
def test_what_the_repository_scans_for_is_found(text: str, what: str, tmp_path: Path) -> None:
    folder = write_checkout(tmp_path, **{"a__found.py": text})
    found = scans.scan(read_commit(folder).members)
    assert [fault for fault in found if "found.py" in fault.where and what in fault.message] != []


def test_without_the_scanners_no_zip_is_written(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scans.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(CommandRefused, match="bandit and detect-secrets are missing; the zip was not scanned"):
        make_zips(tmp_path / "out", checkout)
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the project is no checkout")
class TestOurOwn:
    """The project's own last commit."""

    def test_it_keeps_the_rules(self) -> None:
        commit = read_commit(ROOT)
        assert faults_of([*commit.members, *read_help(ROOT, commit.revision)]) == []

    @pytest.mark.slow
    def test_it_is_made_by_the_command(self, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        ended = run_here(capfd, "zip", "--out", tmp_path, "--json")
        record = json.loads(ended.output)
        assert (ended.status, record["faults"]) == (0, [])
        assert record["plugin"]["bytes"] == (tmp_path / "gisagentbench.zip").stat().st_size < 25_000_000
        assert record["pack"]["bytes"] == (tmp_path / "gisagentbench-demo-pack.zip").stat().st_size
