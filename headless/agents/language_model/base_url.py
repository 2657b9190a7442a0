# SPDX-License-Identifier: GPL-2.0-or-later
"""The base URL of an endpoint. Needs the standard library alone: the window checks it, too."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

from ...refusal import CommandRefused
from .keys import ANY_ENDPOINT


def checked_base_url(text: str) -> str:
    """Returns a base URL without a slash at its end.

    Raises: CommandRefused for one that is none, or holds a password, a query or a fragment.
    """
    hint = "It is what the endpoint's own pages name, such as http://127.0.0.1:11434/v1."
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise CommandRefused("BAD_VALUE", "--base-url takes the URL of an endpoint.", hint) from None
    if "@" in parts.netloc or parts.query or parts.fragment:
        message = "--base-url takes no user, password, query or fragment: it is written into the manifest."
        raise CommandRefused("BAD_VALUE", message, f"A key goes into {ANY_ENDPOINT} or through --key-stdin.")
    if parts.scheme not in ("http", "https") or not host or not re.fullmatch(r"[!-~]+", text):
        raise CommandRefused("BAD_VALUE", "--base-url takes a URL that begins with https:// or http://.", hint)
    if parts.path.rstrip("/").endswith("/chat/completions"):
        raise CommandRefused("BAD_VALUE", "--base-url goes up to /chat/completions, without it.", hint)
    return text.rstrip("/")


def is_this_machine(host: str) -> bool:
    """Tells whether a host is this machine by its name or address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def open_way_to(base_url: str) -> str:
    """Returns the host that a key for this endpoint would travel to unencrypted; "" where none can read it on the way.

    >>> open_way_to("http://models.test/v1"), open_way_to("https://models.test/v1"), open_way_to("http://[::1]:80/v1")
    ('models.test', '', '')
    """
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    return host if parts.scheme == "http" and not is_this_machine(host) else ""
