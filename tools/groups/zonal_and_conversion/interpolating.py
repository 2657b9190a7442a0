# SPDX-License-Identifier: GPL-2.0-or-later
"""interpolate_points"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ...declaration.cell_types import CELL_TYPES
from ...declaration.effects import raster, table
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Field, Grid, LayerFacts
from ...declaration.layers import Points, Raster, Table
from ...declaration.markers import CellSize, Distance, FieldOf, LeftOut, Number
from ...declaration.observation import rounded
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.structured_types import ExtentRequest
from ...declaration.wording import counted
from .densities import PixelUnit
from .summarizing import GROUP

if TYPE_CHECKING:
    from ...execution.interpolation.surfaces import Averaged
    from ...execution.interpolation.variograms import Variogram
    from ...execution.run import Run

NODATA = CELL_TYPES["float64"].lowest
MODEL_FIELDS = (Field("variogram", "text"), Field("nugget", "real"), Field("partial_sill", "real"),
                Field("range", "real"), Field("point_count", "integer"))  # fmt: skip


class Interpolated(NamedTuple):
    """Result of interpolate_points."""

    output: Raster
    variance: Raster | None
    model: Table | None


class _Search(NamedTuple):
    """Which points enter."""

    number: int | None
    radius: float


class _Model(NamedTuple):
    """The variogram as a call gives it."""

    word: Any
    nugget: float | None
    partial_sill: float | None
    range: float | None

    @property
    def given(self) -> list[float]:
        return [part for part in self[1:] if part is not None]


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    facts = raster(call.facts("points").crs, None, Band("float64", NODATA))
    return {"output": facts, "variance": facts, "model": table(*MODEL_FIELDS)}


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy; scipy",
    effect=_effect,
    title="Interpolate points to raster",
    tags=(
        "idw",
        "inverse distance",
        "kriging",
        "tin",
        "surface",
        "nearest neighbour",
        "spatial prediction",
        "gridding",
    ),
)
def interpolate_points(
    run: Run,
    points: Points,
    value_field: Annotated[str, FieldOf("points", ("integer", "real"))],
    method: Literal["idw", "tin", "nearest", "kriging"],
    pixel_size: Annotated[float, CellSize("pixel_unit")],
    pixel_unit: PixelUnit,
    extent: Annotated[ExtentRequest | str | None, LeftOut("auto")] = None,
    neighbours: Annotated[int | None, Number(1, 1000), LeftOut("all")] = None,
    radius: Annotated[float | None, Distance("pixel_unit"), LeftOut("none")] = None,
    power: Annotated[float, Number(above=0, maximum=100)] = 2,
    variogram: Literal["spherical", "exponential", "gaussian", "linear"] = "spherical",
    nugget: Annotated[float | None, Number(0), LeftOut("auto")] = None,
    partial_sill: Annotated[float | None, Number(above=0), LeftOut("auto")] = None,
    variogram_range: Annotated[float | None, Distance("pixel_unit"), LeftOut("auto")] = None,
) -> Interpolated:
    """Estimates a surface from point values by inverse distance, triangulation, nearest point or ordinary kriging.

    idw is the mean of values weighted by 1 / distance^power; tin lays planes over the triangles of Delaunay; nearest
    takes the value of the nearest point; kriging weighs by a variogram, and tells the variance of its estimates.

    Args:
        points: Points; each point of a multi-point has the value of its row. Points at one place are taken as one with
            their mean.
        value_field: Field of numbers to interpolate; rows without a value are left out.
        method: idw, tin, nearest or kriging.
        pixel_size: Width and height of the cells, in `pixel_unit`, kept exactly.
        pixel_unit: Unit of `pixel_size`, `radius` and `variogram_range`, which must be that of the CRS: m, ft or us_ft.
        extent: Rectangle in the CRS of the points, or a layer whose extent is taken; cells begin at its upper left
            corner and cover it. auto is that of the points.
        neighbours: How many of the nearest points enter, of equally far ones the first in the file; all points where
            left out. For idw and kriging.
        radius: How far points may be; cells without any are NoData. For idw and nearest, and for kriging with
            `neighbours`.
        power: Of the inverse distance; the higher, the nearer to nearest. For idw.
        variogram: Model of kriging. With r = distance / range: spherical 1.5 r - 0.5 r^3 up to r = 1, exponential
            1 - exp(-3 r), gaussian 1 - exp(-3 r^2), linear r without end.
        nugget: Semivariance beside distance 0, in squared units of the values; auto fits it. With partial_sill and
            variogram_range, or none of the three.
        partial_sill: What the semivariance rises by above the nugget (linear: over the range); auto fits it.
        variogram_range: Distance r = 1 of the model, in `pixel_unit`; auto fits it.
    Returns:
        output: 64-bit floats, estimates at the centres of the cells; NoData is the lowest number of the type.
        variance: Kriging variance on the same grid, in squared units of the values.
        model: One row with the variogram that was used: its word, nugget, partial_sill, range, point_count.
    CRS: Distances are planar: degrees and a scale error above 1 % are refused.
    Edges: tin has no value outside of the hull of the points, and which diagonal it takes among four points on a circle
        is open; idw, nearest and kriging fill the whole extent. Every method gives the value of a point at its place.
        The fit is to 15 classes of distance up to half the diagonal of the points, weighted by their pairs.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, BAD_VALUE, MISSING_ARGUMENT (a part of the variogram),
        WRONG_TYPE, WRONG_GEOMETRY_TYPE, UNKNOWN_FIELD, LIMIT_EXCEEDED, DEPENDENCY_MISSING, UNKNOWN_LAYER.
    Source: Shepard 1968; Delaunay 1934; Matheron 1963; Cressie 1993.
    """
    from ...execution.interpolation.surfaces import averaged
    from ...execution.interpolation.valued_points import read_valued_points
    from ...execution.rasters.square_grids import grid_over

    model = _Model(variogram, nugget, partial_sill, variogram_range)
    _demand_meaning(run, method, _Search(neighbours, radius or 0.0), radius, model)
    run.require.measurable(points)
    found = read_valued_points(run, points, value_field, "points")
    grid = grid_over(points, pixel_size, pixel_unit, extent, found.extent)
    search = _Search(neighbours, float("inf") if radius is None else radius)
    with run.timed():
        known = averaged(found)
        if neighbours is None and method in ("idw", "kriging"):
            run.require.size("pairs", grid.width * grid.height * len(known.values), "the sums of points in cells",
                             "neighbours, such as 24, or a larger pixel_size", "neighbours")  # fmt: skip
        if known.merged_count:
            run.note(f"{counted(known.merged_count, 'point')} at the place of another were taken together with it by "
                     "their mean.")  # fmt: skip
        if method == "kriging":
            return _kriged(run, known, grid, points.facts.crs or "", model, search)
        return _estimated(run, known, grid, points.facts.crs or "", method, search, power)


def _demand_meaning(run: Run, method: str, search: _Search, radius: float | None, model: _Model) -> None:
    if radius is not None and radius <= 0:
        raise ToolError("BAD_VALUE", f"radius takes a distance above 0, not {radius:g}", argument="radius")
    if model.range is not None and model.range <= 0:
        raise ToolError("BAD_VALUE", f"variogram_range takes a distance above 0, not {model.range:g}",
                        argument="variogram_range")  # fmt: skip
    idle = {
        "neighbours": search.number is not None and method in ("tin", "nearest"),
        "radius": radius is not None and (method == "tin" or method == "kriging" and search.number is None),
        "nugget": bool(model.given) and method != "kriging",
        "variance_output": run.wants("variance") and method != "kriging",
        "model_output": run.wants("model") and method != "kriging",
    }
    for name in [name for name, is_idle in idle.items() if is_idle]:
        alone = " without neighbours" if (name, method) == ("radius", "kriging") else ""
        raise ToolError("BAD_VALUE", f"{name} has no meaning for method {method}{alone}", "leave it out", argument=name)
    if 0 < len(model.given) < 3:
        names = ("nugget", "partial_sill", "variogram_range")
        missing = next(name for name, part in zip(names, model[1:], strict=True) if part is None)
        raise ToolError("MISSING_ARGUMENT", f"a variogram is {', '.join(names)} together; {missing} is missing",
                        "or leave all three out, then they are fitted", argument=missing)  # fmt: skip


def _estimated(
    run: Run, known: Averaged, grid: Grid, crs: str, method: str, search: _Search, power: float
) -> Interpolated:
    from ...execution.interpolation import surfaces as surfaces
    from ...execution.rasters.raster_files import new_raster

    estimator: surfaces.Estimator
    if method == "idw":
        estimator = surfaces.InverseDistance(known, power, search.number, search.radius)
    elif method == "tin":
        estimator = surfaces.Triangles(known)
    else:
        estimator = surfaces.NearestPoint(known, search.radius)
    with new_raster(run, grid, crs, "float64", NODATA) as output:
        for window, places in surfaces.windows_with_centres(run, grid):
            output.write(window, estimator.at(places).reshape(window.height, window.width))
    return Interpolated(output.path, None, None)  # type: ignore[arg-type]


def _kriged(run: Run, known: Averaged, grid: Grid, crs: str, model: _Model, search: _Search) -> Interpolated:
    from ...execution.interpolation.kriging import Kriging
    from ...execution.interpolation.surfaces import windows_with_centres
    from ...execution.rasters.raster_files import new_raster

    used = _variogram(run, known, model)
    run.report["variogram"] = {name: value if isinstance(value, str) else rounded(value)
                               for name, value in used._asdict().items()}  # fmt: skip
    with_variance = run.wants("variance")
    kriging = Kriging(run, known, used, search.number, search.radius, with_variance=with_variance)
    with contextlib.ExitStack() as opened:
        output = opened.enter_context(new_raster(run, grid, crs, "float64", NODATA))
        spread = None
        if with_variance:
            spread = opened.enter_context(new_raster(run, grid, crs, "float64", NODATA, output="variance"))
        for window, places in windows_with_centres(run, grid):
            shape = (window.height, window.width)
            estimates, variances = kriging.at(places)
            output.write(window, estimates.reshape(shape))
            if spread is not None:
                spread.write(window, variances.reshape(shape).clip(min=0))  # rounding goes below 0 at the points
    made = _written(run, used, len(known.values)) if run.wants("model") else None
    return Interpolated(output.path, spread.path if spread else None, made)  # type: ignore[arg-type]


def _variogram(run: Run, known: Averaged, model: _Model) -> Variogram:
    from ...execution.interpolation.variograms import Variogram, fitted, measured

    if model.nugget is not None and model.partial_sill is not None and model.range is not None:
        return Variogram(model.word, model.nugget, model.partial_sill, model.range)
    used = fitted(model.word, measured(run, known.places, known.values))
    if not used.partial_sill:
        run.warn("BAD_VALUE", "values differ by as much near each other as far apart; the fitted variogram is a mere "
                 "nugget, and the surface little more than the mean")  # fmt: skip
    return used


def _written(run: Run, used: Variogram, count: int) -> Any:
    import numpy as np

    from ...execution.layers.rows import Column, RowSet, write_rows

    values = (np.array([used.word], object), *(np.array([part], float) for part in used[1:]), np.array([count]))
    columns = [Column(field, value, np.zeros(1, bool)) for field, value in zip(MODEL_FIELDS, values, strict=True)]
    return write_rows(run, RowSet(columns, None, 1), output="model")
