# SPDX-License-Identifier: GPL-2.0-or-later
"""fix_geometries on real polygons: every row is kept, none is invalid, and the valid ones are what they were."""

import csv
import shutil

import numpy as np
import pyogrio.raw
import pytest
import shapely

pytestmark = [pytest.mark.qgis, pytest.mark.slow]
MOST_ROWS = 1000


def polygon_layers(folder):
    with (folder / "MANIFEST.csv").open(encoding="utf-8", newline="") as stream:
        entries = list(csv.DictReader(stream))
    files = [entry["file"] for entry in entries]
    return [
        entry["file"]
        for entry in entries
        if entry["kind"].startswith("polygon")
        and files.count(entry["file"]) == 1
        and entry["features_or_size"].isdigit()
        and int(entry["features_or_size"]) <= MOST_ROWS
    ]


def shapes_of(harness, handle):
    layer = harness.workspace.layer(handle)
    return shapely.from_wkb(pyogrio.raw.read(layer.path, layer=layer.sublayer, columns=[])[2], on_invalid="ignore")


@pytest.mark.parametrize("method", ["linework", "structure"])
def test_every_polygon_is_valid_and_what_was_valid_is_the_same(harness, real_data, method):
    repaired = 0
    for number, file in enumerate(polygon_layers(real_data)):
        target = harness.workspace.inputs / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(real_data / file, target)
        if not harness.call("load_layer", file=file, name=f"layer_{number}").ok:
            continue
        step = harness.done("fix_geometries", layer=f"layer_{number}", method=method, output=f"fixed_{number}")
        before, after = shapes_of(harness, f"layer_{number}"), shapes_of(harness, f"fixed_{number}")
        was_valid = shapely.is_valid(before)
        assert len(after) == len(before), file
        assert shapely.is_valid(after[~shapely.is_missing(after)]).all(), file
        assert shapely.equals(before[was_valid], after[was_valid]).all(), file
        assert step.observation["counts"]["fixed_count"] == np.sum(~was_valid & ~shapely.is_missing(before)), file
        repaired += step.observation["counts"]["fixed_count"]
    assert repaired > 0, "no layer puts the repair to the test"
