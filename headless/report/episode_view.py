# SPDX-License-Identifier: GPL-2.0-or-later
"""One episode as the page tells of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...scoring.record import TaskScore
from ...scoring.score import output_name
from ...tasks.contract import TableOutput, VectorOutput
from .check_words import CAVEATS, CHECKS, FAMILIES, OUTCOMES
from .contract_words import Term
from .figures import is_failed
from .output_maps import Place
from .output_words import OutputView, output_view
from .picture import Picture
from .run_reading import EpisodeContent
from .size_limits import MOST_STEPS, shortened
from .status import STATUS_WORDS, Status, status_detail, status_of
from .step_maps import StepPlace
from .step_words import StepView, argument_text, memory_words, spaced_words, step_views
from .table_preview import table_preview
from .workflow_words import WorkflowView, workflow_view

USAGE_WORDS = {
    "prompt_tokens": "Prompt tokens",
    "cached_tokens": "of them cached",
    "completion_tokens": "Completion tokens",
    "reasoning_tokens": "of them for reasoning",
}


class Pictures(NamedTuple):
    """The maps of a run, by their places."""

    outputs: dict[Place, Picture]
    steps: dict[StepPlace, Picture]


@dataclass
class EpisodeView:
    """One episode on the page.

    Args:
        anchor: Id of its part of the page.
        number: Its place on the page, from 1.
        who: Agent and repeat, where the page has several.
        detail: What the status does not say yet.
        why: What a reader should know first about one that is not right.
        prompt: objective, inputs, outputs, constraints with parameters filled in; None without a pack.
        is_full: Whether its steps are told in full, or in a line each to keep the page small.
        steps_left_out: Steps beyond those that are told at all.
    """

    number: int
    anchor: str
    task: str
    title: str
    label: str
    who: str
    status: Status
    detail: str
    family: str
    caveats: list[tuple[str, str]]
    closeness: float | None
    why: str
    outcome: str
    message: str
    prompt: dict[str, Any] | None
    parameters: list[tuple[str, str]]
    inputs: list[tuple[str, str]]
    source: str
    outputs: list[OutputView]
    workflow: WorkflowView | None
    steps: list[StepView]
    is_full: bool
    steps_left_out: int
    calls: int
    failed_calls: int
    seconds: float | None
    tool_seconds: float
    engine_seconds: float
    agent_seconds: float
    host_seconds: float
    memory: str
    usage: list[Term]
    last_words: str
    problems: list[str] = field(default_factory=list)

    @property
    def status_word(self) -> str:
        """Says the status in words."""
        return STATUS_WORDS[self.status]

    @property
    def find_words(self) -> str:
        """Gives the words by which a search finds it."""
        told = [self.title, self.task, self.who, self.status_word, self.detail, self.family, self.outcome, self.why]
        told += [name for name, _ in self.caveats]
        told += [check.name for output in self.outputs for check in output.failed]
        told += dict.fromkeys(step.api for step in self.steps)
        told += dict.fromkeys(step.error["code"] for step in self.steps if step.error and "code" in step.error)
        told += [mechanism for mechanism, _ in self.workflow.failure] if self.workflow else []
        return " ".join(" ".join(told).lower().split())


def episode_view(
    number: int,
    episode: EpisodeContent,
    pictures: Pictures,
    label: str = "",
    who: str = "",
    is_full: bool = True,
) -> EpisodeView:
    """Says everything of an episode.

    Args:
        number: Its place among all episodes, from 0.
        label: Of its agent.
        who: Agent and repeat, where there are several.
        is_full: Whether its steps are told in full.
    """
    task, key, status = episode.task, episode.key, status_of(episode)
    outputs = _outputs(number, episode, pictures.outputs)
    return EpisodeView(
        number=number + 1,
        anchor=f"episode-{number + 1}",
        task=key.task,
        title=task.title if task else key.task,
        label=label,
        who=who,
        status=status,
        detail=status_detail(episode, status),
        family=FAMILIES.get(task.family, task.family) if task else "",
        caveats=[(CAVEATS.get(name, name), note.bites) for name, note in task.caveats.items()] if task else [],
        closeness=episode.score.quantitative if episode.score else None,
        why=_why(episode, outputs, status),
        outcome=OUTCOMES[episode.end.outcome] if episode.end else "not finished",
        message=shortened(episode.end.message) if episode.end else "",
        prompt=task.prompt.filled(task.parameters) if task else None,
        parameters=[(name, argument_text(value)) for name, value in task.parameters.items()] if task else [],
        inputs=[(name, f"{given.description} ({given.kind})") for name, given in task.inputs.items()] if task else [],
        source=f"{task.source.kind.replace('_', ' ')}: {task.source.reference}" if task else "",
        outputs=outputs,
        workflow=_workflow(episode),
        steps=step_views(episode.steps, _step_pictures(number, pictures)),
        is_full=is_full,
        steps_left_out=max(0, len(episode.steps) - MOST_STEPS),
        calls=len(episode.steps),
        failed_calls=sum(is_failed(step.record) for step in episode.steps),
        seconds=episode.end.seconds if episode.end else None,
        tool_seconds=episode.tool_seconds,
        engine_seconds=episode.engine_seconds,
        agent_seconds=episode.agent_seconds,
        host_seconds=episode.host_seconds,
        memory=memory_words(episode.peak_memory_bytes),
        usage=usage_terms(episode),
        last_words=shortened(episode.last_words),
        problems=episode.problems,
    )


def _workflow(episode: EpisodeContent) -> WorkflowView | None:
    score = episode.score
    return workflow_view(score.trajectory, score.failure, score.strict) if score else None


def _step_pictures(number: int, pictures: Pictures) -> dict[int, Picture]:
    return {place.call: picture for place, picture in pictures.steps.items() if place.episode == number}


def usage_terms(episode: EpisodeContent) -> list[Term]:
    """Returns who answered, tokens and money of an episode, as far as they are known."""
    usage = episode.usage
    terms = [Term("Answered by", shortened(", ".join(episode.answered_by)))] if episode.answered_by else []
    told = [(words, getattr(usage, name)) for name, words in USAGE_WORDS.items()]
    terms += [Term(words, spaced_words(count)) for words, count in told if count is not None]
    terms += [] if usage.cost_usd is None else [Term("Cost", f"${usage.cost_usd:.4g}")]
    return terms + ([Term("Asked again", f"{episode.asked_again} times")] if episode.asked_again else [])


def _why(episode: EpisodeContent, outputs: list[OutputView], status: Status) -> str:
    """Returns the first thing that went wrong, as a line."""
    if status in ("unjudged", "unfinished"):
        return (episode.end.message or OUTCOMES[episode.end.outcome]) if episode.end else ""
    for output in outputs:
        if output.failed:
            first = output.failed[0]
            told = output.diagnosis[0] if output.diagnosis else first.detail or CHECKS[first.name]
            if first.name == "readable":
                stopped = episode.end.message if episode.end else ""
                return f"{told.rstrip('.')}; {stopped}" if stopped else told
            return f"{output.label}: {told}"
    return ""


def _outputs(number: int, episode: EpisodeContent, pictures: dict[Place, Picture]) -> list[OutputView]:
    score: TaskScore | None = episode.score.score if episode.score else None
    records = score.outputs if score else {}
    pack = episode.pack
    if episode.task is None or pack is None:
        return [output_view(None, label, record) for label, record in records.items()]
    views = []
    for place, contract in enumerate(episode.task.outputs):
        label = output_name(contract)
        view = output_view(contract, label, records.get(label))
        sides = [pictures.get(Place(number, place, side)) for side in ("reference", "output", "difference")]
        view.pictures = [picture for picture in sides if picture is not None]
        is_table = isinstance(contract, TableOutput) or (
            isinstance(contract, VectorOutput) and not contract.has_geometry
        )
        was_read = any(check.name == "readable" for check in view.passed)
        if is_table and was_read and episode.folder is not None:
            assert isinstance(contract, (TableOutput, VectorOutput))
            reference = pack.reference_folder(episode.key.task) / contract.file
            view.preview = table_preview(contract, reference, episode.folder / "output" / contract.file)
        views.append(view)
    return views
