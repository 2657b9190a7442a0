# SPDX-License-Identifier: GPL-2.0-or-later
"""The one Processing context, and everything that is pinned with it because it changes answers."""

from __future__ import annotations

import functools
import os
from typing import Any

from osgeo import gdal
from qgis.core import (
    Qgis,
    QgsFeatureRequest,
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProject,
    QgsSettings,
)

from ..declaration.pinned import PINNED_ENVIRONMENT


def pin_environment() -> None:
    """Pins time zone, locale, grids, side files and threads of this process."""
    for name, value in PINNED_ENVIRONMENT.items():
        os.environ[name] = value
        if name.startswith(("GDAL_", "OGR_", "OGR2OGR_", "CPL_")):
            gdal.SetConfigOption(name, value)
    QgsSettings().setValue("qgis/walForSqlite3", False)


def make_context(feedback: QgsProcessingFeedback | None = None) -> QgsProcessingContext:
    """Makes the context that every bound call runs in.

    Geometries are not checked by the engines: the validity guard has done it, or the guard level says to go on.
    No ellipsoid is set, so whatever measures on one must name it; units are metres and square metres.
    """
    context = QgsProcessingContext()
    project = _private_project()
    context.setProject(project)
    context.setInvalidGeometryCheck(QgsFeatureRequest.InvalidGeometryCheck.GeometryNoCheck)
    context.setEllipsoid("NONE")
    context.setDistanceUnit(Qgis.DistanceUnit.Meters)
    context.setAreaUnit(Qgis.AreaUnit.SquareMeters)
    context.setTransformContext(project.transformContext())
    context.setMaximumThreads(1)
    if feedback is not None:
        context.setFeedback(feedback)
    return context


@functools.cache
def _private_project() -> QgsProject:
    """Gives one empty project for all contexts of the process: making one takes longer than many a call."""
    return QgsProject()


class EngineFeedback(QgsProcessingFeedback):
    """Collects what engines say and passes progress on.

    Args:
        on_progress: Called with a share from 0 to 1.
    """

    def __init__(self, on_progress: Any = None) -> None:
        super().__init__(False)
        self.messages: list[str] = []
        if on_progress is not None:
            self.progressChanged.connect(lambda percent: on_progress(percent / 100))

    def reportError(self, error: str, fatalError: bool = False) -> None:  # noqa: N802, N803 (names of QGIS)
        """Keeps an error of an engine."""
        self.messages.append(error)

    def pushWarning(self, warning: str) -> None:  # noqa: N802 (name of QGIS)
        """Keeps a warning of an engine."""
        self.messages.append(warning)
