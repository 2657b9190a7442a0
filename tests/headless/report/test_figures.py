# SPDX-License-Identifier: GPL-2.0-or-later
"""Figures of the made run: one of three judged is right, one was never judged."""

import csv
import io
import json

import pytest

from gisagentbench.headless.report.entrants import entrants_of
from gisagentbench.headless.report.episode_view import Pictures
from gisagentbench.headless.report.figures import run_figures
from gisagentbench.headless.report.page_content import report_content
from gisagentbench.headless.report.result_files import episode_rows, results_csv, results_json
from gisagentbench.headless.report.run_reading import read_run
from gisagentbench.tests.headless.report.made_run import made_run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return read_run(made_run(tmp_path_factory.mktemp("run")))


def test_what_was_not_judged_is_in_neither_side_of_a_rate(run):
    figures = run_figures(run.episodes)
    assert (figures.whole.strict, figures.whole.judged, figures.unjudged) == (1, 3, 1)
    assert figures.whole.rate == pytest.approx(1 / 3)


def test_families_and_caveats_count_their_episodes(run):
    figures = run_figures(run.episodes)
    counted = {group.name: (group.strict, group.judged) for group in [*figures.families, *figures.caveats]}
    assert counted == {
        "joining": (0, 1),  # People; Nobody was not judged
        "overlay": (0, 1),
        "terrain": (1, 1),
        "nodata": (1, 1),
        "unit_mismatch": (0, 1),
    }


def test_times_and_calls_are_sums_over_steps(run):
    figures = run_figures(run.episodes)
    # three episodes of two calls of 0.5 s, half of it engines; one episode with a call that never came back
    assert (figures.calls, figures.failed_calls) == (7, 4)
    assert (figures.tool_seconds, figures.engine_seconds) == (3.0, 1.5)
    assert (figures.agent_seconds, figures.host_seconds, figures.seconds) == (1.5, 6.0, 14.0)
    assert figures.peak_memory_bytes == 2**28


def test_closeness_of_the_right_one_is_one(run):
    terrain = next(group for group in run_figures(run.episodes).families if group.name == "terrain")
    assert terrain.closeness == 1.0


def test_rows_say_which_check_failed_first(run):
    rows = {row["task"]: row for row in episode_rows(entrants_of([run]))}
    assert {task: (row["strict"], row["first_failing_check"]) for task, row in rows.items()} == {
        "squares": (False, "rows"),
        "heights": (True, None),
        "people": (False, "values"),
        "nobody": (None, None),
    }


def test_csv_and_json_hold_the_same_rows(run):
    rows, content = episode_rows(entrants_of([run])), report_content([run], Pictures({}, {}))
    table = list(csv.DictReader(io.StringIO(results_csv(rows))))
    document = json.loads(results_json(content.page, content.rows, rows))
    assert [row["task"] for row in table] == [row["task"] for row in document["episodes"]]
    assert [row["strict"] for row in table] == ["false", "true", "false", ""]
    assert document["agents"]["script:plan.json"]["strict"] == 1
    assert (document["strict"], document["judged"], document["families"]["terrain"]["strict_rate"]) == (1, 3, 1.0)


def test_a_text_that_a_spreadsheet_takes_for_a_formula_is_quoted():
    assert results_csv([{"task": "=1+1"}]) == "task\n'=1+1\n"


def test_a_changed_pack_is_said(tmp_path):
    folder = made_run(tmp_path)
    (tmp_path / "made" / "tasks" / "people" / "reference" / "people.csv").write_text("name,people\nNorth,10\n")
    assert "has changed since the run" in read_run(folder).problems[0]


def test_a_pack_that_is_gone_is_said_and_the_rest_is_read(tmp_path):
    folder = made_run(tmp_path)
    (tmp_path / "made").rename(tmp_path / "elsewhere")
    run = read_run(folder)
    assert run.pack is None and "cannot be read" in run.problems[0]
    assert [len(episode.steps) for episode in run.episodes] == [2, 2, 2, 1]
