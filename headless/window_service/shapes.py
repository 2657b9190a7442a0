# SPDX-License-Identifier: GPL-2.0-or-later
"""The shapes of what the service answers and tells; every one is a JSON object. `?` in words means: may be null."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

SessionState = Literal["running", "paused", "waiting_for_approval", "stopping", "ended"]
LayerKind = Literal["vector", "raster", "table"]


class ErrorShape(TypedDict):
    """Why an op was not done: a code of the closed list, a sentence that stands alone, what helps (may be empty)."""

    code: str
    sentence: str
    hint: str


class MissingPackage(TypedDict):
    """A package that is not there.

    Args:
        needed_for: In words, such as "language models".
        how: How to get all that are missing, the same for each: commands to be typed, a line each.
    """

    package: str
    needed_for: str
    how: str


class Hello(TypedDict):
    """What the service says of itself.

    Args:
        versions: Of gisagentbench, python and every package that is there.
        folder: Where episodes and traces of the window lie.
    """

    protocol: int
    versions: dict[str, str]
    missing: list[MissingPackage]
    folder: str
    pid: int


class PackShape(TypedDict):
    """A pack that can be opened; `folder` is what other ops take as `pack`.

    Args:
        tasks: Ids.
        areas: Title by id.
        place: embedded, added (in the user's pack folder), or opened from a folder of the person's own.
    """

    name: str
    title: str
    folder: str
    version: str
    licence: str
    description: str | None
    areas: dict[str, str]
    tasks: list[str]
    datasets: int
    place: Literal["embedded", "added", "folder"]


class PackFault(ErrorShape):
    """A folder that should be a pack, and is none that can be read."""

    folder: str


class InputShape(TypedDict):
    """An input of a task.

    Args:
        name: By which the task speaks of it; `file` is how calls name the file.
        title: Of the dataset.
        sublayer: Where the file has several, which one is meant; "" otherwise.
    """

    name: str
    file: str
    kind: LayerKind
    description: str
    sublayer: str
    title: str
    publisher: str
    licence: str
    date: str


class Term(TypedDict):
    """One line of a contract in words."""

    name: str
    words: str


class ColumnShape(TypedDict):
    """One column of a contract in words."""

    name: str
    type: str
    role: str
    compared: str


class OutputShape(TypedDict):
    """An output of a task, in words.

    Args:
        label: The file, and behind a colon the layer in it where it has a name.
    """

    label: str
    file: str
    layer: str
    kind: LayerKind
    terms: list[Term]
    columns: list[ColumnShape]


class PromptShape(TypedDict):
    """What the practitioner asks, parameters filled in."""

    objective: str
    inputs: str
    outputs: str
    constraints: list[str]


class CaveatShape(TypedDict):
    """A trap of the task, and what the naive way meets: a wrong answer, or a refused call."""

    name: str
    bites: Literal["wrong", "refused"]


class TaskShape(TypedDict):
    """A task.

    Args:
        area: Id; `area_title` in words.
        prompt_text: The whole question as an agent that is a model reads it.
        contract: The outputs as task.yaml has them, defaults filled in: a list, one for each output.
    """

    id: str
    title: str
    family: str
    area: str
    area_title: str
    caveats: list[CaveatShape]
    prompt: PromptShape
    prompt_text: str
    parameters: dict[str, Any]
    inputs: list[InputShape]
    outputs: list[OutputShape]
    contract: list[dict[str, Any]]
    reference_calls: int
    source: str


class TaskFault(ErrorShape):
    """A task that cannot be read."""

    task: str


class InputLayer(TypedDict):
    """A layer of a read-only copy of an input; `sublayer` is "" where the file holds one layer."""

    name: str
    path: str
    sublayer: str
    kind: LayerKind


class AgentShape(TypedDict):
    """An agent that can be chosen.

    Args:
        name: As `start_episode` takes it.
        needs_model: It is asked at an endpoint: give `model`, and `key` where the endpoint wants one.
    """

    name: str
    title: str
    needs_model: bool


class ModelShape(TypedDict):
    """A model behind an endpoint, as `start_episode` takes it.

    Args:
        parameters: Sent beside temperature 0 or instead of it; null leaves one out.
        descriptions: How much the tools tell of themselves: full (left out) or bare.
    """

    base_url: str
    name: str
    parameters: NotRequired[dict[str, Any]]
    descriptions: NotRequired[Literal["full", "bare"]]


class Begun(TypedDict):
    """An episode that runs; `folder` is its attempt folder, by which all ops know a stored episode."""

    session: str
    folder: str


class MadeLayer(TypedDict):
    """A layer that a step has made.

    Args:
        step: Number of the call in its workspace, from 1: `step` of its step record.
        crs: Authority code, else WKT; "" where it declares none, null where it is not known.
    """

    step: int
    handle: str
    path: str
    sublayer: str
    kind: LayerKind
    crs: str | None


class CallShape(TypedDict):
    """A call as an agent asks for it; arguments may be anything."""

    api: str
    arguments: Any


class EventNotice(TypedDict):
    """`event`: the JSON of an event as it stands in events.jsonl."""

    notice: Literal["event"]
    session: str
    event: dict[str, Any]


class LayerNotice(MadeLayer):
    """`layer`: follows the event `call_finished` of the step that made it."""

    notice: Literal["layer"]
    session: str


class ProgressNotice(TypedDict):
    """`progress`: share of the running call that is done, 0 to 1; `call` is its number as in the events."""

    notice: Literal["progress"]
    session: str
    call: int
    share: float


class StateNotice(TypedDict):
    """`state`: what the session does from now on.

    Args:
        call: The one that waits, where one does; null otherwise.
        outcome: Of an episode that has ended, as in the event `finished`; null otherwise.
        message: In words, may be empty.
        error: What kept the episode from its end, where it was no event of its own; null otherwise.
    """

    notice: Literal["state"]
    session: str
    state: SessionState
    call: CallShape | None
    outcome: str | None
    message: str
    error: ErrorShape | None


class StoredEpisode(TypedDict):
    """An episode on disk.

    Args:
        outcome: As in the event `finished`; null where it did not end.
        can_continue: Whether `continue_episode` takes it: unfinished, cancelled, or stopped by the machine.
        strict: Of its score; null where it has none.
        at: When it began, ISO 8601 in UTC.
        session: Where it runs in this service now; null otherwise, also where it runs in another process.
        problem: What keeps it from being read; "" otherwise.
    """

    folder: str
    pack: str
    task: str
    agent: str
    model: str | None
    base_url: str | None
    state: Literal["ended", "unfinished", "running", "unreadable"]
    outcome: str | None
    message: str
    calls: int
    strict: bool | None
    quantitative: float | None
    at: str
    can_continue: bool
    session: str | None
    problem: str


class ReadEpisode(TypedDict):
    """A stored episode, whole.

    Args:
        events: As in events.jsonl.
        score: The content of score.json; null where there is none.
    """

    episode: StoredEpisode
    events: list[dict[str, Any]]
    layers: list[MadeLayer]
    score: dict[str, Any] | None


class ConnectionShape(TypedDict):
    """What became of a test of an endpoint.

    Args:
        fault: A word for programs: "", refused, dns, tls, proxy, timeout, key, model, tools, parameter, address, other.
        models: Names that the endpoint lists; empty where it lists none.
        answered: Name of the model that answered; null where none did.
    """

    ok: bool
    fault: str
    sentence: str
    hint: str
    models: list[str]
    answered: str | None
    seconds: float
