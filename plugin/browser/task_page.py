# SPDX-License-Identifier: GPL-2.0-or-later
"""Prompt, inputs and contract of a task as a page. All words of a pack are a stranger's and are escaped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..i18n import plural, tr
from ..panel.plain_text import plain_html
from .task_tree import family_words

BITES = {"wrong": "⚠", "refused": "✗"}


def task_page(task: dict[str, Any]) -> str:
    """Writes the page of a task.

    Args:
        task: Its entry as the service told of it.
    Returns: HTML without links and pictures, in the colours of the window.
    """
    parts = [f"<h3>{_text(task.get('title') or task.get('id'))}</h3>", _facts(task), *_prompt(task)]
    parts += [_heading(tr("Inputs")), _inputs(task)]
    for output in task.get("outputs") or []:
        parts += _output(output)
    return "\n".join(parts)


def _facts(task: dict[str, Any]) -> str:
    words = [family_words(str(task.get("family") or "")), str(task.get("area_title") or task.get("area") or "")]
    calls = task.get("reference_calls")
    if isinstance(calls, int) and calls:
        words.append(plural("{n} call in the reference", "{n} calls in the reference", calls))
    lines = [" · ".join(_text(word) for word in [*words, str(task.get("id"))] if word)]
    caveats = [
        f"{BITES.get(str(caveat.get('bites')), '')} {_text(family_words(str(caveat.get('name'))))}"
        for caveat in task.get("caveats") or []
    ]
    if caveats:
        lines.append(f"{tr('Caveats')}: {', '.join(caveats)}")
    return f"<p><small>{'<br>'.join(lines)}</small></p>"


def _prompt(task: dict[str, Any]) -> Iterable[str]:
    prompt = task.get("prompt") or {}
    yield f"<p>{_text(prompt.get('objective'))}</p>"
    for key, heading in (("inputs", tr("What is given")), ("outputs", tr("What is asked for"))):
        if prompt.get(key):
            yield f"<p><b>{heading}</b><br>{_text(prompt[key])}</p>"
    constraints = prompt.get("constraints") or []
    if constraints:
        yield f"<p><b>{tr('Constraints')}</b></p><ul>{''.join(f'<li>{_text(one)}</li>' for one in constraints)}</ul>"


def _inputs(task: dict[str, Any]) -> str:
    rows = []
    for one in task.get("inputs") or []:
        origin = ", ".join(_text(one.get(key)) for key in ("title", "publisher", "date", "licence") if one.get(key))
        told = _text(one.get("description"))
        rows.append(f"<tr><td><b>{_text(one.get('file'))}</b></td><td>{told}<br><small>{origin}</small></td></tr>")
    return _table(rows)


def _output(output: dict[str, Any]) -> Iterable[str]:
    yield _heading(tr("Contract of {file}").format(file=_text(output.get("label") or output.get("file"))))
    yield _table(
        f"<tr><td>{_text(term.get('name'))}</td><td>{_text(term.get('words'))}</td></tr>"
        for term in output.get("terms") or []
    )
    columns = output.get("columns") or []
    if columns:
        heads = (tr("Column"), tr("Type"), tr("Compared"))
        rows = [f"<tr>{''.join(f'<th align=left>{head}</th>' for head in heads)}</tr>"]
        for column in columns:
            cells = [f"<b>{_text(column.get('name'))}</b>", _text(column.get("type")), _text(column.get("compared"))]
            rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
        yield _table(rows)


def _heading(text: str) -> str:
    return f"<h4>{text}</h4>"


def _table(rows: Iterable[str]) -> str:
    return f'<table cellspacing="0" cellpadding="3" width="100%">{"".join(rows)}</table>'


def _text(value: object) -> str:
    return plain_html(str(value)) if value is not None else ""
