# SPDX-License-Identifier: GPL-2.0-or-later
"""What the expressions of a call are refused for: by QGIS where it is installed, else as far as their words tell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...tools.declaration.call_expressions import expressions_of
from ...tools.declaration.errors import ToolError, did_you_mean
from ...tools.declaration.expression_list import FUNCTIONS, REFUSED
from ...tools.declaration.facts import LayerFacts
from ...tools.declaration.spec import Call, ToolSpec

_PART = re.compile(
    r"""'(?:[^'\\]|''|\\.)*' | "(?P<field>(?:[^"\\]|""|\\.)*)" | --[^\n]* | /\*.*?\*/
    | (?P<variable>[@$]\w*) | (?P<number>\d[\w.]*) | (?P<word>[^\W\d]\w*)(?P<after>\s*(?:\(|:=)?)
    | (?P<open>['"\[\\])""",
    re.VERBOSE | re.DOTALL,
)
_VARIABLES = (None, "@feature", "@geometry", "@id", "$geometry", "$id")
_KEYWORDS = """and or not in is null true false like ilike between case when then else
    end if"""
_WORDS = frozenset(_KEYWORDS.split())


def expression_faults(spec: ToolSpec, call: Call) -> list[ToolError]:
    """Lists the faults of the expressions of a call, one for each faulty expression.

    Edges: Without QGIS only fields and functions that there are not, and only where nothing else could be wrong first.
    """
    try:
        from ...tools.execution.expressions import call_check
    except ImportError:
        faults = (
            fault_by_words(text, str(call.arguments.get(layer, layer)), call.facts(layer), argument)
            for argument, layer, text in expressions_of(spec, call)
        )
        return [fault for fault in faults if fault is not None]
    return call_check.expression_faults(spec, call)


def fault_by_words(text: str, handle: str, facts: LayerFacts, argument: str) -> ToolError | None:
    """Finds the one field or function of an expression that there is not, from its words.

    Returns: None where nothing is wrong, and where it has several faults or cannot be told apart without a parser.
    """
    names = list(_names(text))
    if any(kind == "open" for kind, _ in names) or text.count("(") != text.count(")"):
        return None
    functions = {name for kind, name in names if kind == "function" and name.lower() not in FUNCTIONS}
    known = facts.field_names
    fields = {name for kind, name in names if kind == "field" and known is not None and name not in known}
    if len(functions) + len(fields) != 1:
        return None
    if fields:
        (name,) = fields
        return ToolError("UNKNOWN_FIELD", f'{argument}: "{handle}" has no field "{name}"',
                         did_you_mean(name, known or (), "fields", "describe_layer"), argument=argument)  # fmt: skip
    (name,) = functions
    refused = REFUSED.get(name.lower())
    if refused is None:
        return None  # an unknown function, or one more name of an allowed one
    return ToolError("EXPRESSION_NOT_ALLOWED", f"{argument}: {name}() is not allowed: {refused.reason}", refused.hint,
                     argument=argument)  # fmt: skip


def _names(text: str) -> Iterator[tuple[str, str]]:
    """Gives field, function or open (what no parser-less reading can tell) with what is written."""
    for part in _PART.finditer(text):
        word, after = part["word"], (part["after"] or "").strip()
        if part["open"] is not None or part["variable"] not in _VARIABLES:
            yield "open", part[0]
        elif part["field"] is not None:
            yield "field", part["field"].replace('""', '"')
        elif word is not None and after == "(" and word.lower() not in _WORDS - {"if"}:
            yield "function", word
        elif word is not None and after == "" and word.lower() not in _WORDS:
            yield "field", word
