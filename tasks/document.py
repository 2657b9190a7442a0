# SPDX-License-Identifier: GPL-2.0-or-later
"""Strict reading of YAML and JSON documents into models.

Values follow the YAML 1.2 core schema: only true and false are booleans, dates stay text, 1e-4 is a number.
What readers disagree about is refused and not guessed: duplicate keys, anchors, tags, leading zeros.
"""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from .document_problem import DocumentError, DocumentProblem, problem_at
from .key_names import known_keys
from .yaml_tree import KeyPath, ParsedText, TextFault, parse_json, parse_yaml

MAX_DOCUMENT_BYTES = 32 * 1024 * 1024
Model = TypeVar("Model", bound=BaseModel)

WORDS = re.compile(r'"([^"]+)"|([A-Za-z_]+)')
LIMIT_FAULTS = ("_than", "_than_equal", "too_short", "too_long", "mismatch", "finite_number")
RULES = {
    "extra_forbidden": "unknown_key",
    "missing": "missing_key",
    "literal_error": "bad_word",
    "union_tag_invalid": "bad_word",
    "union_tag_not_found": "missing_key",
    "value_error": "bad_value",
}


class StrictModel(BaseModel):
    """A model without conversions: unknown keys and values of another type are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class Document(NamedTuple):
    """A parsed document: its value and the line of every key path."""

    path: Path
    value: Any
    lines: dict[KeyPath, int]

    def line_of(self, keys: KeyPath) -> int | None:
        """Returns the line of a key path, or of the nearest path around it."""
        while keys not in self.lines and keys:
            keys = keys[:-1]
        return self.lines.get(keys)

    def problem(self, keys: KeyPath, code: str, message: str, **more: Any) -> DocumentProblem:
        """Returns a problem at the line of a key path."""
        return problem_at(self.path, self.line_of(keys), code, message, **more)


def read_document(path: Path) -> Document:
    """Reads a YAML or JSON file without a model.

    Args:
        path: A regular file in UTF-8; `.json` is read as JSON, everything else as YAML.
    Raises: DocumentError with one problem: missing_file, too_large, not_utf8, not_yaml, not_json,
        duplicate_key, anchor, tag, leading_zeros.
    """
    path = Path(path)
    text = _read_text(path)
    try:
        parsed: ParsedText = parse_json(text) if path.suffix.lower() == ".json" else parse_yaml(text)
    except TextFault as fault:
        raise DocumentError([problem_at(path, fault.line, fault.rule, fault.message)]) from None
    return Document(path, parsed.value, parsed.lines)


def read_model(path: Path, model: Any) -> Any:
    """Reads a file into a model, or a union of models.

    Raises: DocumentError with every fault of the document.
    """
    return build_model(read_document(path), model)


def build_model(document: Document, model: Any) -> Any:
    """Makes a model out of a parsed document.

    Raises: DocumentError with every fault of the document.
    """
    try:
        return TypeAdapter(model).validate_python(document.value)
    except ValidationError as error:
        raise DocumentError(_problems(document, model, error)) from None


def _read_text(path: Path) -> str:
    def refused(rule: str, message: str) -> DocumentError:
        return DocumentError([problem_at(path, None, rule, message)])

    try:
        if not path.is_file():
            raise refused("missing_file", "There is no such file.")
        if path.stat().st_size > MAX_DOCUMENT_BYTES:
            raise refused("too_large", f"The file is larger than {MAX_DOCUMENT_BYTES // 1024**2} MiB.")
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise refused("not_utf8", f"The file is not UTF-8 (byte {error.start}).") from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise refused("unreadable", f"The file cannot be read: {reason}.") from None


def _problems(document: Document, model: Any, error: ValidationError) -> list[DocumentProblem]:
    problems = []
    for fault in _joined(document, error):
        rule = RULES.get(fault["type"], "wrong_type")
        if fault["type"].endswith(LIMIT_FAULTS):
            rule = "bad_value"
        keys = fault["keys"]
        line = _line_of_sentence(document, keys, fault["msg"]) if fault["type"] == "value_error" else None
        sentence = _sentence(fault, keys, model)
        problem = problem_at(document.path, document.line_of(keys) if line is None else line, rule, sentence)
        if problem not in problems:
            problems.append(problem)
    return sorted(problems, key=lambda problem: problem.line or 0)


def _joined(document: Document, error: ValidationError) -> list[dict[str, Any]]:
    """Returns the faults with their keys; what one value of several kinds should be is one fault."""
    found: list[dict[str, Any]] = []
    of_value: dict[KeyPath, dict[str, Any]] = {}
    for fault in error.errors(include_url=False):
        keys = _key_path(document.value, fault["loc"], fault["type"] in ("missing", "extra_forbidden"))
        known: dict[str, Any] = {**fault, "keys": keys}
        should = fault["msg"].startswith("Input should be ")
        if should and keys in of_value:
            of_value[keys]["msg"] += fault["msg"].replace("Input should be ", ", or ", 1)
            continue
        found.append(known)
        if should:
            of_value[keys] = known
    return found


def _line_of_sentence(document: Document, keys: KeyPath, sentence: str) -> int | None:
    """Returns the line of the key that a sentence speaks of: its first word, else a quoted one, else any other word.

    Quoted keys are looked for at any depth below `keys`, others directly below.
    """
    below = [path for path in document.lines if len(path) > len(keys) and path[: len(keys)] == keys]
    words = WORDS.findall(sentence.removeprefix("Value error, "))
    for quoted, plain in sorted(words, key=lambda word: 0 if word is words[0] else 1 if word[0] else 2):
        places = [path for path in below if path[-1] == (quoted or plain) and (quoted or len(path) == len(keys) + 1)]
        if places:
            return document.lines[min(places, key=len)]
    return None


def _key_path(value: Any, location: tuple[int | str, ...], names_a_key: bool) -> KeyPath:
    """Drops the parts of a location that name a branch of a union and not a key.

    Args:
        names_a_key: Whether the last part is a key that the document lacks or should not have.
    """
    keys: list[int | str] = []
    for position, part in enumerate(location):
        last = names_a_key and position == len(location) - 1
        if isinstance(value, dict) and (part in value or last):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            continue
        keys.append(part)
    return tuple(keys)


def key_text(keys: KeyPath) -> str:
    """Writes a key path as people do: outputs[0].columns.area."""
    text = ""
    for key in keys:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else str(key)
    return text or "document"


def _sentence(fault: Any, keys: KeyPath, model: Any) -> str:
    name, kind = key_text(keys), fault["type"]
    if kind == "extra_forbidden":
        return f'"{name}" is not a key of this document.{_nearest(str(keys[-1]), known_keys(model))}'
    if kind == "missing":
        return f'"{name}" is missing.'
    if kind == "value_error":
        text = str(fault["ctx"]["error"]).rstrip(".") + "."
        return f'"{name}": {text}' if keys else text[:1].upper() + text[1:]
    found = fault.get("input")
    shown = "" if isinstance(found, dict | list) else f", found {found!r}"
    message = (fault["msg"][:1].lower() + fault["msg"][1:]).replace(" after validation", "")
    quote = " Quote it to keep it text." if kind == "string_type" and isinstance(found, int | float) else ""
    return f'"{name}": {message}{shown}.{quote}'


def _nearest(word: str, known: set[str]) -> str:
    near = difflib.get_close_matches(word, sorted(known), n=1)
    return f' Nearest key: "{near[0]}".' if near else ""
