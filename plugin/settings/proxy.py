# SPDX-License-Identifier: GPL-2.0-or-later
"""QGIS's proxy as variables of the service, whose own program for the network knows no other way.

They may hold a password: they are never written anywhere, and the service hands those on to no child of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlsplit

from qgis.core import QgsNetworkAccessManager
from qgis.PyQt.QtNetwork import QNetworkProxy

THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
SCHEMES = {
    QNetworkProxy.ProxyType.HttpProxy: "http",
    QNetworkProxy.ProxyType.HttpCachingProxy: "http",
    QNetworkProxy.ProxyType.Socks5Proxy: "socks5",
}


def proxy_variables(base_urls: Sequence[str] = (), manager: Any = None) -> dict[str, str]:
    """Returns the variables that make a child use QGIS's proxy, and go without one where QGIS does.

    Args:
        base_urls: Of all endpoints; QGIS's exceptions are beginnings of URLs, a child's are hosts.
        manager: Left out: QGIS's own.
    Returns: Nothing where QGIS follows the system, as the child does by itself.
    """
    manager = manager if manager is not None else QgsNetworkAccessManager.instance()
    proxy = manager.fallbackProxy()
    if manager.useSystemProxy() or proxy.type() == QNetworkProxy.ProxyType.DefaultProxy:
        return {}
    exceptions = [*manager.noProxyList(), *manager.excludeList()]
    hosts = [*THIS_MACHINE, *(_host(url) for url in base_urls if url.startswith(tuple(filter(None, exceptions))))]
    hosts += [_host(entry) for entry in exceptions if "://" in entry and not urlsplit(entry).path.strip("/")]
    scheme = SCHEMES.get(proxy.type())
    if scheme is None or not proxy.hostName():
        return _both_cases({"NO_PROXY": "*"})
    address = f"{scheme}://{_login(proxy)}{proxy.hostName()}:{proxy.port()}"
    named = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), address)
    return _both_cases(named | {"NO_PROXY": ",".join(dict.fromkeys(filter(None, hosts)))})


def _login(proxy: QNetworkProxy) -> str:
    if not proxy.user():
        return ""
    return f"{quote(proxy.user(), safe='')}:{quote(proxy.password(), safe='')}@"


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _both_cases(variables: dict[str, str]) -> dict[str, str]:
    """Gives each in small letters as well: those come first where both are there."""
    return {**variables, **{name.lower(): value for name, value in variables.items()}}
