# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes layers of the project to files outside the window's thread, selection and filter applied.

What is written is what the layer is when the writing begins: rows and selection are held from then on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from qgis.core import (
    QgsApplication,
    QgsProcessingAlgRunnerTask,
    QgsProcessingContext,
    QgsProcessingFeatureSourceDefinition,
    QgsProcessingFeedback,
    QgsProject,
    QgsRasterFileWriter,
    QgsRasterFileWriterTask,
    QgsRasterLayer,
    QgsRasterPipe,
    QgsTask,
    QgsVectorFileWriter,
    QgsVectorFileWriterTask,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QObject, pyqtSignal

from ..canvas.background_task import BackgroundTask, Refused, run_in_background

SUBLAYER = "rows"
RASTER_OPTIONS = ["COMPRESS=DEFLATE", "TILED=YES", "BIGTIFF=IF_SAFER"]
# QGIS runs a task in C++ and calls back into Python's half, which must live as long.
_running: set[Any] = set()


class InputFile(QObject):
    """A file that is being written.

    Args:
        path: Where.
    """

    settled = pyqtSignal()
    """It is written, or cannot be: `fault` says why."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self.fault = ""
        self.is_settled = False

    def settle(self, fault: str = "") -> None:
        """Says how it ended; what comes after the first word does not count."""
        if self.is_settled:
            return
        self.is_settled = True
        self.fault = fault or ("" if self.path.is_file() else f"{self.path.name} was not written")
        self.settled.emit()


def write_rows(layer: QgsVectorLayer, source: QgsProcessingFeatureSourceDefinition, file: InputFile) -> None:
    """Writes the rows of a vector layer or table to a GeoPackage.

    Args:
        layer: The layer.
        source: How a run takes it: all rows or the selected ones, a filter, a limit.
        file: Where; its ending is .gpkg.
    """
    if source.filterExpression or source.featureLimit >= 0:
        _write_filtered(layer, source, file)
        return
    options = QgsVectorFileWriter.SaveVectorOptions()
    options.driverName = "GPKG"
    options.layerName = SUBLAYER
    options.onlySelectedFeatures = source.selectedFeaturesOnly
    # the feature id is no field of ours, and its name is taken in a GeoPackage
    kept = [index for index, field in enumerate(layer.fields()) if field.name().lower() != "fid"]
    options.attributes, options.skipAttributeCreation = kept, not kept
    options.layerOptions = [f"GEOMETRY_NAME={free_column(layer)}"]
    task = QgsVectorFileWriterTask(layer, str(file.path), options)
    task.completed.connect(lambda *_: _ended(task, file))
    task.errorOccurred.connect(lambda _error, message: _ended(task, file, str(message) or "it cannot be written"))
    task.taskTerminated.connect(lambda: _ended(task, file, "it was not written to the end"))
    _start(task)


def write_cells(layer: QgsRasterLayer, file: InputFile) -> None:
    """Writes a raster to a GeoTIFF: files as they are, cell by cell; other sources in their own grid."""
    source = layer.source().partition("|")[0]
    if layer.providerType() == "gdal":
        copy_source(source, file, is_raster=True)
        return
    provider = layer.dataProvider().clone()
    pipe = QgsRasterPipe()
    if provider is None or not pipe.set(provider):
        file.settle("its cells cannot be read")
        return
    writer = QgsRasterFileWriter(str(file.path))
    writer.setCreateOptions(RASTER_OPTIONS)
    context = QgsProject.instance().transformContext()
    size = (layer.width(), layer.height())
    task = QgsRasterFileWriterTask(writer, pipe, *size, layer.extent(), layer.crs(), context)
    task.writeComplete.connect(lambda *_: _ended(task, file))
    task.errorOccurred.connect(lambda *_: _ended(task, file, "its cells cannot be written"))
    task.taskTerminated.connect(lambda: _ended(task, file, "it was not written to the end"))
    _start(task)


def copy_source(source: str, file: InputFile, is_raster: bool) -> None:
    """Writes a file that is no layer of the project, and was picked in the dialog by its path."""
    missing = "it was not written to the end"
    task = BackgroundTask(
        file.path.name,
        lambda task: _copy(task, source, file.path, is_raster),
        lambda made, fault: file.settle("" if made else fault or missing),
        QgsTask.Flag.CanCancel,
    )
    run_in_background(task)


def free_column(layer: QgsVectorLayer) -> str:
    """Gives a name for the column of shapes that no field has."""
    taken = {name.lower() for name in layer.fields().names()}
    return next(name for name in ("geom", *(f"geom_{n}" for n in range(1, len(taken) + 2))) if name not in taken)


def _copy(task: QgsTask, source: str, target: Path, is_raster: bool) -> Path:
    """Copies a source that GDAL reads, to a GeoTIFF or GeoPackage.

    Args:
        source: As QGIS has it: a path, with `|layername=…` where there is more than one layer.
    Returns: What was written.
    Raises: Refused.
    """
    from osgeo import gdal

    def go_on(share: float, _message: str, _data: object) -> int:
        task.setProgress(100 * share)
        return 0 if task.isCanceled() else 1

    path, _, rest = source.partition("|")
    if is_raster:
        made = gdal.Translate(str(target), path, format="GTiff", creationOptions=RASTER_OPTIONS, callback=go_on)
    else:
        words = dict(part.partition("=")[::2] for part in rest.split("|") if "=" in part)
        names = [words["layername"]] if "layername" in words else []
        made = gdal.VectorTranslate(str(target), path, format="GPKG", layers=names, layerName=SUBLAYER, callback=go_on)
    if made is None:
        raise Refused(gdal.GetLastErrorMsg() or "GDAL cannot read it")
    del made  # closes the file, so that all of it is written
    return target


def _write_filtered(layer: QgsVectorLayer, source: QgsProcessingFeatureSourceDefinition, file: InputFile) -> None:
    algorithm = QgsApplication.processingRegistry().createAlgorithmById("native:savefeatures")
    if algorithm is None:
        file.settle("Processing is not there to apply its filter")
        return
    context, feedback = QgsProcessingContext(), QgsProcessingFeedback()
    context.setProject(QgsProject.instance())
    parameters = {"INPUT": source, "OUTPUT": str(file.path), "LAYER_NAME": SUBLAYER}
    task = QgsProcessingAlgRunnerTask(algorithm, parameters, context, feedback)
    held = (task, context, feedback)
    _running.add(held)

    def ended(is_right: bool, _results: object) -> None:
        _running.discard(held)
        file.settle("" if is_right else "its filter cannot be applied")

    task.executed.connect(ended)
    QgsApplication.taskManager().addTask(task)


def _start(task: QgsTask) -> None:
    _running.add(task)
    QgsApplication.taskManager().addTask(task)


def _ended(task: QgsTask, file: InputFile, fault: str = "") -> None:
    _running.discard(task)
    file.settle(fault)
