# SPDX-License-Identifier: GPL-2.0-or-later
"""get_crs_info"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import no_output
from ...declaration.errors import ToolError
from ...declaration.layers import Layer
from ...declaration.markers import CrsText
from ...declaration.registry import tool

if TYPE_CHECKING:
    from ...execution.run import Run


class CrsExplained(NamedTuple):
    """Result of get_crs_info."""

    code: str


@tool(
    group="Layer inspection",
    kind="inspect",
    engine="gdal",
    effect=no_output,
    title="Coordinate reference system information",
    tags=("crs", "srs", "epsg", "projection", "datum", "ellipsoid", "units", "axis order", "area of use", "utm"),
)
def get_crs_info(run: Run, crs: Annotated[str | None, CrsText()] = None, layer: Layer | None = None) -> CrsExplained:
    """Explains a CRS: datum, unit, order of axes, area of use, and what else would measure truly where a layer lies.

    Args:
        crs: CRS to explain; left out, that of `layer`.
        layer: Layer over whose extent measures are judged; left out, only the CRS itself is explained. With both, the
            CRS is judged as if the layer were transformed to it.
    Returns:
        code: Authority code of the CRS, else its name.
    CRS: The layer must declare one. fit_for_measuring lists projected CRSs of the EPSG registry whose area of use holds
        the layer and whose lengths and areas are true to 1 % over it: those of the same datum first, then the truest.
    Edges: A layer that lies outside the area of use of its CRS is warned of: the usual sign of a wrong CRS or of
        swapped coordinates. US survey foot and foot are told apart by their length. A layer without rows has no place.
    Raises: MISSING_ARGUMENT (neither), BAD_VALUE (an unknown CRS), CRS_MISSING, WRONG_TYPE (a table), UNKNOWN_LAYER.
    Source: EPSG registry, as PROJ has it.
    """
    from ...execution.profiles.crs_profile import fit_for_measuring, measured_elsewhere, measuring_words, profile_of_crs
    from ...execution.reference_systems.area_of_use import in_degrees, outside_area_of_use
    from ...execution.reference_systems.crs import known_crs

    if layer is not None:
        _demand_crs(run, layer)
    elif crs is None:
        raise ToolError("MISSING_ARGUMENT", "neither crs nor layer is given", "give one of them", argument="crs")
    own = layer.facts.crs or "" if layer is not None else ""
    text = known_crs("crs", crs) if crs is not None else own
    run.report.update(profile_of_crs(text))
    extent = layer.facts.extent if layer is not None else None
    if layer is not None and extent is None:
        run.report["place"] = "the layer has no rows and so no place"
    elif layer is not None and extent is not None:
        outside = outside_area_of_use(text, extent, own)
        if outside:
            run.warn("CRS_UNSUITABLE", f'layer "{layer.name}" {outside}')
        run.report["place"] = "outside the area of use" if outside else "inside the area of use"
        is_own = crs is None
        run.report["measuring"] = measuring_words(text, extent) if is_own else measured_elsewhere(text, extent, own)
        if in_degrees(extent, own) is not None:
            run.report["fit_for_measuring"] = fit_for_measuring(own, extent) or "none found"
    return CrsExplained(_label(text))


def _demand_crs(run: Run, layer: Layer) -> None:
    if layer.facts.kind == "table":
        raise ToolError("WRONG_TYPE", f'"{layer.name}" is a table and has no CRS', "give the code of a CRS as crs",
                        argument="layer")  # fmt: skip
    run.require.crs_known(layer)


def _label(crs: str) -> str:
    from ...declaration.observation import crs_label

    return str(crs_label(crs))
