# SPDX-License-Identifier: GPL-2.0-or-later
"""Starts QGIS once for all tests that need it."""

from __future__ import annotations

import functools
import os
from typing import Any


@functools.cache
def started_qgis() -> Any:
    """Gives the one QGIS application, with Processing, its native and GDAL algorithms and our provider."""
    from qgis.core import QgsApplication

    from gisagentbench.headless import machine
    from gisagentbench.processing_provider.provider import GisAgentBenchProvider
    from gisagentbench.tools.execution import application

    # With widgets, so that one application serves tests of tools and of the window alike.
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if QgsApplication.instance() is None:
        if "PYTEST_XDIST_WORKER" in os.environ:  # databases of a profile are locked while another process writes
            profile = machine.cache_folder() / f"profile-{os.environ['PYTEST_XDIST_WORKER']}"
            os.environ["QGIS_CUSTOM_CONFIG_PATH"] = str(machine.throw_away_profile(profile))
        made = QgsApplication([], True)
        made.initQgis()
    running = application.started_qgis()
    running.harness_provider = GisAgentBenchProvider()  # the registry does not keep Python's half alive
    QgsApplication.processingRegistry().addProvider(running.harness_provider)
    return running
