# SPDX-License-Identifier: GPL-2.0-or-later
"""What docs/packs.md says of commands, sources, recipes, codes and limits is so, and its difference is one."""

import re
import shlex
import shutil
import typing

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.command_line import grammar
from gisagentbench.tasks.data_sources.kept_files import KEPT_VARIABLE
from gisagentbench.tasks.data_sources.portal import DownloadLimits
from gisagentbench.tasks.data_sources.recipes import recipes
from gisagentbench.tasks.pack import PACKS_VARIABLE, write_checksums
from gisagentbench.tasks.pack_zip_reading import ZipLimits
from gisagentbench.tasks.register import MIRROR_VARIABLE, ORDER, SourceCode
from gisagentbench.tests.headless.made_pack import steps, trajectory, write_pack
from gisagentbench.tests.headless.program import run_here

PAGE = (machine.ROOT / "docs" / "packs.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
MIB = 1 << 20


def blocks(kind: str) -> list[str]:
    return [text for language, text in re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL) if language == kind]


COMMANDS = [line.partition("#")[0].split(maxsplit=1)[1] for text in blocks("sh") for line in text.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_page_is_one(command):
    grammar.parse(*grammar.find_word(shlex.split(command)))


def test_every_source_and_recipe_and_code_has_a_row():
    assert [kind for kind in ORDER if f"| `{kind}` |" not in PAGE] == []
    rows = {name: re.search(rf"\| `{name}` \|.*?\|(.*?)\|", PAGE) for name in recipes()}
    assert [name for name, row in rows.items() if row is None] == []
    for name, recipe in recipes().items():
        assert all(f"`{key}" in rows[name][1] for key in recipe.parameters.model_fields), name
        assert ("seed" in rows[name][1]) == recipe.is_seeded
    assert [code for code in typing.get_args(SourceCode) if f"| {code} |" not in PAGE] == []


def test_variables_and_limits_are_those_of_the_program():
    assert all(f"`{name}`" in PAGE for name in (KEPT_VARIABLE, PACKS_VARIABLE, MIRROR_VARIABLE))
    zipped, portal = ZipLimits(), DownloadLimits()
    assert (zipped.file_size, zipped.size, zipped.small) == (1024 * MIB, 4096 * MIB, 4 * MIB)
    assert f"more than {zipped.files:,} files, 1 GiB in one file, 4 GiB in all, a file above 4 MiB that" in WORDS
    assert f"more than {zipped.ratio} times its size" in WORDS
    assert (portal.size, portal.seconds, portal.silence, portal.redirects) == (1024 * MIB, 15 * 60, 30, 5)
    assert "(five times at most); up to 1 GiB, 15 minutes, 30 seconds of silence" in WORDS


def test_the_example_of_a_difference_is_printed_as_the_page_shows(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(write_pack(tmp_path / "made"), tmp_path / "second")
    changed = {"pack.yaml": ('version: "0.1"', 'version: "0.2"')}
    changed["tasks/count_people/task.yaml"] = ("Count the people.", "Count all people.")
    for file, (before, after) in changed.items():
        path = tmp_path / "second" / file
        path.write_text(path.read_text().replace(before, after, 1))
    (tmp_path / "second/tasks/count_people/reference.json").write_text(
        trajectory(steps(output="all.csv"), "count_people")
    )
    write_checksums(tmp_path / "second")
    shutil.make_archive("made-2", "zip", tmp_path / "second")
    ended = run_here(capfd, "packs", "diff", "made", "made-2.zip")
    shown = next(text for text in blocks("") if text.startswith("different"))
    assert (ended.status, ended.output) == (1, shown)
