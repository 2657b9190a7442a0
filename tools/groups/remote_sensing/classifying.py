# SPDX-License-Identifier: GPL-2.0-or-later
"""unsupervised_classification, supervised_classification"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ...declaration.effects import raster as raster_facts
from ...declaration.effects import table, unknown_table
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Field, LayerFacts
from ...declaration.layers import Raster, Table, Vector
from ...declaration.markers import BandNumber, FieldOf, HelpText, LeftOut, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.imagery.classifiers import Accuracy, Classify
    from ...execution.imagery.training_rows import TrainingRows
    from ...execution.rasters.raster_windows import BandCells
    from ...execution.run import Run

GROUP = "Remote sensing"
MOST_SAMPLED = 100_000  # cells that centers are found from
INT32_NODATA = -(2.0**31)
ComparedBands = Annotated[
    list[int] | None,
    BandNumber("raster"),
    LeftOut("all"),
    HelpText("Numbers of the bands that are compared, from 1; left out, all. Alpha and mask bands are no colors."),
]


class Clustered(NamedTuple):
    """Result of unsupervised_classification."""

    output: Raster
    centers: Table | None


class Classified(NamedTuple):
    """Result of supervised_classification."""

    output: Raster
    accuracy: Table | None


def _cluster_effect(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("raster")
    made = {"output": raster_facts(source.crs, source.grid, Band("uint8", 0.0))}
    numbers = call.arguments["bands"] or (None if source.bands is None else range(1, len(source.bands) + 1))
    if numbers is None:
        return {**made, "centers": unknown_table()}
    return {**made, "centers": table(*_center_fields(list(numbers)))}


def _center_fields(numbers: list[int]) -> list[Field]:
    return [Field("class", "integer"), Field("count", "integer"), *(Field(f"band_{n}", "real") for n in numbers)]


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_cluster_effect,
    title="Unsupervised classification (k-means)",
    tags=("k-means", "isodata", "cluster pixels", "spectral classes", "land cover", "segmentation by value"),
)
def unsupervised_classification(
    run: Run,
    raster: Raster,
    classes: Annotated[int, Number(2, 255)],
    bands: ComparedBands = None,
    standardize: bool = True,
    seed: Annotated[int, Number(0, 4_294_967_295)] = 1,
) -> Clustered:
    """Groups cells into a number of spectral classes around their means.

    Classes are numbered from 1 in the order of their center in the first band, so that runs agree; they mean nothing
    until someone names them. The cells are read by window, so that the raster may be larger than memory.

    Args:
        raster: One or more bands; a declared scale and offset are applied.
        classes: How many classes.
        standardize: Whether each band is divided by its standard deviation, so that all count alike; false takes the
            values as they are, where the band of the largest values prevails.
        seed: Seed of the sample and of the ten random starts, of which the best after twenty rounds is gone on with.
    Returns:
        output: One band on the grid of `raster` with classes as bytes, 0 for NoData.
        centers: A row for each class: `class`, `count` of its cells, and its center `band_<number>` in each band.
    CRS: Any, or none.
    Edges: A cell with NoData in any band is NoData. Where more than 100,000 cells have values the centers are found
        from as many of them at random, said; then each cell goes to the nearest, the first of equally near ones.
    Raises: BAD_VALUE (more classes than different cells, a band twice, infinite cells, a palette), UNKNOWN_BAND,
        LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: Lloyd 1982, with the starts of Arthur and Vassilvitskii 2007 (k-means++). MT19937 and SplitMix64.
    """
    import numpy as np

    from ...execution.imagery.cell_sample import CellSample
    from ...execution.imagery.classified_rasters import (
        ClassBand,
        bands_to_classify,
        windows_of_values,
        write_classes,
    )
    from ...execution.imagery.classifiers import by_centers
    from ...execution.patterns.k_means import different_rows, k_means, standardized

    opened = bands_to_classify(run, raster, bands)
    with run.timed():
        sample = CellSample(MOST_SAMPLED, seed)
        for part in windows_of_values(run, opened):
            sample.add(part.cell_numbers(opened[0].grid.width), part.values)
        _, values = sample.taken()
        if sample.seen > len(values):
            run.note(f"SAMPLE: the centers were found from {len(values):,} of {sample.seen:,} cells with a value.")
        given = standardized(values, by_column=standardize)
        different = different_rows(given.values)
        if different < classes:
            raise ToolError("BAD_VALUE", f'classes takes at most {different:,}, not {classes}: "{raster.name}" has no '
                            "more cells that can be told apart", argument="classes")  # fmt: skip
        found = k_means(given.values, classes, seed, progress=run.progress)
        if not found.is_settled:
            run.note("NOT SETTLED: after 300 rounds cells still changed their classes; the result is near the end.")
        centers = given.restored(found.centers)
        centers = centers[np.lexsort(centers.T[::-1])]
        scale = np.ldexp(given.scale, given.exponent) if standardize else np.ones(values.shape[1])
    stored = ClassBand(np.arange(1.0, classes + 1), "byte", 0)
    path, counts = write_classes(run, raster, opened, by_centers(centers, scale), stored)
    written = _written_centers(run, opened, centers, counts) if run.wants("centers") else None
    return Clustered(path, written)  # type: ignore[arg-type]


def _written_centers(run: Run, bands: list[BandCells], centers: np.ndarray, counts: np.ndarray) -> Any:
    import numpy as np

    from ...execution.layers.nan_columns import columns_of
    from ...execution.layers.rows import RowSet, write_rows

    fields = _center_fields([band.number for band in bands])
    columns = columns_of(fields, [np.arange(1, len(counts) + 1), counts, *centers.T])
    return write_rows(run, RowSet(columns, None, len(counts)), output="centers")


def _class_effect(call: Call) -> Mapping[str, LayerFacts]:
    source, field = call.facts("raster"), call.facts("training").field(call.arguments["class_field"])
    made = raster_facts(source.crs, source.grid)
    if field is not None:
        is_text = field.type == "text"
        made = made.with_(bands=(Band("uint8", 0.0) if is_text else Band("int32", INT32_NODATA),))
    else:
        made = made.with_(bands=None)
    return {"output": made, "accuracy": unknown_table()}


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy; scikit-learn",
    effect=_class_effect,
    tags=("land cover", "random forest", "maximum likelihood", "minimum distance", "train classifier",
          "confusion matrix", "accuracy assessment", "image classification"),
)  # fmt: skip
def supervised_classification(
    run: Run,
    raster: Raster,
    training: Vector,
    class_field: Annotated[str, FieldOf("training", ("integer", "text"))],
    bands: ComparedBands = None,
    method: Literal["random_forest", "maximum_likelihood", "minimum_distance"] = "random_forest",
    test_share: Annotated[float, Number(0, 0.9)] = 0.3,
    seed: Annotated[int, Number(0, 4_294_967_295)] = 1,
) -> Classified:
    """Tells the class of each cell by training features, and how well that goes on features kept back for a test.

    Whole features are kept back, not single cells, since cells of one field are alike and would make the accuracy too
    high. The cells are read by window, so that the raster may be larger than memory.

    Args:
        raster: One or more bands; a declared scale and offset are applied.
        training: Polygons or points with a known class. A polygon gives the cells whose centre lies in it, a point the
            cell it lies in.
        class_field: Field of `training` with the class: text, coded from 1 in the order of the texts (`accuracy` has
            the key), or whole numbers, kept as they are.
        method: random_forest, 100 trees that vote; maximum_likelihood, a normal distribution for each class, all
            equally likely before; minimum_distance, the nearest class mean in the units of the bands as they are.
        test_share: Share of the features of each class that is kept back, at least one of two or more; 0 for no test.
        seed: Seed of the choice of features and of the trees.
    Returns:
        output: One band on the grid of `raster`: for text bytes with 0 for NoData, for numbers int32 with -2147483648.
        accuracy: A row for each class: `class`, `code` in the raster, `training_features`, `test_features`,
            `training_cells`, `test_cells`, `producers_accuracy` (share of its test cells told rightly),
            `users_accuracy` (share of the test cells told to be of it that are), and `predicted_<code>`, the test cells
            told to be of each class: the confusion matrix. Overall accuracy and kappa stand in the report.
    CRS: One CRS for raster and training.
    Edges: A cell with NoData in any band is NoData and does not train. Cells that features of several classes hold are
        left out and counted; of one class they count once. Where training features hold more than 100,000 cells, about
        as many are taken at random, said. A class with one feature is trained, not tested. Rows without a class or
        geometry are left out and counted. The same release of scikit-learn gives the same trees.
    Raises: CRS_MISSING, CRS_MISMATCH, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE (lines), BAD_VALUE (fewer than two classes
        with cells; for maximum_likelihood a class whose cells do not spread; codes beyond 32 bits, more than 255 texts;
        a band twice, infinite cells, a palette), DEPENDENCY_MISSING (random_forest needs scikit-learn), UNKNOWN_BAND,
        UNKNOWN_FIELD, WRONG_TYPE, LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: Breiman 2001 by scikit-learn; Gaussian discriminant by class covariances; Congalton 1991 for the matrix.
    """
    from ...execution.imagery.classified_rasters import ClassBand, bands_to_classify, write_classes
    from ...execution.imagery.classifiers import accuracy_of
    from ...execution.imagery.training_rows import training_rows

    run.require.crs_same(raster, training)
    run.require.valid(training)
    opened = bands_to_classify(run, raster, bands)
    run.count_before = training.facts.count
    with run.timed():
        given = training_rows(run, training, class_field, opened, test_share, seed)
        classify = _trained(method, given, seed)
        is_test = given.is_test
        told = classify(given.values[is_test]) if is_test.any() else given.classes[is_test]
        accuracy = accuracy_of(given.classes[is_test], told, len(given.names))
    _report(run, training, given, accuracy, test_share)
    is_text = given.is_text
    stored = ClassBand(given.codes.astype(float), "byte" if is_text else "int32", 0 if is_text else INT32_NODATA)
    path, _ = write_classes(run, raster, opened, classify, stored)
    written = _written_accuracy(run, given, accuracy) if run.wants("accuracy") else None
    return Classified(path, written)  # type: ignore[arg-type]


def _trained(method: str, given: TrainingRows, seed: int) -> Classify:
    from ...execution.imagery.classifiers import maximum_likelihood, minimum_distance, random_forest

    trains = ~given.is_test
    values, classes = given.values[trains], given.classes[trains]
    if method == "random_forest":
        return random_forest(values, classes, given.names, seed)
    return {"maximum_likelihood": maximum_likelihood, "minimum_distance": minimum_distance}[method](
        values, classes, given.names
    )


def _report(run: Run, training: Vector, given: TrainingRows, accuracy: Accuracy, test_share: float) -> None:
    run.counts["training_cells"] = int((~given.is_test).sum())
    run.counts["test_cells"] = int(given.is_test.sum())
    if not given.is_test.any():
        why = "" if test_share == 0 else f'; each class of "{training.name}" has cells in one feature alone'
        run.note(f"NOT TESTED: no feature was kept back{why}.")
        return
    for name, value in (("overall_accuracy", accuracy.overall), ("kappa", accuracy.kappa)):
        run.report[name] = None if value != value else float(f"{value:.12g}")
    untested = [name for name, count in zip(given.names, given.test_features, strict=True) if not count]
    if untested:
        run.note(f"not tested because in one feature alone: {counted(len(untested), 'class', 'classes')}: "
                 f"{', '.join(untested[:10])}.")  # fmt: skip


def _written_accuracy(run: Run, given: TrainingRows, accuracy: Accuracy) -> Any:
    import numpy as np

    from ...execution.layers.nan_columns import columns_of
    from ...execution.layers.rows import RowSet, write_rows

    count = len(given.names)
    cells = [np.bincount(given.classes[part], minlength=count) for part in (~given.is_test, given.is_test)]
    names = np.array(given.names, object) if given.is_text else given.codes
    named: list[tuple[str, Any]] = [
        ("class", names), ("code", given.codes), ("training_features", given.training_features),
        ("test_features", given.test_features), ("training_cells", cells[0]), ("test_cells", cells[1]),
        ("producers_accuracy", accuracy.producers), ("users_accuracy", accuracy.users),
        *((f"predicted_{code}", told) for code, told in zip(given.codes, accuracy.confusion.T, strict=True)),
    ]  # fmt: skip
    kinds: dict[str, Any] = {"O": "text", "f": "real"}
    fields = [Field(name, kinds.get(values.dtype.kind, "integer")) for name, values in named]
    columns = columns_of(fields, [values for _, values in named])
    return write_rows(run, RowSet(columns, None, count), output="accuracy")
