# SPDX-License-Identifier: GPL-2.0-or-later
"""The agent that is a language model: it is told the task, calls tools, and ends with a plain message."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from ...events import Answered, EventModel, ModelRetry, Outcome, Usage
from ...manifest import Limits, ModelEntry
from ..agent import EpisodeStopped, PastTurn, Turn
from .answer import Answer, AskedCall
from .asking import Asking, Patience
from .conversation import Conversation
from .endpoint import Endpoint
from .endpoint_faults import EndpointFault
from .prices import cost_usd
from .prompts import system_text, task_text
from .reading_in_time import ReadingStopped
from .tool_functions import tool_functions

PATIENCE = Patience()
LENGTH_PARAMETERS = ("max_tokens", "max_completion_tokens")


class LanguageModel:
    """One model in one episode.

    Args:
        entry: The model, and what is sent to it.
        view: What an agent sees of the task.
        tools: Names of the tools it gets; None for all.
        limits: Of the episode, which it holds in the middle of an answer, too.
        key: Of the endpoint.
        patience: How often the endpoint is asked again.
        waits: Waits some seconds; left out, a wait that `stop` ends.
        clock: Seconds that only grow.
    """

    def __init__(
        self,
        entry: ModelEntry,
        view: dict[str, Any],
        tools: Sequence[str] | None,
        limits: Limits,
        key: str | None,
        patience: Patience | None = None,
        waits: Callable[[float], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._entry, self._limits, self._key, self._clock = entry, limits, key, clock
        self._talk = Conversation(system_text(), task_text(view))
        self._functions = tool_functions(tools, entry.descriptions)
        self._schema_characters = len(json.dumps(self._functions))
        self._stopped = threading.Event()
        self._endpoint = Endpoint(entry.base_url, key, self._stopped)
        self._asking = Asking(self._ask, patience or PATIENCE, limits.answer_seconds, waits or self._wait, clock)
        self._tell: Callable[[EventModel], None] = lambda _: None
        self._deadline: float | None = None
        self._turns = 0

    def tell_to(self, tell: Callable[[EventModel], None]) -> None:
        """Takes what waits before another try are told to."""
        self._tell = tell

    def stop(self) -> None:
        """Ends the answer that is waited for, and every later one, from another thread."""
        self._stopped.set()

    def recall(self, turns: Sequence[PastTurn]) -> None:
        """Takes its earlier turns as what it has said; endpoints get ids of calls that are made anew."""
        for number, past in enumerate(turns, start=1):
            asked = [AskedCall(name=call.api, arguments=_written(call.arguments)) for call in past.calls]
            self._talk.add_answer(Answer(past.text, "", asked, None, None, None, None))
            if number < len(turns):
                self._talk.add_results(past.steps)
        self._turns = len(turns)
        if turns and self._limits.seconds is not None:
            self._deadline = self._clock() + self._limits.seconds

    def next(self, steps: Sequence[dict[str, Any]]) -> Turn:
        """Tells the model what became of its calls, and gives its answer."""
        if not self._turns and self._limits.seconds is not None:
            self._deadline = self._clock() + self._limits.seconds
        self._turns += 1
        self._talk.add_results(steps)
        share = self._schema_characters / (self._schema_characters + self._talk.characters())
        try:
            answer = self._asking.answer(self._deadline, self._tell_wait)
        except ReadingStopped:
            raise EpisodeStopped("stopped while the model answered") from None
        except EndpointFault as fault:
            return Turn(outcome=fault.outcome, message=fault.sentence)
        usage = self._usage(answer, share)
        return self._turn(answer, usage)

    def _wait(self, seconds: float) -> None:
        if self._stopped.wait(seconds):
            raise ReadingStopped

    def _ask(self, seconds: float) -> Answer:
        body = {"model": self._entry.model, "messages": self._talk.messages, "tools": self._functions}
        return self._endpoint.answer(body | self._entry.parameters, seconds)

    def _tell_wait(self, retry: int, reason: str, seconds: float) -> None:
        self._tell(ModelRetry(turn=self._turns, retry=retry, reason=reason, seconds=round(seconds, 3)))

    def _usage(self, answer: Answer, share: float) -> Usage:
        told = answer.usage or Usage()
        return told.model_copy(update={"cost_usd": cost_usd(self._entry.price, told), "schema_share": round(share, 6)})

    def _turn(self, answer: Answer, usage: Usage) -> Turn:
        outcome, message = self._ending(answer)
        calls = self._talk.add_answer(answer, self._key) if outcome is None else ()
        if outcome is None and not calls and answer.text.strip():
            outcome = "finished"
        if outcome in (None, "finished"):
            missing = self._uncounted(usage)
            if missing:
                outcome, message, calls = "infrastructure", missing, ()
        answered = Answered(
            model=answer.model, system_fingerprint=answer.system_fingerprint, finish_reason=answer.finish_reason
        )
        return Turn(calls, answer.text, outcome, message, usage, answered)

    def _ending(self, answer: Answer) -> tuple[Outcome | None, str]:
        """Returns how an answer ends the episode by itself; None where its calls or its text decide."""
        if answer.refusal.strip():
            return "refused", f"The model refuses: {' '.join(answer.refusal.split())[:300]}"
        if answer.finish_reason == "content_filter":
            return "content_filtered", "The endpoint filtered the answer."
        if answer.finish_reason == "length":
            asked = next((name for name in LENGTH_PARAMETERS if name in self._entry.parameters), None)
            if asked is not None:
                return "limit_tokens", f"The answer was cut at {asked} {self._entry.parameters[asked]}."
            return (
                "context_overflow",
                "The answer was cut where the endpoint, or the room that the conversation left, ends it.",
            )
        return None, ""

    def _uncounted(self, usage: Usage) -> str:
        """Says that a limit cannot be held, since the endpoint does not count its tokens."""
        limit = "tokens" if self._limits.tokens is not None else "money" if self._limits.money is not None else ""
        if not limit or (usage.prompt_tokens is not None and usage.completion_tokens is not None):
            return ""
        return f"The endpoint does not tell how many tokens it took, so --max-{limit} cannot be held."


def _written(arguments: Any) -> str:
    """Gives arguments of a past call as the model wrote them; a text among them was no JSON."""
    return arguments if isinstance(arguments, str) else json.dumps(arguments)
