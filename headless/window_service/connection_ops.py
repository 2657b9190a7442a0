# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests an endpoint: whether it is there, takes the key, has the model, and lets it call tools."""

from __future__ import annotations

import re
import time
from typing import Any, NamedTuple

from ..refusal import CommandRefused
from .op import Op, Service
from .shapes import ConnectionShape

LISTING_SECONDS = 20.0
ANSWER_SECONDS = 90.0  # a local model may have to be loaded first
LEAST_SECONDS, MOST_SECONDS = 0.1, 86_400.0
MOST_MODELS = 1000
QUESTION = "This tests a connection. Call the function `ready`, or answer with the word ready."
READY = {
    "type": "function",
    "function": {
        "name": "ready",
        "description": "Says that the connection works.",
        "parameters": {"type": "object", "properties": {}},
    },
}


class Fault(NamedTuple):
    """What words in a sentence mean: the word for programs, and what helps."""

    words: str
    fault: str
    hint: str


# The first that fits holds.
FAULTS = (
    Fault(r"refuses the key|wants one", "key", "Give the key of this endpoint, or another one."),
    Fault(r"knows no model", "model", "Choose one of the models that the endpoint lists."),
    Fault(r"refuses the parameter tools", "tools", "Choose a model that calls tools (functions)."),
    Fault(r"refuses the parameter", "parameter", "Leave the parameter out, or change its value."),
    Fault(r"Proxy|proxy", "proxy", "Look at the proxy in QGIS, Settings > Options > Network."),
    Fault(r"CERTIFICATE|certificate|SSL|TLS|WRONG_VERSION", "tls",
          "Look at https:// or http:// in the address, and at the certificate of the endpoint."),
    Fault(r"Name or service not known|name resolution|getaddrinfo|nodename|No address", "dns",
          "Look at the name of the host in the address, and whether this machine is online."),
    Fault(r"refused|Connection reset|unreachable|No route", "refused",
          "Look at host and port of the address, and whether the endpoint's program runs."),
    Fault(r"within|timed out|timeout", "timeout", "Try again; a local model may need long to be loaded."),
    Fault(r"no quota|no money|forbids", "key", "Look at the account of the key."),
    Fault(r"no chat/completions|no JSON|no piece|that is no answer|sends elsewhere", "address",
          "The address ends where chat/completions begins, such as http://127.0.0.1:11434/v1."),
)  # fmt: skip


def test_connection(
    service: Service,
    *,
    base_url: str,
    model: str | None = None,
    key: str | None = None,
    seconds: float = ANSWER_SECONDS,
) -> ConnectionShape:
    """Lists the models of an endpoint and asks one of them for a short answer, with a tool at hand.

    Args:
        model: Left out, only the list is asked for.
        key: Kept as long as the test runs.
        seconds: That the model may take for its answer; the list gets 20 of them at most.
    Returns: What works or what does not, in words; a fault of the endpoint is no error of this op.
    Raises: CommandRefused for a base URL, key or time that can be none; DEPENDENCY_MISSING.
    """
    import openai  # noqa: F401  # missing, it is named before anything is asked

    from ..agents.language_model.base_url import checked_base_url
    from ..agents.language_model.endpoint import Endpoint
    from ..agents.language_model.keys import checked_key

    endpoint = Endpoint(checked_base_url(base_url), None if key is None else checked_key(key, "the argument key"))
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise CommandRefused(
            "BAD_VALUE", f"A test takes {LEAST_SECONDS:g} to {MOST_SECONDS:g} seconds, not {seconds:g}."
        )
    begun = time.monotonic()
    models, fault = _listed(endpoint, min(LISTING_SECONDS, seconds))
    answered: str | None = None
    if model is not None and _may_be_asked(fault):
        answered, fault = _asked(endpoint, model, seconds)
    elif model is None and not fault and not models:
        fault = "The endpoint lists no models, so nothing shows that it works; name a model to ask."
    seconds = round(time.monotonic() - begun, 3)
    kind = _kind(fault) if fault else Fault("", "", "")
    what = "" if model is None else f', and "{answered or model}" answers with tools at hand'
    sentence = fault or f"The endpoint is there{what}."
    return ConnectionShape(
        ok=not fault,
        fault=kind.fault,
        sentence=sentence,
        hint=_hint(kind, model, models),
        models=models,
        answered=answered,
        seconds=seconds,
    )


def _listed(endpoint: Any, seconds: float) -> tuple[list[str], str]:
    """Returns the names of an endpoint's models and what is wrong with the list, in words."""
    from ..agents.language_model.endpoint_faults import EndpointFault
    from ..agents.language_model.reading_in_time import OutOfTime

    try:
        return endpoint.models(seconds)[:MOST_MODELS], ""
    except EndpointFault as fault:
        return [], fault.sentence
    except OutOfTime:
        return [], f"The endpoint did not list its models within {seconds:g} s."


def _may_be_asked(fault: str) -> bool:
    """Tells whether asking a model can tell more: an endpoint without a list may answer all the same."""
    return not fault or _kind(fault).fault in ("address", "other", "model")


def _asked(endpoint: Any, model: str, seconds: float) -> tuple[str | None, str]:
    """Returns the name of the model that answered and what is wrong, in words."""
    from ..agents.language_model.answer import AnswerTooLong
    from ..agents.language_model.endpoint_faults import EndpointFault
    from ..agents.language_model.reading_in_time import OutOfTime

    body = {"model": model, "messages": [{"role": "user", "content": QUESTION}], "tools": [READY]}
    try:
        answer = endpoint.answer(body, seconds)
    except EndpointFault as fault:
        return None, fault.sentence
    except OutOfTime:
        return None, f"The model did not answer within {seconds:g} s."
    except AnswerTooLong:
        return None, "The model answered without end."
    if not answer.text.strip() and not answer.calls:
        return answer.model, "The model gave an empty answer."
    return answer.model or model, ""


def _kind(sentence: str) -> Fault:
    return next((one for one in FAULTS if re.search(one.words, sentence)), Fault("", "other", ""))


def _hint(kind: Fault, model: str | None, models: list[str]) -> str:
    from ...tools.declaration.errors import nearest

    near = nearest(model, models, shown=1) if kind.fault == "model" and model else []
    return f"Did you mean {near[0]}?" if near else kind.hint


OPS = {"test_connection": Op(test_connection)}
