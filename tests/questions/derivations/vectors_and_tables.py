# SPDX-License-Identifier: GPL-2.0-or-later
"""Vectors and tables: NumPy, Shapely and pyproj."""

from __future__ import annotations

import numpy as np
import pyproj
import shapely
from answers import Files, Rows
from source_files import areas, layer, places, table, transformed

WGS84 = pyproj.Geod(ellps="WGS84")
MILE = 1609.344
US_FOOT = 1200 / 3937


def q001(files: Files) -> Rows:
    """Geodesics from every monitor to every gauge, counted up to the limit."""
    monitors, kilometres, _ = _monitors_and_gauges(files)
    counts = (kilometres <= 10 * MILE / 1000).sum(axis=1)
    return {(site,): {"count": int(count)} for site, count in zip(monitors, counts, strict=True)}


def q016(files: Files) -> Rows:
    """Shapely's own predicate on the coordinates as stored."""
    source = layer(files["areas"])
    names = source.columns["NBHD_NAME"]
    centre = source.shapes[list(names).index("CBD")]
    return {(name,): {} for name in names[shapely.touches(source.shapes, centre)]}


def q018(files: Files) -> Rows:
    """Each pair's shared area as a part of the block group's, times its people; None where no block group is."""
    targets, blocks = (areas(files[name], to="EPSG:26910") for name in ("areas", "blocks"))
    people, whole = blocks.columns["Population"], shapely.area(blocks.shapes)
    with np.errstate(invalid="ignore"):  # raised for polygons that do not meet, with a right result
        shared = [shapely.area(shapely.intersection(target, blocks.shapes)) for target in targets.shapes]
    sums = [float((people * part / whole).sum()) if part.any() else None for part in shared]
    return {(name,): {"Population_sum": value} for name, value in zip(targets.columns["name"], sums, strict=True)}


def q019(files: Files) -> Rows:
    """All geodesics, sorted."""
    monitors, kilometres, gauges = _monitors_and_gauges(files)
    answer: Rows = {}
    for site, row in zip(monitors, kilometres, strict=True):
        for nearest in np.argsort(row)[:5]:
            answer[site, gauges[nearest]] = {"distance": row[nearest], "near": int(row[nearest] < 10)}
    return answer


def q020(files: Files) -> Rows:
    """The least of all distances in the projected plane."""
    thefts = layer(files["thefts"], to="EPSG:26910").shapes
    stops = layer(files["rail"], "rail_stops", to="EPSG:26910").shapes
    distances = [shapely.distance(shape, stops).min() for shape in thefts]
    return {(str(row),): {"distance": value} for row, value in enumerate(distances)}


def q021(files: Files) -> Rows:
    """Distances in US feet of the state plane, those to the rivers from all of them at once."""
    towns = [row for row in table(files["places"]) if row["kind"] == "place"]
    points = _in_feet(towns, "longitude", "latitude")
    gauges = _in_feet(table(files["gauges"]), "LONGITUDE", "LATITUDE")
    to_river = shapely.distance(points, shapely.union_all(layer(files["rivers"]).shapes))
    to_gauge = np.array([shapely.distance(point, gauges).min() for point in points])
    near = np.maximum(to_river, to_gauge) * US_FOOT <= 5 * MILE
    return {(town["geoid"],): {} for town, is_near in zip(towns, near, strict=True) if is_near}


def q022(files: Files) -> Rows:
    """All polygons that meet a point, the first by name."""
    zones = areas(files["areas"])
    thefts = layer(files["thefts"]).shapes
    names: dict[int, list[str]] = {}
    for theft, zone in zip(*shapely.STRtree(zones.shapes).query(thefts, predicate="intersects"), strict=True):
        names.setdefault(int(theft), []).append(zones.columns["name"][zone])
    return {(str(theft), min(found)): {} for theft, found in names.items()}


def q023(files: Files) -> Rows:
    """The polygons that no gauge intersects."""
    source = layer(files["areas"])
    gauges = shapely.points(places(table(files["gauges"]), "LONGITUDE", "LATITUDE"))
    with_gauge = shapely.STRtree(source.shapes).query(gauges, predicate="intersects")[1]
    without = np.delete(source.columns["POLYID"], np.unique(with_gauge))
    return {(str(number),): {"count": 0} for number in without}


def q028(files: Files) -> Rows:
    """Text read as numbers and averaged borough by borough."""
    columns = layer(files["tracts"]).columns
    boroughs, sizes, people = columns["boro_name"], columns["shape_area"].astype(float), columns["Population"]
    return {
        (name,): {
            "count": int((boroughs == name).sum()),
            "shape_area_mean": sizes[boroughs == name].mean(),
            "Population_sum": int(people[boroughs == name].sum()),
        }
        for name in set(boroughs)
    }


def q030(files: Files) -> Rows:
    """The shared area of every pair, over that of the neighbourhood."""
    targets, blocks = (areas(files[name], to="EPSG:26910") for name in ("areas", "blocks"))
    answer: Rows = {}
    for name, target in zip(targets.columns["name"], targets.shapes, strict=True):
        with np.errstate(invalid="ignore"):  # raised for polygons that do not meet, with a right result
            shared = shapely.area(shapely.intersection(target, blocks.shapes))
        for block in np.flatnonzero(shared / target.area >= 0.001):
            share = {"area": shared[block] / 1e4, "share": shared[block] / target.area}
            answer[name, blocks.columns["GEO_ID"][block]] = share
    return answer


def q031(files: Files) -> Rows:
    """The part of each neighbourhood that the union of all flooded ground covers."""
    zones = areas(files["areas"], to="EPSG:26913")
    wet = shapely.union_all(areas(files["flood"], to="EPSG:26913").shapes)
    hectares = shapely.area(shapely.intersection(zones.shapes, wet)) / 1e4
    percents = hectares * 1e6 / shapely.area(zones.shapes)
    return {
        (str(number),): {"water_area": area, "water_percent": percent}
        for number, area, percent in zip(zones.columns["NBHD_ID"], hectares, percents, strict=True)
    }


def q041(files: Files) -> Rows:
    """The area of each park outside all parks of the other version."""
    before, after = (areas(files["parks"], name).shapes for name in ("parks_official", "parks_osm"))
    lost = shapely.difference(before, shapely.union_all(after))
    gained = shapely.difference(after, shapely.union_all(before))
    square_feet = shapely.area(lost).sum() + shapely.area(gained).sum()
    return {(): {"area_sum": square_feet * US_FOOT**2 / 1e4}}


def q042(files: Files) -> Rows:
    """The length of every line inside each circle of 64 corners, over the circle's area by its formula."""
    stations = layer(files["stations"], to="EPSG:2263")
    tracks = layer(files["tracks"], to="EPSG:2263").shapes
    square_kilometres = 32 * np.sin(2 * np.pi / 64)
    answer: Rows = {}
    for number, place in zip(stations.columns["objectid"], stations.shapes, strict=True):
        angles = np.arange(64) * 2 * np.pi / 64
        corners = shapely.get_coordinates(place) + np.column_stack([np.cos(angles), np.sin(angles)]) * 1000 / US_FOOT
        kilometres = shapely.length(shapely.intersection(tracks, shapely.Polygon(corners))).sum() * US_FOOT / 1000
        answer[number,] = {"length": kilometres, "area": square_kilometres, "density": kilometres / square_kilometres}
    return answer


def q043(files: Files) -> Rows:
    """The length of every line inside each borough, over the borough's area."""
    boroughs, tracks = layer(files["areas"]), layer(files["tracks"], to="EPSG:2263").shapes
    answer: Rows = {}
    for name, shape in zip(boroughs.columns["BoroName"], boroughs.shapes, strict=True):
        lengths = shapely.length(shapely.intersection(tracks, shape)) * US_FOOT / 1000
        square_kilometres = shape.area * US_FOOT**2 / 1e6
        counted = int((lengths > 0).sum())
        answer[name,] = {"length": lengths.sum(), "count": counted, "density": lengths.sum() / square_kilometres}
    return answer


def q059(files: Files) -> Rows:
    """Areas of geodesic polygons, by pyproj."""
    source = layer(files["counties"])
    sizes = np.array([abs(WGS84.geometry_area_perimeter(shape)[0]) / 1e6 for shape in source.shapes])
    ranks = (-sizes).argsort().argsort() + 1
    rows = zip(source.columns["geoid"], sizes, ranks, strict=True)
    return {(geoid,): {"area": size, "rank": int(rank)} for geoid, size, rank in rows}


def _monitors_and_gauges(files: Files) -> tuple[list[str], np.ndarray, list[str]]:
    """Returns the codes of the monitors, the geodesics to the gauges in km, a row a monitor, and the gauges' ids."""
    monitors, gauges = table(files["monitors"]), table(files["gauges"])
    starts, ends = places(monitors, "longitude", "latitude"), places(gauges, "LONGITUDE", "LATITUDE")
    pairs = np.repeat(starts, len(ends), axis=0), np.tile(ends, (len(starts), 1))
    metres = WGS84.inv(*pairs[0].T, *pairs[1].T)[2].reshape(len(starts), len(ends))
    return [row["site_code"] for row in monitors], metres / 1000, [row["STAT_ID"] for row in gauges]


def _in_feet(rows: list[dict[str, str]], x: str, y: str) -> np.ndarray:
    """Returns rows with degrees as points of the Texas South Central state plane."""
    return transformed(shapely.points(places(rows, x, y)), "EPSG:4326", "EPSG:2278")
