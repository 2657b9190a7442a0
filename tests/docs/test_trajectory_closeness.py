# SPDX-License-Identifier: GPL-2.0-or-later
"""The example of docs/trajectory-closeness.md is scored as the page works it out, and its release is one."""

import json
import re
import typing

import pytest
import yaml

from gisagentbench.headless import machine
from gisagentbench.headless.agents.script import Script
from gisagentbench.headless.episode import Episode
from gisagentbench.headless.manifest import Limits
from gisagentbench.headless.workflow_scoring import score_workflow
from gisagentbench.scoring.trajectory.record import Mechanism, TrajectoryScore
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tasks.release import Release
from gisagentbench.tasks.trajectory import Trajectory
from gisagentbench.tests.headless.made_hosts import RecordingHost

PAGE = (machine.ROOT / "docs" / "trajectory-closeness.md").read_text(encoding="utf-8")


def block(kind):
    (found,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    return found


@pytest.fixture(scope="module")
def score(tmp_path_factory):
    events = []
    agent = Script(Trajectory.model_validate(json.loads(block("json"))))
    Episode(agent, RecordingHost(), Limits(), events.append).run()
    return score_workflow(
        find_pack("demo"), "soho_pump_rings", events, tmp_path_factory.mktemp("out"), False
    ).trajectory


def test_the_figures_of_the_example_are_those_of_the_page(score):
    assert "closeness 3/4, without exports 2/3" in PAGE and "multiplicity 3/5" in PAGE and "/ 5 = 1/2." in PAGE
    assert (score.closeness, score.without_exports, score.multiplicity) == pytest.approx((3 / 4, 2 / 3, 3 / 5))
    assert score.argument_aware == pytest.approx(1 / 2)


def test_the_steps_of_the_example_agree_as_the_page_says(score):
    rows = re.findall(r"^\| (\d+) (\w+).*? \| (\w+) \| .*? \| (\S+) \|$", PAGE, re.MULTILINE)
    shown = [(int(step), api, None if call == "none" else int(call), agreement) for step, api, call, agreement in rows]
    shares = {"0": 0, "3/4": 3 / 4, "1": 1}
    assert [(one.reference_call, one.api, one.call, one.agreement) for one in score.calls] == [
        (step, api, call, shares[agreement]) for step, api, call, agreement in shown
    ]


def test_the_release_of_the_page_is_one():
    Release.model_validate(yaml.safe_load(block("yaml"))["release"])


def test_every_figure_and_label_stands_on_the_page():
    figures = [name for name, field in TrajectoryScore.model_fields.items() if field.annotation == float | None]
    names = {*figures, *typing.get_args(Mechanism)}
    assert [name for name in sorted(names) if f"`{name}`" not in PAGE] == []
