# SPDX-License-Identifier: GPL-2.0-or-later
"""reproject_layer"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ....tasks.crs_equality import is_geographic, metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.facts import LayerFacts
from ...declaration.layers import Vector
from ...declaration.markers import CrsText, Distance
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Data management"


class Reprojected(NamedTuple):
    """Result of reproject_layer."""

    output: Vector


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    made = like("layer", crs=lambda call: call.arguments["target_crs"])(call)["output"]
    return {"output": made.with_(count=call.facts("layer").count)}


@tool(
    group=GROUP,
    kind="vector",
    engine="native:reprojectlayer",
    effect=_effect,
    tags=("transform", "project", "warp", "coordinate system", "srs"),
)
def reproject_layer(
    run: Run,
    layer: Vector,
    target_crs: Annotated[str, CrsText()],
    densify: Annotated[float | None, Distance("unit")] = None,
    unit: LengthUnit = "m",
) -> Reprojected:
    """Transforms the coordinates of a layer to another CRS.

    Measure after reprojecting, not before. The coordinate operation used and its accuracy are reported.

    Args:
        layer: Features to transform.
        target_crs: CRS to transform to.
        densify: Longest distance between vertices before the transformation, since straight edges stay straight in the
            new CRS; left out, no vertex is added.
        unit: Unit of `densify`.
    Returns:
        output: The same rows in the new CRS.
    CRS: The layer must declare its CRS. Grids for datum shifts are local files only; what was used is said.
    Edges: Rows without geometry are kept. A position without an image in the target CRS is CRS_UNSUITABLE, a layer
        that lies outside the area the target CRS is made for a warning. A geometry over the line where the target CRS
        is torn, mostly 180 degrees, is CRS_UNSUITABLE.
    Raises: CRS_MISSING, CRS_UNSUITABLE, BAD_VALUE, LIMIT_EXCEEDED (too many vertices by densify), UNKNOWN_LAYER.
    Source: PROJ, best operation available for the extent.
    """
    from ...execution.reference_systems.crs import known_crs
    from ...execution.reference_systems.reprojection import reprojected

    run.require.crs_known(layer)
    target = known_crs("target_crs", target_crs)
    source = layer if densify is None else _densified(run, layer, densify, unit)
    output = reprojected(run, layer, target, source=source)
    run.report["operation"] = run.operations[-1]
    return Reprojected(output)


def _densified(run: Run, layer: Vector, distance: float, unit: str) -> object:
    crs = layer.facts.crs or ""
    if distance <= 0:
        raise ToolError("BAD_VALUE", "densify takes a distance above 0", argument="densify")
    if is_geographic(crs):
        raise ToolError("CRS_UNSUITABLE", f'layer "{layer.name}" is in degrees; densify asks for {distance:g} {unit}',
                        "reproject in two steps, densifying in the projected CRS", argument="densify")  # fmt: skip
    interval = distance * METRES[unit] / metres_per_unit(crs)
    _demand_few_vertices(run, layer, interval)
    return run.native("native:densifygeometriesgivenaninterval", output="", INPUT=layer, INTERVAL=interval)


def _demand_few_vertices(run: Run, layer: Vector, interval: float) -> None:
    import shapely

    from ...execution.layers.rows import read_geometries

    with run.timed():
        shapes = shapely.from_wkb(read_geometries(run, layer), on_invalid="ignore")
        length = float(shapely.length(shapes[~shapely.is_missing(shapes)]).sum())
    run.require.size("vertices", length / interval, "the layer", "a larger distance", "densify")
