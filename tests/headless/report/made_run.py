# SPDX-License-Identifier: GPL-2.0-or-later
"""A small pack and a run of it, with one answer right, two wrong, one never given; texts in it are hostile."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gisagentbench.headless.episode_score import episode_score
from gisagentbench.headless.events import (
    AgentTurn,
    CallFinished,
    CallStarted,
    EventLog,
    Finished,
    HostStarted,
    ProposedCall,
    Started,
)
from gisagentbench.headless.manifest import AgentEntry, Limits, Manifest
from gisagentbench.headless.run_store import RunStore, begin_run

SCRIPT = "<script>alert(1)</script>"
IMAGE = "<img src=https://example.org/x.png onerror=alert(1)>"
EMPTY_TABLE = "name,people\n"
TABLE = "name,people\nNorth,10\nSouth,20\n"


class Square(NamedTuple):
    """A square of 100 m with its lower left corner at (100 * column, 100 * row)."""

    id: int
    column: float
    row: float
    people: float


REFERENCE_SQUARES = [Square(number, number % 3, number // 3, 10.0 * number) for number in range(6)]
# One wrong value (1), one moved by half a square (2), one missing (3), one extra (9); 0, 4 and 5 are the same.
OUTPUT_SQUARES = [
    REFERENCE_SQUARES[0],
    REFERENCE_SQUARES[1]._replace(people=11.0),
    REFERENCE_SQUARES[2]._replace(column=2.5),
    REFERENCE_SQUARES[4],
    REFERENCE_SQUARES[5],
    Square(9, 3.5, 1.5, 90.0),
]
REFERENCE_CELLS = np.array([[1, 2, 3, -9999], [4, 5, 6, 7]], np.float32)
# Too high, too low, a value too many, a value missing; four cells are the same.
OUTPUT_CELLS = np.array([[2, 1, 3, 8], [4, 5, 6, -9999]], np.float32)

SQUARES_CONTRACT: dict[str, Any] = {
    "kind": "vector",
    "file": "squares.gpkg",
    "crs": "EPSG:32630",
    "geometry_type": "Polygon",
    "columns": {"id": {"type": "integer", "role": "id"}, "people": {"type": "real"}},
    "id_columns": ["id"],
    "rationale": f"Half a square off is wrong. {SCRIPT}",
}
CELLS_CONTRACT: dict[str, Any] = {
    "kind": "raster",
    "file": "heights.tif",
    "crs": "EPSG:32630",
    "width": 4,
    "height": 2,
    "transform": [100.0, 0.0, 0.0, 0.0, -100.0, 200.0],
    "dtype": "float32",
    "nodata": -9999,
    "values": "continuous",
    "tolerance": {"absolute": 0.5, "relative": 0.0},
    "rationale": "Half a metre.",
}
TABLE_CONTRACT: dict[str, Any] = {
    "kind": "table",
    "file": "people.csv",
    "columns": {"name": {"type": "text", "role": "id"}, "people": {"type": "integer", "role": "count"}},
    "id_columns": ["name"],
    "rationale": "A count that is off by one is wrong.",
}


def write_squares(path: Path, squares: list[Square]) -> None:
    """Writes squares as a GeoPackage in EPSG:32630."""
    from osgeo import ogr, osr

    crs = osr.SpatialReference()
    crs.ImportFromEPSG(32630)
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(path))
    layer = dataset.CreateLayer("squares", crs, ogr.wkbPolygon)
    layer.CreateField(ogr.FieldDefn("id", ogr.OFTInteger64))
    layer.CreateField(ogr.FieldDefn("people", ogr.OFTReal))
    for square in squares:
        x, y = 100 * square.column, 100 * square.row
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetField("id", square.id)
        feature.SetField("people", square.people)
        ring = f"{x} {y}, {x + 100} {y}, {x + 100} {y + 100}, {x} {y + 100}, {x} {y}"
        feature.SetGeometry(ogr.CreateGeometryFromWkt(f"POLYGON (({ring}))"))
        layer.CreateFeature(feature)
    dataset.FlushCache()


def write_cells(path: Path, cells: np.ndarray) -> None:
    """Writes cells of 100 m as a GeoTIFF in EPSG:32630, north up from (0, 200), NoData -9999."""
    from osgeo import gdal, osr

    crs = osr.SpatialReference()
    crs.ImportFromEPSG(32630)
    height, width = cells.shape
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), width, height, 1, gdal.GDT_Float32)
    dataset.SetGeoTransform((0.0, 100.0, 0.0, 200.0, 0.0, -100.0))
    dataset.SetProjection(crs.ExportToWkt())
    dataset.GetRasterBand(1).SetNoDataValue(-9999)
    dataset.GetRasterBand(1).WriteArray(cells)
    dataset.FlushCache()


def write_table(path: Path, text: str) -> None:
    path.write_text(text)


class MadeTask(NamedTuple):
    """A task with its right answer and what the agent gave, None for nothing."""

    id: str
    family: str
    title: str
    contract: dict[str, Any]
    caveats: dict[str, Any]
    write: Callable[[Path, Any], None]
    reference: Any
    output: Any


TASKS = (
    MadeTask(
        "squares", "overlay", f"Squares {SCRIPT}", SQUARES_CONTRACT, {"unit_mismatch": {"bites": "wrong"}},
        write_squares, REFERENCE_SQUARES, OUTPUT_SQUARES,
    ),
    MadeTask(
        "heights", "terrain", "Heights", CELLS_CONTRACT, {"nodata": {"bites": "wrong"}},
        write_cells, REFERENCE_CELLS, REFERENCE_CELLS,
    ),
    MadeTask("people", "joining", "People", TABLE_CONTRACT, {}, write_table, TABLE, TABLE.replace("20", "21")),
    MadeTask("nobody", "joining", "Nobody", TABLE_CONTRACT, {}, write_table, TABLE, None),
)  # fmt: skip


def write_pack(folder: Path) -> Path:
    """Writes the pack. Returns: Its folder."""
    from gisagentbench.tasks.pack import write_checksums

    (folder / "data").mkdir(parents=True)
    (folder / "data" / "rows.csv").write_text(TABLE)
    dataset = {
        "name": "People", "kind": "table", "format": "csv", "features": 2, "publisher": "nobody", "licence": "CC0",
        "licence_class": "clear", "date": "2026", "sources": [{"kind": "embedded", "path": "data/rows.csv"}],
        "sha256": sha256(TABLE.encode()).hexdigest(),
    }  # fmt: skip
    pack = {
        "schema_version": 1, "name": "made", "version": "0.1", "title": "Made for tests", "licence": "CC0",
        "areas": {"somewhere": "Somewhere"}, "datasets": {"rows": dataset},
    }  # fmt: skip
    (folder / "pack.yaml").write_text(_yaml(pack))
    for task in TASKS:
        place = folder / "tasks" / task.id
        (place / "reference").mkdir(parents=True)
        (place / "task.yaml").write_text(json.dumps(task_document(task)))
        (place / "reference.json").write_text(json.dumps({"schema_version": 1, "task": task.id, "steps": STEPS}))
        task.write(place / "reference" / task.contract["file"], task.reference)
    write_checksums(folder)
    return folder


def made_run(folder: Path, name: str = "run", agent: str = "script:plan.json", all_right: bool = False) -> Path:
    """Writes a run, and its pack beside it where it is not there yet. Returns: The run folder."""
    from gisagentbench.headless.run_pack import pack_entry
    from gisagentbench.tasks.pack import load_pack

    place = folder / "made"
    pack = load_pack(place if place.exists() else write_pack(place))
    manifest = Manifest(
        created=datetime(2026, 11, 30, 1, 2, tzinfo=UTC),
        git_revision="0123abc",
        versions={"qgis": "3.40.6", "gdal": None},
        grids=[],
        pack=pack_entry(pack),
        tasks=[task.id for task in TASKS],
        agents=[AgentEntry(name=agent, folder="script", sha256="00")],
        repeats=1,
        guard="refuse",
        tools=None,
        limits=Limits(),
    )
    store = begin_run(folder / name, manifest)
    for task in TASKS:
        _write_episode(store, pack, task._replace(output=task.reference) if all_right else task)
    return store.folder


STEPS = [
    {"api": "load_layer", "arguments": {"file": "rows.csv", "name": "rows"}},
    {"api": "export_layer", "arguments": {"layer": "rows", "file": "people.csv", "format": "csv"}},
]


def step_record(api: str, arguments: Any, ok: bool = True, **more: Any) -> dict[str, Any]:
    """A step record as the tool host gives it."""
    from gisagentbench.tools.declaration.records import StepRecord

    return StepRecord(api, arguments, ok, seconds=0.5, engine_seconds=0.25, peak_memory_bytes=2**28, **more).record()


def task_document(task: MadeTask) -> dict[str, Any]:
    return {
        "schema_version": 1,
        "id": task.id,
        "family": task.family,
        "aoi": "somewhere",
        "title": task.title,
        "prompt": {"objective": f"Draw {{count}} of them. {SCRIPT}", "inputs": "rows", "outputs": "A file."},
        "inputs": {"rows": {"dataset": "rows", "kind": "table", "description": "People"}},
        "parameters": {"count": 6},
        "outputs": [task.contract],
        "caveats": task.caveats,
        "source": {"kind": "own", "reference": "made for tests"},
    }


def _write_episode(store: RunStore, pack: Any, task: MadeTask) -> None:
    from gisagentbench.headless.workflow_scoring import score_workflow
    from gisagentbench.scoring.score import score_task

    episode = next(episode for episode in store.episodes() if episode.key.task == task.id)
    attempt = episode.new_attempt()
    (attempt / "output").mkdir()
    log = EventLog(attempt / "events.jsonl")
    log.write(Started(**episode.key.model_dump(), attempt=1, guard="refuse", limits={"calls": 200.0}))
    log.write(HostStarted(reason="first", seconds=1.5, versions={"qgis": "3.40.6"}))
    if task.output is None:
        log.write(CallStarted(call=1, turn=1, api="load_layer", arguments={"file": "rows.csv"}))
        end = Finished(
            outcome="infrastructure",
            message=f"QGIS did not start; see {attempt}/host.log.",
            calls=1,
            failed_calls=1,
            turns=1,
            seconds=2,
        )
        log.write(end)
        log.close()
        return
    task.write(attempt / "output" / task.contract["file"], task.output)
    for event in _events():
        log.write(event)
    end = Finished(outcome="finished", calls=2, failed_calls=1, turns=2, seconds=4.0)
    log.write(end)
    log.close()
    score = score_task(pack.task(task.id), pack.reference_folder(task.id), attempt / "output")
    workflow = score_workflow(pack, task.id, episode.events(), attempt / "output", score.strict)
    episode.write_score(episode_score(episode.key, 1, end, score, *workflow))


def _events() -> list[Any]:
    calls = [ProposedCall(**step) for step in STEPS]
    load, export = STEPS
    observation = {"kind": "table", "count": 2, "text": f"table, 2 rows {IMAGE}"}
    error = {"code": "UNKNOWN_FIELD", "message": f'"rows" has no field "{SCRIPT}".', "hint": f"describe_layer {IMAGE}"}
    return [
        AgentTurn(turn=1, text=f"I load it. {SCRIPT} \u202e\x00", calls=calls[:1], seconds=0.25),
        CallStarted(call=1, turn=1, **load),
        CallFinished(
            call=1,
            step=step_record(
                **load, output="rows", observation=observation, warnings=[f"CRS_MISSING: {SCRIPT}"], roles=["load"]
            ),
        ),
        AgentTurn(turn=2, text="", calls=calls[1:], seconds=0.25),
        CallStarted(call=2, turn=2, **export),
        CallFinished(call=2, step=step_record(**export, ok=False, error=error)),
    ]


def _yaml(pack: dict[str, Any]) -> str:
    """Writes the pack with one key a line, as checksums are added behind them."""
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in pack.items())
