# SPDX-License-Identifier: GPL-2.0-or-later
"""set_nodata"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ...declaration.effects import raster as raster_facts
from ...declaration.errors import ToolError
from ...declaration.facts import Band, LayerFacts
from ...declaration.layers import Raster
from ...declaration.markers import LeftOut, Number
from ...declaration.registry import tool
from ...declaration.resampling import nodata_as_stored
from ...declaration.spec import Call

if TYPE_CHECKING:
    import numpy as np

    from ...execution.rasters.raster_windows import BandCells, Window
    from ...execution.run import Run

GROUP = "Raster processing"


class Declared(NamedTuple):
    """Result of set_nodata."""

    output: Raster
    changed_cells: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("raster")
    bands = None if source.bands is None else tuple(_declared(band, call.arguments) for band in source.bands)
    is_one = bands is not None and len({(band.dtype, band.nodata) for band in bands}) == 1
    is_known = is_one and all(band.nodata == band.nodata for band in bands or ())
    return {"output": raster_facts(source.crs, source.grid).with_(bands=bands if is_known else None)}


def _declared(band: Band, arguments: dict[str, Any]) -> Band:
    nodata, scale, offset = (arguments[name] for name in ("nodata", "scale", "offset"))
    return replace(
        band,
        nodata=nodata_as_stored(band.dtype, band.nodata if nodata is None else nodata),
        scale=band.scale if scale is None else scale,
        offset=band.offset if offset is None else offset,
    )


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_effect,
    title="Set NoData, scale and offset",
    tags=("no data", "null", "missing values", "mask value", "a_nodata", "gdal_edit", "fill value", "scale factor"),
)
def set_nodata(
    run: Run,
    raster: Raster,
    nodata: Annotated[float | None, LeftOut("same")] = None,
    also_values: Annotated[list[float] | None, Number(), LeftOut("none")] = None,
    scale: Annotated[float | None, LeftOut("same")] = None,
    offset: Annotated[float | None, LeftOut("same")] = None,
) -> Declared:
    """Declares or changes the NoData value, scale and offset of a raster; no cell moves or is computed anew.

    Args:
        raster: Raster, all bands.
        nodata: Value that stands for NoData, as it is stored; same keeps the declared one. Cells that are NoData
            already are rewritten to it.
        also_values: Further stored values that become NoData, such as [0, 255]; none where there are none.
        scale: Values are stored numbers times scale plus offset; same keeps the declared one. Not 0.
        offset: In the unit of the values; same keeps the declared one.
    Returns:
        output: The raster with the same cells, all bands alike.
        changed_cells: Number of cells that had a value and are NoData now.
    CRS: Any, also none.
    Edges: Where no NoData was declared, cells that hold `nodata` become NoData. Where another one was, such cells are
        values and the call is refused unless also_values names it too. NaN and masked cells become NoData.
    Raises: BAD_VALUE (a value that the type cannot hold, cells that would be lost, a scale of classes),
        MISSING_ARGUMENT, UNKNOWN_LAYER.
    Source: GDAL raster data model.
    """
    from ...execution.files.cell_copy import copy_place
    from ...execution.rasters.raster_files import one_nodata, stored_meaning, stored_raster
    from ...execution.rasters.raster_windows import open_every_band, windows_of

    _demand_change(run, raster, nodata, also_values, scale, offset)
    bands = open_every_band(run, raster)
    meanings = one_nodata([stored_meaning(band) for band in bands], bands[0].facts.nodata if nodata is None else nodata)
    meanings = [meaning._replace(scale=meaning.scale if scale is None else scale,
                                 offset=meaning.offset if offset is None else offset)
                for meaning in meanings]  # fmt: skip
    lost = _LostCells(bands, meanings[0].nodata, also_values or [])
    with stored_raster(run, bands[0].grid, raster.facts.crs or "", meanings) as output, run.timed():
        copy_place(bands[0].dataset, output.dataset)
        for window in windows_of(run, bands):
            for number, band in enumerate(bands, start=1):
                output.write(window, *lost.cells(band, window), number=number)
        lost.demand_meant(run, raster)
    return Declared(output.path, lost.changed)  # type: ignore[arg-type]


class _LostCells:
    """Finds cells with a value that become NoData.

    Args:
        nodata: Of the result.
        also_values: As stored.
    """

    def __init__(self, bands: list[BandCells], nodata: float | None, also_values: list[float]) -> None:
        from ...execution.rasters.nodata_values import fits

        self.changed = self.by_chance = 0
        self._nodata, self._also = nodata, also_values
        declared, dtype = bands[0].facts.nodata, bands[0].facts.dtype
        self._was_declared = declared is not None and declared != nodata
        unfit = [value for value in also_values if not fits(value, dtype)]
        if unfit:
            raise ToolError("BAD_VALUE", f"also_values: no cell of {dtype} can have {unfit[0]:.15g}",
                            "values are as stored, before scale and offset", argument="also_values")  # fmt: skip

    def cells(self, band: BandCells, window: Window) -> tuple[np.ndarray, np.ndarray]:
        """Reads stored cells and which of them are NoData in the result."""
        import numpy as np

        stored, missing = band.read_stored(window)
        was_missing = np.zeros(stored.shape, bool) if missing is None else missing
        is_meant = np.isin(stored, np.array(self._also, float).astype(stored.dtype)) & ~was_missing
        is_new = np.zeros(stored.shape, bool)
        if self._nodata is not None:
            is_new = (stored == stored.dtype.type(self._nodata)) & ~was_missing & ~is_meant
        self.changed += int(np.count_nonzero(is_meant | is_new))
        self.by_chance += int(np.count_nonzero(is_new)) if self._was_declared else 0
        return stored, was_missing | is_meant | is_new

    def demand_meant(self, run: Run, raster: Raster) -> None:
        """Reports cells that hold the new NoData though another one was declared."""
        if self.by_chance and self._nodata is not None:
            run.require.find("BAD_VALUE", f'{self.by_chance} cells of "{raster.name}" have the value '
                             f"{self._nodata:.15g}, which is no NoData there, and would be lost",
                             f"another nodata, or also_values [{self._nodata:.15g}] where they are meant")  # fmt: skip


def _demand_change(
    run: Run, raster: Raster, nodata: float | None, also_values: Any, scale: float | None, offset: float | None
) -> None:
    bands = raster.facts.bands or ()
    if nodata is None and not also_values and scale is None and offset is None:
        raise ToolError("MISSING_ARGUMENT", "set_nodata is to change nothing",
                        "give nodata, also_values, scale or offset", argument="nodata")  # fmt: skip
    if also_values and nodata is None and bands and bands[0].nodata is None:
        raise ToolError("MISSING_ARGUMENT", f'"{raster.name}" declares no NoData that also_values could become',
                        "give nodata", argument="nodata")  # fmt: skip
    if scale == 0:
        raise ToolError("BAD_VALUE", "scale takes a number that is not 0, which would make all values alike",
                        argument="scale")  # fmt: skip
    for number, band in enumerate(bands, start=1):
        if (scale, offset) != (None, None):
            run.require.no_classes(raster, number, "a scale or offset")
            if (band.scale, band.offset) != (1.0, 0.0):
                run.note(f"Band {number} had scale {band.scale:.10g} and offset {band.offset:.10g}; its values change.")
