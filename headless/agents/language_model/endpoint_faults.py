# SPDX-License-Identifier: GPL-2.0-or-later
"""What an error of an endpoint means: another try may help, or the episode ends with this outcome.

Endpoints agree on statuses and little else, so what tells them apart are words of their messages.
"""

from __future__ import annotations

import email.utils
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from ...events import Outcome

LONGEST_QUOTE = 300
TRY_AGAIN = (408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529)
BAD_REQUEST = (400, 404, 413, 422, 500)


class EndpointFault(Exception):
    """An answer that did not come.

    Args:
        outcome: How the episode ends where no other try is made.
        sentence: What happened; stands alone.
        can_retry: Whether another try may help.
        retry_after: Seconds that the endpoint asks to wait; None where it does not say.
    """

    def __init__(
        self, outcome: Outcome, sentence: str, *, can_retry: bool = False, retry_after: float | None = None
    ) -> None:
        super().__init__(sentence)
        self.outcome = outcome
        self.sentence = sentence
        self.can_retry = can_retry
        self.retry_after = retry_after


class Meaning(NamedTuple):
    """What some words in an error mean.

    Args:
        statuses: With which statuses; empty for any.
        words: Matched in code, type, parameter and message, in small letters.
        sentence: With {model} and {quote}.
    """

    statuses: tuple[int, ...]
    words: str
    outcome: Outcome
    sentence: str


# The first that fits holds.
MEANINGS = (
    Meaning(
        BAD_REQUEST,
        r"context_length|context length|maximum context|context window|context size|exceed_context|prompt is too long"
        r"|input is too long|too many (input )?tokens|reduce the length|request_too_large",
        "context_overflow",
        "Prompt, tools and conversation are longer than {model} takes: {quote}",
    ),
    Meaning(
        (400, 403),
        r"content_filter|content filter|content management policy|responsibleai|moderation|content_policy",
        "content_filtered",
        "The endpoint filtered the conversation: {quote}",
    ),
    Meaning(
        (429,),
        r"insufficient_quota|exceeded your current quota|billing",
        "infrastructure",
        "The account of the key has no quota left: {quote}",
    ),
    Meaning((401,), r"", "infrastructure", "The endpoint refuses the key, or wants one: {quote}"),
    Meaning((402,), r"", "infrastructure", "The account of the key has no money left: {quote}"),
    Meaning((403,), r"", "infrastructure", "The endpoint forbids the request: {quote}"),
    Meaning(
        (400, 404),
        r"model_not_found|model .*(does not exist|not found|not exist)|unknown model|no such model|invalid model"
        r"|not a valid model",
        "infrastructure",
        "The endpoint knows no model {model}: {quote}",
    ),
)
REFUSES = (
    r"unsupported|not support|does not|isn't|not allowed|not permitted|only .*(default|1)|must be|unknown|unrecognized"
    r"|extra inputs|unexpected|invalid|deprecated"
)
PLACES = {"tools": r"\btools?\b|function calling|tool_choice", "stream_options": r"stream_options|include_usage"}


def fault_of_status(
    status: int, body: Any, headers: Mapping[str, str], model: str, parameters: Mapping[str, Any]
) -> EndpointFault:
    """Tells what an answer with an error status means.

    Args:
        body: As it was sent: an object, or a text.
        parameters: What was sent beside the conversation, to name the one that is refused.
    """
    if 300 <= status < 400:
        place = headers.get("location", "")[:LONGEST_QUOTE]
        sentence = f"The endpoint sends elsewhere ({status}), to {place or 'an unnamed place'}; nothing was sent there."
        return EndpointFault("infrastructure", sentence)
    words, quote = _words(body)
    for meaning in MEANINGS:
        if (not meaning.statuses or status in meaning.statuses) and re.search(meaning.words, words):
            return EndpointFault(meaning.outcome, meaning.sentence.format(model=f'"{model}"', quote=quote))
    refused = _refused_parameter(words, parameters) if status in (400, 422) else None
    if refused is not None:
        return EndpointFault("parameter_refused", f'"{model}" refuses the parameter {refused}: {quote}')
    if status == 404:
        return EndpointFault("infrastructure", f"The endpoint has no chat/completions, or no model: {quote}")
    sentence = f"The endpoint answered with status {status}: {quote}"
    return EndpointFault("infrastructure", sentence, can_retry=status in TRY_AGAIN, retry_after=_retry_after(headers))


def fault_in_stream(body: Any, model: str, parameters: Mapping[str, Any]) -> EndpointFault:
    """Tells what an error in the middle of an answer means."""
    words, quote = _words(body)
    status = body.get("code") if isinstance(body, dict) else None
    if isinstance(status, int) and 400 <= status < 600:
        return fault_of_status(status, body, {}, model, parameters)
    for meaning in MEANINGS:
        if meaning.words and re.search(meaning.words, words):
            return EndpointFault(meaning.outcome, meaning.sentence.format(model=f'"{model}"', quote=quote))
    return EndpointFault("infrastructure", f"The endpoint broke off its answer: {quote}", can_retry=True)


def _words(body: Any) -> tuple[str, str]:
    """Returns all words of an error in small letters, and its message to be quoted, on one line."""
    error = body.get("error", body) if isinstance(body, dict) else body
    parts = [str(part) for part in error.values()] if isinstance(error, dict) else [str(error or "")]
    said = error.get("message") if isinstance(error, dict) else error
    quote = " ".join(str(said or "").split())[:LONGEST_QUOTE].rstrip(".")
    return " ".join(parts).lower(), f"{quote}." if quote else "it does not say why."


def _refused_parameter(words: str, parameters: Mapping[str, Any]) -> str | None:
    if not re.search(REFUSES, words):
        return None
    names = {name: rf"\b{re.escape(name.lower())}\b" for name in parameters} | PLACES
    return next((name for name, pattern in names.items() if re.search(pattern, words)), None)


def _retry_after(headers: Mapping[str, str], now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> float | None:
    milliseconds, told = headers.get("retry-after-ms"), headers.get("retry-after")
    try:
        if milliseconds is not None:
            return max(0.0, float(milliseconds) / 1000)
        return None if told is None else max(0.0, float(told))
    except ValueError:
        pass
    try:
        return max(0.0, (email.utils.parsedate_to_datetime(told or "") - now()).total_seconds())
    except (ValueError, TypeError):
        return None
