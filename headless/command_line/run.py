# SPDX-License-Identifier: GPL-2.0-or-later
"""`run`: runs agents over the tasks of a pack, scores them, and makes the report."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import answer
from .model_options import add_limits, add_model_options, limits, model_request
from .option_types import add_guard, rate, whole_number
from .progress import Progress
from .report_making import make_report
from .run_text import run_text

if TYPE_CHECKING:
    from ..manifest import AgentEntry

HELP = "run agents over the tasks of a pack and score what they make"
AGENTS = "reference (default), script:FILE, naive[:CAVEAT], random[:SEED], openai or person"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `run`."""
    several = {"nargs": "+", "action": "extend", "default": None}
    parser.add_argument("--pack", default="demo", metavar="P", help="name of a pack, or its folder (demo)")
    parser.add_argument("--task", metavar="ID", help="only these tasks", **several)  # type: ignore[arg-type]
    parser.add_argument("--agent", metavar="NAME", help=AGENTS, **several)  # type: ignore[arg-type]
    parser.add_argument("--workers", type=whole_number, default=1, metavar="N", help="episodes at a time (1)")
    parser.add_argument("--repeats", type=whole_number, default=1, metavar="N", help="episodes of each task (1)")
    add_guard(parser)
    parser.add_argument("--tools", metavar="NAME", help="only these tools", **several)  # type: ignore[arg-type]
    add_model_options(parser)
    add_limits(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the run; one that is there is resumed")
    parser.add_argument("--fail-under", type=rate, metavar="RATE", help="status 1 where the strict rate is below")


def run(arguments: argparse.Namespace) -> int:
    """Runs. Returns: 0 where every episode has a record and the rate is not under `--fail-under`, else 1."""
    from ...tasks.pack import find_pack
    from ..batch import run_batch
    from ..episode_score import strict_rate
    from ..interrupts import interrupted_by_signals
    from ..naive_counts import naive_counts, naive_lines
    from ..run_plan import default_folder, plan_run
    from ..run_store import begin_run

    pack = find_pack(arguments.pack)
    manifest = plan_run(
        pack,
        tasks=arguments.task or [],
        agents=arguments.agent or ["reference"],
        tools=arguments.tools,
        guard=arguments.guard,
        limits=limits(arguments),
        models=model_request(arguments),
        repeats=arguments.repeats,
        workers=arguments.workers,
    )
    store = begin_run(arguments.out or default_folder(), manifest)
    results = []
    was_done = sum(episode.is_done for episode in store.episodes())
    with (
        interrupted_by_signals(),
        Progress("episodes", len(store.episode_keys()), was_done, keeps_lines=True) as progress,
        closing(run_batch(store, pack, arguments.workers, progress.running)) as batch,
    ):
        for note in notes_before(manifest.agents, was_done, progress.total):
            progress.note(note)
        for result in batch:
            if not result.was_done:
                progress.done(f"{result.key} {verdict(result.score)}")
            results.append(result)
        progress.running("the report")
        report = make_report(store.folder, pack)
    order = store.episode_keys()
    scores = sorted((one.score for one in results if one.score), key=lambda score: order.index(score.key))
    share = strict_rate(scores)
    episodes = [score.summary() for score in scores]
    record: dict[str, Any] = {"run_dir": str(store.folder), "strict_rate": share, "episodes": episodes}
    naive = naive_counts(store, pack)
    record |= {"naive": naive.record()} if naive else {}
    notes = naive_lines(naive) if naive else []
    answer.write(record, run_text(store.folder, store.episode_keys(), scores, report, notes=notes), arguments.json)
    whole = len(scores) == len(store.episode_keys()) and all(score.score is not None for score in scores)
    enough = arguments.fail_under is None or (share is not None and share >= arguments.fail_under)
    return 0 if whole and enough else 1


def notes_before(agents: Sequence[AgentEntry], was_done: int, total: int) -> list[str]:
    """Returns what a person should know before the first episode begins, a line each."""
    from ..agents.language_model.model_request import key_warnings

    notes = [f"warning: {sentence}" for sentence in key_warnings(agents)]
    return notes + ([f"{was_done} of {total} episodes were done before"] if was_done else [])


def verdict(score: Any) -> str:
    """Returns how an episode ended, in a word or two."""
    if score is None:
        return "is being run by another process"
    if score.strict is None:
        return str(score.outcome)
    return "strict" if score.strict else "not strict"
