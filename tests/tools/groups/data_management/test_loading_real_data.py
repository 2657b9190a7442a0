# SPDX-License-Identifier: GPL-2.0-or-later
"""load_layer on real data: every layer has the count, size and CRS that the register of the data states."""

import csv
import shutil

import pytest

from gisagentbench.tasks.crs_equality import same_crs

pytestmark = [pytest.mark.qgis, pytest.mark.slow]


def entries(folder):
    with (folder / "MANIFEST.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def sublayer_of(entry, all_entries):
    """Names the layer where a file holds several."""
    several = sum(other["file"] == entry["file"] for other in all_entries) > 1
    return {"sublayer": entry["layer"]} if several else {}


def faults_of(harness, folder, entry, number, more):
    source = folder / entry["file"]
    target = harness.workspace.inputs / entry["file"]
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        shutil.copy(source, target)
    step = harness.call("load_layer", file=entry["file"], name=f"layer_{number}", **more)
    if step.error and step.error["code"] == "AMBIGUOUS_LAYER" and "mixes geometry kinds" in step.error["message"]:
        return ["mixed"]
    if not step.ok:
        return [step.error["message"]]
    facts = harness.workspace.handles[f"layer_{number}"]
    faults = []
    if entry["kind"].startswith("raster"):
        size = f"{facts.grid.width}x{facts.grid.height}"
        faults += [] if size == entry["features_or_size"] else [f"{size} cells"]
    else:
        faults += [] if str(facts.count) == entry["features_or_size"] else [f"{facts.count} rows"]
    if entry["crs"].startswith("EPSG:") and facts.kind != "table" and "columns" not in entry["crs"]:
        faults += [] if same_crs(facts.crs, entry["crs"]) else [facts.crs[:40]]
    described = harness.call("describe_layer", layer=f"layer_{number}")
    return faults + ([] if described.ok else [f"describe_layer: {described.error['message']}"])


def test_every_layer_is_what_its_register_says(harness, real_data):
    rows = entries(real_data)
    assert len(rows) > 100
    found = {}
    for number, entry in enumerate(rows):
        faults = faults_of(harness, real_data, entry, number, sublayer_of(entry, rows))
        if faults:
            found[f"{entry['file']} {entry['layer']}"] = faults
    mixed = {name.split()[1] for name, faults in found.items() if faults == ["mixed"]}
    assert {name: faults for name, faults in found.items() if faults != ["mixed"]} == {}
    assert mixed == {"BRIDGE", "OBSTRN"}  # two layers of a nautical chart
