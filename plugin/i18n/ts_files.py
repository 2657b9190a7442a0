# SPDX-License-Identifier: GPL-2.0-or-later
"""Qt Linguist files (.ts): XML with a source text and its translation, which Linguist and Weblate open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree  # nosec B405  # reads files of this plugin alone

CONTEXT = "GISAgentBench"


def read_ts(file: Path) -> dict[str, str]:
    """Reads the finished translations of a file; empty where there is no such file.

    Returns: English text to its translation.
    """
    if not file.is_file():
        return {}
    found = {}
    for message in ElementTree.parse(file).getroot().iter("message"):  # nosec B314
        source, translation = message.findtext("source"), message.find("translation")
        if source and translation is not None and translation.text and translation.get("type") is None:
            found[source] = translation.text
    return found


def ts_text(language: str, sources: Mapping[str, Sequence[str]], translations: Mapping[str, str]) -> str:
    """Makes the text of a file.

    Args:
        language: Such as `de`.
        sources: English texts, each with the files that it stands in.
        translations: What is translated; all else is marked as unfinished.
    """
    root = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ElementTree.SubElement(root, "context")
    ElementTree.SubElement(context, "name").text = CONTEXT
    for source, files in sources.items():
        message = ElementTree.SubElement(context, "message")
        for file in files:
            ElementTree.SubElement(message, "location", filename=file)
        ElementTree.SubElement(message, "source").text = source
        translation = ElementTree.SubElement(message, "translation")
        if translations.get(source):
            translation.text = translations[source]
        else:
            translation.set("type", "unfinished")
    ElementTree.indent(root, "  ")
    body = ElementTree.tostring(root, encoding="unicode", short_empty_elements=True)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n'
