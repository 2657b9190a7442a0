# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin comes and goes without a trace."""

from __future__ import annotations

import configparser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_metadata_is_complete() -> None:
    parser = configparser.ConfigParser()
    parser.read(ROOT / "metadata.txt", encoding="utf-8")
    general = parser["general"]
    asked = "name description about version author email qgisMinimumVersion qgisMaximumVersion tracker repository"
    assert [key for key in [*asked.split(), "icon", "license", "hasProcessingProvider"] if not general.get(key)] == []
    assert (general["qgisMinimumVersion"], general["qgisMaximumVersion"]) == ("3.40", "4.99")
    assert (ROOT / general["icon"]).is_file()


def test_the_root_holds_class_factory_alone() -> None:
    import ast

    tree = ast.parse((ROOT / "__init__.py").read_text(encoding="utf-8"))
    defined = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    assert defined == ["classFactory"]


@pytest.mark.qgis
def test_load_unload_and_reload_twice_leaves_nothing(qgis_application: Any) -> None:
    from qgis.core import QgsApplication

    from gisagentbench import classFactory

    registry = QgsApplication.processingRegistry()
    ours = registry.providerById("gisagentbench")
    if ours is not None:
        registry.removeProvider(ours)
    before = sorted(provider.id() for provider in registry.providers())
    for _ in range(3):
        plugin = classFactory(None)
        plugin.initProcessing()
        plugin.initGui()
        assert registry.providerById("gisagentbench") is not None
        assert registry.algorithmById("gisagentbench:clip") is not None
        plugin.unload()
        plugin.unload()
        assert sorted(provider.id() for provider in registry.providers()) == before
        assert registry.algorithmById("gisagentbench:clip") is None
    from gisagentbench.processing_provider.provider import GisAgentBenchProvider

    qgis_application.harness_provider = GisAgentBenchProvider()
    registry.addProvider(qgis_application.harness_provider)
