# SPDX-License-Identifier: GPL-2.0-or-later
"""spectral_index"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.cell_types import CELL_TYPES
from ...declaration.effects import on_grid_of
from ...declaration.errors import ToolError
from ...declaration.formula import parse
from ...declaration.formula_tree import inputs_of
from ...declaration.layers import BandOf, Raster
from ...declaration.markers import BandNumber, LeftOut, MappingOf, Word
from ...declaration.registry import tool

if TYPE_CHECKING:
    import numpy as np

    from ...execution.rasters.raster_windows import BandCells
    from ...execution.run import Run

GROUP = "Remote sensing"
Index = Literal["ndvi", "gndvi", "savi", "evi", "ndwi", "mndwi", "ndmi", "ndbi", "nbr"]
COLOURS = ("blue", "green", "red", "nir", "swir1", "swir2")
FORMULAS: dict[str, str] = {
    "ndvi": "(nir - red) / (nir + red)",
    "gndvi": "(nir - green) / (nir + green)",
    "savi": "1.5 * (nir - red) / (nir + red + 0.5)",
    "evi": "2.5 * (nir - red) / (nir + 6 * red - 7.5 * blue + 1)",
    "ndwi": "(green - nir) / (green + nir)",
    "mndwi": "(green - swir1) / (green + swir1)",
    "ndmi": "(nir - swir1) / (nir + swir1)",
    "ndbi": "(swir1 - nir) / (swir1 + nir)",
    "nbr": "(nir - swir2) / (nir + swir2)",
}
NEEDS_REFLECTANCE = ("savi", "evi")
NODATA = CELL_TYPES["float32"].lowest
BRIGHTEST = 2.0  # reflectance of snow and of water under the sun may pass 1
LARGEST_BRIGHT_SHARE = 0.01


class Indexed(NamedTuple):
    """Result of spectral_index."""

    output: Raster


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=on_grid_of("raster", dtype="float32", nodata=NODATA),
    tags=("ndvi", "vegetation index", "water index", "burn ratio", "built-up index", "evi", "savi", "band ratio"),
)
def spectral_index(
    run: Run,
    raster: Raster,
    index: Index,
    bands: Annotated[dict[str, int], MappingOf(Word(COLOURS), BandNumber("raster"))],
    scale: Annotated[float | None, LeftOut("auto")] = None,
    offset: Annotated[float | None, LeftOut("auto")] = None,
) -> Indexed:
    """Computes a named index from bands that are given by color, after scale and offset to reflectance.

    ndvi = (nir - red) / (nir + red); gndvi = (nir - green) / (nir + green);
    savi = 1.5 (nir - red) / (nir + red + 0.5); evi = 2.5 (nir - red) / (nir + 6 red - 7.5 blue + 1);
    ndwi = (green - nir) / (green + nir), of open water after McFeeters; mndwi = (green - swir1) / (green + swir1);
    ndmi = (nir - swir1) / (nir + swir1), of moisture, called NDWI by Gao; ndbi = (swir1 - nir) / (swir1 + nir);
    nbr = (nir - swir2) / (nir + swir2).

    Args:
        raster: Raster with the bands; stack_bands makes one of single files.
        index: Name of the index: ndvi, gndvi, savi, evi, ndwi, mndwi, ndmi, ndbi or nbr.
        bands: Number of the band of each color the index needs, such as {"red": 3, "nir": 4}; the order of bands
            differs by sensor and is never guessed. Colors are blue, green, red, nir, swir1 (about 1.6 micrometres)
            and swir2 (about 2.2).
        scale: Reflectance is stored number times scale plus offset; auto takes what each band declares. Where a band
            declares another one the call is refused, since it would be applied twice or wrongly.
        offset: Added after the scale; auto takes what each band declares.
    Returns:
        output: The index as float32 on the grid of the raster, NoData the lowest number of the type; report gives
            formula and bands.
    CRS: Any, also none.
    Edges: NoData in a band that is used, or a denominator of zero, gives NoData, the latter counted. savi and evi need
        reflectance from 0 to 1: where more than 1 % of cells are above 2 they are refused. Normalized differences of
        negative reflectance leave -1 to 1, which is said.
    Raises: MISSING_ARGUMENT (a color), BAD_VALUE (one band twice, another scale declared, no reflectance, classes,
        infinite cells),
        UNKNOWN_BAND, UNKNOWN_LAYER.
    Source: Rouse 1974 (ndvi), Gitelson 1996 (gndvi), Huete 1988 (savi), Huete 2002 (evi), McFeeters 1996 (ndwi), Xu
        2006 (mndwi), Gao 1996 (ndmi), Zha 2003 (ndbi), Key and Benson 2006 (nbr).
    """
    from ...execution.rasters.formula_cells import evaluate
    from ...execution.rasters.raster_files import new_raster
    from ...execution.rasters.raster_windows import open_bands, windows_of

    tree = parse(FORMULAS[index])
    used = _demand_bands(run, raster, index, bands, sorted(inputs_of(tree)))
    opened = open_bands(run, {colour: BandOf(raster, number) for colour, number in used.items()})
    for colour, band in opened.items():
        _state_scale(run, colour, band, scale, offset)
    seen = _Seen(index)
    with new_raster(run, opened[min(used)].grid, raster.facts.crs or "", "float32", NODATA) as output, run.timed():
        for window in windows_of(run, opened.values()):
            cells = {colour: band.read(window) for colour, band in opened.items()}
            for colour, band in opened.items():
                band.refuse_infinite(cells[colour])
            result = evaluate(tree, cells)
            seen.look(cells, result)
            output.write(window, result)
        seen.tell(run)
    run.report.update(formula=FORMULAS[index], bands=used)
    return Indexed(output.path)  # type: ignore[arg-type]


def _demand_bands(run: Run, raster: Raster, index: str, bands: dict[str, int], needed: list[str]) -> dict[str, int]:
    missing = [colour for colour in needed if colour not in bands]
    if missing:
        raise ToolError("MISSING_ARGUMENT", f"{index} needs {' and '.join(needed)}; bands does not give the number of "
                        f"{' and '.join(missing)}", "the sensor's documentation gives the order of its bands",
                        argument="bands")  # fmt: skip
    used = {colour: bands[colour] for colour in needed}
    for number in used.values():
        run.require.no_classes(raster, number, f"the {index}")
    twice = [colour for colour in needed if list(used.values()).count(used[colour]) > 1]
    if twice:
        raise ToolError("BAD_VALUE", f"bands: {' and '.join(twice)} are all band {used[twice[0]]}",
                        "each color is another band", argument="bands")  # fmt: skip
    return used


def _state_scale(run: Run, colour: str, band: BandCells, scale: float | None, offset: float | None) -> None:
    """Puts the scale and offset of the call in the place of what a band declares, once."""
    if scale == 0:
        raise ToolError("BAD_VALUE", "scale takes a number that is not 0", argument="scale")
    declared = (band.facts.scale, band.facts.offset)
    stated = (declared[0] if scale is None else scale, declared[1] if offset is None else offset)
    if band.is_scaled and stated != declared:
        run.require.find("BAD_VALUE", f"band {band.number} ({colour}) declares scale {declared[0]:.10g} and offset "
                         f"{declared[1]:.10g}, the call {stated[0]:.10g} and {stated[1]:.10g}",
                         "leave scale and offset out, or correct what is declared by set_nodata")  # fmt: skip
    band.facts = replace(band.facts, scale=stated[0], offset=stated[1])


class _Seen:
    """Counts what makes an index doubtful."""

    def __init__(self, index: str) -> None:
        self.index = index
        self.valid = self.bright = self.undefined = self.outside = 0
        self.largest = 0.0

    def look(self, cells: dict[str, np.ndarray], result: np.ndarray) -> None:
        """Looks at the reflectances and the index of a window."""
        import numpy as np

        largest = np.maximum.reduce([np.abs(values) for values in cells.values()])
        valid = ~np.isnan(largest)
        self.valid += int(np.count_nonzero(valid))
        self.bright += int(np.count_nonzero(largest > BRIGHTEST))
        self.largest = max(self.largest, float(np.fmax.reduce(largest, axis=None, initial=0.0)))
        self.undefined += int(np.count_nonzero(valid & np.isnan(result)))
        self.outside += int(np.count_nonzero(np.abs(result) > 1 + 1e-9))

    def tell(self, run: Run) -> None:
        """Refuses or says what was seen.

        Raises: ToolError BAD_VALUE where an index of reflectances got something else.
        """
        run.counts["undefined_cells"] = self.undefined
        if self.index in NEEDS_REFLECTANCE and self.bright > LARGEST_BRIGHT_SHARE * self.valid:
            run.require.find("BAD_VALUE", f"{self.index} needs reflectance from 0 to 1, but {self.bright} of "
                             f"{self.valid} cells are above {BRIGHTEST:g} in a band, up to {self.largest:.6g}",
                             "scale and offset of the product turn stored numbers into reflectance")  # fmt: skip
        if self.undefined:
            run.note(f"{self.undefined} cells with values became NoData: the denominator of {self.index} is 0 there.")
        if self.index not in NEEDS_REFLECTANCE and self.outside:
            run.note(f"{self.index} leaves -1 to 1 in {self.outside} cells, where a reflectance is negative.")
