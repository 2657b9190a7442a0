# SPDX-License-Identifier: GPL-2.0-or-later
"""Agents side by side: the cells of the matrix, the pairs, the chart."""

from types import SimpleNamespace

import pytest

from gisagentbench.headless.report.agent_figures import agent_figures
from gisagentbench.headless.report.comparison import matrix_rows, pair_views
from gisagentbench.headless.report.cost_chart import BOTTOM, HEIGHT, LEFT, LINE_HEIGHT, RIGHT, TOP, WIDTH, cost_chart
from gisagentbench.headless.report.status import status_of
from gisagentbench.headless.report.usage import Usage, answering_models, summed, usage_of
from gisagentbench.tests.headless.report.made_episodes import entrant, made_episode


@pytest.mark.parametrize(
    ("episodes", "status", "words"),
    [
        ([made_episode("parks", "right")], "right", "right"),
        ([made_episode("parks", "values")], "wrong", "values"),
        ([made_episode("parks", "readable", failed=1)], "nothing", "refused: CRS_UNSUITABLE"),
        ([made_episode("parks", "readable")], "nothing", "nothing written"),
        ([made_episode("parks", "infrastructure")], "unjudged", "the harness failed"),
        ([made_episode("parks", "unfinished")], "unfinished", "not finished"),
        (
            [made_episode("parks", "right"), made_episode("parks", "crs", repeat=2)],
            "wrong",
            "1 of 2 right, crs",
        ),
        (
            [made_episode("parks", "right"), made_episode("parks", "infrastructure", repeat=2)],
            "right",
            "1 of 1 right",
        ),
        (
            [made_episode("parks", "infrastructure"), made_episode("parks", "unfinished", repeat=2)],
            "unjudged",
            "not judged, the harness failed",
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_cell_says_what_became_of_a_task(episodes, status, words):
    (row,) = matrix_rows([entrant("a", *episodes)], {id(one): f"episode-{one.key.repeat}" for one in episodes})
    (cell,) = row.cells
    assert (cell.status, cell.words) == (status, words)
    shown = next(number for number, one in enumerate(episodes, start=1) if cell.anchor == f"episode-{number}")
    assert shown in (1, 2)


def test_a_task_that_a_run_does_not_have_has_no_cell():
    here, there = entrant("a", made_episode("parks", "right")), entrant("b", made_episode("trails", "right"))
    cells = {row.task: row.cells for row in matrix_rows([here, there], {})}
    assert [cell is None for cell in cells["parks"]] == [False, True]
    assert [cell is None for cell in cells["trails"]] == [True, False]


def test_up_to_four_agents_are_compared_with_one_another_and_more_with_the_first():
    four = [entrant(name, made_episode("parks", "right")) for name in "abcd"]
    assert [(pair.first, pair.second) for pair in pair_views(four)] == [
        ("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d"),
    ]  # fmt: skip
    five = [*four, entrant("e", made_episode("parks", "values"))]
    assert [(pair.first, pair.second) for pair in pair_views(five)] == [("a", "b"), ("a", "c"), ("a", "d"), ("a", "e")]
    assert pair_views(five)[-1].changes.lost == [("parks", 1)]


def chart_of(**agents):
    """Agents with verdict and spent."""
    made = {name: made_episode("parks", verdict, usage=usage) for name, (verdict, usage) in agents.items()}
    return cost_chart([agent_figures(entrant(name, episode)) for name, episode in made.items()])


def test_the_chart_places_agents_by_money_and_strict_rate():
    chart = chart_of(
        cheap=("values", Usage(cost_usd=1.0)),
        dear=("right", Usage(cost_usd=2.0)),
        beaten=("values", Usage(cost_usd=2.0)),
        silent=("right", Usage()),
    )
    marks = {mark.name: mark for mark in chart.marks}
    right_edge, ground = WIDTH - RIGHT, HEIGHT - BOTTOM
    assert (marks["dear"].x, marks["dear"].y) == (right_edge, TOP)
    assert (marks["cheap"].x, marks["cheap"].y) == (LEFT + (right_edge - LEFT) / 2, ground)
    assert [name for name, mark in marks.items() if mark.is_best] == ["cheap", "dear"]
    assert chart.told == "Not beaten in cost and strict rate, the cheapest first: cheap: $1, 0 %; dear: $2, 100 %."
    assert chart.left_out == ["silent"]


def test_names_do_not_lie_on_one_another_and_stay_inside():
    chart = chart_of(**{f"agent{number}": ("values", Usage(cost_usd=1.0 + number)) for number in range(8)})
    places = sorted(mark.label_y for mark in chart.marks)
    assert all(low + LINE_HEIGHT <= high for low, high in zip(places, places[1:], strict=False))
    assert places[-1] <= HEIGHT - BOTTOM and places[0] >= TOP


def test_costs_far_apart_are_placed_by_powers_of_ten():
    chart = chart_of(a=("right", Usage(cost_usd=0.001)), b=("right", Usage(cost_usd=0.1)))
    at = {mark.name: mark.x for mark in chart.marks}
    assert chart.axis.endswith("logarithmic")
    assert (at["a"], at["b"]) == (LEFT, WIDTH - RIGHT)
    assert [tick.words for tick in chart.x_ticks] == ["$0.001", "$0.01", "$0.1"]


def test_without_money_tokens_count_and_without_both_there_is_no_chart():
    assert (
        chart_of(a=("right", Usage(prompt_tokens=5)), b=("right", Usage(prompt_tokens=9))).axis == "Tokens an episode"
    )
    assert chart_of(a=("right", Usage(cost_usd=1.0)), b=("right", Usage())) is None


class Told:
    """An event with usage, as a later model of events may have it."""

    def __init__(self, **usage):
        self.usage = type("Usage", (), usage)() if usage else None


def test_usage_is_read_as_far_as_an_event_tells_of_it():
    assert usage_of(Told(prompt_tokens=7, cost_usd=0.5)) == Usage(prompt_tokens=7, cost_usd=0.5)
    assert usage_of(Told(prompt_tokens="7", completion_tokens=-1, cached_tokens=True)) == Usage()
    assert usage_of(Told()) == usage_of(object()) == usage_of(None) == Usage()


def test_what_nothing_tells_of_is_not_zero():
    total = summed([Usage(prompt_tokens=1), Usage(prompt_tokens=2, completion_tokens=4)])
    assert (total.tokens, total.cost_usd, Usage().tokens) == (7, None, None)


def test_who_answered_is_told_once_by_name_and_fingerprint():
    def answered(model, fingerprint=None):
        said = SimpleNamespace(model=model, system_fingerprint=fingerprint)
        return SimpleNamespace(answered=said)

    events = [answered("m", "fp1"), answered("m", "fp1"), SimpleNamespace(answered=None), answered("m"), answered(None)]
    assert answering_models([*events, object()]) == ["m fp1", "m"]


def test_an_unreadable_file_is_wrong_and_not_nothing(tmp_path):
    episode = made_episode("parks", "readable")
    episode.folder = tmp_path
    assert status_of(episode) == "nothing"
    (tmp_path / "output").mkdir()
    (tmp_path / "output" / "a.gpkg").write_bytes(b"no GeoPackage")
    assert status_of(episode) == "wrong"
