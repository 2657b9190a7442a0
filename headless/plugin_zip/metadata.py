# SPDX-License-Identifier: GPL-2.0-or-later
"""What metadata.txt must say for the plugin repository, and for QGIS."""

from __future__ import annotations

import configparser
import re
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

METADATA_FILE = "metadata.txt"
ASKED = (
    *("name", "description", "about", "version", "author", "email", "tracker", "repository"),
    *("qgisMinimumVersion", "qgisMaximumVersion", "license", "icon", "hasProcessingProvider"),
)
ADDRESSES = ("tracker", "repository", "homepage")
SWITCHES = ("experimental", "deprecated", "server", "supportsQt6")
LONGEST_DESCRIPTION = 200


def read_metadata(data: bytes) -> dict[str, str]:
    """Reads the entries as the repository does, with the letters of their names as they are.

    Raises: ValueError for what cannot be read.
    """
    parser = configparser.ConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string(data.decode("utf-8"))
        return dict(parser.items("general"))
    except (configparser.Error, UnicodeDecodeError) as error:
        raise ValueError(" ".join(str(error).split())) from None


def metadata_faults(data: bytes, files: Collection[str]) -> list[str]:
    """Lists what is wrong.

    Args:
        data: The file.
        files: Paths of the plugin, from its folder.
    """
    try:
        entries = read_metadata(data)
    except ValueError as error:
        return [f"cannot be read: {error}"]
    found = [f"lacks {name}" for name in ASKED if not entries.get(name, "").strip()]
    found += [f"{name} is no address" for name in ADDRESSES if name in entries and not _is_address(entries[name])]
    found += [f"{name} is neither True nor False" for name in SWITCHES if not _is_switch(entries.get(name, "False"))]
    if "/" in entries.get("author", ""):
        found.append("author has a slash")
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", entries.get("email", "")):
        found.append("email is no address of mail")
    if not re.fullmatch(r"\d+\.\d+(\.\d+)?", entries.get("version", "")):
        found.append("version is not of the kind 1.2 or 1.2.3")
    if "\n" in entries.get("description", "") or len(entries.get("description", "")) > LONGEST_DESCRIPTION:
        found.append(f"description is not one line of {LONGEST_DESCRIPTION} characters at most")
    if entries.get("icon") and entries["icon"] not in files:
        found.append(f"icon names {entries['icon']}, which is not in the zip")
    return found


def placeholders(entries: Mapping[str, str]) -> list[str]:
    """Lists the entries that must be given before the plugin is published: nobody answers at example.org."""
    named = (*ADDRESSES, "email")
    return [name for name in named if re.search(r"[/@.]example\.(org|com)\b", entries.get(name, ""))]


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def _is_switch(text: str) -> bool:
    return text.strip().lower() in ("true", "false", "1", "0")
