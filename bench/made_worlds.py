# SPDX-License-Identifier: GPL-2.0-or-later
"""Workspaces with made layers that go together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from . import made_grids, made_layers
from .warm_workspace import WarmWorkspace

CELLS_PER_PLOT = 20


class Sizes(NamedTuple):
    """Rows of the made layers.

    Args:
        plots: Polygons that do not overlap; as many zones lie across them, and as many crowded ones across each other.
        corners: Of each polygon; a ring has one vertex more.
        points, stations, depots: Points scattered over the plots.
    """

    plots: int
    corners: int
    points: int
    stations: int
    depots: int


HEADLINE = Sizes(plots=2_000, corners=43, points=939_821, stations=2_000, depots=1_000)
OVERLAYS = Sizes(plots=100_000, corners=8, points=1_000, stations=1_000, depots=1_000)
TINY = Sizes(plots=120, corners=8, points=900, stations=60, depots=20)


def vectors(sizes: Sizes) -> WarmWorkspace:
    """Makes layers of polygons and of points over each other."""
    side_m = 100 * sizes.plots**0.5
    workspace = WarmWorkspace()
    makers: dict[str, Callable[..., None]] = {
        "plots": lambda path: made_layers.plots(path, sizes.plots, "plot_id", sizes.corners),
        "zones": lambda path: made_layers.plots(path, sizes.plots, "zone_id", sizes.corners, shift_m=40),
        "crowded": lambda path: made_layers.plots(path, sizes.plots, "plot_id", sizes.corners, (30, 80)),
        "points": lambda path: made_layers.points(path, sizes.points, "point_id", side_m),
        "stations": lambda path: made_layers.points(path, sizes.stations, "station_id", side_m),
        "depots": lambda path: made_layers.points(path, sizes.depots, "depot_id", side_m),
    }
    for handle, make in makers.items():
        workspace.bind(handle, make)
    return workspace


def grids(plots_across: int) -> WarmWorkspace:
    """Makes zones, and rasters under them that are CELLS_PER_PLOT cells wide for each zone in a row."""
    width = CELLS_PER_PLOT * plots_across
    workspace = WarmWorkspace()
    workspace.bind("zones", lambda path: made_layers.plots(path, plots_across**2, "zone_id"))
    workspace.bind("heights", lambda path: made_grids.heights(path, width), ".tif")
    workspace.bind("tilted", lambda path: made_grids.heights(path, width, made_grids.UTM), ".tif")
    workspace.bind("classes", lambda path: made_grids.classes(path, width), ".tif")
    workspace.bind("ground", lambda path: made_grids.slopes_to_the_sea(path, width), ".tif")
    workspace.derive("filled", "fill_sinks", {"dem": "ground"})
    workspace.derive("directions", "flow_direction", {"dem": "filled"})
    workspace.derive("accumulation", "flow_accumulation", {"flow_direction": "directions"})
    workspace.bind("outlets", lambda path: made_grids.outlets(path, workspace.files["accumulation"]))
    return workspace


def ways(width: int) -> WarmWorkspace:
    """Makes a raster of costs with two springs and two mouths."""
    side_m = made_grids.CELL_M * width
    workspace = WarmWorkspace()
    workspace.bind("costs", lambda path: made_grids.costs(path, width), ".tif")
    workspace.bind("springs", lambda path: made_layers.points(path, 2, "spring_id", side_m))
    workspace.bind("mouths", lambda path: made_layers.points(path, 2, "mouth_id", side_m))
    return workspace


def images(width: int) -> WarmWorkspace:
    """Makes an image of three bands with training patches."""
    workspace = WarmWorkspace()
    workspace.bind("image", lambda path: made_grids.image(path, width), ".tif")
    workspace.bind("patches", lambda path: made_grids.patches(path, 400, width))
    return workspace


def places(side: int, points: int) -> WarmWorkspace:
    """Makes a net of streets with `side` crossings in a row and stops, plots beside them, and scattered points."""
    workspace = WarmWorkspace()
    makers: dict[str, Callable[[Any], None]] = {
        "plots": lambda path: made_layers.plots(path, side**2, "plot_id"),
        "points": lambda path: made_layers.points(path, points, "point_id", 100.0 * side),
        "spots": lambda path: made_grids.spots(path, points, 100.0 * side),
        "streets": lambda path: made_grids.streets(path, side),
        "origins": lambda path: made_grids.stops(path, 2 * side, side, "origin_id"),
        "destinations": lambda path: made_grids.stops(path, side, side, "destination_id"),
        "terminal": lambda path: made_grids.stops(path, 1, side, "terminal_id"),
    }
    for handle, make in makers.items():
        workspace.bind(handle, make)
    return workspace


WORLDS: dict[str, Callable[[], WarmWorkspace]] = {
    "joins": partial(vectors, HEADLINE),
    "overlays": partial(vectors, OVERLAYS),
    "grids": partial(grids, 200),
    "ways": partial(ways, 2_000),
    "images": partial(images, 1_000),
    "places": partial(places, 150, 20_000),
}
TINY_WORLDS: dict[str, Callable[[], WarmWorkspace]] = {
    "joins": partial(vectors, TINY),
    "overlays": partial(vectors, TINY),
    "grids": partial(grids, 4),
    "ways": partial(ways, 60),
    "images": partial(images, 120),
    "places": partial(places, 8, 200),
}
