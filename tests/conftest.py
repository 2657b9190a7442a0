# SPDX-License-Identifier: GPL-2.0-or-later
"""Binds the project folder under the one name `gisagentbench`, whatever the checkout is called."""

import gc
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parents[1]


def bind_root() -> None:
    """Makes the folder above `tests/` importable as `gisagentbench`, by no other name and no search path."""
    if "gisagentbench" in sys.modules:
        return
    spec = importlib.util.spec_from_file_location(
        "gisagentbench", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    assert spec is not None and spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules["gisagentbench"] = package
    spec.loader.exec_module(package)


class RootAsPlainFolder:
    """Keeps pytest from importing the root's `__init__.py` a second time, under the name of the checkout."""

    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        return pytest.Dir.from_parent(parent, path=path) if path == ROOT else None


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(RootAsPlainFolder(), "root-as-plain-folder")
    # The same examples everywhere, and no failure because a machine is busy.
    too_slow = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile("house", derandomize=True, deadline=None, suppress_health_check=too_slow)
    hypothesis.settings.load_profile("house")


# What whoever runs the tests has added or downloaded is neither looked at nor touched.
for name in ("GISAGENTBENCH_PACKS", "GISAGENTBENCH_DOWNLOADS"):
    os.environ[name] = os.path.join(os.devnull, "of-nobody")
bind_root()
sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def qgis_application() -> Iterator[Any]:
    """The one QGIS application of the test process, with Processing and our provider; ended in QGIS's own order."""
    from qgis_session import started_qgis

    application = started_qgis()
    yield application
    from qgis.core import QgsProject

    QgsProject.instance().clear()
    # layers that are still referred to would be destroyed after the providers they belong to
    gc.collect()
    application.exitQgis()
