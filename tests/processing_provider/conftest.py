# SPDX-License-Identifier: GPL-2.0-or-later
"""Fixtures of the provider's tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.processing_provider.score_cases import Case, made_cells, made_squares


@pytest.fixture
def squares(tmp_path: Path, qgis_application: Any) -> Case:
    return made_squares(tmp_path)


@pytest.fixture
def cells(tmp_path: Path, qgis_application: Any) -> Case:
    return made_cells(tmp_path)
