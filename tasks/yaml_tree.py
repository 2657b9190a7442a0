# SPDX-License-Identifier: GPL-2.0-or-later
"""Text of a YAML or JSON document to plain values, with the line of every key."""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

KeyPath = tuple[int | str, ...]
MAX_DEPTH = 60

INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
REAL = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
LEADING_ZEROS = re.compile(r"[-+]?0[0-9_]+(\.[0-9]*)?\Z")
JSON_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
JSON_SPACE = re.compile(r"[ \t\n\r]*")
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
NUMBER_WORDS = {".nan": float("nan"), ".inf": float("inf"), "+.inf": float("inf"), "-.inf": float("-inf")}


class ParsedText(NamedTuple):
    """The value of a document and the line of every key path."""

    value: Any
    lines: dict[KeyPath, int]


class TextFault(ValueError):
    """Text that is no document of ours: the line, the rule and a sentence."""

    def __init__(self, line: int | None, rule: str, message: str):
        super().__init__(message)
        self.line, self.rule, self.message = line, rule, message


def parse_yaml(text: str) -> ParsedText:
    """Parses one YAML document with the scalars of YAML 1.2.

    Raises: TextFault not_yaml, duplicate_key, anchor, tag, leading_zeros, too_deep.
    """
    import yaml

    try:
        loader = yaml.SafeLoader(text)
    except yaml.YAMLError as error:  # characters that no YAML may hold
        raise _unprintable(text, error) from None
    try:
        node = loader.get_single_node()
    except yaml.YAMLError as error:
        raise _yaml_fault(error) from None
    except RecursionError:
        raise TextFault(None, "too_deep", f"The document is nested deeper than {MAX_DEPTH} levels.") from None
    finally:
        loader.dispose()
    lines: dict[KeyPath, int] = {}
    if node is None:
        raise TextFault(1, "empty", "The document is empty.")
    return ParsedText(_YamlTree(lines, loader).value(node, ()), lines)


def _unprintable(text: str, error: Any) -> TextFault:
    line = text.count("\n", 0, error.position) + 1
    return TextFault(line, "not_yaml", f"The text is not YAML: it holds the character U+{error.character:04X}.")


def _yaml_fault(error: Any) -> TextFault:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or "unreadable text"
    return TextFault(mark.line + 1 if mark else None, "not_yaml", f"The text is not YAML: {problem}.")


class _YamlTree:
    """Turns composed YAML nodes into values and notes their lines."""

    def __init__(self, lines: dict[KeyPath, int], resolver: Any):
        self.lines, self.resolver = lines, resolver
        self.seen: set[int] = set()

    def value(self, node: Any, keys: KeyPath) -> Any:
        line = node.start_mark.line + 1
        self.lines.setdefault(keys, line)
        if id(node) in self.seen:
            raise TextFault(line, "anchor", "Anchors and aliases are not allowed; write the value again.")
        self.seen.add(id(node))
        if len(keys) > MAX_DEPTH:
            raise TextFault(line, "too_deep", f"The document is nested deeper than {MAX_DEPTH} levels.")
        if node.tag != self.implied_tag(node):
            raise TextFault(line, "tag", f'The tag "{node.tag}" is not allowed.')
        if node.id == "mapping":
            return self.mapping(node, keys)
        if node.id == "sequence":
            return [self.value(child, (*keys, index)) for index, child in enumerate(node.value)]
        return yaml_scalar(node.value, line) if node.style is None else node.value

    def implied_tag(self, node: Any) -> str:
        import yaml

        if node.id != "scalar":
            return {"mapping": "tag:yaml.org,2002:map", "sequence": "tag:yaml.org,2002:seq"}[node.id]
        return self.resolver.resolve(yaml.ScalarNode, node.value, (node.style is None, node.style is not None))

    def mapping(self, node: Any, keys: KeyPath) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, child in node.value:
            line = key_node.start_mark.line + 1
            if key_node.id != "scalar":
                raise TextFault(line, "bad_key", "A key must be a word.")
            key = key_node.value
            if key in result:
                raise TextFault(line, "duplicate_key", f'The key "{key}" is there twice.')
            self.lines[(*keys, key)] = line
            result[key] = self.value(child, (*keys, key))
        return result


def yaml_scalar(text: str, line: int | None = None) -> Any:
    """Returns the value of a plain scalar by the core schema of YAML 1.2.

    Raises: TextFault leading_zeros: 007 is a number for one reader and a text for the next.
    """
    if text.lower() in WORDS and text in (text.lower(), text.title(), text.upper()):
        return WORDS[text.lower()]
    if text.lower() in NUMBER_WORDS:
        return NUMBER_WORDS[text.lower()]
    if INTEGER.match(text):
        return int(text)
    if REAL.match(text):
        return float(text)
    if LEADING_ZEROS.match(text):
        raise TextFault(line, "leading_zeros", f'{text} has leading zeros; write "{text}" if it is text.')
    return text


def parse_json(text: str) -> ParsedText:
    """Parses one JSON document (RFC 8259: no NaN, no comments, no trailing commas).

    Raises: TextFault not_json, duplicate_key, too_deep.
    """
    tree = _JsonTree(text)
    value = tree.value((), 0)
    tree.space()
    if tree.at != len(text):
        raise tree.fault("more text after the end of the document")
    return ParsedText(value, tree.lines)


class _JsonTree:
    """A JSON reader that notes lines; the json module gives none once a text is parsed."""

    def __init__(self, text: str):
        self.text, self.at = text, 0
        self.line, self.counted = 1, 0
        self.lines: dict[KeyPath, int] = {}

    def fault(self, message: str, rule: str = "not_json") -> TextFault:
        prefix = "The text is not JSON: " if rule == "not_json" else ""
        return TextFault(self.line_here(), rule, f"{prefix}{message}.")

    def line_here(self) -> int:
        self.line += self.text.count("\n", self.counted, self.at)
        self.counted = self.at
        return self.line

    def space(self) -> str:
        match = JSON_SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.text[self.at : self.at + 1]

    def value(self, keys: KeyPath, depth: int) -> Any:
        mark = self.space()
        self.lines.setdefault(keys, self.line_here())
        if depth > MAX_DEPTH:
            raise self.fault(f"The document is nested deeper than {MAX_DEPTH} levels", "too_deep")
        if mark == "{":
            return self.members(keys, depth)
        if mark == "[":
            return self.elements(keys, depth)
        if mark == '"':
            return self.string()
        return self.plain()

    def string(self) -> str:
        try:
            value, self.at = scanstring(self.text, self.at + 1, True)
        except json.JSONDecodeError as error:
            raise self.fault(error.msg.lower()) from None
        return value

    def plain(self) -> Any:
        for word, value in (("true", True), ("false", False), ("null", None)):
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        match = JSON_NUMBER.match(self.text, self.at)
        if not match:
            raise self.fault(f"a value is expected, found {self.text[self.at : self.at + 12]!r}")
        self.at = match.end()
        return float(match[0]) if match[2] or match[3] else int(match[0])

    def elements(self, keys: KeyPath, depth: int) -> list[Any]:
        result: list[Any] = []
        self.at += 1
        if self.space() == "]":
            self.at += 1
            return result
        while True:
            result.append(self.value((*keys, len(result)), depth + 1))
            if self.closed("]"):
                return result

    def members(self, keys: KeyPath, depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        self.at += 1
        if self.space() == "}":
            self.at += 1
            return result
        while True:
            if self.space() != '"':
                raise self.fault("a key in double quotes is expected")
            line, key = self.line_here(), self.string()
            if key in result:
                raise TextFault(line, "duplicate_key", f'The key "{key}" is there twice.')
            if self.space() != ":":
                raise self.fault(f'a colon is expected after "{key}"')
            self.at += 1
            self.lines[(*keys, key)] = line
            result[key] = self.value((*keys, key), depth + 1)
            if self.closed("}"):
                return result

    def closed(self, bracket: str) -> bool:
        mark = self.space()
        self.at += 1
        if mark not in (",", bracket) or not mark:
            self.at -= 1
            raise self.fault(f"a comma or {bracket} is expected")
        return mark == bracket
