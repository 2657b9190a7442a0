# SPDX-License-Identifier: GPL-2.0-or-later
"""The test of an endpoint names what is wrong with it: every fault at a real server on loopback."""

import contextlib
import itertools
import json
import socket
import ssl
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from gisagentbench.tests.headless.agents.model_server import ModelServer, Reply, asks, chunk, fails, says
from gisagentbench.tests.headless.window_service.window import opened

KEY = "sk-hush-hush-0123456789"
LIST = json.dumps({"object": "list", "data": [{"id": "tiny", "object": "model"}, {"id": "large", "object": "model"}]})
READY = asks(("ready", {}))


class Listing(ModelServer):
    """A model server that lists models, too: `listing` is status and body of the list."""

    def __init__(self, *replies, listing=(200, LIST)):
        super().__init__(*replies)
        self.listing = listing
        self.listed = []

    def _handler(self):
        handler, server = super()._handler(), self

        class Handler(handler):
            def do_GET(self):
                server.listed.append({name.lower(): value for name, value in self.headers.items()})
                status, body = server.listing
                self.send_response(status)
                self.send_header("Content-Type", "application/json" if body.startswith("{") else "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body.encode())

        return Handler


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("connections")) as window:
        yield window


def ask_about(window, server, model="tiny", key=None):
    with server.serving():
        return window.ask("test_connection", base_url=server.base_url, model=model, key=key)


def test_a_good_endpoint_is_called_good(window):
    server = Listing(READY)
    answer = ask_about(window, server, key=KEY)
    assert (answer["ok"], answer["fault"], answer["hint"]) == (True, "", "")
    assert (answer["models"], answer["answered"]) == (["tiny", "large"], "tiny-2026")
    assert answer["sentence"] == 'The endpoint is there, and "tiny-2026" answers with tools at hand.'
    assert server.listed[0]["authorization"] == server.received[0].headers["authorization"] == f"Bearer {KEY}"
    assert server.received[0].body["tools"][0]["function"]["name"] == "ready"


def test_a_local_model_needs_no_key(window):
    server = Listing(says("ready"))
    assert ask_about(window, server)["ok"] is True
    assert "authorization" not in {**server.listed[0], **server.received[0].headers}


def test_without_a_model_the_list_alone_is_asked_for(window):
    server = Listing(READY)
    answer = ask_about(window, server, model=None)
    assert (answer["ok"], answer["models"], server.received) == (True, ["tiny", "large"], [])


def test_an_endpoint_without_a_list_is_asked_all_the_same(window):
    assert ask_about(window, Listing(READY, listing=(404, "{}")))["ok"] is True
    assert ask_about(window, Listing(READY, listing=(200, "<html>")))["ok"] is True


@pytest.mark.parametrize(
    ("replies", "listing", "fault", "says_so"),
    [
        ([READY], (401, '{"error": {"message": "Incorrect API key provided."}}'), "key", "refuses the key"),
        ([fails(401, "Incorrect API key provided.")], (200, LIST), "key", "refuses the key"),
        ([fails(404, "The model `tiny` does not exist", "model_not_found")], (200, LIST), "model", "knows no model"),
        ([fails(400, "tiny does not support tools")], (200, LIST), "tools", "refuses the parameter tools"),
        ([fails(429, "You exceeded your current quota", "insufficient_quota")], (200, LIST), "key", "no quota left"),
        ([Reply([b"<html>It works!</html>"])], (200, "<html>"), "address", "no piece of an answer"),
        ([Reply([b""], 307, {"Location": "http://elsewhere.example/"})], (200, LIST), "address", "sends elsewhere"),
        ([fails(404, "no such page")], (404, "{}"), "address", "no chat/completions"),
        ([fails(500, "The server had an error")], (200, LIST), "other", "status 500"),
        ([says("")], (200, LIST), "other", "empty answer"),
        ([Reply([chunk({"content": "a"})], is_cut=True)], (200, LIST), "other", "connection to the endpoint failed"),
    ],
)
def test_the_fault_is_named(window, replies, listing, fault, says_so):
    answer = ask_about(window, Listing(*replies, listing=listing), key=KEY)
    assert (answer["ok"], answer["fault"], says_so in answer["sentence"]) == (False, fault, True), answer
    assert answer["hint"] or fault == "other"
    assert KEY not in json.dumps(answer)


def test_the_nearest_model_is_offered(window):
    server = Listing(fails(404, "The model `tyny` does not exist", "model_not_found"))
    assert ask_about(window, server, model="tyny")["hint"] == "Did you mean tiny?"


def test_a_closed_port(window):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        answer = window.ask("test_connection", base_url=f"http://127.0.0.1:{port}/v1", model="tiny")
    assert (answer["ok"], answer["fault"]) == (False, "refused")
    assert "refused" in answer["sentence"]


def test_a_name_that_is_no_host(window):
    answer = window.ask("test_connection", base_url="http://nobody.invalid/v1", model="tiny")
    assert (answer["ok"], answer["fault"]) == (False, "dns"), answer


@contextmanager
def unknown_certificate(folder):
    """A server with a certificate that nobody has signed. Yields: Its port."""
    import subprocess

    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-keyout", folder / "key", "-out", folder / "cert"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert", folder / "key")
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


def test_a_certificate_that_nobody_knows(window, tmp_path):
    with unknown_certificate(tmp_path) as port:
        answer = window.ask("test_connection", base_url=f"https://127.0.0.1:{port}/v1", model="tiny")
    assert (answer["ok"], answer["fault"]) == (False, "tls"), answer


def test_https_where_http_is_spoken(window):
    server = Listing(READY)
    with server.serving():
        address = server.base_url.replace("http://", "https://")
        answer = window.ask("test_connection", base_url=address, model="tiny")
    assert (answer["ok"], answer["fault"]) == (False, "tls"), answer


def test_a_silent_endpoint_is_given_up(monkeypatch):
    from gisagentbench.headless.window_service import connection_ops

    monkeypatch.setattr(connection_ops, "LISTING_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        answer = connection_ops.OPS["test_connection"].function(
            None, base_url=f"http://127.0.0.1:{silent.getsockname()[1]}/v1", model="tiny"
        )
    assert (answer["ok"], answer["fault"]) == (False, "timeout"), answer
    assert "within 0.5 s" in answer["sentence"]


@pytest.mark.parametrize("seconds", [0, -1, 1e9])
def test_a_time_that_can_be_none_is_an_error(window, seconds):
    assert window.error("test_connection", base_url="http://127.0.0.1:1/v1", seconds=seconds)["code"] == "BAD_VALUE"


@contextmanager
def hanging(*pieces, pause=0.05):
    """A server that takes every connection, sends these pieces over and over, or nothing, and never ends.

    Yields: Its address.
    """
    over = threading.Event()

    def hang(connected):
        with connected, contextlib.suppress(OSError):
            for piece in itertools.cycle(pieces or [b""]):
                connected.sendall(piece)
                if over.wait(pause):
                    return

    def take(server):
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=hang, args=(server.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=take, args=(server,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        finally:
            over.set()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
HANGS = {
    "it never answers": [],
    "headers trickle": [b"HTTP/1.1 200 OK\r\n", b"x", b": y\r\n"],
    "a body trickles": [HEAD, *[b"1\r\n \r\n"] * 10_000],
}


@pytest.mark.parametrize("pieces", HANGS.values(), ids=HANGS)
def test_an_endpoint_that_hangs_is_given_up_in_time_and_told(window, pieces):
    with hanging(*pieces) as address:
        begun = time.monotonic()
        answer = window.ask("test_connection", base_url=address, model="tiny", seconds=0.6)
    assert (answer["ok"], answer["fault"]) == (False, "timeout"), answer
    assert answer["sentence"] == "The endpoint did not list its models within 0.6 s."
    assert time.monotonic() - begun < 10  # a machine under load is slow, an endpoint that hangs is for ever


@pytest.mark.parametrize("reply", [Reply([b" "], pause=60), Reply([chunk({"content": "a"})] * 1000, pause=0.05)])
def test_a_model_that_hangs_is_given_up_in_time_and_told(window, reply):
    server = Listing(reply._replace(parts=[*reply.parts, b"never"]))
    with server.serving():
        answer = window.ask("test_connection", base_url=server.base_url, model="tiny", seconds=0.6)
    assert (answer["ok"], answer["fault"], answer["models"]) == (False, "timeout", ["tiny", "large"])
    assert answer["sentence"] == "The model did not answer within 0.6 s."


def test_a_hostile_list_is_cut_and_cleaned(window):
    names = [{"id": f"{KEY}-{number}"} for number in range(1500)] + [{"id": 5}, {}]
    answer = ask_about(window, Listing(READY, listing=(200, json.dumps({"data": names}))), key=KEY)
    assert (answer["ok"], len(answer["models"]), answer["models"][0]) == (True, 1000, "[key]-0")


@pytest.mark.parametrize("address", ["nonsense", "ftp://a/v1", "http://a:b@c/v1", "http://a/v1?key=1", ""])
def test_an_address_that_is_none_is_an_error(window, address):
    assert window.error("test_connection", base_url=address, model="tiny")["code"] == "BAD_VALUE"
