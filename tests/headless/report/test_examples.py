# SPDX-License-Identifier: GPL-2.0-or-later
"""Examples of the report's and the suite figures' docstrings hold."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FOLDERS = ("headless/report", "scoring/suite_figures")
MODULES = [
    ".".join(("gisagentbench", *path.relative_to(ROOT).with_suffix("").parts))
    for folder in FOLDERS
    for path in sorted((ROOT / folder).glob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0 and result.attempted > 0
