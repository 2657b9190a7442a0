# SPDX-License-Identifier: GPL-2.0-or-later
"""Holds the datasets of a pack against its register: kind, count or size, layer and CRS, as GDAL reads them."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from ..scoring.source_file import Unreadable, gdal_settings, open_dataset
from ..tasks.crs_equality import UnknownCrs, same_crs
from ..tasks.document_problem import DocumentError, DocumentProblem, problem_at
from ..tasks.output_format import RASTER_FORMATS, ROW_FORMATS
from ..tasks.pack import PACK_FILE, PackFolder
from ..tasks.register import Dataset, DatasetUnavailable, ResolvedDataset


def register_problems(pack: PackFolder) -> list[DocumentProblem]:
    """Lists what the register says otherwise than the data, and datasets that cannot be had and that no task uses.

    Edges: Datasets of tasks that cannot be had are told with the task. Formats that no output can have are not opened.
    """
    where, problems = pack.folder / PACK_FILE, []
    used = {given.dataset for task_id in pack.task_ids() for given in _inputs(pack, task_id)}
    for name, dataset in pack.pack.datasets.items():
        try:
            found = pack.dataset_file(name)
        except DatasetUnavailable as absent:
            if name not in used:
                message = f"{absent.message} {absent.hint[:1].upper()}{absent.hint[1:]}"
                problems.append(problem_at(where, None, "missing_data", message))
            continue
        problems += [problem_at(where, None, "register", message) for message in _differences(name, dataset, found)]
    return problems


def _inputs(pack: PackFolder, task_id: str) -> list[Any]:
    try:
        return list(pack.task(task_id).inputs.values())
    except DocumentError:
        return []


def _differences(name: str, dataset: Dataset, found: ResolvedDataset) -> list[str]:
    form = (RASTER_FORMATS if dataset.kind == "raster" else ROW_FORMATS).get(f".{dataset.format}")
    if form is None:
        return []
    try:
        with gdal_settings():
            opened = open_dataset(found.file, form.driver, dataset.kind == "raster")
            facts = _cells(dataset, opened) if dataset.kind == "raster" else _rows(dataset, opened, found)
    except Unreadable as error:
        return [f'Dataset "{name}": {found.file.name} {error.reason}.']
    return [f'Dataset "{name}": {fact}.' for fact in facts]


def _cells(dataset: Dataset, opened: Any) -> list[str]:
    size = [opened.RasterXSize, opened.RasterYSize]
    facts = []
    if size != dataset.size:
        facts.append(
            f"it has {size[0]} x {size[1]} cells, the register says {' x '.join(map(str, dataset.size or []))}"
        )
    return facts + _crs(dataset, opened.GetSpatialRef())


def _rows(dataset: Dataset, opened: Any, found: ResolvedDataset) -> list[str]:
    names = [opened.GetLayer(at).GetName() for at in range(opened.GetLayerCount())]
    if dataset.layer is not None and dataset.layer not in names:
        return [f'it has no layer "{dataset.layer}", its layers are {", ".join(names)}']
    if dataset.layer is None and len(names) > 1:
        return []  # which one is meant is said by the tasks
    layer = opened.GetLayerByName(dataset.layer) if dataset.layer else opened.GetLayer(0)
    facts = []
    count = _csv_rows(found.file) if dataset.format == "csv" else layer.GetFeatureCount()
    if count != dataset.features:
        facts.append(f"it has {count:,} rows, the register says {dataset.features:,}")
    return facts + (_crs(dataset, layer.GetSpatialRef()) if dataset.kind == "vector" else [])


def _csv_rows(file: Path) -> int:
    """Counts the rows below the header; GDAL guesses whether there is one."""
    with file.open(encoding="utf-8-sig", errors="replace", newline="") as text:
        return sum(1 for row in csv.reader(text) if row) - 1


def _crs(dataset: Dataset, found: Any) -> list[str]:
    if dataset.crs is None:
        return []
    if found is None:
        return [f"it states no CRS, the register says {dataset.crs}"]
    try:
        same = same_crs(str(found.ExportToWkt(["FORMAT=WKT2_2019"])), dataset.crs)
    except UnknownCrs:
        same = False
    return [] if same else [f'it is in "{found.GetName()}", the register says {dataset.crs}']
