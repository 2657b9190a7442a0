# SPDX-License-Identifier: GPL-2.0-or-later
"""A window for tests of what the plugin shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def own_settings(qgis_application: Any, tmp_path: Path) -> Iterator[None]:
    """Settings of QGIS in a file of this test alone, since tests run beside one another."""
    from qgis.PyQt.QtCore import QSettings

    ini, user = QSettings.Format.IniFormat, QSettings.Scope.UserScope
    # asked of a named program: without a name the file lies a folder higher
    before = Path(QSettings(ini, user, "of", "tests").fileName()).parents[1]
    QSettings.setPath(ini, user, str(tmp_path / "settings"))
    yield
    QSettings.setPath(ini, user, str(before))


@pytest.fixture
def window(own_settings: None) -> Iterator[Any]:
    """A window with an empty project and the settings of nobody."""
    from qgis.core import QgsProject

    from gisagentbench.tests.plugin.window_of_tests import WindowOfTests

    QgsProject.instance().clear()
    made = WindowOfTests()
    yield made
    made.close()
