# SPDX-License-Identifier: GPL-2.0-or-later
"""An endpoint that takes no connection, and which addresses a key travels to in the open."""

import contextlib
import socket

import pytest

from gisagentbench.headless.agents.language_model import endpoint
from gisagentbench.headless.agents.language_model.base_url import open_way_to
from gisagentbench.headless.agents.language_model.endpoint import Endpoint
from gisagentbench.headless.agents.language_model.endpoint_faults import EndpointFault

BODY = {"model": "tiny", "messages": [], "tools": []}


@contextlib.contextmanager
def full_port():
    """A port whose queue is full, so that the system lets every further connection wait. Yields: Its address."""
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(4):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(server.getsockname())
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"


def test_a_connection_that_is_not_made_is_told_and_worth_another_try(monkeypatch):
    monkeypatch.setattr(endpoint, "CONNECT_SECONDS", 0.3)
    with full_port() as address, pytest.raises(EndpointFault) as failure:
        Endpoint(address, None).answer(BODY, 60.0)
    assert failure.value.sentence == "No connection to the endpoint was made within 0.3 s."
    assert (failure.value.outcome, failure.value.can_retry) == ("infrastructure", True)


@pytest.mark.parametrize(
    ("base_url", "host"),
    [
        ("http://models.test/v1", "models.test"),
        ("http://192.168.1.7:11434/v1", "192.168.1.7"),
        ("http://[2001:db8::1]/v1", "2001:db8::1"),
        ("http://127.0.0.1.models.test/v1", "127.0.0.1.models.test"),
        ("https://models.test/v1", ""),
        ("http://localhost:11434/v1", ""),
        ("http://me.localhost/v1", ""),
        ("http://127.0.0.1:11434/v1", ""),
        ("http://127.8.8.8/v1", ""),
        ("http://[::1]:8080/v1", ""),
    ],
)
def test_a_key_goes_in_the_open_by_plain_http_to_another_machine_alone(base_url, host):
    assert open_way_to(base_url) == host
