# SPDX-License-Identifier: GPL-2.0-or-later
"""Environment variables that change answers from machine to machine, held still in every process that runs a tool."""

from __future__ import annotations

PINNED_ENVIRONMENT = {
    "LC_ALL": "C.UTF-8",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "PROJ_NETWORK": "OFF",
    "GDAL_PAM_ENABLED": "NO",
    "GDAL_VRT_ENABLE_PYTHON": "NO",
    "CPL_VSIL_CURL_ALLOWED_FILENAME": "nothing",  # a file that names an address is not followed there
    "GDAL_NUM_THREADS": "1",
    "OGR_CURRENT_DATE": "1970-01-01T00:00:00Z",
    "OGR2OGR_USE_ARROW_API": "NO",  # by batches GDAL 3.10 takes a column "Geom" for the geometry and fails
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
}
