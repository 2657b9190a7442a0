# SPDX-License-Identifier: GPL-2.0-or-later
"""A window for tests of what the plugin shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture
def window(qgis_application: Any) -> Iterator[Any]:
    """A window with an empty project and the settings of nobody."""
    from qgis.core import QgsProject, QgsSettings

    from gisagentbench.tests.plugin.window_of_tests import WindowOfTests

    QgsProject.instance().clear()
    QgsSettings().remove("gisagentbench")
    made = WindowOfTests()
    yield made
    made.close()
    QgsSettings().remove("gisagentbench")
