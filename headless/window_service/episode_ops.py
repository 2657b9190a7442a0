# SPDX-License-Identifier: GPL-2.0-or-later
"""Ops that begin an episode, or go on with a stored one."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from ...tools.declaration.host_job import GuardLevel
from ..refusal import CommandRefused
from .known_packs import folder_of
from .op import Op, Service
from .shapes import Begun, ModelShape
from .task_ops import known_task

Begin = Literal["run", "step"]
EPISODES = "episodes"


def start_episode(
    service: Service,
    *,
    pack: str,
    task: str,
    agent: str,
    model: ModelShape | None = None,
    key: str | None = None,
    limits: dict[str, float | None] | None = None,
    guard: GuardLevel = "refuse",
    approve: bool = False,
    begin: Begin = "run",
) -> Begun:
    """Begins an episode in a run of its own.

    Args:
        agent: A name that `agents` gives.
        model: Where it is a language model.
        key: Of its endpoint; kept in memory alone, and as long as the episode runs.
        limits: By their names in the manifest; null is no limit, left out the default.
        approve: Whether each call waits for `approve`.
        begin: `step` makes one call, then pauses.
    Raises: What stands in the way, before anything is written.
    """
    from ..agents.choice import Surroundings, make_agent
    from ..attempt import run_attempt
    from ..run_plan import plan_run
    from ..run_store import begin_run
    from .episode_session import EpisodeSession

    found = service.packs.find(pack)
    known_task(found, task)
    _refuse_agent(agent, model)
    _check_key(key, model["base_url"] if model else None)
    manifest = plan_run(
        found,
        tasks=[task],
        agents=[agent],
        tools=None,
        guard=guard,
        limits=_limits(limits or {}),
        models=None if model is None else _model_request(model),
    )
    if len(manifest.agents) != 1:
        names = ", ".join(entry.name for entry in manifest.agents)
        raise CommandRefused("BAD_VALUE", f'"{agent}" stands for several agents: {names}.', "Choose one of them.")
    folder = _free_folder(service.folder / EPISODES, f"{task}_{manifest.agents[0].folder}")
    store = begin_run(folder, manifest)
    (episode,) = store.episodes()
    session = EpisodeSession(service, episode, approve, begin == "step", key)
    return session.begin(
        lambda gate: make_agent(manifest, found, episode.key, Surroundings(lambda _: key, gate.clock)),
        lambda player: run_attempt(store, found, episode, player),
    )


def continue_episode(
    service: Service,
    *,
    folder: str,
    pack: str | None = None,
    key: str | None = None,
    approve: bool = False,
    begin: Begin = "run",
) -> Begun:
    """Goes on with a stored episode where it stopped, in its folder, under the limits and guard that it began with.

    Args:
        pack: Where it lies, if it is neither embedded, added, nor one that `packs` has told of.
    Raises: CommandRefused where it has ended, runs already, or its pack or agent is no longer what it was.
    """
    from ..agents.choice import Surroundings, make_agent
    from ..attempt import continue_attempt
    from .episode_pack import same_pack
    from .episode_place import episode_place
    from .episode_session import EpisodeSession

    place = episode_place(folder_of(folder))
    if place.attempt != place.episode.last_attempt:
        message = "A later attempt at this episode is there; nothing was done."
        raise CommandRefused("BAD_VALUE", message, "Go on with the newest one.")
    found = same_pack(place.store, service.packs, pack)
    manifest, episode = place.store.manifest, place.episode
    (entry,) = [agent for agent in manifest.agents if agent.name == episode.key.agent]
    _check_key(key, entry.model.base_url if entry.model else None)
    session = EpisodeSession(service, episode, approve, begin == "step", key)
    return session.begin(
        lambda gate: make_agent(manifest, found, episode.key, Surroundings(lambda _: key, gate.clock)),
        lambda player: continue_attempt(place.store, episode, player),
    )


def _refuse_agent(agent: str, model: ModelShape | None) -> None:
    if agent == "person":
        raise CommandRefused("BAD_VALUE", "A person works in the window itself.", "Trace the task instead.")
    if model is not None and agent != "openai":
        raise CommandRefused("BAD_VALUE", f'The agent "{agent}" is no language model; nothing was done.')
    if model is None and agent == "openai":
        raise CommandRefused("MISSING_ARGUMENT", "A language model needs an endpoint and a model; nothing was done.")


def _check_key(key: str | None, base_url: str | None) -> None:
    """Refuses what can be no key, and an endpoint that takes nobody without one."""
    from ..agents.language_model.keys import checked_key, needs_key

    if key is not None:
        checked_key(key, "the argument key")
    elif base_url is not None and needs_key(base_url) is not None:
        message = "The endpoint wants a key, and there is none; nothing was done."
        raise CommandRefused("MISSING_ARGUMENT", message, "Give this endpoint a key in the options of GISAGentBench.")


def _limits(given: dict[str, float | None]) -> Any:
    from pydantic import ValidationError

    from ..manifest import Limits

    try:
        limits = Limits.model_validate(given)
    except ValidationError as error:
        fault = error.errors()[0]
        name = ".".join(map(str, fault["loc"])) or "limits"
        raise CommandRefused("BAD_VALUE", f"The limit {name} cannot be used: {fault['msg']}.") from None
    wrong = next((name for name, value in limits.totals().items() if value is not None and value <= 0), None)
    if wrong is not None:
        raise CommandRefused("BAD_VALUE", f"The limit {wrong} is above 0, or null for none.")
    return limits


def _model_request(model: ModelShape) -> Any:
    from ..agents.language_model.model_request import OURS, ModelRequest

    parameters = model.get("parameters", {})
    wrong = next((name for name in parameters if name in OURS or "key" in name.lower().split("_")), None)
    if wrong is not None:
        raise CommandRefused("BAD_VALUE", f'The parameter "{wrong[:60]}" cannot be set; nothing was done.')
    return ModelRequest(
        models=(model["name"],),
        base_url=model["base_url"],
        parameters=parameters,
        descriptions=model.get("descriptions", "full"),
        has_key=True,  # or it needs none: what the environment holds is not for the window
    )


def _free_folder(parent: Path, what: str) -> Path:
    """Makes the folder of a run, named after the time; two of one second are told apart."""
    name = f"{datetime.now(UTC):%Y-%m-%d_%H-%M-%S}_{what}"[:120]
    for number in range(1, 1000):
        folder = parent / (name if number == 1 else f"{name}_{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        return folder
    raise CommandRefused("OUTPUT_EXISTS", f'"{name}" and 998 folders beside it are taken.', "Wait a second.")


OPS = {"start_episode": Op(start_episode), "continue_episode": Op(continue_episode)}
