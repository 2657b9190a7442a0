# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds every declared tool: the modules under `tools/groups/` in the order of the catalogue."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import MappingProxyType, ModuleType
from typing import Any

from .errors import ToolError, nearest
from .spec import Effect, ToolKind, ToolSpec, build


def group_modules() -> dict[str, tuple[ModuleType, ...]]:
    """Gives the modules of each group, in the order of the catalogue; a new module is entered here."""
    # import statements, since QGIS forgets a plugin's modules on reload only where a statement has brought them in
    from ..groups.attributes_and_selection import (
        calculating,
        counting,
        deduplicating,
        joining,
        measuring,
        ranking,
        refactoring,
        selecting,
        summarizing,
    )
    from ..groups.data_management import assigning, creating, exporting, loading, merging, reprojecting, warping
    from ..groups.geometry_repair import filling_up, repairing, separating, snapping, topology
    from ..groups.layer_inspection import cells, field_values, overview, reference_systems, rows, validity, values
    from ..groups.terrain_and_hydrology import indices, sinks_and_flow, streams, surface, visibility, watersheds
    from ..groups.vector_overlay import buffers_in_polygons, clipping, intersecting, sharing, uniting

    return {
        "Layer inspection": (overview, cells, reference_systems, rows, field_values, values, validity),
        "Data management": (loading, creating, exporting, merging, reprojecting, assigning, warping),
        "Attributes and selection": (
            calculating,
            measuring,
            refactoring,
            joining,
            summarizing,
            counting,
            ranking,
            deduplicating,
            selecting,
        ),
        "Vector geometry": _vector_geometry(),
        "Vector overlay": (clipping, intersecting, uniting, sharing, buffers_in_polygons),
        "Geometry repair and topology": (repairing, snapping, separating, filling_up, topology),
        "Spatial joins and geocoding": _spatial_joins(),
        "Networks and linear referencing": _networks(),
        "Raster processing": _raster_processing(),
        "Zonal statistics and conversion": _zonal_and_conversion(),
        "Terrain and hydrology": (surface, indices, visibility, sinks_and_flow, streams, watersheds),
        "Spatial pattern analysis": _spatial_patterns(),
        "Remote sensing": _remote_sensing(),
    }


def _raster_processing() -> tuple[ModuleType, ...]:
    from ..groups.raster_processing import (
        across_rasters,
        clipping,
        crossing,
        declaring,
        filling,
        map_algebra,
        mosaicking,
        moving_windows,
        nearness,
        patches,
        reclassifying,
        resampling,
    )

    return (
        map_algebra,
        reclassifying,
        across_rasters,
        moving_windows,
        resampling,
        crossing,
        clipping,
        filling,
        patches,
        mosaicking,
        declaring,
        nearness,
    )


def _spatial_patterns() -> tuple[ModuleType, ...]:
    from ..groups.spatial_patterns import autocorrelation, centers, clustering, local_clusters, point_patterns

    return autocorrelation, local_clusters, point_patterns, clustering, centers


def _remote_sensing() -> tuple[ModuleType, ...]:
    from ..groups.remote_sensing import change, classifying, indices, stacking

    return classifying, stacking, indices, change


def _networks() -> tuple[ModuleType, ...]:
    from ..groups.networks import (
        connectivity,
        constrained_routing,
        cost_matrices,
        locating,
        placing_events,
        routing,
        service_areas,
    )

    return routing, constrained_routing, service_areas, cost_matrices, connectivity, locating, placing_events


def _spatial_joins() -> tuple[ModuleType, ...]:
    from ..groups.spatial_joins import counting, distances, geocoding, joining, neighbors, street_ranges, summarizing

    return joining, summarizing, counting, distances, neighbors, geocoding, street_ranges


def _zonal_and_conversion() -> tuple[ModuleType, ...]:
    from ..groups.zonal_and_conversion import (
        contouring,
        densities,
        interpolating,
        polygonizing,
        rasterizing,
        sampling,
        summarizing,
        tabulating,
    )

    return summarizing, tabulating, sampling, polygonizing, rasterizing, contouring, interpolating, densities


def _vector_geometry() -> tuple[ModuleType, ...]:
    from ..groups.vector_geometry import (
        along_lines,
        areas_and_lines,
        bounding,
        buffering,
        computing,
        cutting_lines,
        dissolving,
        filling,
        joining_points,
        parts,
        points_of_features,
        simplifying,
    )

    return (
        buffering,
        points_of_features,
        bounding,
        dissolving,
        parts,
        along_lines,
        cutting_lines,
        areas_and_lines,
        joining_points,
        filling,
        computing,
        simplifying,
    )


def tool(
    *,
    group: str,
    kind: ToolKind,
    engine: str,
    effect: Effect,
    title: str = "",
    tags: tuple[str, ...] = (),
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares a function as a tool; its specification is built at once, so a faulty one cannot be imported."""

    def declare(body: Callable[..., Any]) -> Callable[..., Any]:
        spec = build(body, group=group, kind=kind, engine=engine, effect=effect, title=title, tags=tags)
        body.spec = spec  # type: ignore[attr-defined]
        return body

    return declare


@functools.cache
def all_tools() -> MappingProxyType[str, ToolSpec]:
    """Gives every tool by name, in the order of the catalogue's groups.

    Raises:
        TypeError where a declaration is faulty or a name stands twice; nothing is skipped.
    """
    found: dict[str, ToolSpec] = {}
    for group, modules in group_modules().items():
        for module in modules:
            for spec in _specs_of(module):
                if spec.name in found or spec.group != group:
                    raise TypeError(f"{spec.name}: declared twice or in the module of another group")
                found[spec.name] = spec
    return MappingProxyType(found)


def find(name: str) -> ToolSpec:
    """Finds a tool by name.

    Raises:
        ToolError UNKNOWN_TOOL with the nearest names.
    """
    tools = all_tools()
    if name in tools:
        return tools[name]
    close = nearest(str(name), tools)
    hint = "did you mean " + " or ".join(close) if close else f"there are {len(tools)} tools; `tools` lists them"
    raise ToolError("UNKNOWN_TOOL", f'there is no tool "{name}"', hint, found=str(name))


def _specs_of(module: ModuleType) -> list[ToolSpec]:
    return [
        value.spec
        for value in vars(module).values()
        if isinstance(getattr(value, "spec", None), ToolSpec) and value.__module__ == module.__name__
    ]
