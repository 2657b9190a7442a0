# SPDX-License-Identifier: GPL-2.0-or-later
"""Lets GDAL read a stranger's file without side files, network and printing, in the calling thread alone.

The process is the person's QGIS, where other threads load maps from the network meanwhile: nothing of it is changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from osgeo import gdal

from ...scoring.source_file import QUIET_SETTINGS

# The size of the cache is one for the whole process.
OF_THE_PROCESS = ("GDAL_CACHEMAX",)


@contextmanager
def quiet_gdal() -> Iterator[None]:
    """Holds as long as the block runs; what was set in this thread comes back afterwards."""
    settings = {name: value for name, value in QUIET_SETTINGS.items() if name not in OF_THE_PROCESS}
    before = {name: gdal.GetThreadLocalConfigOption(name, None) for name in settings}
    gdal.PushErrorHandler("CPLQuietErrorHandler")
    try:
        for name, value in settings.items():
            gdal.SetThreadLocalConfigOption(name, value)
        yield
    finally:
        for name, value in before.items():
            gdal.SetThreadLocalConfigOption(name, value)
        gdal.PopErrorHandler()
