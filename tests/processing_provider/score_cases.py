# SPDX-License-Identifier: GPL-2.0-or-later
"""Cases for `scoreoutput`, and running it as the toolbox does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from gisagentbench.tasks.pack import find_pack
from gisagentbench.tests.headless.report.made_run import (
    CELLS_CONTRACT,
    OUTPUT_CELLS,
    OUTPUT_SQUARES,
    REFERENCE_CELLS,
    REFERENCE_SQUARES,
    SQUARES_CONTRACT,
    write_cells,
    write_squares,
)

DEMO = find_pack("demo")


class Case(NamedTuple):
    """A contract as JSON data, its reference, and an output."""

    contract: dict[str, Any]
    reference: Path
    output: Path


class Scored(NamedTuple):
    """What the algorithm gave."""

    results: dict[str, Any]
    error: str
    context: Any
    said: list[str]


def broken_files() -> dict[str, Case]:
    """The broken files of the demo pack."""
    cases = {}
    for task_id in DEMO.task_ids():
        folder = DEMO.task_folder(task_id)
        if not (folder / "broken.yaml").is_file():
            continue
        contracts = {contract.file: contract for contract in DEMO.task(task_id).outputs}
        for row in yaml.safe_load((folder / "broken.yaml").read_text("utf-8")):
            if "file" in row:
                contract = contracts[row.get("output", next(iter(contracts)))]
                document = contract.model_dump(mode="json", exclude_unset=True)
                files = folder / "reference" / contract.file, folder / "broken" / row["file"]
                cases[f"{task_id}/{row['file']}"] = Case(document, *files)
    return cases


def words(case: Case, folder: Path) -> dict[str, str]:
    contract = folder / "contract.json"
    contract.write_text(json.dumps(case.contract))
    return {"CONTRACT": str(contract), "REFERENCE": str(case.reference), "OUTPUT": str(case.output)}


def scored(parameters: dict[str, Any], folder: Path, **more: Any) -> Scored:
    """Runs the algorithm as the toolbox does, in a project."""
    from qgis.core import (
        QgsApplication,
        QgsProcessingContext,
        QgsProcessingException,
        QgsProcessingFeedback,
        QgsProject,
    )

    said: list[str] = []

    class Feedback(QgsProcessingFeedback):
        def pushInfo(self, info: str) -> None:  # noqa: N802 (name of QGIS)
            said.append(info)

        def pushFormattedMessage(self, html: str, text: str) -> None:  # noqa: N802 (name of QGIS)
            said.append(html)

    algorithm = QgsApplication.processingRegistry().createAlgorithmById("gisagentbench:scoreoutput")
    context = QgsProcessingContext()
    project = QgsProject()
    context.setProject(project)
    given = {"RECORD": str(folder / "record.json"), "DIFFERENCES": str(folder / "layers"), **parameters, **more}
    is_right, message = algorithm.checkParameterValues(given, context)
    if not is_right:
        return Scored({}, message, context, said)
    try:
        results, _ = algorithm.run(given, context, Feedback(False), {}, False)
    except QgsProcessingException as fault:
        return Scored({}, str(fault), context, said)
    return Scored(results, "", (context, project), said)


def made_squares(folder: Path) -> Case:
    """Squares of which some are wrong."""
    write_squares(folder / "reference.gpkg", REFERENCE_SQUARES)
    write_squares(folder / "squares.gpkg", OUTPUT_SQUARES)
    return Case(SQUARES_CONTRACT, folder / "reference.gpkg", folder / "squares.gpkg")


def made_cells(folder: Path) -> Case:
    """Cells of which some are wrong."""
    write_cells(folder / "reference.tif", REFERENCE_CELLS)
    write_cells(folder / "heights.tif", OUTPUT_CELLS)
    return Case(CELLS_CONTRACT, folder / "reference.tif", folder / "heights.tif")
