# SPDX-License-Identifier: GPL-2.0-or-later
"""Downloads a file from a public address: https alone, bounded in size and time, also where it redirects."""

from __future__ import annotations

import http.client
import ssl
import threading
import time
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from .public_hosts import HTTPS_PORT, Network, PublicConnection
from .source_failure import SourceFailure

CHUNK = 1 << 16
MIB = 1 << 20
REDIRECTS = (301, 302, 303, 307, 308)
MIRROR_IT = "mirror the data."
LATER = "try again later, or mirror the data."


class DownloadLimits(NamedTuple):
    """What one download may take.

    Args:
        size: Bytes.
        seconds: Of the whole download.
        silence: Seconds without a byte.
        redirects: How many are followed.
    """

    size: int = 1024 * MIB
    seconds: float = 900.0
    silence: float = 30.0
    redirects: int = 5


def download(url: str, target: Path, limits: DownloadLimits | None = None, network: Network | None = None) -> None:
    """Downloads a file.

    Args:
        target: Must not be there; nothing is left of it where the download fails.
    Raises: SourceFailure: another scheme, a private address, a certificate that does not fit, a status other than
        200, too large, too slow, cut short.
    """
    limits, network = limits or DownloadLimits(), network or Network()
    ends_at = time.monotonic() + limits.seconds
    try:
        _follow(url, target, limits, network, ends_at)
    except BaseException as error:
        target.unlink(missing_ok=True)
        raise _failure(url, error) from None


def _follow(url: str, target: Path, limits: DownloadLimits, network: Network, ends_at: float) -> None:
    for _ in range(limits.redirects + 1):
        next_url = _answer(url, target, limits, network, ends_at)
        if next_url is None:
            return
        url = next_url
    raise SourceFailure(f"{_shown(url)} redirects more than {limits.redirects} times", MIRROR_IT, "LIMIT_EXCEEDED")


def _answer(url: str, target: Path, limits: DownloadLimits, network: Network, ends_at: float) -> str | None:
    """Asks one address. Returns: Where it redirects to; None where the file was written."""
    host, port, path = _parts(url)
    connection = PublicConnection(host, port, limits.silence, network)
    # a server that sends a byte now and then keeps every single wait short
    alarm = threading.Timer(max(0.0, ends_at - time.monotonic()), connection.give_up)
    alarm.daemon = True
    alarm.start()
    try:
        connection.request("GET", path, headers={"Accept-Encoding": "identity", "User-Agent": "GISAgentBench"})
        response = connection.getresponse()
        if response.status in REDIRECTS:
            return urljoin(url, response.getheader("Location") or "")
        if response.status != http.client.OK:
            reason = f"{_shown(url)} answers with status {response.status}"
            raise SourceFailure(reason, MIRROR_IT if response.status < 500 else LATER)
        _write(response, target, url, limits, ends_at)
        return None
    except (OSError, http.client.HTTPException, ValueError, AttributeError):
        if connection.was_given_up:
            raise TimeoutError from None
        raise
    finally:
        alarm.cancel()
        connection.close()


def _parts(url: str) -> tuple[str, int, str]:
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname:
        raise SourceFailure(f"{_shown(url)} is not fetched: only https is", "give an https address.", "BAD_VALUE")
    if "@" in parts.netloc:
        raise SourceFailure(f"an address with a user name is not fetched ({parts.hostname})", MIRROR_IT, "BAD_VALUE")
    path = parts.path or "/"
    return parts.hostname, parts.port or HTTPS_PORT, f"{path}?{parts.query}" if parts.query else path


def _write(response: http.client.HTTPResponse, target: Path, url: str, limits: DownloadLimits, ends_at: float) -> None:
    too_large = SourceFailure(f"{_shown(url)} is larger than {limits.size // MIB} MiB", MIRROR_IT, "LIMIT_EXCEEDED")
    encoding = response.getheader("Content-Encoding") or "identity"
    if encoding.lower() != "identity":
        raise SourceFailure(f"{_shown(url)} was sent packed ({encoding[:20]})", MIRROR_IT, "BAD_FORMAT")
    if response.length is not None and response.length > limits.size:
        raise too_large
    announced, written = response.length, 0
    with target.open("xb") as file:
        while chunk := response.read1(CHUNK):
            written += len(chunk)
            if written > limits.size:
                raise too_large
            file.write(chunk)
    if time.monotonic() > ends_at:
        raise TimeoutError
    if announced is not None and written != announced:
        raise SourceFailure(f"{_shown(url)} ended after {written:,} of {announced:,} bytes", LATER)


def _failure(url: str, error: BaseException) -> BaseException:
    """Says a failure of the connection in words; others stay what they are."""
    shown = _shown(url)
    if isinstance(error, ssl.SSLError):
        why = getattr(error, "verify_message", "") or "no secure connection"
        return SourceFailure(f"{shown} cannot be trusted ({why})", MIRROR_IT)
    if isinstance(error, TimeoutError):
        return SourceFailure(f"{shown} did not answer in time", LATER, "TIMEOUT")
    if isinstance(error, http.client.HTTPException | ValueError):
        return SourceFailure(f"{shown} gave no answer that can be read", LATER, "BAD_FORMAT")
    if isinstance(error, ConnectionError) or (isinstance(error, OSError) and error.filename is None):
        why = error.strerror or "connection lost"
        return SourceFailure(f"{shown} cannot be reached ({why})", "check the network, or mirror the data.")
    return error


def _shown(url: str) -> str:
    """Returns an address for people: without a query, which may hold a key, and not too long."""
    parts = urlsplit(url)
    plain = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    return plain if len(plain) <= 120 else plain[:117] + "..."
