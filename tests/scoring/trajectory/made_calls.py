# SPDX-License-Identifier: GPL-2.0-or-later
"""Trajectories drawn on paper: which towns lie within 100 m of a river.

rivers ── reproject ── buffer 100 m ──┐
towns ─── reproject ──────────────── clip ── export
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gisagentbench.scoring.trajectory.calls import Call, Handle, Rules

# An API does what it is called, but for these.
ROLES = {
    "load": {"load_data"},
    "look": {"inspect_data"},
    "export": {"export_data"},
    "buffer_dissolved": {"buffer", "dissolve"},
    "warp": {"reproject_raster", "resample_raster"},
}
RULES = Rules(
    uncounted=frozenset({"load_data", "inspect_data"}),
    exports=frozenset({"export_data"}),
    substitutes={"clip": ("intersection",), "export_data": ()},
    spoiling=frozenset({"resample_raster"}),
)


class Step(NamedTuple):
    """A call as it is written in a test; the value of an argument that ends in `_layer` is a handle."""

    api: str
    makes: str = ""
    arguments: dict[str, Any] = {}
    ok: bool = True
    error: str = ""
    warnings: tuple[str, ...] = ()


def step(api: str, makes: str = "", **arguments: Any) -> Step:
    return Step(api, makes, arguments)


def failed(api: str, code: str = "BAD_VALUE", **arguments: Any) -> Step:
    return Step(api, "", arguments, ok=False, error=code)


def calls(*steps: Step) -> list[Call]:
    return [_call(number, one) for number, one in enumerate(steps, start=1)]


def _call(number: int, one: Step) -> Call:
    return Call(
        number=number,
        api=one.api,
        roles=frozenset(ROLES.get(one.api, {one.api})),
        ok=one.ok,
        read_only=one.api == "look",
        arguments={name: Handle(value) if name.endswith("layer") else value for name, value in one.arguments.items()},
        outputs={"": one.makes} if one.makes else {},
        source=one.arguments["file"] if one.api == "load" else None,
        error=one.error,
        warnings=one.warnings,
    )


LOAD_RIVERS = step("load", "rivers", file="rivers.gpkg")
LOAD_TOWNS = step("load", "towns", file="towns.gpkg")
RIVERS_M = step("reproject", "rivers_m", layer="rivers", crs="EPSG:28992")
TOWNS_M = step("reproject", "towns_m", layer="towns", crs="EPSG:28992")
BUFFER = step("buffer", "near", layer="rivers_m", distance=100, unit="m")
CLIP = step("clip", "found", layer="towns_m", mask_layer="near")
EXPORT = step("export", layer="found", file="found.gpkg")
REFERENCE = (LOAD_RIVERS, LOAD_TOWNS, RIVERS_M, TOWNS_M, BUFFER, CLIP, EXPORT)


def changed(old: Step, **arguments: Any) -> tuple[Step, ...]:
    """The reference with other arguments in one of its steps."""
    return tuple(one._replace(arguments=one.arguments | arguments) if one is old else one for one in REFERENCE)


# The slope of resampled heights, and the wrong way round: the slope resampled.
LOAD_DEM = step("load", "dem", file="dem.tif")
FINE = step("resample_raster", "fine", raster_layer="dem", size=10)
SLOPE = step("slope", "steep", dem_layer="fine")
EXPORT_SLOPE = step("export", layer="steep", file="slope.tif")
SLOPE_OF_RESAMPLED = (LOAD_DEM, FINE, SLOPE, EXPORT_SLOPE)
RESAMPLED_SLOPE = (
    LOAD_DEM,
    step("slope", "raw", dem_layer="dem"),
    step("resample_raster", "steep", raster_layer="raw", size=10),
    EXPORT_SLOPE,
)
