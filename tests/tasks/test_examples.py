# SPDX-License-Identifier: GPL-2.0-or-later
"""The examples in docstrings of packs and their data come out as they are written."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = ["tasks.portable_paths", "tasks.content_hash", "tasks.data_sources.public_hosts", "headless.pack_difference"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_come_out_as_written(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"gisagentbench.{name}"))
    assert (result.failed, result.attempted > 0) == (0, True)
