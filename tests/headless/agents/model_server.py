# SPDX-License-Identifier: GPL-2.0-or-later
"""A real HTTP server on loopback that speaks chat completions, streaming, by a script: one reply per request."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

USAGE = {
    "prompt_tokens": 1000,
    "completion_tokens": 50,
    "total_tokens": 1050,
    "prompt_tokens_details": {"cached_tokens": 400},
    "completion_tokens_details": {"reasoning_tokens": 20},
}
DONE = b"data: [DONE]\n\n"


class Reply(NamedTuple):
    """What the server sends.

    Args:
        parts: Of the body, sent one after another.
        pause: Seconds before each part but the first.
        is_cut: The connection is closed before the promised end of the body.
    """

    parts: list[bytes]
    status: int = 200
    headers: dict[str, str] = {}  # noqa: RUF012
    pause: float = 0.0
    is_cut: bool = False


class Received(NamedTuple):
    """A request as it came: path, headers with small letters, and JSON."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class ModelServer:
    """Replies by a script; the last reply is repeated. Everything received is kept."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.received: list[Received] = []
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True

    @property
    def base_url(self) -> str:
        """What a client is given."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @contextmanager
    def serving(self) -> Iterator[ModelServer]:
        """Serves until the end of the block."""
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()

    def next_reply(self, received: Received) -> Reply:
        """Keeps a request and gives its reply."""
        with self._lock:
            self.received.append(received)
            return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                headers = {name.lower(): value for name, value in self.headers.items()}
                reply = server.next_reply(Received(self.path, headers, body))
                self.send_response(reply.status)
                kind = "text/event-stream" if reply.status == 200 else "application/json"
                for name, value in ({"Content-Type": kind, "Transfer-Encoding": "chunked"} | reply.headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.close_connection = True
                with contextlib.suppress(OSError):  # the client has had enough
                    self._send(reply)

            def _send(self, reply: Reply) -> None:
                for number, part in enumerate(reply.parts):
                    if number:
                        time.sleep(reply.pause)
                    self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
                    self.wfile.flush()
                if not reply.is_cut:
                    self.wfile.write(b"0\r\n\r\n")

            def log_message(self, *_: Any) -> None:
                pass

        return Handler


def line(record: Any) -> bytes:
    """One event of a stream."""
    return b"data: " + json.dumps(record).encode() + b"\n\n"


def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> bytes:
    """One piece of an answer."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    head = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "tiny-2026"}
    return line(head | {"system_fingerprint": "fp_7", "choices": [choice]} | more)


def usage(counts: dict[str, Any] | None = None) -> bytes:
    """The last piece of an answer, with its counts."""
    head = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "tiny-2026"}
    return line(head | {"choices": [], "usage": USAGE if counts is None else counts})


def says(text: str, finish: str = "stop", **more: Any) -> Reply:
    """A plain message in two pieces."""
    half = len(text) // 2
    first = chunk({"role": "assistant", "content": text[:half]})
    return Reply([first, chunk({"content": text[half:]}), chunk({}, finish), usage(), DONE], **more)


def asks(*calls: tuple[str, Any], ids: list[str] | None = None, text: str = "", counts: Any = USAGE) -> Reply:
    """Calls, their arguments in two pieces each; arguments that are a text are sent as they are."""
    parts = [chunk({"role": "assistant", "content": text or None})]
    for index, (name, arguments) in enumerate(calls):
        written = arguments if isinstance(arguments, str) else json.dumps(arguments)
        identity = ids[index] if ids else f"call_{name}_{index}"
        half = len(written) // 2
        function = {"name": name, "arguments": written[:half]}
        parts.append(
            chunk({"tool_calls": [{"index": index, "id": identity, "type": "function", "function": function}]})
        )
        parts.append(chunk({"tool_calls": [{"index": index, "function": {"arguments": written[half:]}}]}))
    parts.append(chunk({}, "tool_calls"))
    return Reply([*parts, *([usage(counts)] if counts else []), DONE])


def fails(status: int, message: str, code: str | None = None, param: str | None = None, **headers: str) -> Reply:
    """An error as endpoints send it."""
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply([json.dumps({"error": error}).encode()], status, named)
