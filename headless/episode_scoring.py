# SPDX-License-Identifier: GPL-2.0-or-later
"""Scores outputs and calls of an episode from what is stored of it; nothing is run again."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..scoring.record import TaskScore
from ..scoring.score import score_task
from ..tasks.pack import PackFolder
from ..tasks.task import Task
from .contamination_audit import audit
from .episode_score import EpisodeScore, episode_score
from .events import Finished, UnreadableEvents
from .manifest import PackEntry
from .refusal import CommandRefused
from .run_pack import RunPack, scored_with
from .run_store import EpisodeBusy, EpisodeFolder, RunStore, attempt_number
from .workflow_scoring import score_workflow
from .workspace_inputs import InputFile, add_inputs

# They say nothing about the agent; a model that was never asked as it should be is one of them.
UNSCORED_OUTCOMES = ("infrastructure", "cancelled", "parameter_refused")


def score_episode(pack: PackFolder, entry: PackEntry, episode: EpisodeFolder, end: Finished) -> EpisodeScore:
    """Scores the newest attempt of an episode.

    Args:
        entry: What the pack is, for the record.
    Returns: Its record; without a score for outcomes that say nothing about the agent.
    """
    attempt = episode.last_attempt
    assert attempt is not None
    if end.outcome in UNSCORED_OUTCOMES:
        return episode_score(episode.key, attempt_number(attempt), end, None)
    task, outputs = episode.key.task, attempt / "output"
    score = score_outputs(pack, task, outputs)
    workflow = score_workflow(pack, task, episode.events(), outputs, score.strict)
    contract = scored_with(entry, pack.task(task))
    number = attempt_number(attempt)
    findings = audit(pack, task, episode.key.agent, episode.events())
    return episode_score(episode.key, number, end, score, workflow.trajectory, workflow.failure, contract, findings)


def score_outputs(pack: PackFolder, task_id: str, output_folder: Path) -> TaskScore:
    """Scores a folder of outputs of a task against the reference of the pack.

    Raises: CannotScore where the reference cannot be used; DatasetUnavailable where a predicate needs an input.
    """
    task = pack.task(task_id)
    with inputs_for_predicates(pack, task) as inputs:
        return score_task(task, pack.reference_folder(task_id), output_folder, inputs)


def score_run_again(store: RunStore, found: RunPack) -> list[EpisodeScore]:
    """Scores every ended episode of a run again; records are replaced once all of them could be made.

    Raises: CommandRefused where events cannot be read, or the run cannot be written to.
    """
    ended = [(episode, end) for episode in store.episodes() if (end := _ending(episode)) is not None]
    for episode, _ in ended:
        with _own(episode):  # before the work, not after it
            pass
    scores = [score_episode(found.pack, found.entry, episode, end) for episode, end in ended]
    for (episode, _), score in zip(ended, scores, strict=True):
        if score.score is not None:
            with _own(episode):
                episode.write_score(score)
    return scores


def _ending(episode: EpisodeFolder) -> Finished | None:
    """Returns how an episode ended, None for one that did not and has no record."""
    hint = "Restore its events.jsonl, or take its folder out of the run and resume it."
    try:
        end = episode.end()
    except UnreadableEvents as error:
        message = f"The events of {episode.key} cannot be read ({error}); nothing was scored."
        raise CommandRefused("INVALID_DOCUMENT", message, hint) from None
    if end is None and episode.is_done:
        message = f"The events of {episode.key} do not say how it ended, though it has a record; nothing was scored."
        raise CommandRefused("INVALID_DOCUMENT", message, hint)
    return end


@contextmanager
def _own(episode: EpisodeFolder) -> Iterator[None]:
    """Keeps an episode to this process while its record is replaced."""
    try:
        with episode.lock():
            yield
    except EpisodeBusy:
        message = f"Another process is working on {episode.key}."
        raise CommandRefused("ENGINE_FAILED", message, "Score the run when that has ended.", 3) from None
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        message = f"The folder of {episode.key} cannot be written to ({os.strerror(error.errno)})."
        raise CommandRefused("BAD_VALUE", message, "Score a copy of the run in a folder of your own.") from None


def task_inputs(pack: PackFolder, task: Task) -> dict[str, InputFile]:
    """Finds the declared files of a task, with the side files that the register names.

    Raises: DatasetUnavailable.
    """
    return {name: InputFile(*found) for name, found in pack.input_files(task).items()}


@contextmanager
def inputs_for_predicates(pack: PackFolder, task: Task) -> Iterator[Path | None]:
    """Lends a folder of the inputs where a predicate compares with one: from the pack, never from the episode."""
    predicates = (predicate for output in task.outputs for predicate in getattr(output, "predicates", []))
    if all(predicate.input is None for predicate in predicates):
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="gisagentbench-inputs-") as folder:
        add_inputs(Path(folder), task_inputs(pack, task))
        yield Path(folder) / "inputs"
