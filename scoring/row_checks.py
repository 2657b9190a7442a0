# SPDX-License-Identifier: GPL-2.0-or-later
"""The checks of vector and table outputs, one small function each, in the order they are reported.

A check returns None where the contract does not ask for it. `passed` None means that it could not run.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .envelope import envelope_fault
from .found_crs import found_name
from .gap_words import pair_words
from .keys import has_comparable, key_codes, key_text, repeated_rows
from .predicates import predicate_faults
from .record import Check
from .row_order import ordered_rows
from .row_state import RowState
from .sentences import counted, listed, value_text
from .shape_pairs import shape_kinds
from .shape_words import shape_words
from .type_check import type_fault

RowCheck = Callable[[RowState], Check | None]
KIND_OF_CONTRACT = {"Point": 0, "LineString": 1, "Polygon": 2}
DIMENSIONS = {"2d": "flat shapes", "z": "shapes with Z values alone", "m": "shapes with M values alone"}
SHOWN_COLUMNS = 4


def run_row_checks(state: RowState) -> list[Check]:
    """Runs all checks that apply, in order."""
    found = [check(state) for check in ROW_CHECKS]
    return [check for check in found if check is not None]


def passed(name: str, detail: str = "") -> Check:
    """Returns a check that holds."""
    return Check(name=name, passed=True, detail=detail)


def failed(name: str, detail: str) -> Check:
    """Returns a check that does not hold."""
    return Check(name=name, passed=False, detail=detail)


def not_run(name: str, because: str) -> Check:
    """Returns a check that could not run."""
    return Check(name=name, passed=None, detail=f"Not run: {because}.")


def layer(state: RowState) -> Check | None:
    """The layer was found, or there would be no rows."""
    return passed("layer")


def crs(state: RowState) -> Check | None:
    """The layer says it is in the contract's CRS."""
    if not _has_geometry(state):
        return None
    wanted = state.contract.crs  # type: ignore[union-attr]
    if state.crs_is_right:
        return passed("crs", f"{wanted}.")
    return failed("crs", f"Expected {found_name(wanted)}, found {found_name(state.output.crs)}.")


def envelope(state: RowState) -> Check | None:
    """The coordinates lie where those of the reference lie."""
    if not _has_geometry(state):
        return None
    if not state.crs_is_right:
        return not_run("envelope", "the CRS is another one")
    fault = envelope_fault(state)
    return failed("envelope", fault) if fault else passed("envelope")


def geometry_type(state: RowState) -> Check | None:
    """Every shape is of the contract's type, single or multi."""
    if state.contract.kind != "vector":
        return None
    from shapely import is_missing

    wanted, shapes = state.contract.geometry_type, state.output.shapes
    if wanted == "None":
        if shapes is None or is_missing(shapes).all():
            return passed("geometry_type", "No shapes.")
        return failed("geometry_type", f"Expected no shapes, found {state.output.shape_kind}.")
    if shapes is None:
        return failed("geometry_type", f"Expected {wanted}, found a layer without shapes.")
    if len(state.output.unread_shapes):
        count = counted(len(state.output.unread_shapes), "shape")
        reason = "cannot be compared: curves, surfaces, or coordinates that are no numbers"
        return failed("geometry_type", f"Expected {wanted}; {count} of {_rows(state)} {reason}.")
    present = shapes[~is_missing(shapes)]
    wrong = present[shape_kinds(present) != KIND_OF_CONTRACT[wanted]]
    if len(wrong):
        kinds = sorted({shape.geom_type for shape in wrong})
        return failed(
            "geometry_type", f"Expected {wanted}, found {', '.join(kinds)} in {len(wrong)} of {_rows(state)}."
        )
    if not len(present) and state.output.shape_kind not in (wanted, "Unknown"):
        return failed("geometry_type", f"Expected {wanted}, found an empty layer of {state.output.shape_kind}.")
    return passed("geometry_type", f"{wanted}.")


def multi(state: RowState) -> Check | None:
    """Shapes are multi or single as the contract asks."""
    if state.contract.kind != "vector" or state.contract.multi == "any":
        return None
    import shapely

    if state.output.shapes is None:
        return not_run("multi", "there are no shapes")
    kinds = shapely.get_type_id(state.output.shapes)
    required = state.contract.multi == "require"
    wrong = int(((kinds < 4) & (kinds >= 0)).sum() if required else (kinds >= 4).sum())
    if not wrong:
        return passed("multi")
    words = ("multi", "single") if required else ("single", "multi")
    return failed("multi", f"Expected {words[0]} shapes, found {words[1]} ones in {wrong} of {_rows(state)}.")


def dimension(state: RowState) -> Check | None:
    """Shapes have the Z or M values that the contract asks for, or none."""
    if state.contract.kind != "vector" or state.contract.dimension == "any":
        return None
    import shapely

    wanted = state.contract.dimension
    if state.output.shapes is None:
        return not_run("dimension", "there are no shapes")
    there = ~shapely.is_missing(state.output.shapes)
    with_z, with_m = shapely.has_z(state.output.shapes[there]), np.zeros(int(there.sum()), bool)
    if state.output.with_m is not None:
        with_m = state.output.with_m[there]
    right = {"2d": ~with_z & ~with_m, "z": with_z & ~with_m, "m": with_m & ~with_z}[wanted]
    if right.all():
        return passed("dimension", f"{wanted}.")
    found = "M values" if wanted != "m" and with_m.any() else "Z values" if wanted != "z" and with_z.any() else "none"
    expected = DIMENSIONS[wanted]
    return failed("dimension", f"Expected {expected}, found {found} in {int((~right).sum())} of {_rows(state)}.")


def columns(state: RowState) -> Check | None:
    """All columns are there under their exact names."""
    wanted, names = list(state.contract.columns), state.output.names
    missing = [name for name in wanted if name not in names]
    if missing:
        near = {name: other for name in missing for other in names if other.lower() == name.lower()}
        hint = f' "{near[missing[0]]}" differs in case.' if missing[0] in near else ""
        return failed("columns", f"Missing: {listed(missing)}. Found: {listed(names)}.{hint}")
    extra = [name for name in names if name not in wanted]
    if state.contract.columns_exact and extra:
        return failed("columns", f"Not asked for, and no other column is allowed: {listed(extra)}.")
    return passed("columns", f"{counted(len(wanted), 'column')}.")


def types(state: RowState) -> Check | None:
    """Values are of the contract's types."""
    present = [name for name in state.contract.columns if name in state.output.columns]
    faults = [(name, type_fault(state.contract.columns[name].type, state.output.columns[name])) for name in present]
    sentences = [f'"{name}" {fault}' for name, fault in faults if fault]
    if sentences:
        return failed("types", "; ".join(sentences[:SHOWN_COLUMNS]) + ".")
    if len(present) < len(state.contract.columns):
        return not_run("types", "not all columns are there")
    return passed("types")


def keys(state: RowState) -> Check | None:
    """No identifier stands twice."""
    names = state.contract.id_columns
    if not names:
        return None
    if not has_comparable(names, state.reference, state.output):
        return not_run("keys", "the id columns are not there or of another type")
    again = repeated_rows(key_codes(names, state.reference, state.output).output)
    if not len(again):
        return passed("keys", f"{listed(names)} identifies every row.")
    example = key_text(names, state.output, int(ordered_rows(state.output, names, again)[0]))
    found = f"{len(again)} of {_rows(state)}"
    return failed("keys", f"Expected each {listed(names)} once, found one again in {found}, such as {example}.")


def order(state: RowState) -> Check | None:
    """Rows stand in the order of the reference, by the columns the contract names."""
    names = state.contract.ordered_by
    if not names:
        return None
    if any(name not in state.output.columns for name in names):
        return not_run("order", "the columns it goes by are not there")
    codes = key_codes(names, state.reference, state.reference).reference
    runs = np.concatenate([[0], np.cumsum(np.diff(codes) != 0)]) if len(codes) else codes
    places = runs[state.pairs.reference[np.argsort(state.pairs.output, kind="stable")]]
    back = np.flatnonzero(np.diff(places) < 0)
    if not len(back):
        return passed("order", f"By {listed(names)}.")
    in_file = np.sort(state.pairs.output)
    first, second = (key_text(names, state.output, int(in_file[back[0] + step])) for step in (0, 1))
    count = f"{len(back)} of {_rows(state)}"
    return failed("order", f"Expected rows by {listed(names)}, found {count} too late, first {second} after {first}.")


def rows(state: RowState) -> Check | None:
    """Every reference row has its partner, and no row is left over."""
    if state.contract.id_columns and not has_comparable(state.contract.id_columns, state.reference, state.output):
        return not_run("rows", "the id columns are not there or of another type")
    missing = state.pairs.unmatched_reference(state.reference.count)
    extra = state.pairs.unmatched_output(state.output.count)
    sentences = []
    if len(missing) and state.contract.rows != "subset":
        sentences.append(f"{len(missing)} of {state.reference.count} expected rows are missing{_such(state, missing)}")
    if len(extra) and state.contract.rows != "superset":
        known = _such(state, extra, of_output=True)
        sentences.append(f"{len(extra)} of {state.output.count} rows found are not expected{known}")
    if sentences:
        return failed("rows", "; ".join(sentences) + ".")
    return passed("rows", f"{len(state.pairs.reference)} of {state.reference.count} by {state.pairs.stage}.")


def values(state: RowState) -> Check | None:
    """Every compared value of every paired row is within tolerance."""
    if not state.contract.compared_columns:
        return None
    if _nothing_paired(state):
        return not_run("values", "no row is paired")
    wrong = {name: gaps for name, gaps in state.value_gaps.items() if gaps.wrong.any()}
    if wrong:
        shown = [_value_sentence(state, name) for name in list(wrong)[:SHOWN_COLUMNS]]
        more = len(wrong) - len(shown)
        return failed("values", "; ".join(shown) + (f"; and {counted(more, 'more column')}" if more > 0 else "") + ".")
    if len(state.compared) < len(state.contract.compared_columns):
        return not_run("values", "not all columns are there")
    return passed("values")


def geometry(state: RowState) -> Check | None:
    """Every shape of every paired row is within tolerance."""
    if not state.compares_shapes:
        return None
    if not state.crs_is_right:
        return not_run("geometry", "the CRS is another one")
    if state.output.shapes is None or _nothing_paired(state):
        return not_run("geometry", "no shape is paired")
    gaps = state.shape_gaps
    if not gaps.wrong.any():
        return passed("geometry")
    worst = int(np.argmax(gaps.excess))
    ours, theirs = state.shape_pair
    key = key_text(state.contract.id_columns, state.reference, int(state.pairs.reference[state.free][worst]))
    if not state.flat_gaps.wrong.any():
        count = f"{int(gaps.wrong.sum())} of {counted(len(gaps.wrong), 'shape')}"
        letter = state.contract.dimension.upper()  # type: ignore[union-attr]
        return failed("geometry", f"{letter} values out of tolerance: {count}; worst {key}.")
    words = shape_words(state.ground, ours[worst], theirs[worst])
    count = f"{int(gaps.wrong.sum())} of {counted(len(gaps.wrong), 'shape')}"
    pair = f"expected {words.expected}, found {words.found}"
    return failed("geometry", f"Out of tolerance: {count}; worst {key}: {pair}.")


def predicates(state: RowState) -> Check | None:
    """Everything holds that must hold of any right answer."""
    if not state.contract.predicates:
        return None
    faults = predicate_faults(state)
    return failed("predicates", "; ".join(faults) + ".") if faults else passed("predicates")


def _has_geometry(state: RowState) -> bool:
    return state.contract.kind == "vector" and state.contract.has_geometry


def _nothing_paired(state: RowState) -> bool:
    """Tells whether there should be pairs and are none; an empty output is a right subset."""
    may_be_empty = not state.reference.count or (state.contract.rows == "subset" and not state.output.count)
    return not len(state.pairs.reference) and not may_be_empty


def _rows(state: RowState) -> str:
    return counted(state.output.count, "row")


def _such(state: RowState, missing: np.ndarray, of_output: bool = False) -> str:
    names, table = state.contract.id_columns, state.output if of_output else state.reference
    if not names or state.pairs.stage != "id_columns":
        return ""
    return f", such as {key_text(names, table, int(ordered_rows(table, names, missing)[0]))}"


def _value_sentence(state: RowState, name: str) -> str:
    gaps = state.value_gaps[name]
    worst = int(np.argmax(gaps.excess))
    ours, theirs = (side.python_value(worst) for side in state.column_pair(name))
    key = key_text(state.contract.id_columns, state.reference, int(state.pairs.reference[state.free][worst]))
    count = f"{int(gaps.wrong.sum())} of {counted(len(gaps.wrong), 'row')}"
    column = state.contract.columns[name]
    if column.role == "label":
        groups = f"in group {value_text(ours)} of the reference, in {value_text(theirs)} of the output"
        return f'"{name}" groups {count} otherwise, such as {key}: {groups}'
    return f'"{name}" differs in {count}; worst {key}: {pair_words(column, ours, theirs)}'


ROW_CHECKS: tuple[RowCheck, ...] = (
    layer, crs, envelope, geometry_type, multi, dimension, columns, types, keys, order, rows, values, geometry,
    predicates,
)  # fmt: skip
