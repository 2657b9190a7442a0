# SPDX-License-Identifier: GPL-2.0-or-later
"""Fixtures of the tool tests: QGIS once, a harness per test."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

if TYPE_CHECKING:
    from harness import Harness


@pytest.fixture
def make_harness(qgis_application: Any, tmp_path: Path) -> Callable[..., "Harness"]:
    """Makes a harness with a given guard level."""
    from harness import Harness

    return lambda guard="refuse": Harness(tmp_path / f"workspace {guard}", guard)


@pytest.fixture
def harness(make_harness: Callable[..., "Harness"]) -> "Harness":
    """A workspace at guard level refuse."""
    return make_harness()


@pytest.fixture
def real_data() -> Path:
    """The folder of real data that GISAGENTBENCH_DATA names; tests on it are skipped until it is set."""
    folder = os.environ.get("GISAGENTBENCH_DATA", "")
    if not folder:
        pytest.skip("GISAGENTBENCH_DATA is not set")
    return Path(folder)
