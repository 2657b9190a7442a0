# SPDX-License-Identifier: GPL-2.0-or-later
"""Tools and their peers give the same answers, and the measurement notices where they do not."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
import pyogrio.raw
import pytest
import shapely

from gisagentbench.bench import made_layers, tool_peers, tools
from gisagentbench.bench.made_worlds import HEADLINE, TINY_WORLDS, WORLDS
from gisagentbench.bench.tool_answers import Answer
from gisagentbench.bench.tool_cases import Case
from gisagentbench.bench.warm_workspace import WarmWorkspace

pytestmark = pytest.mark.qgis
Worlds = Callable[[str], WarmWorkspace]


@pytest.fixture(scope="module")
def worlds() -> Iterator[Worlds]:
    """Gives workspaces with tiny layers, each made once."""
    made: dict[str, WarmWorkspace] = {}
    with contextlib.ExitStack() as stack:

        def world(name: str) -> WarmWorkspace:
            if name not in made:
                made[name] = stack.enter_context(TINY_WORLDS[name]())
            return made[name]

        yield world


@pytest.mark.parametrize("case", tools.ALL_CASES, ids=lambda case: case.api)
def test_peers_give_the_answer_of_the_tool(worlds: Worlds, case: Case) -> None:
    assert set(tools.check(worlds(case.world), case)) == set(case.peers)


def test_every_case_has_a_world() -> None:
    assert {case.world for case in tools.ALL_CASES} == set(WORLDS) == set(TINY_WORLDS)


ANSWER = Answer(("plot_id",), ("rate",), has_shapes=True)


def written(path: Path, ids: list[int | None], rates: list[float], width: float = 10.0) -> Path:
    """Writes squares in a row, of 10 m but for the first, which is as wide as told."""
    squares = [shapely.box(20 * place, 0, 20 * place + (10.0 if place else width), 10) for place in range(len(ids))]
    numbers = np.array([np.nan if number is None else number for number in ids], dtype=float)
    pyogrio.raw.write(
        str(path), shapely.to_wkb(np.array(squares)), [numbers, np.array(rates)], ["plot_id", "rate"],
        crs=made_layers.CRS, geometry_type="Polygon", driver="GPKG",
    )  # fmt: skip
    return path


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (([1, 2], [5.0, 6.0]), "3 rows against 2"),
        (([1, 2, 4], [5.0, 6.0, 7.0]), "plot_id of row 0 of 3: -1 against 1"),
        (([1, 2, None], [5.0, 6.1, 7.0]), "rate of row 2 of 3: 6.0 against 6.1"),
        (([1, 2, None], [5.0, 6.0, 7.0], 10.01), "geometry of row 1 of 3"),
        (([1, 1, None], [5.0, 6.0, 7.0]), "other.gpkg has two rows of one plot_id"),
    ],
)
def test_answers_that_differ_are_told(tmp_path: Path, other: tuple, difference: str) -> None:
    mine = written(tmp_path / "mine.gpkg", [1, 2, None], [5.0, 6.0, 7.0])
    assert ANSWER.compare(mine, written(tmp_path / "same.gpkg", [1, 2, None], [5.0, 6.0, 7.0])) == 3
    with pytest.raises(ValueError, match=difference):
        ANSWER.compare(mine, written(tmp_path / "other.gpkg", *other))


def test_a_peer_of_another_answer_stops_the_measurement(worlds: Worlds) -> None:
    buffered = next(case for case in tools.ALL_CASES if case.api == "buffer")
    wider = buffered._replace(arguments={**buffered.arguments, "distance": 10.001})
    with pytest.raises(RuntimeError, match="buffer against QGIS: geometry of row 0 of 120"):
        next(tools.measured(worlds("overlays"), wider))


def test_a_peer_that_tells_other_numbers_stops_the_measurement(worlds: Worlds) -> None:
    case = next(case for case in tools.ALL_CASES if case.api == "remove_overlaps")
    limited = case._replace(arguments={**case.arguments, "max_overlap_area": 1e9})
    assert tools.check(worlds(case.world), limited)
    (name, peer), *_ = case.peers.items()
    more = case._replace(peers={name: lambda files, target: {**peer(files, target), "overlap_count": 7}})
    with pytest.raises(RuntimeError, match="remove_overlaps against Shapely: overlap_count [0-9]+ against 7"):
        tools.check(worlds(case.world), more)


def test_bars_are_told_and_results_cleaned(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "ROUNDS", 1)
    monkeypatch.setattr(tools, "RATIO", 1e9)
    row = next(
        tools.measured(worlds("overlays"), next(case for case in tools.ALL_CASES if case.api == "apportion_attributes"))
    )
    assert row.case == "apportion_attributes, 120 zones and 120 plots, against Shapely"
    assert row.bar == "met: at most 1e+09 times the peer"
    assert {path.stem for path in worlds("overlays").workspace.work.glob("*.gpkg")} == set(worlds("overlays").files)


def test_a_far_slower_peer_runs_in_one_round(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(case for case in tools.ALL_CASES if case.api == "buffer")
    runs = dict.fromkeys(case.peers, 0)

    def counted(name: str) -> tool_peers.Peer:
        def run(files: Mapping[str, Path], target: Path) -> None:
            runs[name] += 1
            if name == "QGIS":
                time.sleep(2)
            case.peers[name](files, target)

        return run

    monkeypatch.setattr(tools, "ROUNDS", 2)
    peers = {name: counted(name) for name in runs}
    assert len(list(tools.measured(worlds("overlays"), case._replace(peers=peers)))) == 2
    assert runs == {"QGIS": 2, "GeoPandas": 4}  # the first of each is compared; then one warm up but for the slow


@pytest.mark.parametrize(
    ("api", "peer", "ratio"),
    [
        ("spatial_join", "QGIS", 0.4),
        ("spatial_join", "GeoPandas", 1.3),
        ("join_nearest", "GeoPandas", 1.3),
        ("join_nearest", "QGIS", 1.1),
        ("buffer", "GeoPandas", 1.1),
    ],
)
def test_bars_by_tool_and_peer(api: str, peer: str, ratio: float) -> None:
    assert tools.allowed_ratio(api, peer) == pytest.approx(ratio)


def test_the_headline_polygons_have_88_000_vertices(tmp_path: Path) -> None:
    made_layers.plots(tmp_path / "plots.gpkg", HEADLINE.plots, "plot_id", HEADLINE.corners)
    shapes = shapely.from_wkb(pyogrio.raw.read(str(tmp_path / "plots.gpkg"))[2])
    assert (len(shapes), int(shapely.get_num_coordinates(shapes).sum())) == (2_000, 88_000)
    assert shapely.is_valid(shapes).all()


def test_tiny_layers_hold_what_tells_right_from_wrong(worlds: Worlds) -> None:
    shapes = {name: shapely.from_wkb(pyogrio.raw.read(str(path))[2]) for name, path in worlds("overlays").files.items()}
    overlaps = shapely.STRtree(shapes["crowded"]).query(shapes["crowded"], predicate="overlaps")[0]
    assert (np.bincount(overlaps) >= 2).any()  # of three polygons in one place, say
    assert not len(shapely.STRtree(shapes["plots"]).query(shapes["plots"], predicate="overlaps")[0])
    inside = shapely.STRtree(shapes["plots"]).query(shapes["points"], predicate="within")[0]
    assert 0 < len(inside) < len(shapes["points"])
    assert not set(shapely.to_wkt(shapes["points"])) & set(shapely.to_wkt(shapes["depots"]))
