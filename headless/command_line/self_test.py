# SPDX-License-Identifier: GPL-2.0-or-later
"""`score --self-test`: breaks right answers in every way a contract speaks of, and looks whether the scorer sees it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from . import answer
from .progress import Progress

SHOWN_MISSES = 30


def run_self_test(pack_name: str | None, as_json: bool) -> int:
    """Tests the scorer on a pack; where none is named, on all embedded packs and on references of every kind.

    Returns: 0 where every mutation is caught, every equivalent accepted and every clause tried; else 1.
    """
    from ...tasks.pack import find_pack, list_packs

    packs = [find_pack(name) for name in ([pack_name] if pack_name else list_packs())]
    tests: list[Any] = []
    with Progress("suites", len(packs) + (pack_name is None)) as progress:
        for name, suite in _suites(packs, pack_name is None, progress):
            tests += suite
            progress.done(name)
    record = self_test_record(tests)
    answer.write(record, self_test_text(record), as_json)
    return 0 if holds(record) else 1


def _suites(packs: list[Any], every_kind: bool, progress: Progress) -> Iterator[tuple[str, list[Any]]]:
    from ...scoring.self_test.made_references.suite import SUITE, made_subjects
    from ...scoring.self_test.trial import run_tests
    from ..pack_self_test import scorer_test_on_pack

    for pack in packs:
        yield pack.pack.name, scorer_test_on_pack(pack, progress.running)
    if every_kind:
        with tempfile.TemporaryDirectory(prefix="gisagentbench-made-") as folder:
            yield SUITE, run_tests(made_subjects(Path(folder)), progress.running)


def self_test_record(tests: list[Any]) -> dict[str, Any]:
    """Returns what `score --self-test --json` prints."""
    from ...scoring.self_test.outcome import counts_of

    by_task = {task: list(group) for task, group in groupby(tests, lambda test: test.task)}
    return {
        **counts_of(tests),
        "misses": [miss for test in tests for miss in test.misses()],
        "tasks": [{"task": task} | counts_of(group) for task, group in by_task.items()],
        "cannot_fail_first": [_not_tried(test, "check", one) for test in tests for one in test.cannot_fail],
        "not_applicable": [_not_tried(test, "mutation", one) for test in tests for one in test.not_applicable],
    }


def holds(record: dict[str, Any]) -> bool:
    """Tells whether both shares are 100 % and nothing is missed."""
    whole = record["caught"] == record["mutations"] and record["accepted"] == record["equivalents"]
    return bool(whole and not record["misses"])


def self_test_text(record: dict[str, Any]) -> str:
    """Returns what a person reads: both shares, in all and per task, and what was missed."""
    misses = record["misses"]
    verdict = "the scorer holds" if holds(record) else f"the scorer misses {len(misses)}"
    width = max((len(task["task"]) for task in record["tasks"]), default=0)
    lines = [f"{verdict}: {shares(record)}"]
    lines += [f"  {task['task']:<{width}}  {shares(task)}" for task in record["tasks"]]
    lines += [f"  miss  {_miss_text(miss)}" for miss in misses[:SHOWN_MISSES]]
    if len(misses) > SHOWN_MISSES:
        lines.append(f"  and {len(misses) - SHOWN_MISSES} more misses")
    closed, idle = len(record["cannot_fail_first"]), len(record["not_applicable"])
    return "\n".join([*lines, f"{closed} clauses can never fail first, {idle} mutations change nothing; why: --json"])


def shares(counts: dict[str, Any]) -> str:
    """Returns both shares in words.

    >>> shares({"mutations": 8, "caught": 6, "equivalents": 0, "accepted": 0})
    '6 of 8 mutations caught (75 %), 0 of 0 equivalents accepted'
    """
    return ", ".join(
        f"{counts[good]} of {counts[total]} {total} {good}" + _percent(counts[good], counts[total])
        for total, good in (("mutations", "caught"), ("equivalents", "accepted"))
    )


def _percent(part: int, whole: int) -> str:
    # rounded down, so that 100 % is all of them
    return f" ({int(1000 * part / whole) / 10:g} %)" if whole else ""


def _miss_text(miss: dict[str, Any]) -> str:
    given = ", ".join(f"{name} {value}" for name, value in miss["arguments"].items())
    what = f"{miss['mutation'] or 'clause'}{f' ({given})' if given else ''}"
    return f"{miss['task']}, {miss['output']}, {what}: {miss['message']}"


def _not_tried(test: Any, key: str, one: Any) -> dict[str, Any]:
    return {"task": test.task, "output": test.output, key: one.name, "arguments": one.arguments, "reason": one.reason}
