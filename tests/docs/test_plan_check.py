# SPDX-License-Identifier: GPL-2.0-or-later
"""The example of docs/plan-check.md is answered as the page shows it, and the page names every code of a misfit."""

import re

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.plan_check.finding import UNUSED_INPUT, UNUSED_LAYER
from gisagentbench.tests.headless.program import run_here

PAGE = (machine.ROOT / "docs" / "plan-check.md").read_text(encoding="utf-8")


def block(kind):
    (found,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    return found


@pytest.mark.qgis
def test_the_example_is_answered_as_the_page_shows(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.json").write_text(block("json"))
    ended = run_here(capfd, "validate", "plan.json", "--task", "soho_pump_rings")
    assert (ended.status, ended.output) == (1, block("text"))


@pytest.mark.parametrize("code", [UNUSED_LAYER, UNUSED_INPUT])
def test_warnings_stand_on_the_page(code):
    assert f"`{code}`" in PAGE
