# SPDX-License-Identifier: GPL-2.0-or-later
"""Data made by a deterministic, seeded recipe over other entries of the register, checked by its content hash."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from ..content_hash import NotHashable, content_hash
from ..crs_equality import same_crs
from ..document import StrictModel
from ..gdal_errors import GDAL_ERRORS, gdal_words
from ..output_format import RASTER_FORMATS, ROW_FORMATS
from ..register import Dataset, Generated, sha256_of
from .kept_files import new_folder
from .source_failure import SourceFailure

DIGEST = "sha256"
MakeFile = Callable[[list[Path], Any, int, Path], None]


class Recipe(NamedTuple):
    """How data are made.

    Args:
        parameters: The model of its parameters.
        make: Takes the input files, the parameters, the seed and the file to write.
        inputs: How many other entries it needs.
        kind: Of what it makes: raster, or vector and table.
        is_seeded: Whether it needs a seed.
    """

    parameters: type[StrictModel]
    make: MakeFile
    inputs: int
    kind: str
    is_seeded: bool


def recipes() -> dict[str, Recipe]:
    """Returns the recipes by name."""
    from . import recipe_cells, recipe_rows

    return {
        "rows_in_extent": Recipe(recipe_rows.InExtent, recipe_rows.rows_in_extent, 1, "rows", False),
        "sampled_rows": Recipe(recipe_rows.Count, recipe_rows.sampled_rows, 1, "rows", True),
        "random_points": Recipe(recipe_rows.Count, recipe_rows.random_points, 1, "rows", True),
        "cells_in_extent": Recipe(recipe_cells.InExtent, recipe_cells.cells_in_extent, 1, "cells", False),
    }


def generated_file(dataset: Dataset, source: Generated, input_file: Callable[[str], Path], kept: Path) -> Path:
    """Makes the file of a dataset, or finds it where it was made before.

    Args:
        input_file: Finds the file of another entry; raises SourceFailure.
        kept: Folder of what was made before.
    Raises: SourceFailure: unknown recipe, parameters that do not fit, an input that cannot be had or read, or another
        content than the register says.
    """
    recipe, parameters = _checked(dataset, source)
    place = kept / "generated" / f"{source.content_hash}-{dataset.format}"
    file = place / f"data.{dataset.format}"
    if place.is_dir():
        if _is_kept(file):
            return file
        shutil.rmtree(place)  # what is damaged is made anew
    inputs = [input_file(name) for name in source.inputs]
    with new_folder(place) as folder:
        made = folder / file.name
        _make(source.recipe, recipe, inputs, parameters, source.seed or 0, made)
        _compare(dataset, source, made)
        (folder / DIGEST).write_text(sha256_of(made))
    return file


def _is_kept(file: Path) -> bool:
    digest = file.with_name(DIGEST)
    return file.is_file() and digest.is_file() and digest.read_text() == sha256_of(file)


def _checked(dataset: Dataset, source: Generated) -> tuple[Recipe, Any]:
    def refused(reason: str, hint: str) -> SourceFailure:
        return SourceFailure(reason, hint, "INVALID_DOCUMENT", is_final=True)

    known, name = recipes(), source.recipe
    recipe = known.get(name)
    if recipe is None:
        raise refused(f'there is no recipe "{name}"', f"the recipes are {', '.join(known)}.")
    able = RASTER_FORMATS if recipe.kind == "cells" else ROW_FORMATS
    if f".{dataset.format}" not in able:
        raise refused(f"the recipe {name} does not write .{dataset.format}", f"use one of {', '.join(able)}.")
    if len(source.inputs) != recipe.inputs:
        reason = f"the recipe {name} takes {recipe.inputs} of the other datasets, not {len(source.inputs)}"
        raise refused(reason, "list them as inputs.")
    if recipe.is_seeded != (source.seed is not None):
        reason = f"the recipe {name} {'needs a seed' if recipe.is_seeded else 'takes no seed'}"
        raise refused(reason, "the same seed gives the same data everywhere.")
    try:
        return recipe, recipe.parameters.model_validate(source.parameters)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(map(str, fault["loc"])) or "parameters"
        reason = f"the recipe {name} cannot use its parameters ({where}: {fault['msg']})"
        raise refused(reason, f"it takes {', '.join(recipe.parameters.model_fields)}.") from None


def _make(name: str, recipe: Recipe, inputs: list[Path], parameters: Any, seed: int, made: Path) -> None:
    from osgeo import gdal

    was_silent = not gdal.GetUseExceptions()
    gdal.UseExceptions()
    gdal.PushErrorHandler("CPLQuietErrorHandler")
    try:
        recipe.make(inputs, parameters, seed, made)
    except GDAL_ERRORS as error:
        reason = f"the recipe {name} failed ({gdal_words(error)})"
        raise SourceFailure(reason, "look at its inputs and parameters.", "BAD_FORMAT", is_final=True) from None
    finally:
        gdal.PopErrorHandler()
        if was_silent:
            gdal.DontUseExceptions()


def _compare(dataset: Dataset, source: Generated, made: Path) -> None:
    """Holds what was made against the register: content, count or size, CRS."""
    try:
        found = content_hash(made)
    except NotHashable as error:
        reason = f"the recipe {source.recipe} made nothing that can be read ({error})"
        raise SourceFailure(reason, "look at its inputs and parameters.", "BAD_FORMAT", is_final=True) from None
    if found != source.content_hash:
        reason = f"the recipe {source.recipe} gives another content than the registered one ({found})"
        hint = "where inputs and parameters are right, register this content hash."
        raise SourceFailure(reason, hint, "INVALID_DOCUMENT", is_final=True)
    count, crs = _count_and_crs(made)
    if count != (dataset.size if dataset.kind == "raster" else dataset.features):
        reason = f"the recipe {source.recipe} gives {count} (rows, or columns and rows), the register says otherwise"
        raise SourceFailure(reason, "register what it gives.", "INVALID_DOCUMENT", is_final=True)
    if dataset.crs is not None and (crs is None or not same_crs(crs, dataset.crs)):
        reason = f"the recipe {source.recipe} gives data in another CRS than {dataset.crs}"
        raise SourceFailure(reason, "register the CRS of its input.", "INVALID_DOCUMENT", is_final=True)


def _count_and_crs(file: Path) -> tuple[int | list[int], str | None]:
    """Returns the rows of a layer, or the columns and rows of a raster, and the CRS."""
    from osgeo import gdal

    dataset = gdal.OpenEx(str(file))
    layer = dataset.GetLayer(0) if dataset.GetLayerCount() else None
    found = layer.GetSpatialRef() if layer is not None else dataset.GetSpatialRef()
    count = layer.GetFeatureCount() if layer is not None else [dataset.RasterXSize, dataset.RasterYSize]
    return count, None if found is None else str(found.ExportToWkt(["FORMAT=WKT2_2019"]))
