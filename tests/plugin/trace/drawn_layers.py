# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers of the project drawn on paper, in UTM zone 33 (metres)."""

from __future__ import annotations

from typing import Any

SQUARES = {
    "a": "0 0, 10 0, 10 10, 0 10, 0 0",
    "b": "10 0, 20 0, 20 10, 10 10, 10 0",
    "c": "40 0, 50 0, 50 9, 40 9, 40 0",
}
BOWTIE = "POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0))"


def drawn(name: str, kind: str, rows: list[tuple[str, float, str]], crs: str = "EPSG:32633") -> Any:
    """Makes a memory layer with fields name and size, and puts it into the project.

    Args:
        rows: name, size, shape as WKT.
    """
    from qgis.core import QgsFeature, QgsGeometry, QgsProject, QgsVectorLayer

    layer = QgsVectorLayer(f"{kind}?crs={crs}&field=name:string&field=size:double", name, "memory")
    features = []
    for text, size, wkt in rows:
        feature = QgsFeature(layer.fields())
        feature.setAttributes([text, size])
        feature.setGeometry(QgsGeometry.fromWkt(wkt))
        features.append(feature)
    assert layer.dataProvider().addFeatures(features)[0]
    layer.updateExtents()
    QgsProject.instance().addMapLayer(layer)
    return layer


def squares(name: str = "Squares") -> Any:
    """Three squares; a and b share a border, c stands apart and is 90 in size."""
    sizes = {"a": 100.0, "b": 100.0, "c": 90.0}
    rows = [(key, sizes[key], f"MULTIPOLYGON ((({ring})))") for key, ring in SQUARES.items()]
    return drawn(name, "MultiPolygon", rows)


def band(name: str = "Band") -> Any:
    """One strip over the lower half of a and b: 0 to 20 east, -5 to 5 north."""
    return drawn(name, "MultiPolygon", [("strip", 200.0, "MULTIPOLYGON (((0 -5, 20 -5, 20 5, 0 5, 0 -5)))")])


def points(name: str = "Points") -> Any:
    """Four points, the last two of them at one place and of one name."""
    places = [
        ("p", 1.0, "POINT (1 1)"),
        ("q", 2.0, "POINT (45 5)"),
        ("r", 3.0, "POINT (30 30)"),
        ("r", 3.0, "POINT (30 30)"),
    ]
    return drawn(name, "Point", places)


def rows_of(layer: Any) -> list[tuple[Any, ...]]:
    """Gives the attributes of a layer's rows, without the feature id, sorted."""
    names = [name for name in layer.fields().names() if name.lower() != "fid"]
    return sorted(tuple(text_of(feature[name]) for name in names) for feature in layer.getFeatures())


def text_of(value: Any) -> str:
    """Writes a value of a row; layers in memory and in files have a NULL of their own."""
    return "NULL" if value is None or str(value) == "NULL" else str(value)
