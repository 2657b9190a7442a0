# SPDX-License-Identifier: GPL-2.0-or-later
"""Everything the page says, in the order in which it says it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Literal, NamedTuple

from ...scoring.record import TaskScore
from ...scoring.score import output_name
from ...tasks.contract import TableOutput, VectorOutput
from ...tasks.pack import PackFolder
from .check_words import CAVEATS, CHECKS, FAMILIES, OUTCOMES
from .failures import Failures, run_failures
from .figures import Figures, is_failed, run_figures
from .output_maps import Place
from .output_words import OutputView, output_view
from .picture import Picture
from .run_options import OptionGroup, option_groups
from .run_reading import EpisodeContent, RunContent
from .step_maps import StepPlace
from .step_words import StepView, argument_text, memory_words, step_views
from .table_preview import table_preview
from .workflow_words import WorkflowView, workflow_view

Status = Literal["right", "wrong", "unjudged", "unfinished"]
STATUS_WORDS: dict[Status, str] = {
    "right": "Strictly right",
    "wrong": "Not right",
    "unjudged": "Not judged",
    "unfinished": "Not finished",
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
        who: Agent and repeat, where the run has several.
        why: What a reader should know first about one that is not right.
        prompt: objective, inputs, outputs, constraints with parameters filled in; None without a pack.
    """

    anchor: str
    task: str
    title: str
    who: str
    status: Status
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
    calls: int
    failed_calls: int
    seconds: float | None
    tool_seconds: float
    engine_seconds: float
    agent_seconds: float
    host_seconds: float
    memory: str
    last_words: str
    problems: list[str] = field(default_factory=list)

    @property
    def status_word(self) -> str:
        """Says the status in words."""
        return STATUS_WORDS[self.status]


@dataclass
class PageContent:
    """The page; `shared` are titles of tasks that all agents fail alike, with the check."""

    title: str
    run: str
    created: str
    agents: list[str]
    agent_names: dict[str, str]
    figures: Figures
    failures: Failures
    shared: list[tuple[str, str]]
    episodes: list[EpisodeView]
    options: list[OptionGroup]
    problems: list[str]


def page_content(run: RunContent, pictures: Pictures) -> PageContent:
    """Says everything of a run."""
    manifest = run.store.manifest
    names = agent_labels([agent.name for agent in manifest.agents])
    several = len(names) > 1, manifest.repeats > 1
    failures = run_failures(run.episodes)
    titles = {episode.key.task: episode.task.title for episode in run.episodes if episode.task}
    return PageContent(
        title=run.pack.pack.title if run.pack else manifest.pack.name,
        run=run.store.folder.resolve().name,
        created=f"{manifest.created:%Y-%m-%d %H:%M} UTC",
        agents=list(names.values()),
        agent_names=names,
        figures=run_figures(run.episodes),
        failures=failures,
        shared=[(titles.get(task, task), check) for task, check in failures.shared.items()],
        episodes=[
            episode_view(number, episode, run.pack, pictures, names, several)
            for number, episode in enumerate(run.episodes)
        ],
        options=option_groups(manifest),
        problems=run.problems,
    )


def agent_labels(names: list[str]) -> dict[str, str]:
    """Shortens names of agents that are files to the name of the file, where they stay apart.

    >>> agent_labels(["reference", "script:plans/a.json"])
    {'reference': 'reference', 'script:plans/a.json': 'script:a.json'}
    >>> agent_labels(["script:one/a.json", "script:two/a.json"])
    {'script:one/a.json': 'script:one/a.json', 'script:two/a.json': 'script:two/a.json'}
    """
    short = {name: f"script:{PurePath(name).name}" if name.startswith("script:") else name for name in names}
    return short if len(set(short.values())) == len(names) else {name: name for name in names}


def episode_view(
    number: int,
    episode: EpisodeContent,
    pack: PackFolder | None,
    pictures: Pictures,
    agents: dict[str, str],
    several: tuple[bool, bool],
) -> EpisodeView:
    """Says everything of an episode."""
    task, key, of_steps = episode.task, episode.key, pictures.steps.items()
    outputs = _outputs(number, episode, pack, pictures.outputs)
    status = _status(episode)
    who = [f"agent {agents.get(key.agent, key.agent)}"] * several[0] + [f"repeat {key.repeat}"] * several[1]
    return EpisodeView(
        anchor=f"episode-{number + 1}",
        task=key.task,
        title=task.title if task else key.task,
        who=", ".join(who),
        status=status,
        family=FAMILIES.get(task.family, task.family) if task else "",
        caveats=[(CAVEATS.get(name, name), note.bites) for name, note in task.caveats.items()] if task else [],
        closeness=episode.score.quantitative if episode.score else None,
        why=_why(episode, outputs, status),
        outcome=OUTCOMES[episode.end.outcome] if episode.end else "not finished",
        message=episode.end.message if episode.end else "",
        prompt=task.prompt.filled(task.parameters) if task else None,
        parameters=[(name, argument_text(value)) for name, value in task.parameters.items()] if task else [],
        inputs=[(name, f"{given.description} ({given.kind})") for name, given in task.inputs.items()] if task else [],
        source=f"{task.source.kind.replace('_', ' ')}: {task.source.reference}" if task else "",
        outputs=outputs,
        workflow=_workflow(episode),
        steps=step_views(episode.steps, {place.call: one for place, one in of_steps if place.episode == number}),
        calls=len(episode.steps),
        failed_calls=sum(is_failed(step.record) for step in episode.steps),
        seconds=episode.end.seconds if episode.end else None,
        tool_seconds=episode.tool_seconds,
        engine_seconds=episode.engine_seconds,
        agent_seconds=episode.agent_seconds,
        host_seconds=episode.host_seconds,
        memory=memory_words(episode.peak_memory_bytes),
        last_words=episode.last_words,
        problems=episode.problems,
    )


def _workflow(episode: EpisodeContent) -> WorkflowView | None:
    score = episode.score
    return workflow_view(score.trajectory, score.failure, score.strict) if score else None


def _status(episode: EpisodeContent) -> Status:
    if episode.score is not None and episode.score.strict is not None:
        return "right" if episode.score.strict else "wrong"
    return "unjudged" if episode.end is not None else "unfinished"


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


def _outputs(
    number: int, episode: EpisodeContent, pack: PackFolder | None, pictures: dict[Place, Picture]
) -> list[OutputView]:
    score: TaskScore | None = episode.score.score if episode.score else None
    records = score.outputs if score else {}
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
