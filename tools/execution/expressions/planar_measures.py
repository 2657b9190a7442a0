# SPDX-License-Identifier: GPL-2.0-or-later
"""Areas, lengths and distances in an expression are planar: they need a CRS in which that is true to the ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from qgis.core import QgsExpressionNode, QgsExpressionNodeFunction

from ...declaration.layers import Rows
from .tree import children_of, function_name

if TYPE_CHECKING:
    from ..run import Run

_LINEAR = """distance distance_to_vertex hausdorff_distance length length3D line_locate_point perimeter
    straight_distance_2d"""
LINEAR = frozenset(_LINEAR.split())
AREAL = frozenset({"area"})
_TAKES_LENGTHS = """apply_dash_pattern buffer buffer_by_m densify_by_distance extend line_interpolate_angle
    line_interpolate_point line_substring make_circle make_ellipse offset_curve pole_of_inaccessibility project simplify
    simplify_vw single_sided_buffer square_wave tapered_buffer triangular_wave wave wedge_buffer"""
TAKES_LENGTHS = frozenset(_TAKES_LENGTHS.split())


def demand_measurable(run: Run, layer: Rows, root: QgsExpressionNode) -> None:
    """Refuses functions that measure geometries, or take a length, in degrees or where the map is off by more than 1 %.

    Edges: A layer without a CRS, and the length of a text, are no case of it. Functions that take a length are, also
    where their geometry is made of fields: what they give is placed on the map of the layer.
    Raises:
        ToolError CRS_UNSUITABLE.
    """
    if not layer.facts.crs:
        return
    functions = list(_functions(root))
    measures = {function_name(node) for node in functions if _of_geometry(node)}
    if measures & AREAL:
        run.require.measurable(layer, "areal")
    if measures & LINEAR or any(function_name(node) in TAKES_LENGTHS for node in functions):
        run.require.measurable(layer, "linear")


def _functions(root: QgsExpressionNode) -> Iterator[QgsExpressionNodeFunction]:
    left = [root]
    while left:
        node = left.pop()
        if isinstance(node, QgsExpressionNodeFunction):
            yield node
        left += children_of(node) or []


def _of_geometry(node: QgsExpressionNode) -> bool:
    return bool(node.needsGeometry() or node.referencedVariables() & {"geometry", "feature"})
