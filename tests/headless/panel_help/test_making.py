# SPDX-License-Identifier: GPL-2.0-or-later
"""The help stands alone: every link, anchor and picture of its pages is in it, and nothing is fetched from anywhere."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag

import pytest

from gisagentbench.headless.machine import ROOT
from gisagentbench.headless.panel_help.links import PAGES, PLACES, file_of
from gisagentbench.headless.panel_help.making import help_files, read_page, write_help

LARGEST_BYTES = 3_000_000
VOID = ("meta", "img", "br", "hr")


class Found(HTMLParser):
    """What a page links to, shows, and can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.anchors: set[str] = set()
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a":
            self.links.append(given["href"] or "")
        if tag == "img":
            self.pictures.append(given["src"] or "")
        if "id" in given:
            self.anchors.add(given["id"] or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or self.open.pop() == tag


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return help_files(lambda path: (ROOT / path).read_bytes())


@pytest.fixture(scope="module")
def pages(files: dict[str, bytes]) -> dict[str, Found]:
    return {path: Found(data.decode()) for path, data in files.items() if path.endswith(".html")}


def test_there_is_a_page_for_each_and_every_tag_is_closed(pages: dict[str, Found]) -> None:
    leading = {file_of(place) for place in PLACES if "#" in place}
    assert set(pages) == {f"{name}.html" for name in PAGES} | leading
    assert [path for path, page in pages.items() if page.open] == []
    assert [place for place in PLACES if file_of(place) not in pages] == []


def test_every_link_leads_to_a_place_in_the_help(pages: dict[str, Found]) -> None:
    lost = []
    for path, page in pages.items():
        for link in page.links:
            target, anchor = urldefrag(link)
            there = pages.get(target or path)
            if there is None or (anchor and anchor not in there.anchors):
                lost.append((path, link))
    assert lost == []
    assert all(len(pages[f"{name}.html"].links) >= len(PAGES) - 1 for name in PAGES)


def test_every_picture_is_there_and_none_is_left_over(files: dict[str, bytes], pages: dict[str, Found]) -> None:
    shown = {picture for page in pages.values() for picture in page.pictures}
    assert shown == set(files) - set(pages)
    assert len(shown) >= 8
    assert [path for path in shown if not files[path].startswith(b"\x89PNG")] == []


def test_nothing_is_fetched_and_no_script_runs(files: dict[str, bytes]) -> None:
    for path, data in files.items():
        if path.endswith(".html"):
            assert b"<script" not in data and b"<link" not in data and b"url(" not in data, path


def test_it_is_small(files: dict[str, bytes]) -> None:
    assert sum(map(len, files.values())) < LARGEST_BYTES


def test_a_page_is_read_as_it_stands() -> None:
    page = read_page(
        "# A page\n\n## What `it` does\n\nSee [settings](settings.md#keys), [packs](packs.md) and **this**.\n\n"
        "| a | b |\n| --- | --- |\n| 1 < 2 | `x` |\n\n![A map](pictures/map.png)\n"
    )
    assert page.title == "A page"
    assert [(one.title, one.anchor) for one in page.sections] == [("What it does", "what-it-does")]
    assert '<h2 id="what-it-does">What <code>it</code> does</h2>' in page.html
    assert 'See <a href="settings.html#keys">settings</a>, packs and <strong>this</strong>.' in page.html
    assert "<td>1 &lt; 2</td>" in page.html
    assert page.pictures == ["pictures/map.png"] and '<span class="caption">A map</span>' in page.html


def test_markup_of_a_page_is_shown_and_not_obeyed() -> None:
    assert "&lt;script&gt;" in read_page("# A\n\n<script>1</script>\n").html


def test_a_checkout_gets_it_written(tmp_path: Path, files: dict[str, bytes]) -> None:
    write_help(tmp_path / "help")
    written = {path.relative_to(tmp_path / "help").as_posix(): path for path in (tmp_path / "help").rglob("*.*")}
    assert {name: path.read_bytes() for name, path in written.items()} == files
