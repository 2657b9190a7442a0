# SPDX-License-Identifier: GPL-2.0-or-later
"""One step as a page. What agents and files say is a stranger's word and is escaped."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from typing import Any

from ..i18n import tr
from ..panel.plain_text import plain_html
from .episode_steps import Step
from .totals_words import count_text, seconds_text

LONGEST = 8000
MOST_ARGUMENTS = 60


def step_page(step: Step) -> str:
    """Writes the page of a step.

    Returns: HTML without links and pictures, in the colours of the window.
    """
    return "\n".join(_parts(step))


def _parts(step: Step) -> Iterable[str]:
    if step.kind == "call":
        output = step.record.get("output")
        made = f" → {_text(output)}" if output else ""
        yield f"<h4>{step.call}. {_text(step.api)}{made}</h4>"
    if step.said.strip():
        yield f"<p><i>{_text(step.said)}</i></p>"
    if step.kind != "call":
        return
    yield _arguments(step.arguments)
    if step.error:
        code, message, hint = (_text(step.error.get(key)) for key in ("code", "message", "hint"))
        yield f"<p><b>✗ {code}</b>: {message}<br>{hint}</p>"
    for warning in step.warnings:
        yield f"<p>⚠ {_text(warning)}</p>"
    told = (step.record.get("observation") or {}).get("text")
    if told:
        yield f"<pre style='white-space: pre-wrap'>{_text(told, lines=False)}</pre>"
    if step.state == "running":
        yield f"<p>{tr('This call is running.')}</p>"
    yield _facts(step)


def _arguments(arguments: Any) -> str:
    named = arguments if isinstance(arguments, dict) else {"": arguments}
    rows = [
        f"<tr><td><b>{_text(name)}</b></td><td>{_text(argument_text(value))}</td></tr>"
        for name, value in list(named.items())[:MOST_ARGUMENTS]
    ]
    return f'<table cellspacing="0" cellpadding="2">{"".join(rows)}</table>' if rows else ""


def argument_text(value: Any) -> str:
    """Writes an argument: texts as they are, everything else as JSON.

    >>> argument_text("EPSG:2263"), argument_text([1, None])
    ('EPSG:2263', '[1, null]')
    """
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _facts(step: Step) -> str:
    record, facts = step.record, []
    if record:
        times = {"time": seconds_text(record.get("seconds")), "engine": seconds_text(record.get("engine_seconds"))}
        facts.append(tr("{time} in the tool, {engine} of it in the engine").format(**times))
    if step.agent_seconds:
        facts.append(tr("{time} to choose it").format(time=seconds_text(step.agent_seconds)))
    if step.tokens is not None:
        facts.append(tr("{count} tokens").format(count=count_text(step.tokens)))
    facts += [str(operation) for operation in record.get("operations") or []]
    roles = record.get("roles") or []
    if roles:
        facts.append(", ".join(map(str, roles)))
    return f"<p><small>{'<br>'.join(_text(fact) for fact in facts)}</small></p>" if facts else ""


def _text(value: object, lines: bool = True) -> str:
    text = str(value) if value is not None else ""
    text = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    return plain_html(text) if lines else escape(text)
