# SPDX-License-Identifier: GPL-2.0-or-later
"""A warm call against the bare engine algorithm, in one process: same file, format, geometry check, one thread.

The facts of the inputs are in the workspace, as after any earlier call. The bare engine is the algorithm's own `run`
(for slope: GDAL in process), without any of our machinery. Finding out validity is printed apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from . import made_layers
from .measuring import Row, alternate
from .warm_workspace import WarmWorkspace, run_native

ROUNDS = 11
BUFFER = {"DISTANCE": 10, "SEGMENTS": 16, "END_CAP_STYLE": 0, "JOIN_STYLE": 0, "MITER_LIMIT": 2, "DISSOLVE": False}
ALLOWED_RATIO = 1.05
ALLOWED_SECONDS = 0.015


def rows() -> Iterator[Row]:
    """Measures buffer, clip and reproject_layer at 10^3 and 10^5 rows, slope at 300 x 300 and 3,000 x 3,000 cells."""
    for count in (1_000, 100_000):
        with _bench(count) as bench:
            yield bench.validity()
            yield bench.vector("buffer", {"distance": 10, "unit": "m", "method": "planar"}, "native:buffer", BUFFER)
            yield bench.vector("clip", {"mask": "masks"}, "native:clip", {"OVERLAY": "masks"})
            yield bench.vector(
                "reproject_layer", {"target_crs": "EPSG:25831"}, "native:reprojectlayer", {"TARGET_CRS": "EPSG:25831"}
            )
    for width in (300, 3_000):
        with _bench(0) as bench:
            yield bench.slope(width)


class _bench(WarmWorkspace):
    """A workspace with plots and masks."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def __enter__(self) -> _bench:
        if self.count:
            self.bind("plots", lambda path: made_layers.polygons(path, self.count))
            side = 100 * self.count**0.5
            self.bind("masks", lambda path: made_layers.masks(path, 20, side))
        return self

    def validity(self) -> Row:
        """Measures how long the guard takes to find out the validity of the layer, once; the peer reads it."""
        from ..tools.declaration.registry import find
        from ..tools.execution.bound_run import BoundRun
        from ..tools.execution.context import EngineFeedback
        from ..tools.execution.layers.rows import read_geometries

        run = BoundRun(self.workspace, find("clip"), {}, "refuse", EngineFeedback())

        def ours(number: int) -> None:
            layer: Any = self.workspace.layer("plots")
            layer.facts = layer.facts.with_(invalid_count=None)
            run.require.valid(layer)

        def peer(number: int) -> None:
            layer: Any = self.workspace.layer("plots")
            read_geometries(run, layer)

        row = alternate(f"validity found, {self.count:,} rows (peer: reading them)", ours, peer, 5)
        run.require.valid(self.workspace.layer("masks"))  # type: ignore[arg-type]
        return row

    def vector(self, api: str, arguments: dict[str, Any], algorithm: str, parameters: dict[str, Any]) -> Row:
        """Measures a vector tool against its algorithm; both results must hold the same rows first."""
        return self._compare(
            f"{api}, {self.count:,} rows",
            lambda number: self.call(api, {"layer": "plots", **arguments, "output": f"ours{number}"}),
            lambda number: self._bare(algorithm, {"INPUT": "plots", **parameters}, number),
            _same_rows,
        )

    def slope(self, width: int) -> Row:
        """Measures slope against GDAL in process."""
        from osgeo import gdal

        source = str(self.bind("dem", lambda path: made_layers.elevation(path, width), ".tif"))

        def peer(number: int) -> Path:
            target = self.workspace.work / f"peer{number}.tif"
            gdal.DEMProcessing(str(target), source, "slope", format="GTiff", alg="Horn", scale=1)
            return target

        return self._compare(
            f"slope, {width:,} x {width:,} cells",
            lambda number: self.call("slope", {"dem": "dem", "z_unit": "m", "output": f"ours{number}"}),
            peer,
            _same_cells,
        )

    def _compare(
        self,
        case: str,
        ours: Callable[[int], Path],
        peer: Callable[[int], Path],
        same: Callable[[Path, Path], None],
    ) -> Row:
        same(ours(0), peer(0))
        self.clean()
        row = alternate(case, ours, peer, ROUNDS, bar=_bar, between=self.clean)
        return row

    def _bare(self, algorithm: str, parameters: dict[str, Any], number: int) -> Path:
        target = self.target(f"peer{number}")
        files = {handle: f"{path}|layername={handle}" for handle, path in self.files.items()}
        values = {
            key: files.get(value, value) if isinstance(value, str) else value for key, value in parameters.items()
        }
        run_native(algorithm, {**values, "OUTPUT": str(target)})
        return target


def _bar(ours: float, peer: float) -> str:
    allowed = ALLOWED_RATIO * peer + ALLOWED_SECONDS
    verdict = "met" if ours <= allowed else "MISSED"
    return f"{verdict}: at most 1.05 x bare + 15 ms = {1000 * allowed:.1f} ms"


def _same_rows(ours: Path, peer: Path) -> None:
    import pyogrio.raw
    import shapely

    mine, other = (pyogrio.raw.read(str(path), layer=path.stem) for path in (ours, peer))
    shapes = [shapely.normalize(shapely.from_wkb(part[2])) for part in (mine, other)]
    if len(shapes[0]) != len(shapes[1]) or not shapely.equals_exact(*shapes, tolerance=1e-9).all():
        raise RuntimeError("the results of ours and the bare engine differ")


def _same_cells(ours: Path, peer: Path) -> None:
    import numpy as np
    from osgeo import gdal

    cells = [gdal.Open(str(path)).ReadAsArray() for path in (ours, peer)]
    if not np.array_equal(*cells):
        raise RuntimeError("the results of ours and the bare engine differ")
