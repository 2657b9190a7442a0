# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads what runs left on disk: episodes with their scores and steps, and their tasks from the pack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...tasks.document_problem import DocumentError
from ...tasks.pack import PackFolder, PackNotFound
from ...tasks.task import Task
from ..episode_score import EpisodeKey, EpisodeScore
from ..events import AgentTurn, CallFinished, CallStarted, Finished, HostStarted, UnreadableEvents
from ..refusal import CommandRefused
from ..run_pack import find_run_pack
from ..run_store import EpisodeFolder, RunStore, open_run
from ..warnings_used import WarningCounts, warning_counts
from .usage import Usage, answering_models, summed, usage_of


@dataclass
class Step:
    """One call of an episode.

    Args:
        number: From 1.
        said: What the agent said before it, with the first call of a turn.
        record: The step record; None where the call never came back.
    """

    number: int
    api: str
    arguments: Any
    said: str = ""
    record: dict[str, Any] | None = None


@dataclass
class EpisodeContent:
    """One episode.

    Args:
        task: None where the pack does not give it.
        folder: The attempt that is told of; None where it was never begun.
        score: None for an episode without a record.
        end: None for an episode that has not ended.
        agent_seconds: Time in which the agent chose.
        host_seconds: Time in which tool hosts started.
        last_words: What the agent said without asking for a call.
        problems: What could not be read, in sentences.
        pack: The pack of its run; None where it cannot be read.
        usage: Tokens and money.
        warnings: Calls that warned; None where the task is not known.
        answered_by: Models that answered, as their endpoints call them, each once.
        asked_again: How often an endpoint gave no whole answer and was asked again.
    """

    key: EpisodeKey
    task: Task | None
    folder: Path | None
    score: EpisodeScore | None
    end: Finished | None = None
    steps: list[Step] = field(default_factory=list)
    agent_seconds: float = 0.0
    host_seconds: float = 0.0
    last_words: str = ""
    problems: list[str] = field(default_factory=list)
    pack: PackFolder | None = None
    usage: Usage = Usage()
    warnings: WarningCounts | None = None
    answered_by: list[str] = field(default_factory=list)
    asked_again: int = 0

    @property
    def tool_seconds(self) -> float:
        """Gives the time inside calls."""
        return sum(step.record["seconds"] for step in self.steps if step.record)

    @property
    def engine_seconds(self) -> float:
        """Gives the share of it that engines took."""
        return sum(step.record["engine_seconds"] for step in self.steps if step.record)

    @property
    def peak_memory_bytes(self) -> int:
        """Gives the largest size of the tool host."""
        return max((step.record["peak_memory_bytes"] for step in self.steps if step.record), default=0)


@dataclass
class RunContent:
    """A run and its pack; `pack` is None where it cannot be read, and `problems` say why."""

    store: RunStore
    pack: PackFolder | None
    episodes: list[EpisodeContent]
    problems: list[str]


def wrong_first(episodes: Sequence[EpisodeContent]) -> list[int]:
    """Returns the places of all episodes, those that are not strictly right first: what a reader comes for."""
    return sorted(range(len(episodes)), key=lambda place: bool((score := episodes[place].score) and score.strict))


def read_run(folder: Path, pack: PackFolder | None = None) -> RunContent:
    """Reads a run folder.

    Args:
        pack: The pack of the run; sought by its name where left out.
    Edges: A pack that is gone or changed is a problem that the report names, not an end of it.
    Raises: CommandRefused where the folder holds no run, or a score that is no score.
    """
    store = open_run(folder)
    found, problems = _pack(store, pack)
    tasks = {name: _task(found, name, problems) for name in store.manifest.tasks}
    episodes = [_episode(episode, tasks, found) for episode in store.episodes()]
    for episode in episodes:
        _make_relative(episode, folder)
    return RunContent(store, found, episodes, problems)


def _pack(store: RunStore, given: PackFolder | None) -> tuple[PackFolder | None, list[str]]:
    name = store.manifest.pack.name
    try:
        found = find_run_pack(store, given.folder if given else None)
    except (PackNotFound, DocumentError, CommandRefused):
        return None, [f'The pack "{name}" cannot be read, so prompts, contracts and maps are missing here.']
    if found.is_same:
        return found.pack, []
    changed = f'The pack "{name}" has changed since the run; prompts, contracts and references are the new ones.'
    return found.pack, [changed]


def _task(pack: PackFolder | None, name: str, problems: list[str]) -> Task | None:
    try:
        return pack.task(name) if pack else None
    except DocumentError:
        problems.append(f'The task "{name}" cannot be read from the pack.')
        return None


def _episode(episode: EpisodeFolder, tasks: dict[str, Task | None], pack: PackFolder | None) -> EpisodeContent:
    score = episode.score()
    folder = episode.last_attempt
    if score is not None:
        folder = episode.folder / f"attempt-{score.attempt}"
    content = EpisodeContent(episode.key, tasks[episode.key.task], folder, score, pack=pack)
    try:
        events = episode.events()
    except (UnreadableEvents, CommandRefused) as error:
        content.problems.append(f"Its events cannot be read: {error}.")
        return content
    _add_events(content, events)
    return content


def _make_relative(content: EpisodeContent, folder: Path) -> None:
    """Takes the place of the run on this machine out of the last message; a report is read elsewhere too."""
    if content.end is not None:
        message = content.end.message.replace(f"{folder}/", "").replace(f"{folder.resolve()}/", "")
        content.end = content.end.model_copy(update={"message": message})


def _add_events(content: EpisodeContent, events: list[Any]) -> None:
    steps: dict[int, Step] = {}
    said: dict[int, str] = {}
    for event in events:
        if isinstance(event, HostStarted):
            content.host_seconds += event.seconds
        elif isinstance(event, AgentTurn):
            content.agent_seconds += event.seconds
            said[event.turn] = event.text
        elif isinstance(event, CallStarted):
            steps[event.call] = Step(event.call, event.api, event.arguments, said.pop(event.turn, ""))
        elif isinstance(event, CallFinished) and event.call in steps:
            steps[event.call].record = event.step
        elif isinstance(event, Finished):
            content.end = event
    content.steps = list(steps.values())
    content.last_words = next((text for text in reversed(said.values()) if text), "")
    turns = [usage_of(event) for event in events if isinstance(event, AgentTurn)]
    content.usage = summed(turns) if any(one != Usage() for one in turns) else usage_of(content.end)
    content.answered_by = answering_models(events)
    content.asked_again = sum(getattr(event, "event", "") == "model_retry" for event in events)
    content.warnings = warning_counts(events, content.task) if content.task else None
