# SPDX-License-Identifier: GPL-2.0-or-later
"""Connections by TLS that reach public addresses alone.

A pack is written by a stranger: an address in it must not make this machine ask its own services, or those of its
network, for something. The name is looked up once and what was found is what is connected to.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable
from typing import NamedTuple

from .source_failure import SourceFailure

HTTPS_PORT = 443


def look_up(host: str, port: int) -> list[str]:
    """Returns the addresses of a host name. Raises: OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def is_public(address: str) -> bool:
    """Tells whether an address is one of the public Internet.

    >>> is_public("10.0.0.1"), is_public("::ffff:127.0.0.1"), is_public("9.9.9.9")
    (False, False, True)
    """
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour or (parsed.teredo and parsed.teredo[1])
        if inner:
            return is_public(str(inner)) and parsed.teredo is None and parsed.sixtofour is None
        if parsed in NAT64:
            return False
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved


NAT64 = ipaddress.ip_network("64:ff9b::/96")


class Network(NamedTuple):
    """How names are looked up, which addresses may be connected to, and which certificates count.

    Args:
        context: The system's certificates where left out.
    """

    look_up: Callable[[str, int], list[str]] = look_up
    may_reach: Callable[[str], bool] = is_public
    context: ssl.SSLContext | None = None


class PublicConnection(http.client.HTTPSConnection):
    """A connection to a host whose addresses are all public.

    Raises: SourceFailure where one is not, or the host has no address; OSError where none answers.
    """

    def __init__(self, host: str, port: int, seconds: float, network: Network) -> None:
        self.secured = network.context or ssl.create_default_context()
        super().__init__(host, port, timeout=seconds, context=self.secured)
        self.network = network
        self.was_given_up = False

    def give_up(self) -> None:
        """Ends the connection from another thread; whoever waits for it gets an error."""
        self.was_given_up = True
        with contextlib.suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)

    def connect(self) -> None:
        """Looks the host up, connects, and checks its certificate."""
        plain = self._connected()
        try:
            self.sock = self.secured.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise

    def _connected(self) -> socket.socket:
        addresses = self._addresses()
        for address in addresses:
            try:
                return socket.create_connection((address, self.port), self.timeout)
            except OSError as error:
                last = error
        raise last

    def _addresses(self) -> list[str]:
        try:
            addresses = self.network.look_up(self.host, self.port)
        except (OSError, UnicodeError):
            reason = f"the host {self.host} has no address here (no network, or no such host)"
            raise SourceFailure(reason, "check the network.") from None
        private = [address for address in addresses if not self.network.may_reach(address)]
        if private or not addresses:
            reason = f"the host {self.host} is at {private[0] if private else 'no address'}, which is not public"
            raise SourceFailure(reason, "give a public address, or mirror the data.", "BAD_VALUE")
        return addresses
