# SPDX-License-Identifier: GPL-2.0-or-later
"""Asks an endpoint for one answer, streaming, within bounds of size and time. No retries here, and none of `openai`."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from .answer import Answer, AnswerPieces, AnswerTooLong
from .base_url import is_this_machine
from .endpoint_faults import EndpointFault, fault_in_stream, fault_of_status
from .keys import without_key
from .reading_in_time import OutOfTime, read_in_time

# A token takes some 250 bytes of a stream.
LONGEST_STREAM_BYTES = 256_000_000
LONGEST_ERROR_BYTES = 64_000
CONNECT_SECONDS = 30.0
OPENAI_HOST = "api.openai.com"


class Endpoint:
    """An endpoint that speaks chat completions.

    Args:
        base_url: Up to and without chat/completions.
        key: None for an endpoint that wants none.
        stopped: Set by another thread, it ends an answer that is waited for.
    """

    def __init__(self, base_url: str, key: str | None, stopped: threading.Event | None = None) -> None:
        self.base_url, self.key, self.stopped = base_url, key, stopped
        self._host = urlsplit(base_url).hostname or ""

    def answer(self, body: dict[str, Any], seconds: float) -> Answer:
        """Asks for one answer.

        Args:
            body: model, messages, tools and parameters.
            seconds: Until its last piece.
        Returns: The answer; the key stands nowhere in it, even where the endpoint echoes it.
        Raises: EndpointFault, without the key; OutOfTime; AnswerTooLong; ReadingStopped.
        """
        pieces = AnswerPieces()
        try:
            for piece in read_in_time(lambda is_over: self._pieces(body, seconds, is_over), seconds, self.stopped):
                pieces.add(piece)
        except EndpointFault as fault:
            fault.sentence = without_key(fault.sentence, self.key)
            raise
        answer = pieces.answer()
        if answer.finish_reason is None:
            what = "ended in the middle" if answer.text or answer.calls else "held no piece of an answer"
            raise EndpointFault("infrastructure", f"The stream of the endpoint {what}.", can_retry=True)
        for call in answer.calls:
            call.id, call.name, call.arguments, call.more = without_key(
                [call.id, call.name, call.arguments, call.more], self.key
            )
        named = ("text", "refusal", "finish_reason", "model", "system_fingerprint")
        return answer._replace(**{name: without_key(getattr(answer, name), self.key) for name in named})

    def models(self, seconds: float) -> list[str]:
        """Returns the names of the models that the endpoint lists, in its order.

        Raises: EndpointFault, without the key; OutOfTime; ReadingStopped.
        """
        try:
            names = list(read_in_time(lambda is_over: self._model_names(seconds, is_over), seconds, self.stopped))
        except EndpointFault as fault:
            fault.sentence = without_key(fault.sentence, self.key)
            raise
        return [without_key(name, self.key) for name in names]

    def _model_names(self, seconds: float, is_over: Callable[[], bool]) -> Iterator[str]:
        with _faults_named("", {}), self._client(seconds, is_over) as client:
            listed = json.loads(client.models.with_raw_response.list(extra_headers=self._headers()).text)
            data = listed.get("data") if isinstance(listed, dict) else None
            names = [model.get("id") for model in data or [] if isinstance(model, dict)]
            yield from (name for name in names if isinstance(name, str))

    def _pieces(self, body: dict[str, Any], seconds: float, is_over: Callable[[], bool]) -> Iterator[Any]:
        parameters = {name: value for name, value in body.items() if name not in ("model", "messages", "tools")}
        with (
            _faults_named(body["model"], parameters),
            self._client(seconds, is_over) as client,
            client.chat.completions.create(**_sent(body), extra_headers=self._headers()) as stream,
        ):
            for chunk in stream:
                yield chunk.to_dict(warnings=False) if hasattr(chunk, "to_dict") else chunk

    def _client(self, seconds: float, is_over: Callable[[], bool]) -> Any:
        import httpx2
        import openai

        connect = min(CONNECT_SECONDS, seconds)
        http = httpx2.Client(
            timeout=httpx2.Timeout(seconds, connect=connect),
            follow_redirects=False,  # prompt and key go where they were meant to go
            trust_env=not is_this_machine(self._host),  # proxies are for others
            event_hooks={"response": [_bounding(is_over)]},
        )
        return openai.OpenAI(api_key=self.key or "none", base_url=self.base_url, max_retries=0, http_client=http)

    def _headers(self) -> Any:
        """Gives headers for bytes as they are, and takes out those of the environment that are for OpenAI alone."""
        import openai

        left_out = ["Authorization"] if self.key is None else []
        left_out += [] if self._host == OPENAI_HOST else ["OpenAI-Organization", "OpenAI-Project"]
        return {name: openai.Omit() for name in left_out} | {"Accept-Encoding": "identity"}


def _sent(body: dict[str, Any]) -> dict[str, Any]:
    """Gives what `openai` knows by name as arguments, and everything else as it is."""
    known = ("model", "messages", "tools")
    return {name: body[name] for name in known} | {
        "stream": True,
        "extra_body": {name: value for name, value in body.items() if name not in known},
    }


@contextmanager
def _faults_named(model: str, parameters: dict[str, Any]) -> Iterator[None]:
    """Turns what a client raises inside the block into faults of the endpoint, or OutOfTime."""
    import httpx2
    import openai

    try:
        yield
    except openai.APITimeoutError as error:
        if isinstance(error.__cause__, httpx2.ConnectTimeout):
            sentence = f"No connection to the endpoint was made within {CONNECT_SECONDS:g} s."
            raise EndpointFault("infrastructure", sentence, can_retry=True) from None
        raise OutOfTime from None
    except (openai.APIConnectionError, httpx2.HTTPError) as error:
        raise EndpointFault("infrastructure", _connection_sentence(error), can_retry=True) from None
    except openai.APIStatusError as error:
        headers = {name.lower(): value for name, value in error.response.headers.items()}
        said = error.body if error.body is not None else error.response.text
        raise fault_of_status(error.status_code, said, headers, model, parameters) from None
    except openai.APIError as error:
        raise fault_in_stream(error.body or error.message, model, parameters) from None
    except (ValueError, RecursionError):
        raise EndpointFault("infrastructure", "The endpoint sent what is no JSON.", can_retry=True) from None


def _bounding(is_over: Callable[[], bool]) -> Callable[[Any], None]:
    """Makes a hook that bounds the bytes of a response, and ends it when nobody waits for it any more."""
    import httpx2

    class Bounded(httpx2.SyncByteStream):
        def __init__(self, stream: Any, longest: int, is_error: bool) -> None:
            self._stream, self._left, self._is_error = stream, longest, is_error

        def __iter__(self) -> Iterator[bytes]:
            for chunk in self._stream:
                if is_over():
                    raise OutOfTime
                yield chunk[: self._left]
                self._left -= len(chunk)
                if self._left <= 0:
                    if self._is_error:
                        return
                    raise AnswerTooLong

        def close(self) -> None:
            self._stream.close()

    def hook(response: Any) -> None:
        response.headers.pop("content-encoding", None)  # none was asked for, and a bomb hides well in one
        is_error = response.status_code >= 300
        longest = LONGEST_ERROR_BYTES if is_error else LONGEST_STREAM_BYTES
        response.stream = Bounded(response.stream, longest, is_error)

    return hook


def _connection_sentence(error: Exception) -> str:
    """Says why a connection failed, as far as the layers below tell."""
    cause: BaseException = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    reason = " ".join(str(cause).split())[:200].rstrip(".") or type(cause).__name__
    return f"The connection to the endpoint failed: {reason}."
