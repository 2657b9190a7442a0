# SPDX-License-Identifier: GPL-2.0-or-later
"""interpolate_points beside GDAL, scipy and matrices written out, and by laws of kriging."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
WEST, SOUTH, SIZE, COLUMNS, ROWS = 155000, 463000, 5, 40, 30
EXTENT = {"xmin": WEST, "ymin": SOUTH, "xmax": WEST + SIZE * COLUMNS, "ymax": SOUTH + SIZE * ROWS}
PLACES = np.random.default_rng(3).uniform((WEST, SOUTH), (WEST + 200, SOUTH + 150), (50, 2)).round(3)
VALUES = (20 + 8 * np.sin(PLACES[:, 0] / 40) + 0.05 * (PLACES[:, 1] - SOUTH)).round(6)
CALL = {"points": "points", "value_field": "z", "pixel_size": SIZE, "pixel_unit": "m", "extent": EXTENT}


@pytest.fixture
def given(harness: Any) -> Any:
    rows = [{"wkt": f"POINT({x} {y})", "z": z} for (x, y), z in zip(PLACES.tolist(), VALUES.tolist(), strict=True)]
    harness.give("points", {"crs": "EPSG:28992", "rows": rows})
    return harness


def surface(harness: Any, **call: Any) -> np.ndarray:
    name = f"i_{len(harness.workspace.handles)}"
    harness.done("interpolate_points", output=name, **{**CALL, **call})
    return np.array(harness.cells(name))


def centres() -> np.ndarray:
    column, row = np.meshgrid(np.arange(COLUMNS), np.arange(ROWS))
    return np.stack([WEST + SIZE * (column + 0.5), SOUTH + SIZE * (ROWS - row - 0.5)], axis=-1)


@pytest.mark.parametrize(
    ("algorithm", "call"),
    [
        ("invdist:power=2.0:smoothing=0.0:radius1=1000:radius2=1000", {"method": "idw"}),
        ("invdist:power=3.5:smoothing=0.0:radius1=40:radius2=40:nodata=-9999",
         {"method": "idw", "power": 3.5, "radius": 40}),
        ("invdistnn:power=2.0:radius=1000:max_points=6", {"method": "idw", "neighbours": 6}),
        ("nearest:radius1=0:radius2=0", {"method": "nearest"}),
        ("nearest:radius1=20:radius2=20:nodata=-9999", {"method": "nearest", "radius": 20}),
        ("linear:radius=0:nodata=-9999", {"method": "tin"}),
    ],
)  # fmt: skip
def test_surfaces_are_those_of_gdal(given: Any, algorithm: str, call: dict[str, Any], tmp_path: Any) -> None:
    from osgeo import gdal

    path = str(tmp_path / "theirs.tif")
    bounds = [EXTENT["xmin"], EXTENT["ymax"], EXTENT["xmax"], EXTENT["ymin"]]
    gdal.Grid(path, given.workspace.layer("points").path, format="GTiff", outputType=gdal.GDT_Float64, width=COLUMNS,
              height=ROWS, outputBounds=bounds, algorithm=algorithm, zfield="z")  # fmt: skip
    theirs = gdal.Open(path).ReadAsArray()
    ours = surface(given, **call)
    np.testing.assert_allclose(ours, np.where(theirs == -9999, np.nan, theirs), rtol=1e-9, atol=1e-9)


def kriged_by_hand(model: Any, places: np.ndarray, values: np.ndarray, at: np.ndarray) -> tuple[float, float]:
    count = len(values)
    system = np.ones((count + 1, count + 1))
    system[:-1, :-1] = [[model(np.hypot(*(one - other))) for other in places] for one in places]
    system[-1, -1] = 0
    side = np.array([*(model(np.hypot(*(at - one))) for one in places), 1.0])
    weights = np.linalg.solve(system, side)
    return float(weights[:-1] @ values), float(weights @ side)


def spherical(distance: float) -> float:
    ratio = min(distance / 80, 1.0)
    return 0.0 if distance == 0 else 2 + 30 * (1.5 * ratio - 0.5 * ratio**3)


@pytest.mark.parametrize("neighbours", [None, 8])
def test_kriging_solves_its_equations(given: Any, neighbours: int | None) -> None:
    more = {} if neighbours is None else {"neighbours": neighbours}
    estimates = surface(given, method="kriging", nugget=2, partial_sill=30, variogram_range=80, variance_output="v",
                        model_output="m", **more)  # fmt: skip
    variances = given.cells("v")
    for row, column in ((0, 0), (3, 17), (20, 5), (29, 39)):
        at = centres()[row, column]
        near = np.argsort(np.hypot(*(PLACES - at).T))[:neighbours]
        estimate, variance = kriged_by_hand(spherical, PLACES[near], VALUES[near], at)
        assert estimates[row, column] == pytest.approx(estimate, rel=1e-9)
        assert variances[row, column] == pytest.approx(variance, rel=1e-9)
    model = given.rows("m")
    assert model == [{"variogram": "spherical", "nugget": 2, "partial_sill": 30, "range": 80, "point_count": 50}]


def test_estimates_are_the_same_with_and_without_variances(given: Any) -> None:
    model = {"method": "kriging", "nugget": 2, "partial_sill": 30, "variogram_range": 80}
    np.testing.assert_allclose(surface(given, variance_output="v", **model), surface(given, **model), rtol=1e-9)
    every = surface(given, neighbours=len(PLACES), **model)
    np.testing.assert_allclose(every, surface(given, **model), rtol=1e-7)


@pytest.mark.parametrize(
    "call",
    [
        {"method": "idw"},
        {"method": "idw", "neighbours": 4},
        {"method": "tin"},
        {"method": "kriging"},
        {"method": "kriging", "neighbours": 12, "radius": 60},
    ],
)
def test_the_same_however_the_work_is_cut(given: Any, call: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.execution.interpolation import kriging, variograms
    from gisagentbench.tools.execution.interpolation import surfaces as interpolation

    whole = surface(given, **call)
    monkeypatch.setattr(interpolation, "CELLS_PER_WINDOW", 70)
    monkeypatch.setattr(interpolation, "TERMS_AT_ONCE", 100)
    monkeypatch.setattr(kriging, "TERMS_AT_ONCE", 100)
    monkeypatch.setattr(variograms, "PAIRS_AT_ONCE", 100)
    np.testing.assert_allclose(surface(given, **call), whole, rtol=1e-9)


def test_a_plane_is_given_back_by_triangles(harness: Any) -> None:
    rows = [{"wkt": f"POINT({x} {y})", "z": 3 * (x - WEST) - 2 * (y - SOUTH)} for x, y in PLACES.tolist()]
    harness.give("points", {"crs": "EPSG:28992", "rows": rows})
    found = surface(harness, method="tin")
    wanted = 3 * (centres()[..., 0] - WEST) - 2 * (centres()[..., 1] - SOUTH)
    inside = ~np.isnan(found)
    assert inside.sum() > 800
    np.testing.assert_allclose(found[inside], wanted[inside], atol=1e-6)


def test_too_many_points_for_one_system_are_refused(given: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS

    monkeypatch.setitem(LIMITS, "pairs", 2000)
    model = {"method": "kriging", "nugget": 2, "partial_sill": 30, "variogram_range": 80}
    one_cell = {**CALL, "extent": {**EXTENT, "xmax": WEST + SIZE, "ymax": SOUTH + SIZE}}
    error = given.refused("interpolate_points", output="a", **one_cell, **model)
    assert error["code"] == "LIMIT_EXCEEDED" and "2,500 pairs" in error["message"] and "neighbours" in error["hint"]
    assert surface(given, neighbours=9, **model).shape == (ROWS, COLUMNS)


@pytest.mark.parametrize("name", ["variance_output", "model_output"])
def test_what_kriging_alone_makes_is_refused_elsewhere(given: Any, name: str) -> None:
    error = given.refused("interpolate_points", output="a", method="idw", **{name: "b"}, **CALL)
    assert error["code"] == "BAD_VALUE" and name in error["message"]


def test_points_at_cell_centres_keep_their_value(harness: Any) -> None:
    places = centres().reshape(-1, 2)[::37]
    values = np.random.default_rng(5).normal(0, 10, len(places)).round(6)
    rows = [{"wkt": f"POINT({x} {y})", "z": z} for (x, y), z in zip(places.tolist(), values.tolist(), strict=True)]
    harness.give("points", {"crs": "EPSG:28992", "rows": rows})
    for call in ({"method": "idw"}, {"method": "nearest"}, {"method": "kriging", "nugget": 5, "partial_sill": 90,
                 "variogram_range": 60}, {"method": "tin"}):  # fmt: skip
        found = surface(harness, **call).ravel()[::37]
        np.testing.assert_allclose(found[~np.isnan(found)], values[~np.isnan(found)], atol=1e-7)


@pytest.mark.parametrize("neighbours", [1, 3, 12, 35])
def test_of_equally_far_points_the_first_in_the_file_enter(harness: Any, neighbours: int) -> None:
    """The 36 lattice points of x^2 + y^2 = 65^2 are equally far from the centre of the only cell."""
    ring = [(x, y) for x in range(-65, 66) for y in range(-65, 66) if x * x + y * y == 65 * 65]
    order = np.random.default_rng(5).permutation(len(ring))
    values = order.astype(float) ** 2
    rows = [{"wkt": f"POINT({WEST + ring[one][0]} {SOUTH + ring[one][1]})", "z": float(z)}
            for one, z in zip(order, values, strict=True)]  # fmt: skip
    rows += [{"wkt": f"POINT({WEST + 1000} {SOUTH + 1000 * side})", "z": 1e6} for side in (-1, 1)]
    harness.give("points", {"crs": "EPSG:28992", "rows": rows})
    extent = {"xmin": WEST - 1, "ymin": SOUTH - 1, "xmax": WEST + 1, "ymax": SOUTH + 1}
    cells = surface(harness, method="idw", neighbours=neighbours, pixel_size=2, extent=extent)
    assert len(ring) == 36
    assert cells == pytest.approx(np.array([[values[:neighbours].mean()]]), rel=1e-12)
