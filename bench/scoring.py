# SPDX-License-Identifier: GPL-2.0-or-later
"""`score` from files to the verdict against reading the same files, each in a process of its own.

Layers: the peer reads both with pyogrio and without Arrow. Raster: the peer reads both with GDAL, window by window. The
cold start is set against the bare import of what a scorer needs. Peaks are those of the largest process.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from . import made_layers
from .measured_children import GIB, Ended, run_measured
from .measuring import Row, alternate

ROUNDS = 5
ROUNDS_WITHOUT_BAR = 1  # what is only printed
POLYGONS = 1_000_000
UNKEYED_ROWS = 2_000
CELLS_WIDE = 20_000
READING_RATIO, COLD_START_RATIO, RASTER_GIB = 2.0, 3.0, 1.0

READ_LAYERS = "import sys, pyogrio; print(sum(len(pyogrio.read_dataframe(path)) for path in sys.argv[1:]))"
READ_CELLS = """
import sys
from osgeo import gdal
gdal.UseExceptions()
cells = 0
for path in sys.argv[1:]:
    dataset = gdal.Open(path)
    band = dataset.GetRasterBand(1)
    for row in range(0, band.YSize, 200):
        cells += band.ReadAsArray(0, row, band.XSize, min(200, band.YSize - row)).size
print(cells)
"""
BARE_IMPORTS = "import geopandas, scipy.optimize, pydantic; print(0)"
PLOTS = {
    "kind": "vector",
    "file": "plots.gpkg",
    "crs": made_layers.CRS,
    "geometry_type": "Polygon",
    "columns": {"plot_id": {"type": "integer"}, "value": {"type": "real"}, "name": {"type": "text"}},
    "id_columns": ["plot_id"],
    "rationale": "A wrong order is right, a wrong value is not.",
}
DRAWS = {
    "kind": "table",
    "file": "draws.gpkg",
    "columns": {"kind": {"type": "text"}, "number": {"type": "integer"}, "value": {"type": "real"}},
    "rationale": "No column tells its rows apart.",
}
HEIGHTS = {
    "kind": "raster",
    "file": "heights.tif",
    "crs": made_layers.CRS,
    "dtype": "float32",
    "nodata": -9999,
    "values": "continuous",
    "rationale": "Heights within a hundredth of a percent.",
}


def rows() -> Iterator[Row]:
    """Measures a million polygons, equal and jittered, with ids and without; 2,000 rows without any key; a raster of
    20,000 x 20,000 cells; and the start for two small files."""
    with _Files() as files:
        yield _cold_start(files)
        yield _without_key(files)
    for change, reading_ratio in (("shuffled", READING_RATIO), ("jittered, one value wrong", None)):
        with _Files() as files:
            yield _polygons(files, change, {}, reading_ratio)
            yield _polygons(files, change, {"id_columns": []}, None)
    with _Files() as files:
        yield _raster(files)


class _Pair(NamedTuple):
    """A contract with a reference and an output on disk."""

    contract: Path
    reference: Path
    output: Path


class _Files:
    """A temporary folder of files to score, and the command that scores them."""

    def __enter__(self) -> _Files:
        from ..headless import machine

        self.folder = Path(tempfile.mkdtemp(prefix="gisagentbench-bench-"))
        self.program = str(machine.ROOT / "gisagentbench")
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder)

    def pair(self, contract: dict[str, Any]) -> _Pair:
        """Writes a contract and gives the places of its files, in folders of their own."""
        place = self.folder / "contract.json"
        place.write_text(json.dumps(contract), encoding="utf-8")
        files = [self.folder / name / contract["file"] for name in ("reference", "output")]
        for file in files:
            file.parent.mkdir(exist_ok=True)
        return _Pair(place, *files)

    def score(self, pair: _Pair, wrong: str | None) -> Ended:
        """Scores a pair and makes sure of the verdict: strict, or the check that fails first."""
        given = ["--contract", str(pair.contract), "--reference", str(pair.reference), "--output", str(pair.output)]
        ended = run_measured([self.program, "score", "--json", *given], os.environ)
        checks = json.loads(ended.said)["checks"]
        failed = next((check["name"] for check in checks if check["passed"] is False), None)
        if failed != wrong or ended.status != (0 if wrong is None else 1):
            raise RuntimeError(f"expected {wrong or 'strict'}, found {failed or 'strict'}")
        return ended


def _read(program: str, *files: Path) -> Ended:
    return run_measured([sys.executable, "-c", program, *map(str, files)], os.environ)


def _compared(case: str, ours: Callable[[], Ended], peer: Callable[[], Ended], most_ratio: float | None) -> Row:
    """Measures ours and the peer in turn; the case names the highest peak of each."""
    peaks: dict[str, int] = {"ours": 0, "peer": 0}

    def keep(name: str, run: Callable[[], Ended]) -> Callable[[int], None]:
        def measured(number: int) -> None:
            peaks[name] = max(peaks[name], run().peak)

        return measured

    def bar(mine: float, other: float) -> str:
        if most_ratio is None:
            return ""
        return f"{'met' if mine <= most_ratio * other else 'MISSED'}: at most {most_ratio:g} times the peer"

    rounds = ROUNDS_WITHOUT_BAR if most_ratio is None else ROUNDS
    row = alternate(case, keep("ours", ours), keep("peer", peer), rounds, bar=bar)
    shown = " and ".join(f"{peak / GIB:.2f} GiB" for peak in peaks.values())
    return row._replace(case=f"{case} (peaks {shown})")


def _polygons(files: _Files, change: str, keys: dict[str, Any], most_ratio: float | None) -> Row:
    pair = files.pair(PLOTS | keys)
    if not pair.output.exists():
        made_layers.polygons(pair.reference, POLYGONS)
        made_layers.changed_polygons(pair.reference, pair.output, 0.0 if change == "shuffled" else 0.002)
    wrong = None if change == "shuffled" else "values"
    how = "by id" if PLOTS["id_columns"] == (PLOTS | keys)["id_columns"] else "by shape"
    return _compared(
        f"{POLYGONS:,} polygons, {change}, {how}",
        lambda: files.score(pair, wrong),
        lambda: _read(READ_LAYERS, pair.reference, pair.output),
        most_ratio,
    )


def _without_key(files: _Files) -> Row:
    pair = files.pair(DRAWS)
    made_layers.draws(pair.reference, UNKEYED_ROWS, 0)
    made_layers.draws(pair.output, UNKEYED_ROWS, 1)
    return _compared(
        f"{UNKEYED_ROWS:,} rows without a key",
        lambda: files.score(pair, None),
        lambda: _read(READ_LAYERS, pair.reference, pair.output),
        None,
    )


def _raster(files: _Files) -> Row:
    a = 5.0
    grid = {"width": CELLS_WIDE, "height": CELLS_WIDE, "transform": [a, 0.0, 100_000.0, 0.0, -a, 400_000.0]}
    pair = files.pair(HEIGHTS | grid)
    made_layers.wide_elevation(pair.reference, CELLS_WIDE)
    shutil.copyfile(pair.reference, pair.output)
    peak = files.score(pair, None).peak
    row = _compared(
        f"{CELLS_WIDE:,} x {CELLS_WIDE:,} cells",
        lambda: files.score(pair, None),
        lambda: _read(READ_CELLS, pair.reference, pair.output),
        None,
    )
    verdict = "met" if peak <= RASTER_GIB * GIB else "MISSED"
    return row._replace(bar=f"{verdict}: peak {peak / GIB:.2f} GiB, at most {RASTER_GIB:g}")


def _cold_start(files: _Files) -> Row:
    pair = files.pair(PLOTS)
    made_layers.polygons(pair.reference, 10)
    made_layers.changed_polygons(pair.reference, pair.output, 0.0)
    return _compared(
        "start for two small files (peer: bare imports)",
        lambda: files.score(pair, None),
        lambda: _read(BARE_IMPORTS),
        COLD_START_RATIO,
    )
