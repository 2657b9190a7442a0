# SPDX-License-Identifier: GPL-2.0-or-later
"""An agent by the name on the command line."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from ...tasks.pack import PackFolder
from ...tasks.register import sha256_of
from ...tasks.trajectory import read_trajectory
from ...tools.declaration.errors import nearest
from ..episode_score import EpisodeKey
from ..manifest import AgentEntry, Manifest
from ..refusal import CommandRefused
from .agent import Agent
from .language_model.keys import key_of
from .naive import Naive, caveat_of, naive_entries, naive_ways
from .reference import Reference
from .script import Script, script_file

PERSON = "person"
Entries = Callable[[str, PackFolder, list[str]], list[AgentEntry]]


class Surroundings(NamedTuple):
    """What an agent gets of whoever runs it.

    Args:
        key_for: Gives the key of an endpoint by its base URL; None for none.
        clock: Seconds that only grow, by which limits of time are held.
    """

    key_for: Callable[[str], str | None] = key_of
    clock: Callable[[], float] = time.monotonic


Maker = Callable[[AgentEntry, Manifest, PackFolder, EpisodeKey, Surroundings], Agent]


class Kind(NamedTuple):
    """A kind of agent.

    Args:
        written: As it is written on the command line, with a word in capitals for what one chooses.
        pattern: Matches its names.
        entries: Says how a run knows an agent of this name; one name may stand for several.
        make: Makes a fresh agent for one episode.
    """

    written: str
    pattern: str
    entries: Entries
    make: Maker

    @property
    def word(self) -> str:
        """The word that its names begin with."""
        return re.split(r"[:\[]", self.written)[0]

    def takes(self, name: str) -> bool:
        """Tells whether a name is of this kind."""
        return re.fullmatch(self.pattern, name, re.DOTALL) is not None


def agent_entries(name: str, pack: PackFolder, tasks: list[str]) -> list[AgentEntry]:
    """Checks the name of an agent and says how the run knows it.

    Args:
        tasks: Tasks of the run; a script that is of another task is refused.
    Returns: At least one entry; several where the name stands for several agents.
    Raises: CommandRefused; DocumentError for a file that cannot be read.
    """
    kind = next((kind for kind in KINDS if kind.takes(name)), None)
    if kind is not None:
        return kind.entries(name, pack, tasks)
    near = nearest(name.partition(":")[0], [kind.word for kind in KINDS], shown=1)
    written = next((kind.written for kind in KINDS if [kind.word] == near), "")
    hint = f"Did you mean {written}?" if written else f"There are {agents_there()}."
    hint = "`mcp` serves a client of that protocol, which begins a run of its own." if name == "mcp" else hint
    raise CommandRefused("BAD_VALUE", f'There is no agent "{name}".', hint)


def make_agent(manifest: Manifest, pack: PackFolder, key: EpisodeKey, around: Surroundings | None = None) -> Agent:
    """Makes a fresh agent for one episode of a run. Raises: DocumentError."""
    entry = next(agent for agent in manifest.agents if agent.name == key.agent)
    kind = next(kind for kind in KINDS if kind.takes(entry.name))
    return kind.make(entry, manifest, pack, key, around or Surroundings())


def agents_there() -> str:
    """Returns the agents as they are written on the command line, in words."""
    *most, last = [kind.written for kind in KINDS]
    return f"{', '.join(most)} and {last}"


def _by_name(name: str, _pack: PackFolder, _tasks: list[str]) -> list[AgentEntry]:
    return [AgentEntry(name=name, folder=name.replace(":", "-"))]


def _script_entries(name: str, _pack: PackFolder, tasks: list[str]) -> list[AgentEntry]:
    file = script_file(name)
    trajectory = read_trajectory(file)
    others = [task for task in tasks if trajectory.task not in (None, task)]
    if others:
        raise CommandRefused(
            "BAD_VALUE",
            f'{name} is of the task "{trajectory.task}", the run has "{others[0]}", too.',
            f"Give --task {trajectory.task}, or take the key `task` out of the file.",
        )
    digest = sha256_of(file)
    stem = re.sub(r"[^a-z0-9]+", "_", file.stem.lower()).strip("_")[:40]
    return [AgentEntry(name=name, folder=f"script-{stem}-{digest[:8]}", sha256=digest)]


def _reference(
    _entry: AgentEntry, _manifest: Manifest, pack: PackFolder, key: EpisodeKey, _around: Surroundings
) -> Agent:
    return Reference(pack.trajectory(key.task))


def _script(
    entry: AgentEntry, _manifest: Manifest, _pack: PackFolder, _key: EpisodeKey, _around: Surroundings
) -> Agent:
    return Script(read_trajectory(script_file(entry.name)))


def _naive(entry: AgentEntry, _manifest: Manifest, pack: PackFolder, key: EpisodeKey, _around: Surroundings) -> Agent:
    return Naive(naive_ways(pack, key.task)[caveat_of(entry.name) or ""])


def _random(_entry: AgentEntry, manifest: Manifest, pack: PackFolder, key: EpisodeKey, _around: Surroundings) -> Agent:
    from .random_calls import RandomCalls, seed_of

    return RandomCalls(pack.agent_view(pack.task(key.task)), seed_of(key), manifest.tools)


def _person(_entry: AgentEntry, manifest: Manifest, pack: PackFolder, key: EpisodeKey, _around: Surroundings) -> Agent:
    from .person import Person

    return Person(pack.agent_view(pack.task(key.task)), manifest.tools)


def _model_entries(name: str, _pack: PackFolder, _tasks: list[str]) -> list[AgentEntry]:
    raise CommandRefused("BAD_VALUE", f'The agent "{name}" is a model, and nothing says where it is.', "Use `run`.")


def _language_model(
    entry: AgentEntry, manifest: Manifest, pack: PackFolder, key: EpisodeKey, around: Surroundings
) -> Agent:
    from .language_model.model_agent import LanguageModel

    assert entry.model is not None
    view = pack.agent_view(pack.task(key.task))
    key_there = around.key_for(entry.model.base_url)
    return LanguageModel(entry.model, view, manifest.tools, manifest.limits, key_there, clock=around.clock)


KINDS = (
    Kind("reference", "reference", _by_name, _reference),
    Kind("script:FILE", "script:.+", _script_entries, _script),
    Kind("naive[:CAVEAT]", "naive(:.+)?", naive_entries, _naive),
    Kind("random[:SEED]", "random(:[0-9]{1,9})?", _by_name, _random),
    Kind("openai", "openai(:.+)?", _model_entries, _language_model),
    Kind("person", PERSON, _by_name, _person),
)
