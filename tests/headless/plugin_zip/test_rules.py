# SPDX-License-Identifier: GPL-2.0-or-later
"""What keeps a zip from the plugin repository is found, and a plugin of the least that is needed passes."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from gisagentbench.headless.plugin_zip.members import Member
from gisagentbench.headless.plugin_zip.metadata import metadata_faults, placeholders, read_metadata
from gisagentbench.headless.plugin_zip.rules import LARGEST_BYTES, faults_of, size_faults

METADATA = b"""[general]
name=Somebench
description=Measures something
about=Longer words.
version=0.1.0
author=Ada Lovelace
email=ada@mail.test
tracker=https://code.test/issues
repository=https://code.test
homepage=https://code.test
qgisMinimumVersion=3.40
qgisMaximumVersion=4.99
license=GPL-2.0-or-later
icon=icon.svg
hasProcessingProvider=yes
experimental=True
"""
FILES = {"icon.svg", "metadata.txt"}


def plugin(*more: Member) -> list[Member]:
    names = {"__init__.py": b"", "metadata.txt": METADATA, "LICENSE": b"GPL", "icon.svg": b"<svg/>"}
    return [*(Member(f"gisagentbench/{name}", data, True) for name, data in names.items()), *more]


def test_a_plugin_of_the_least_that_is_needed_passes() -> None:
    assert faults_of(plugin()) == []


@pytest.mark.parametrize(
    ("name", "data", "is_plain", "message"),
    [
        ("gisagentbench/run.sh", b"ls", True, "is of a kind that does not belong into a plugin (.sh)"),
        ("gisagentbench/a/x.PYC", b"", True, "is of a kind that does not belong into a plugin (.PYC)"),
        ("gisagentbench/i18n/de.qm", b"", True, "is of a kind that does not belong into a plugin (.qm)"),
        ("gisagentbench/data.gpkg", b"", True, "is of a kind that does not belong into a plugin (.gpkg)"),
        ("gisagentbench/launcher", b"#!/bin/sh\nls", True, "is a script"),
        ("gisagentbench/launcher", b"ls", False, "is executable, or no regular file"),
        ("gisagentbench/blob", b"a\0b", True, "is binary"),
        ("gisagentbench/help/blob.png", b"a\0b", True, "is binary"),
        ("gisagentbench/plugin/picture.png", b"\x89PNG\r\n\x1a\n\0", True, "is binary"),
        ("gisagentbench/.bandit", b"", True, "is hidden or made by another program"),
        ("gisagentbench/a/__pycache__/b.txt", b"", True, "is hidden or made by another program"),
        ("gisagentbench/tests/test_a.py", b"", True, "is not for those who use the plugin"),
        ("gisagentbench/tasks/packs/demo/pack.yaml", b"", True, "is not for those who use the plugin"),
        ("other/a.py", b"", True, "lies outside of gisagentbench/"),
    ],
)
def test_a_file_that_does_not_belong_is_found(name: str, data: bytes, is_plain: bool, message: str) -> None:
    assert faults_of(plugin(Member(name, data, is_plain))) == [(name, message)]


def test_a_picture_of_the_help_belongs() -> None:
    assert faults_of(plugin(Member("gisagentbench/help/pictures/a.png", b"\x89PNG\r\n\x1a\n\0", True))) == []


@pytest.mark.parametrize("name", ["__init__.py", "metadata.txt", "LICENSE"])
def test_a_file_that_is_needed_is_missed(name: str) -> None:
    left = [member for member in plugin() if PurePosixPath(member.name).name != name]
    assert faults_of(left) == [(name, "is missing")]


def test_tests_of_ours_are_no_folder_of_another_name() -> None:
    assert faults_of(plugin(Member("gisagentbench/testsuite.py", b"", True))) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"version=0.1.0", b"version=first", "version is not of the kind 1.2 or 1.2.3"),
        (b"email=ada@mail.test", b"email=ada", "email is no address of mail"),
        (b"Ada Lovelace", b"Ada/Charles", "author has a slash"),
        (b"tracker=https://code.test/issues", b"tracker=", "lacks tracker"),
        (b"tracker=https://code.test/issues", b"tracker=code.test", "tracker is no address"),
        (b"icon=icon.svg", b"icon=picture.svg", "icon names picture.svg, which is not in the zip"),
        (b"experimental=True", b"experimental=maybe", "experimental is neither True nor False"),
        (b"name=Somebench", b"name=", "lacks name"),
        (b"description=Measures something", b"description=" + b"x" * 201, "description is not one line of 200"),
    ],
)
def test_what_is_wrong_with_metadata_is_found(old: bytes, new: bytes, message: str) -> None:
    assert METADATA.count(old) == 1
    found = metadata_faults(METADATA.replace(old, new), FILES)
    assert [fault for fault in found if fault.startswith(message)] != []


def test_metadata_that_cannot_be_read_are_one_fault() -> None:
    (fault,) = metadata_faults(b"name=Somebench\n", FILES)
    assert fault.startswith("cannot be read: File contains no section headers")


def test_good_metadata_have_no_fault_and_keep_the_letters_of_their_names() -> None:
    assert metadata_faults(METADATA, FILES) == []
    assert read_metadata(METADATA)["qgisMinimumVersion"] == "3.40"


def test_placeholders_are_told() -> None:
    entries = {"tracker": "https://example.org/issues", "email": "us@example.org", "homepage": "https://myexample.org"}
    assert placeholders(entries) == ["tracker", "email"]


def test_a_zip_may_have_25_megabytes_and_not_a_byte_more() -> None:
    assert LARGEST_BYTES == 25_000_000
    assert size_faults(25_000_000) == []
    assert [fault.message for fault in size_faults(26_100_000)] == ["has 26.1 MB, 25 MB at most"]
