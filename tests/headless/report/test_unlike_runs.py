# SPDX-License-Identifier: GPL-2.0-or-later
"""A model that was asked otherwise, and less, beside an agent that was asked all: the page says so."""

import json

import pytest

from gisagentbench.headless.report.writing import write_reports
from gisagentbench.tests.headless.report.made_run import made_run
from gisagentbench.tests.headless.report.parsed_page import Page, draw_pixels

MODEL = {"model": "tiny", "base_url": "http://127.0.0.1:1/v1", "parameters": {"temperature": 0}, "prompts": {}}


def of_a_model(run, deviations):
    """Makes the run one of a model with fewer tasks than the pack."""
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["agents"][0]["model"] = MODEL
    manifest["deviations"] = deviations
    manifest["tasks"] = manifest["tasks"][:2]
    (run / "manifest.json").write_text(json.dumps(manifest))
    return run


def page_of(runs, out):
    write_reports(runs, out, draw_pixels)
    return Page((out / "report.html").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    deviations = ["12 of 128 tools", "tool_choice is 'required'"]
    return made_run(folder, "all", "reference", True), of_a_model(made_run(folder, "few", "openai:tiny"), deviations)


@pytest.fixture(scope="module")
def beside(runs, tmp_path_factory):
    return page_of(runs, tmp_path_factory.mktemp("beside"))


@pytest.fixture(scope="module")
def alone(runs, tmp_path_factory):
    return page_of(runs[1:], tmp_path_factory.mktemp("alone"))


def test_how_a_model_was_asked_is_named_before_any_figure(beside, alone):
    said = "Not asked as by default: openai:tiny (12 of 128 tools, tool_choice is 'required')."
    for page in (beside, alone):
        assert said in page.text
        assert page.text.index(said) < page.text.index("strictly right;" if page is beside else "Strict rate")


def test_options_that_differ_are_told_and_no_others(beside, runs, tmp_path):
    write_reports(runs, tmp_path, draw_pixels)
    document = json.loads((tmp_path / "results.json").read_text())
    assert sorted(document["option_differences"]) == ["deviations", "tasks"]
    assert "In what the runs differ" in beside.text


def test_tasks_that_an_agent_was_not_asked_are_told_with_its_rate(beside):
    assert "asked 2 of 4 tasks" in beside.text
    assert "asked 4 of 4" not in beside.text
    assert "Not every agent was asked every task" in beside.text
    assert beside.text.count("not asked") == 2


def test_where_all_were_asked_all_nothing_is_said(runs, tmp_path):
    (tmp_path / "out").mkdir()
    text = page_of([runs[0], made_run(tmp_path, "other", "random", True)], tmp_path / "out").text
    assert "Not asked" not in text and "Not every agent" not in text
