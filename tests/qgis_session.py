# SPDX-License-Identifier: GPL-2.0-or-later
"""Starts QGIS once for all tests that need it."""

from __future__ import annotations

import functools
from typing import Any


@functools.cache
def started_qgis() -> Any:
    """Gives the one QGIS application, with Processing, its native and GDAL algorithms and our provider."""
    from qgis.core import QgsApplication

    from gisagentbench.processing_provider.provider import GisAgentBenchProvider
    from gisagentbench.tools.execution import application

    running = application.started_qgis()
    running.harness_provider = GisAgentBenchProvider()  # the registry does not keep Python's half alive
    QgsApplication.processingRegistry().addProvider(running.harness_provider)
    return running
