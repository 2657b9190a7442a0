# SPDX-License-Identifier: GPL-2.0-or-later
"""Looks in what an agent said and sent for what it was never shown: a trace of a task that leaked into it.

A finding is a reason to look, not a verdict, and changes no score. It cannot find what was rewritten, nor values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from ..tasks.pack import PackFolder
from .events import AgentTurn, CallFinished

KNOWING_AGENTS = ("reference", "naive", "script")
EVIDENCE_FILES = (
    *("reference.json", "check.py", "broken.yaml", "naive.json", "review.yaml", "task.yaml", "pack.yaml"),
    *("score.json", "manifest.json", "events.jsonl"),
)
FEWEST_HANDLES = 5
LEAST_SHARE = 0.8
WORDS_IN_A_ROW = 8
Rule = Literal["evidence_file", "task_id", "hidden_words", "reference_handles"]


class AuditFinding(BaseModel):
    """One trace.

    Args:
        turn: Where it stands first; of handles, the last turn.
        rule: evidence_file, task_id, hidden_words of a rationale or source, reference_handles.
        what: What was said, as it is written in the pack.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    turn: int
    rule: Rule
    what: str


def audit(pack: PackFolder, task_id: str, agent: str, events: Iterable[Any]) -> list[AuditFinding]:
    """Audits the events of an episode.

    Args:
        agent: Its name in the run; those that know the answer by what they are have no findings.
    Returns: One finding per rule and trace, in the order of the turns.
    """
    if agent.partition(":")[0] in KNOWING_AGENTS:
        return []
    task = pack.task(task_id)
    shown = [json.dumps(pack.agent_view(task) | {"task": ""}, ensure_ascii=False)]
    hidden: dict[str, Rule] = dict.fromkeys(EVIDENCE_FILES, "evidence_file")
    hidden |= dict.fromkeys((name for name in pack.task_ids() if "_" in name), "task_id")
    rationale = [_words(output.rationale) for output in task.outputs] + [_words(task.source.reference)]
    found: dict[tuple[Rule, str], int] = {}
    made: set[str] = set()
    last = 0
    for event in events:
        if isinstance(event, CallFinished):
            shown.append(_seen(event.step))
        if isinstance(event, AgentTurn):
            last, said = event.turn, _said(event)
            made |= {word for call in event.calls for word in _texts(call.arguments)}
            for what in _unseen(hidden, said, shown):
                found.setdefault((hidden[what], what), event.turn)
            for what in _repeated(rationale, _words(said), _words(" ".join(shown))):
                found.setdefault(("hidden_words", what), event.turn)
    handles = _handles_of_reference(pack, task_id, " ".join(shown[:1]))
    if len(handles) >= FEWEST_HANDLES and len(handles & made) >= LEAST_SHARE * len(handles):
        found[("reference_handles", ", ".join(sorted(handles & made)))] = last
    return [AuditFinding(turn=turn, rule=rule, what=what) for (rule, what), turn in found.items()]


def _said(turn: AgentTurn) -> str:
    calls = (f"{call.api} {json.dumps(call.arguments, ensure_ascii=False, default=str)}" for call in turn.calls)
    return "\n".join([turn.text, *calls])


def _seen(step: dict[str, Any]) -> str:
    error = step.get("error") or {}
    seen = [(step.get("observation") or {}).get("text"), error.get("message"), error.get("hint")]
    return " ".join(str(part) for part in seen if part)


def _unseen(hidden: Iterable[str], said: str, shown: Sequence[str]) -> list[str]:
    """Returns the names that stand as whole words in what was said, and in nothing that was shown before."""
    named = [name for name in hidden if re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", said)]
    return [name for name in named if not any(name in text for text in shown)]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _repeated(texts: Sequence[list[str]], said: list[str], shown: list[str]) -> list[str]:
    """Returns the first run of words of each text that was said and not shown."""
    in_said, in_shown = _runs(said), _runs(shown)
    runs = ([run for run in _in_order(text) if run in in_said and run not in in_shown] for text in texts)
    return [" ".join(found[0]) for found in runs if found]


def _in_order(words: list[str]) -> list[tuple[str, ...]]:
    return [tuple(words[at : at + WORDS_IN_A_ROW]) for at in range(len(words) - WORDS_IN_A_ROW + 1)]


def _runs(words: list[str]) -> set[tuple[str, ...]]:
    return set(_in_order(words))


def _texts(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value}
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {text for part in parts for text in _texts(part)}


def _handles_of_reference(pack: PackFolder, task_id: str, shown: str) -> set[str]:
    """Returns the names that the reference gives to what it makes, but for words of the task."""
    steps = pack.trajectory(task_id).steps
    named = {value for step in steps for name, value in step.arguments.items() if name == "output"}
    known = set(_words(shown.replace("_", " "))) | set(re.findall(r"\w+", shown.lower()))
    return {name for name in named if isinstance(name, str) and name not in known}
