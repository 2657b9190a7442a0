# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the pages of the help from pages of docs/, with style inside and pictures beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..machine import ROOT
from ..refusal import BROKEN, CommandRefused
from .links import PAGES, PLACES, anchor_of, file_of, link_in_help

if TYPE_CHECKING:
    from markdown_it.token import Token

DOCS = "docs"
TEMPLATE = Path(__file__).with_name("page.html")
SECOND = "h2"

Read = Callable[[str], bytes]


class Heading(NamedTuple):
    """A heading of a page."""

    tag: str
    title: str
    anchor: str


class Page(NamedTuple):
    """A page before it is laid out.

    Args:
        pictures: Paths as the page names them.
    """

    headings: list[Heading]
    html: str
    pictures: list[str]

    @property
    def title(self) -> str:
        """Its first heading."""
        return self.headings[0].title

    @property
    def sections(self) -> list[Heading]:
        """Its headings of the second rank."""
        return [one for one in self.headings if one.tag == SECOND]


def help_files(read: Read) -> dict[str, bytes]:
    """Makes the help.

    Args:
        read: Gives a file by its path in the project.
    Returns: Path in the folder of the help to content.
    Raises: CommandRefused where the package that reads Markdown is missing; whatever `read` raises.
    """
    import jinja2

    pages = {name: read_page(read(f"{DOCS}/{name}.md").decode("utf-8")) for name in PAGES}
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    made = {f"{name}.html": template.render(name=name, page=page, pages=pages).encode() for name, page in pages.items()}
    made |= {file_of(place): _leading_to(place) for place in PLACES if "#" in place}
    return made | {path: read(f"{DOCS}/{path}") for page in pages.values() for path in page.pictures}


def write_help(folder: Path, root: Path = ROOT) -> None:
    """Writes the help of a checkout as it lies there.

    Raises: CommandRefused; OSError.
    """
    for path, content in help_files(lambda path: (root / path).read_bytes()).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def read_page(text: str) -> Page:
    """Reads a page of Markdown: headings get anchors, and links that lead out of the help become plain words.

    Raises: CommandRefused.
    """
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        message = "The Python package markdown-it-py is missing; no help was made."
        raise CommandRefused("DEPENDENCY_MISSING", message, "Start ./gisagentbench test once.", BROKEN) from None
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    headings: list[Heading] = []
    pictures: list[str] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type != "inline" or token.children is None:
            continue
        if before is not None and before.type == "heading_open":
            title = "".join(child.content for child in token.children)
            headings.append(Heading(before.tag, title, anchor_of(title)))
            before.attrSet("id", headings[-1].anchor)
        pictures += [str(child.attrGet("src")) for child in token.children if child.type == "image"]
        token.children = list(_inside(token.children))
    return Page(headings, markdown.renderer.render(tokens, markdown.options, {}), pictures)


def _leading_to(place: str) -> bytes:
    target = place.replace("#", ".html#")
    head = f'<!DOCTYPE html>\n<meta charset="utf-8">\n<meta http-equiv="refresh" content="0; url={target}">\n'
    return f'{head}<title>GISAgentBench</title>\n<p><a href="{target}">{target}</a></p>\n'.encode()


def _inside(children: Sequence[Token]) -> Iterator[Token]:
    """Gives the parts of a line with links of the help alone, and under each picture what it shows."""
    kept: list[bool] = []
    for child in children:
        if child.type == "link_open":
            target = link_in_help(str(child.attrGet("href")))
            kept.append(target is not None)
            child.attrSet("href", target or "")
        is_link = child.type in ("link_open", "link_close")
        if not is_link or (kept[-1] if child.type == "link_open" else kept.pop()):
            yield child
        if child.type == "image":
            yield _caption(child)


def _caption(image: Token) -> Token:
    from markdown_it.token import Token

    return Token("html_inline", "", 0, content=f'<span class="caption">{escape(image.content)}</span>')
