# SPDX-License-Identifier: GPL-2.0-or-later
"""The reference pages in the tree follow from the declarations, and each picture they show is there."""

import json
import re
import struct

import pytest

from gisagentbench.headless.tool_reference.group_pages import (
    FOLDER,
    PICTURES,
    has_picture,
    json_text,
    pages,
    picture_path,
)
from gisagentbench.tools.declaration.examples import ExampleCall, examples
from gisagentbench.tools.declaration.registry import all_tools

PAGES = pages()
DRAWN = [spec for spec in all_tools().values() if has_picture(spec)]
LARGEST_PICTURE, LARGEST_SUM = 40_960, 4_000_000
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_not_stale(name):
    written = (FOLDER / name).read_text(encoding="utf-8") if (FOLDER / name).exists() else "absent"
    assert written == PAGES[name], "write it anew: python -m gisagentbench.headless.tool_reference"


def test_there_is_a_page_a_group_and_no_other():
    assert {path.name for path in FOLDER.glob("*.md")} == set(PAGES)
    assert len(PAGES) == 1 + 13


@pytest.mark.parametrize("spec", all_tools().values(), ids=all_tools())
def test_a_page_tells_all_arguments_outputs_and_codes(spec):
    (text,) = [text for name, text in PAGES.items() if f"\n## {spec.name}\n" in text and name != "README.md"]
    section = text.partition(f"\n## {spec.name}\n")[2].partition("\n## ")[0]
    named = [*(argument.name for argument in spec.arguments), *(output.name for output in spec.outputs)]
    assert [name for name in named if f"| `{name}` |" not in section] == []
    assert [code for code in spec.help.codes if code not in section] == []
    call = json.loads(re.search(r"```json\n(.*?)\n```", section, re.DOTALL)[1])
    assert call == {"api": spec.name, "arguments": examples()[spec.name].call.arguments}


def test_every_row_of_a_table_has_as_many_cells_as_its_head():
    for text in PAGES.values():
        width = 0
        for line in text.splitlines():
            cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("| ") else 0
            assert cells in (0, width) or width == 0, line
            width = cells


def test_links_between_pages_lead_somewhere():
    for text in PAGES.values():
        for target, _, anchor in (link.partition("#") for link in re.findall(r"\]\(([^)]+)\)", text)):
            assert not target or (FOLDER / target).exists(), target
            page = PAGES.get(target, text)
            assert not anchor or f"\n## {anchor}\n" in page, anchor


def test_calls_are_written_an_argument_a_line():
    written = json_text(ExampleCall("clip", {"layer": "a", "mask": "ö"}))
    assert written == '{\n  "api": "clip",\n  "arguments": {\n    "layer": "a",\n    "mask": "ö"\n  }\n}'
    assert json_text(ExampleCall("list_layers", {})) == '{\n  "api": "list_layers",\n  "arguments": {}\n}'


@pytest.mark.parametrize("spec", DRAWN, ids=lambda spec: spec.name)
def test_what_can_be_drawn_has_a_small_picture(spec):
    content = picture_path(spec).read_bytes()
    assert content.startswith(PNG)
    width, height = struct.unpack(">II", content[16:24])
    assert width in (500, 1052) and 200 < height < 1000  # one panel, or two with 52 pixels between
    assert len(content) <= LARGEST_PICTURE


def test_there_is_no_picture_of_another_tool_and_all_of_them_are_small():
    files = list((FOLDER / PICTURES).iterdir())
    assert {path.stem for path in files} == {spec.name for spec in DRAWN}
    assert sum(path.stat().st_size for path in files) <= LARGEST_SUM
