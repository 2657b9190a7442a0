# SPDX-License-Identifier: GPL-2.0-or-later
"""QGIS's proxy reaches the service, and what QGIS reaches without one, the service reaches so, too."""

from __future__ import annotations

import urllib.request
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytestmark = pytest.mark.qgis
URLS = ["https://api.openai.com/v1", "http://models.intranet.test/v1"]


def variables_of(
    kind: str, login: tuple[str, str] = ("", ""), system: bool = False, **lists: list[str]
) -> dict[str, str]:
    from qgis.PyQt.QtNetwork import QNetworkProxy

    from gisagentbench.plugin.settings.proxy import proxy_variables

    proxy = QNetworkProxy(getattr(QNetworkProxy.ProxyType, kind), "proxy.test", 3128, *login)
    manager = SimpleNamespace(
        fallbackProxy=lambda: proxy,
        useSystemProxy=lambda: system,
        noProxyList=lambda: lists.get("without", []),
        excludeList=lambda: lists.get("excluded", []),
    )
    return proxy_variables(URLS, manager)


@pytest.fixture
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    return monkeypatch


@pytest.mark.parametrize(("kind", "system"), [("DefaultProxy", False), ("HttpProxy", True)])
def test_where_qgis_follows_the_system_the_service_does_so_by_itself(kind: str, system: bool) -> None:
    assert variables_of(kind, system=system) == {}


def test_the_proxy_of_qgis_is_that_of_the_service(nothing_set: pytest.MonkeyPatch) -> None:
    """Read as Python reads it: what urllib makes of the variables is the oracle."""
    for name, value in variables_of("HttpProxy", ("ada", "p@ss:word")).items():
        nothing_set.setenv(name, value)
    found = urllib.request.getproxies()
    assert found["https"] == found["http"] == "http://ada:p%40ss%3Aword@proxy.test:3128"
    assert urllib.request.proxy_bypass("127.0.0.1") and urllib.request.proxy_bypass("localhost")
    assert not urllib.request.proxy_bypass("api.openai.com")


def test_socks_is_named_as_such() -> None:
    assert variables_of("Socks5Proxy")["ALL_PROXY"] == "socks5://proxy.test:3128"


def test_what_qgis_reaches_without_a_proxy_is_reached_so(nothing_set: pytest.MonkeyPatch) -> None:
    for name, value in variables_of("HttpProxy", without=["http://models.intranet.test/"]).items():
        nothing_set.setenv(name, value)
    assert urllib.request.proxy_bypass("models.intranet.test")
    assert not urllib.request.proxy_bypass("api.openai.com")


def test_an_exception_for_one_path_is_none_for_its_host() -> None:
    assert "intranet" not in variables_of("HttpProxy", excluded=["http://models.intranet.test/other/"])["NO_PROXY"]
    assert "intranet" in variables_of("HttpProxy", excluded=["http://models.intranet.test/v"])["NO_PROXY"]


def test_where_qgis_uses_none_whatever_the_system_says_the_service_uses_none() -> None:
    assert variables_of("NoProxy") == {"NO_PROXY": "*", "no_proxy": "*"}


def test_another_proxy_is_a_change_and_the_same_values_are_none(
    qgis_application: Any, nothing_set: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from qgis.core import QgsSettings
    from qgis.PyQt.QtCore import QSettings

    from gisagentbench.plugin.settings import settings
    from gisagentbench.tests.plugin.waiting import turn

    proxy = {"HTTPS_PROXY": "http://one.test:1"}
    nothing_set.setattr(settings, "proxy_variables", lambda urls: dict(proxy))
    store = QgsSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    chosen, heard = settings.Settings(store=store), []
    chosen.changed.connect(lambda: heard.append(1))
    for guard in ("warn", "warn"):
        chosen.set_guard(guard)
        chosen.tell_changed()
        turn(3)
    assert heard == [1]
    proxy["HTTPS_PROXY"] = "http://two.test:1"
    chosen.tell_changed()
    turn(3)
    assert heard == [1, 1]


def test_the_service_gets_it_and_its_own_children_do_not(
    qgis_application: Any, nothing_set: pytest.MonkeyPatch
) -> None:
    from qgis.PyQt.QtCore import QObject

    from gisagentbench.headless import machine
    from gisagentbench.plugin.settings import settings

    assert issubclass(settings.Settings, QObject)
    variables = variables_of("HttpProxy", ("ada", "lovelace"))
    nothing_set.setattr(settings, "proxy_variables", lambda urls: variables)
    assert settings.Settings().service_environment()["HTTPS_PROXY"] == "http://ada:lovelace@proxy.test:3128"
    for name, value in variables.items():
        nothing_set.setenv(name, value)
    assert "lovelace" not in "".join(machine.child_environment().values())
