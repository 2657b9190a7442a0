# SPDX-License-Identifier: GPL-2.0-or-later
"""Downloads from a server of the test, by TLS: what is given, what is refused, and that nothing half is left."""

from __future__ import annotations

import http.server
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from gisagentbench.tasks.data_sources.portal import DownloadLimits, download
from gisagentbench.tasks.data_sources.public_hosts import Network, is_public
from gisagentbench.tasks.data_sources.source_failure import SourceFailure

HOST = "data.example"
BYTES = bytes(range(256)) * 40
ELSEWHERE = "https://intern.example"


class Answers(http.server.BaseHTTPRequestHandler):
    """What the server says to each path."""

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", {"/to/file": "/parks.gpkg", "/to/itself": "/to/itself"}.get(path, query))
            self.end_headers()
        elif path == "/gone":
            self.send_error(404)
        elif path == "/busy":
            self.send_error(503)
        else:
            self._send(path)

    def _send(self, path: str) -> None:
        self.send_response(200)
        length = len(BYTES) + 1 if path == "/short" else len(BYTES)
        if path != "/endless":
            self.send_header("Content-Length", str(length))
        if path == "/packed":
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        if path == "/slow":
            threading.Event().wait(3)
        self.wfile.write(BYTES)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate of the host, signed by itself."""
    program, folder = shutil.which("openssl"), tmp_path_factory.mktemp("tls")
    assert program is not None
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    names = ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"]
    files = ["-keyout", str(folder / "both.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run([program, *words, *names, *files], check=True, capture_output=True)
    with (folder / "both.pem").open("a") as both:
        both.write((folder / "cert.pem").read_text())
    return folder


@pytest.fixture(scope="module")
def port(certificate: Path) -> Iterator[int]:
    """The port of a running server."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "both.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.fixture
def network(certificate: Path) -> Network:
    """A network in which the host is public, and every other one is not."""

    def look_up(host: str, port: int) -> list[str]:
        if host == "nowhere.example":
            raise socket.gaierror(-2, "Name or service not known")
        return ["127.0.0.1"] if host == HOST else ["127.0.0.2"]

    context = ssl.create_default_context(cafile=str(certificate / "cert.pem"))
    return Network(look_up, lambda address: address == "127.0.0.1", context)


def test_a_file_comes_as_it_is(tmp_path: Path, port: int, network: Network) -> None:
    download(f"https://{HOST}:{port}/parks.gpkg", tmp_path / "a", network=network)
    assert (tmp_path / "a").read_bytes() == BYTES


def test_a_file_without_a_length_comes_as_it_is(tmp_path: Path, port: int, network: Network) -> None:
    download(f"https://{HOST}:{port}/endless", tmp_path / "a", network=network)
    assert (tmp_path / "a").read_bytes() == BYTES


def test_a_redirect_to_a_public_address_is_followed(tmp_path: Path, port: int, network: Network) -> None:
    download(f"https://{HOST}:{port}/to/file", tmp_path / "a", network=network)
    assert (tmp_path / "a").read_bytes() == BYTES


REFUSED = [
    ("a file that is gone", "/gone", "FILE_NOT_FOUND", "answers with status 404"),
    ("a server that is busy", "/busy", "FILE_NOT_FOUND", "answers with status 503"),
    ("a redirect to http", "/to/x?http://data.example/a", "BAD_VALUE", "only https is"),
    ("a redirect to a file", "/to/x?file:///etc/passwd", "BAD_VALUE", "only https is"),
    ("a redirect to a private address", f"/to/x?{ELSEWHERE}/a", "BAD_VALUE", "is at 127.0.0.2, which is not public"),
    ("a redirect with a password", "/to/x?https://a:b@data.example/", "BAD_VALUE", "user name is not fetched"),
    ("redirects without an end", "/to/itself", "LIMIT_EXCEEDED", "redirects more than 5 times"),
    ("fewer bytes than announced", "/short", "FILE_NOT_FOUND", "ended after 10,240 of 10,241 bytes"),
    ("bytes that are packed", "/packed", "BAD_FORMAT", "was sent packed (gzip)"),
]


@pytest.mark.parametrize(("rule", "path", "code", "words"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_is_refused_says_why_and_leaves_nothing(
    tmp_path: Path, port: int, network: Network, rule: str, path: str, code: str, words: str
) -> None:
    with pytest.raises(SourceFailure) as failure:
        download(f"https://{HOST}:{port}{path}", tmp_path / "a", network=network)
    assert (failure.value.code, words in failure.value.reason) == (code, True), failure.value.reason
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["/parks.gpkg", "/endless"])
def test_a_file_beyond_the_limit_is_refused_whether_its_length_is_announced_or_not(
    tmp_path: Path, port: int, network: Network, path: str
) -> None:
    with pytest.raises(SourceFailure, match="is larger than") as failure:
        download(f"https://{HOST}:{port}{path}", tmp_path / "a", DownloadLimits(size=10_239), network)
    assert failure.value.code == "LIMIT_EXCEEDED"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("limits", [DownloadLimits(silence=0.3), DownloadLimits(seconds=0.3)], ids=["silence", "whole"])
def test_a_server_that_takes_too_long_is_given_up(
    tmp_path: Path, port: int, network: Network, limits: DownloadLimits
) -> None:
    with pytest.raises(SourceFailure, match="did not answer in time") as failure:
        download(f"https://{HOST}:{port}/slow", tmp_path / "a", limits, network)
    assert failure.value.code == "TIMEOUT"


def test_a_certificate_that_nobody_signed_is_refused(tmp_path: Path, port: int, network: Network) -> None:
    with pytest.raises(SourceFailure, match="cannot be trusted"):
        download(f"https://{HOST}:{port}/a", tmp_path / "a", network=network._replace(context=None))


def test_a_host_without_an_address_says_so(tmp_path: Path, network: Network) -> None:
    with pytest.raises(SourceFailure, match="has no address here"):
        download("https://nowhere.example/a", tmp_path / "a", network=network)


def test_a_closed_port_says_so(tmp_path: Path, network: Network) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(SourceFailure, match="cannot be reached"):
            download(f"https://{HOST}:{taken.getsockname()[1]}/a", tmp_path / "a", network=network)


def test_this_machine_is_refused_by_the_rules_that_hold_outside_of_tests(tmp_path: Path, port: int) -> None:
    with pytest.raises(SourceFailure, match="which is not public"):
        download(f"https://localhost:{port}/a", tmp_path / "a")


# What the registries of special addresses say (RFC 6890 and its successors).
PRIVATE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "198.18.0.1", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_special_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["9.9.9.9", "193.0.6.139", "2001:67c:2e8:22::c100:68b", "::ffff:9.9.9.9"])
def test_public_addresses_are(address: str) -> None:
    assert is_public(address)
