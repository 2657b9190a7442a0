# SPDX-License-Identifier: GPL-2.0-or-later
"""Cuts the rings of the boroughs at the lines of the grid, one side after another, and sums signed areas (NumPy).

Source: the prompt alone. No overlay is called: a ring cut by a half-plane may run along its edge twice, which changes
no area. OGR only reads and writes.
"""

import argparse
from pathlib import Path

import numpy
from osgeo import ogr

SIDE, WEST, NORTH = 10_000, 900_000, 280_000


def kept(ring: numpy.ndarray, axis: int, limit: float, sign: int) -> numpy.ndarray:
    """The corners of a closed ring where sign * (coordinate - limit) >= 0, with the crossings of that line."""
    if len(ring) == 0:
        return ring
    following = numpy.roll(ring, -1, axis=0)
    here, there = sign * (ring[:, axis] - limit), sign * (following[:, axis] - limit)
    crossing = (here >= 0) != (there >= 0)
    share = numpy.where(crossing, here / numpy.where(crossing, here - there, 1), 0)[:, None]
    corners = numpy.stack([ring, ring + share * (following - ring)], axis=1).reshape(-1, 2)
    return corners[numpy.stack([here >= 0, crossing], axis=1).ravel()]


def signed_area(ring: numpy.ndarray) -> float:
    if len(ring) == 0:
        return 0.0
    x, y = (ring - ring[0]).T
    return float(x @ numpy.roll(y, -1) - y @ numpy.roll(x, -1)) / 2


def land_of_squares(rings: list[tuple[int, numpy.ndarray]]) -> dict[tuple[int, int], float]:
    """Areas by (row, column) of rings with their signs: 1 outer, -1 inner."""
    land: dict[tuple[int, int], float] = {}
    for sign, ring in rings:
        first, last = ((ring[:, 0].min() - WEST) // SIDE, (ring[:, 0].max() - WEST) // SIDE)
        for column in range(int(first), int(last) + 1):
            west = WEST + column * SIDE
            strip = kept(kept(ring, 0, west, 1), 0, west + SIDE, -1)
            if len(strip) == 0:
                continue
            top, bottom = ((NORTH - strip[:, 1].max()) // SIDE, (NORTH - strip[:, 1].min()) // SIDE)
            for row in range(int(top), int(bottom) + 1):
                north = NORTH - row * SIDE
                area = abs(signed_area(kept(kept(strip, 1, north, -1), 1, north - SIDE, 1)))
                place = (row + 1, column + 1)
                land[place] = land.get(place, 0.0) + sign * area
    return land


def rings_of(shape: ogr.Geometry) -> list[tuple[int, numpy.ndarray]]:
    parts = [shape.GetGeometryRef(at) for at in range(shape.GetGeometryCount())]
    parts = parts if shape.GetGeometryName() == "MULTIPOLYGON" else [shape]
    return [
        (-1 if at else 1, numpy.array(part.GetGeometryRef(at).GetPoints())[:-1, :2])
        for part in parts
        for at in range(part.GetGeometryCount())
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    ogr.UseExceptions()
    source = ogr.Open(str(arguments.inputs / "boroughs.shp"))
    boroughs = source.GetLayer(0)
    land = {borough["BoroName"]: land_of_squares(rings_of(borough.GetGeometryRef())) for borough in boroughs}

    result = ogr.GetDriverByName("GPKG").CreateDataSource(str(arguments.out / "squares.gpkg"))
    layer = result.CreateLayer("squares", boroughs.GetSpatialRef(), ogr.wkbPolygon)
    kinds = {"row": ogr.OFTInteger, "column": ogr.OFTInteger, "borough_count": ogr.OFTInteger}
    kinds |= {"land_share": ogr.OFTReal, "main_borough": ogr.OFTString}
    for name, kind in kinds.items():
        layer.CreateField(ogr.FieldDefn(name, kind))
    for row, column in sorted(set().union(*land.values())):
        areas = {name: squares[row, column] for name, squares in land.items() if squares.get((row, column), 0) > 0}
        if not areas:
            continue
        west, north = WEST + (column - 1) * SIDE, NORTH - (row - 1) * SIDE
        x, y = (west, west + SIDE), (north, north - SIDE)
        corners = ((x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]), (x[0], y[0]))
        square = ogr.Feature(layer.GetLayerDefn())
        square.SetGeometry(ogr.CreateGeometryFromWkt(f"POLYGON (({', '.join(f'{a} {b}' for a, b in corners)}))"))
        square["row"], square["column"], square["borough_count"] = row, column, len(areas)
        square["land_share"] = sum(areas.values()) / SIDE**2
        square["main_borough"] = max(areas, key=areas.__getitem__)
        layer.CreateFeature(square)


if __name__ == "__main__":
    main()
