# SPDX-License-Identifier: GPL-2.0-or-later
"""Starts QGIS and Processing inside a plain Python process, once."""

from __future__ import annotations

import functools
import os
import sys
from typing import Any

from qgis.core import QgsApplication

from .context import pin_environment


@functools.cache
def started_qgis() -> Any:
    """Gives the QGIS application of this process with Processing ready; one that runs already is used."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QgsApplication.instance()
    if application is None:
        application = QgsApplication([], False)
        application.initQgis()
    sys.path.append(os.path.join(QgsApplication.pkgDataPath(), "python", "plugins"))
    from processing.core.Processing import Processing

    Processing.initialize()
    pin_environment()
    return application
