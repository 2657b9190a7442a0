# SPDX-License-Identifier: GPL-2.0-or-later
"""Named checks at one place, used as `run.require.valid(layer)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ...tasks.crs_equality import is_geographic, same_crs
from ..declaration.errors import ErrorCode, ToolError
from ..declaration.facts import Extent, Grid, LayerFacts
from ..declaration.host_job import GuardLevel
from ..declaration.layers import Layer, Raster, Rows, Vector
from ..declaration.limits import Quantity, demand_size
from .layers.layer_facts import facts_of_ogr_layer, open_vector
from .reference_systems.crs import scale_error, unit_name

if TYPE_CHECKING:
    from .run import Run

LARGEST_SCALE_ERROR = 0.01
NOTED_SCALE_ERROR = 1e-4
FARTHEST = 1e100  # products of larger coordinates are no floats
REPAIR = "fix_geometries repairs them; its method changes the areas, so choose it"


class Guards:
    """The checks of one run. At level `refuse` a finding is an error, at `warn` a warning, at `silent` nothing."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def crs_known(self, *layers: Layer) -> None:
        """Demands that every layer declares a CRS; no level lets this pass, for there is nothing to go on with.

        Raises:
            ToolError CRS_MISSING.
        """
        for layer in layers:
            if not layer.facts.crs:
                raise ToolError("CRS_MISSING", f'layer "{layer.name}" declares no CRS',
                                "assign_crs states the CRS of its source, which must be known")  # fmt: skip

    def crs_same(self, layer: Layer, other: Layer) -> None:
        """Demands that two layers share one CRS.

        Raises:
            ToolError CRS_MISSING, CRS_MISMATCH.
        """
        self.crs_known(layer, other)
        first, second = layer.facts.crs or "", other.facts.crs or ""
        if not same_crs(first, second):
            self.find("CRS_MISMATCH",
                 f'layer "{layer.name}" is in {_named(first)}, "{other.name}" in {_named(second)}',
                 _reprojecting(layer, other))  # fmt: skip

    def dimension(self, layer: Vector, argument: str) -> int:
        """Demands points, lines or polygons, for of a collection an engine would keep one kind alone.

        Returns: 0 for points, 1 for lines, 2 for polygons.
        Raises:
            ToolError WRONG_GEOMETRY_TYPE.
        """
        dimensions = {"Point": 0, "LineString": 1, "Polygon": 2}
        if layer.facts.geometry_type not in dimensions:
            raise ToolError("WRONG_GEOMETRY_TYPE",
                            f'"{layer.name}" holds collections; {argument} takes points, lines or polygons',
                            "their kinds must be separated in the source, into a layer each",
                            argument=argument)  # fmt: skip
        return dimensions[layer.facts.geometry_type]

    def measurable(self, layer: Layer, what: str = "linear", extent: Extent | None = None) -> None:
        """Demands that planar measures of a layer are true to the ground.

        Args:
            what: linear or areal, after what is measured.
            extent: Where it is measured; default the layer's own extent.
        Raises:
            ToolError CRS_MISSING; CRS_UNSUITABLE for degrees and for a scale error above 1 %; a note from 0.01 %.
        """
        self.crs_known(layer)
        crs = layer.facts.crs or ""
        if is_geographic(crs):
            self.find("CRS_UNSUITABLE", f'layer "{layer.name}" is in {_named(crs)}; degrees are no measure of length',
                 "reproject_layer to a projected CRS of the area")  # fmt: skip
            return
        where = extent or layer.facts.extent
        if where is None:
            return
        error = scale_error(crs, where)
        share = error.areal if what == "areal" else error.linear
        noun = "areas" if what == "areal" else "lengths"
        place = f'over the extent of "{layer.name}"'
        if extent not in (None, layer.facts.extent):
            place += " and what is measured around it"
        sentence = f"in {_named(crs)} {noun} {place} are off by up to {100 * share:.3g} %"
        if share > LARGEST_SCALE_ERROR:
            self.find("CRS_UNSUITABLE", sentence, "reproject_layer to a CRS made for the area, such as its UTM zone")
        elif share > NOTED_SCALE_ERROR and self.run.guard != "silent":
            self.run.note(f"{sentence}.")

    def valid(self, *layers: Vector) -> None:
        """Demands that no geometry is invalid by the rules of GEOS; found out once per layer.

        Raises:
            ToolError INVALID_GEOMETRY.
        """
        if self.run.guard == "silent":
            return
        for layer in layers:
            if layer.facts.invalid_count is None:
                self.run.keep_validity(layer, self._count_invalid(layer))
            if layer.facts.invalid_count:
                noun = "geometry is" if layer.facts.invalid_count == 1 else "geometries are"
                self.find("INVALID_GEOMETRY", f'{layer.facts.invalid_count} {noun} invalid in layer "{layer.name}"',
                     REPAIR)  # fmt: skip

    def _count_invalid(self, layer: Vector) -> int:
        """Counts the geometries of a layer that GEOS calls invalid; null and empty ones are not among them."""
        from .layers.rows import read_geometries

        try:
            import shapely
        except ImportError:
            return _count_invalid_by_qgis(self.run, layer)
        geometries = shapely.from_wkb(read_geometries(self.run, layer), on_invalid="ignore")
        return int((~shapely.is_missing(geometries) & ~shapely.is_valid(geometries)).sum())

    def north_up(self, *rasters: Raster) -> None:
        """Demands grids without rotation whose rows run downwards.

        Raises:
            ToolError GRID_UNSUITABLE.
        """
        for raster in rasters:
            grid = raster.facts.grid
            if grid is not None and not grid.is_north_up:
                raise ToolError("GRID_UNSUITABLE", f'raster "{raster.name}" is rotated or stored south-up',
                                "a north-up grid is needed")  # fmt: skip

    def one_band(self, raster: Raster, argument: str) -> None:
        """Demands a raster of one band, since nothing says which of several is meant.

        Raises:
            ToolError BAD_VALUE.
        """
        count = len(raster.facts.bands or ())
        if count > 1:
            raise ToolError("BAD_VALUE", f'{argument} takes a raster of one band; "{raster.name}" has {count}',
                            f'stack_bands with bands {{"a": "{raster.name}@1"}} gives its first band',
                            argument=argument)  # fmt: skip

    def no_classes(self, raster: Raster, number: int, what: str) -> None:
        """Demands that a band has no palette, for then its numbers are names of classes.

        Args:
            what: What the numbers would be used for, such as "a slope".
        Raises:
            ToolError BAD_VALUE.
        """
        bands = raster.facts.bands or ()
        if number <= len(bands) and bands[number - 1].is_palette:
            self.find("BAD_VALUE", f'band {number} of "{raster.name}" has a palette, so its values are classes; '
                      f"{what} of class codes means nothing")  # fmt: skip

    def grid_same(self, raster: Raster, other: Raster) -> None:
        """Demands that two rasters share CRS, size and cells; no level lets this pass, for cells would not meet.

        Raises:
            ToolError CRS_MISSING, CRS_MISMATCH, GRID_MISMATCH with what differs and by how much.
        """
        self.crs_same(raster, other)
        first, second = raster.facts.grid, other.facts.grid
        if first is None or second is None:
            return
        difference = grid_difference(first, second)
        if difference:
            raise ToolError("GRID_MISMATCH", f'"{raster.name}" and "{other.name}" do not line up: {difference}',
                            f'align_rasters on "{other.name}" with reference "{raster.name}" moves it')  # fmt: skip

    def names_free(self, argument: str, taken: Iterable[str], added: Iterable[str], advice: str) -> None:
        """Demands that no new column has the name of another, or fid; case does not count, as in the files.

        Args:
            argument: The argument that helps or is at fault.
            advice: Hint of the error.
        Raises:
            ToolError BAD_VALUE.
        """
        seen = {name.lower(): name for name in taken}
        for name in added:
            if name.lower() == "fid":
                raise ToolError("BAD_VALUE", f'{argument}: a new column cannot be called "{name}", which a file keeps '
                                "for its feature ids", advice, argument=argument, found=name)  # fmt: skip
            if name.lower() in seen:
                raise ToolError("BAD_VALUE", f'{argument}: a new column would be called "{name}", but there is '
                                f'"{seen[name.lower()]}" already', advice, argument=argument, found=name)  # fmt: skip
            seen[name.lower()] = name

    def find(self, code: ErrorCode, sentence: str, hint: str = "") -> None:
        """Reports a finding of a guard at the level of the self.run."""
        if self.run.guard == "refuse":
            raise ToolError(code, sentence, hint)
        if self.run.guard == "warn":
            self.run.warn(code, sentence)

    def size(self, quantity: Quantity, estimate: float, what: str, hint: str, argument: str = "") -> None:
        """Demands that what is about to be made stays within the limit of its kind; no level lets this pass.

        Raises:
            ToolError LIMIT_EXCEEDED.
        """
        demand_size(quantity, estimate, what, hint, argument)

    def rows_kept(self, layer: Rows, count: int | None) -> None:
        """Demands that an engine that keeps rows has kept all of them.

        Raises:
            ToolError ENGINE_FAILED.
        """
        if layer.facts.count is not None and count is not None and count != layer.facts.count:
            raise ToolError("ENGINE_FAILED",
                            f'the engine gave {count} rows for the {layer.facts.count} of "{layer.name}"')  # fmt: skip


def grid_difference(first: Grid, second: Grid) -> str:
    """Says how the second grid differs from the first; "" where cells meet to a thousandth of a cell."""
    wide, high = first.cell_width, first.cell_height
    if abs(wide - second.cell_width) * first.width > 1e-3 * wide or (
        abs(high - second.cell_height) * first.height > 1e-3 * high
    ):
        return f"cells of {wide:g} x {high:g} and {second.cell_width:g} x {second.cell_height:g}"
    if (first.transform[1], first.transform[3]) != (second.transform[1], second.transform[3]):
        return "one is rotated"
    east = (second.transform[2] - first.transform[2]) / wide
    south = (first.transform[5] - second.transform[5]) / high
    if max(abs(east), abs(south)) > 1e-3:
        return f"the second begins {east:.4g} cells further east and {south:.4g} further south"
    if (first.width, first.height) != (second.width, second.height):
        return f"{first.width} x {first.height} cells and {second.width} x {second.height}"
    return ""


def conflict_of_rings(engine: str, words: str, guard: GuardLevel = "refuse") -> ToolError | None:
    """Tells of a geometry that GEOS found invalid at its work: levels below refuse let it through to there."""
    is_let_through = guard != "refuse" and "GEOS geoprocessing error" in words  # QGIS cuts off what GEOS says
    if "TopologyException" not in words and not is_let_through:
        return None
    place = re.search(r" at (\S+ [-\d.e+]*\d)", words)
    where = f" at {place[1]}" if place else ""
    return ToolError("INVALID_GEOMETRY", f"{engine} stopped at a geometry that is invalid{where}", REPAIR)


def far_coordinates(engine: str, layers: Mapping[str, LayerFacts]) -> ToolError | None:
    """Tells of coordinates so large that an engine cannot have worked on them, whatever it stopped with."""
    for name, facts in layers.items():
        farthest = max(map(abs, facts.extent or (0.0,)))
        if farthest > FARTHEST:
            return ToolError("INVALID_GEOMETRY",
                             f'{engine} stopped at coordinates of "{name}", which go up to {farthest:.3g}; nothing can '
                             "be computed there",
                             "extract_by_expression leaves out what is not on the Earth")  # fmt: skip
    return None


def _reprojecting(layer: Layer, other: Layer) -> str:
    """Names the call that brings two layers into one CRS; of a vector layer and a raster the vector layer moves."""
    if isinstance(layer, Raster) and isinstance(other, Raster):
        return f'align_rasters on "{other.name}" with reference "{layer.name}" keeps the cells of "{layer.name}"'
    moved, kept = (layer, other) if isinstance(other, Raster) else (other, layer)
    return f'reproject_layer on "{moved.name}" with the CRS of "{kept.name}" keeps the coordinates of "{kept.name}"'


def _count_invalid_by_qgis(run: Run, layer: Vector) -> int:
    from qgis.core import QgsGeometry

    path, sublayer = run.file_of(layer)
    dataset = open_vector(path)  # kept, since a layer does not keep its dataset open
    source = dataset.GetLayerByName(sublayer)
    assert facts_of_ogr_layer(source) is not None
    invalid = 0
    for feature in source:
        reference = feature.GetGeometryRef()
        if reference is not None:
            geometry = QgsGeometry()
            geometry.fromWkb(bytes(reference.ExportToIsoWkb()))
            invalid += not geometry.isEmpty() and not geometry.isGeosValid()
    return invalid


def _named(crs: str) -> str:
    from ..declaration.observation import crs_label

    return f"{crs_label(crs)} ({unit_name(crs)})"
