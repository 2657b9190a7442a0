# SPDX-License-Identifier: GPL-2.0-or-later
"""GISAgentBench, a QGIS plugin whose folder is this repository."""

from __future__ import annotations

from typing import Any


def classFactory(iface: Any) -> Any:  # noqa: N802  (QGIS asks for this name)
    """Returns the plugin; QGIS calls this when the plugin is switched on."""
    from .plugin.plugin import GisAgentBenchPlugin

    return GisAgentBenchPlugin(iface)
