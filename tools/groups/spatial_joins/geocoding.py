# SPDX-License-Identifier: GPL-2.0-or-later
"""geocode_addresses"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Points, Table, Vector
from ...declaration.markers import FieldOf, MappingOf, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.key_matching import Keys, Matches
    from ...execution.run import Run

GROUP = "Spatial joins and geocoding"
MADE = (Field("geocode_status", "text"), Field("geocode_score", "real"), Field("geocode_candidates", "integer"))


class Geocoded(NamedTuple):
    """Result of geocode_addresses."""

    output: Points
    matched_count: int
    unmatched_count: int
    ambiguous_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    fields = call.facts("table").fields
    return {"output": vector(call.facts("reference").crs, None if fields is None else (*fields, *MADE), "Point")}


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy; rapidfuzz",
    effect=_effect,
    title="Geocode addresses to reference points",
    tags=("address matching", "geocoder", "locate addresses", "house numbers", "address points", "parcel lookup"),
)
def geocode_addresses(
    run: Run,
    table: Table,
    reference: Vector,
    match_fields: Annotated[dict[str, str], MappingOf(FieldOf("table"), FieldOf("reference"))],
    fuzzy_field: Annotated[str | None, FieldOf("table")] = None,
    min_similarity: Annotated[float, Number(0, 100)] = 90,
) -> Geocoded:
    """Gives each row of a table the place of the reference address that equals its own.

    Nothing is asked online. Compared is what is left without case, accents, signs and repeated blanks, with kinds of
    streets as one word (Ave and Avenue, Hauptstr. and Hauptstraße, St for Street as for Saint) and the letter of a
    house number apart, so that 12A, 12 a and 12-A are equal and differ from 12. Words of the compass stay as they are.

    Args:
        table: Rows with addresses, in one field or in several.
        reference: Points or polygons with known addresses, such as address points or parcels.
        match_fields: Field of `table` to field of `reference`; all pairs must be equal. A number equals the text it is
            written as.
        fuzzy_field: One of the fields of `table` in match_fields, in which words may be misspelt; what has a digit,
            and the letter behind a house number, must still be equal. An equal address goes before any similar one.
        min_similarity: Of the words of fuzzy_field: 200 times the length of the longest common subsequence, divided
            by the sum of the lengths; 100 is equal.
    Returns:
        output: All rows of `table`, with a point where they match, and `geocode_status` (matched, tied or unmatched),
            `geocode_score` (the similarity, 100 for equal) and `geocode_candidates`, the places that match.
        matched_count: Rows with a point.
        unmatched_count: Rows without one, tied ones among them.
        ambiguous_count: Rows with several candidates; the most similar is taken, and where two are equally similar the
            row is tied and stays without a point.
    CRS: That of `reference`.
    Edges: Candidates at the same place are one. A polygon gives a point inside it (as interior_points), a multi-point
        one of its points; Z is dropped. NULL and blank equal nothing. Reference rows without geometry are left out.
    Raises: CRS_MISSING, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE (lines), BAD_VALUE (no match_fields, a fuzzy_field that
        is not among them, a taken name), DEPENDENCY_MISSING (fuzzy needs rapidfuzz), LIMIT_EXCEEDED, UNKNOWN_FIELD,
        UNKNOWN_LAYER.
    Source: Similarity: normalized indel similarity (rapidfuzz, ratio).
    """
    import numpy as np

    from ...execution.geocoding.addresses import address_matches, plain_addresses
    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.key_matching import Keys
    from ...execution.layers.rows import RowSet, read_rows, write_rows

    _demand_fields(match_fields, fuzzy_field)
    run.require.crs_known(reference)
    run.require.valid(reference)
    run.require.names_free("table", table.facts.field_names or [], [field.name for field in MADE],
                           "refactor_fields renames the column that is there")  # fmt: skip
    rows, others = read_rows(run, table), read_rows(run, reference, list(match_fields.values()))
    run.count_before = rows.count
    with run.timed():
        points, place = _places(reference, shapes_of(others))
        pairs = {one: (plain_addresses(rows.column(one)), plain_addresses(others.column(other)))
                 for one, other in match_fields.items()}  # fmt: skip
        for _, other in pairs.values():
            other.is_null |= place < 0
        fuzzy = pairs.pop(fuzzy_field) if fuzzy_field else None
        found = _at_places(address_matches(run, list(pairs.values()), fuzzy, min_similarity), place)
        chosen, columns = _chosen(found)
        geometries = np.full(rows.count, None, object)
        geometries[chosen >= 0] = points[chosen[chosen >= 0]]
    matched, ambiguous = int((chosen >= 0).sum()), int((found.candidates > 1).sum())
    originals = [(rows.column(one), others.column(other)) for one, other in match_fields.items()]
    _tell(run, Keys(table.name, reference.name, originals), found, matched, place)
    result = RowSet([*rows.columns, *columns], geometries, rows.count)
    output = write_rows(run, result, crs=reference.facts.crs, geometry_type="Point")
    return Geocoded(output, matched, rows.count - matched, ambiguous)


def _demand_fields(match_fields: dict[str, str], fuzzy_field: str | None) -> None:
    if not match_fields:
        raise ToolError("BAD_VALUE", "match_fields names no fields", "give one pair at least", argument="match_fields")
    if fuzzy_field is not None and fuzzy_field not in match_fields:
        named = ", ".join(f'"{name}"' for name in match_fields)
        raise ToolError("BAD_VALUE", f'fuzzy_field "{fuzzy_field}" is not among the fields of match_fields: {named}',
                        argument="fuzzy_field", found=fuzzy_field)  # fmt: skip


def _places(reference: Vector, shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gives a point in WKB for each shape, and a number for each place; -1 where there is none."""
    import numpy as np
    import shapely

    if (shapely.get_dimensions(shapes) == 1).any():
        raise ToolError("WRONG_GEOMETRY_TYPE", f'"{reference.name}" has lines; an address is a point or a polygon',
                        "geocode_street_ranges places house numbers along lines", argument="reference")  # fmt: skip
    points = shapely.force_2d(shapely.point_on_surface(shapes))
    known = ~shapely.is_missing(points) & ~shapely.is_empty(points)
    _, number = np.unique(shapely.get_coordinates(points[known]), axis=0, return_inverse=True)
    place = np.full(len(points), -1)
    place[known] = number.reshape(-1)
    return shapely.to_wkb(points), place


def _at_places(found: Matches, place: np.ndarray) -> Matches:
    """Keeps of the candidates at one place the most similar, then the first."""
    import numpy as np

    from ...execution.layers.key_matching import matches_of

    order = np.lexsort((found.right, -found.similarity, place[found.right], found.left))
    left, at = found.left[order], place[found.right[order]]
    first = np.ones(len(left), bool)
    first[1:] = (left[1:] != left[:-1]) | (at[1:] != at[:-1])
    kept = order[first]
    return matches_of(found.left[kept], found.right[kept], found.similarity[kept], len(found.candidates))


def _chosen(found: Matches) -> tuple[np.ndarray, list]:  # type: ignore[type-arg]
    """Gives the reference row of each row, -1 for none, and the columns that say how it was found."""
    import numpy as np

    from ...execution.layers.rows import Column

    best = found.best()
    alone = best.candidates[best.left] == 1
    chosen = np.full(len(found.candidates), -1)
    chosen[best.left[alone]] = best.right[alone]
    score = np.zeros(len(chosen))
    score[best.left] = best.similarity
    status = np.where(chosen >= 0, "matched", np.where(found.candidates > 0, "tied", "unmatched")).astype(object)
    given = np.zeros(len(chosen), bool)
    values = (status, score, found.candidates.astype(np.int64))
    nulls = (given, found.candidates == 0, given)
    return chosen, [Column(*each) for each in zip(MADE, values, nulls, strict=True)]


def _tell(run: Run, keys: Keys, found: Matches, matched: int, place: np.ndarray) -> None:
    tied = int((found.candidates > 0).sum()) - matched
    if tied:
        run.note(f'tied between equally good places and left without a point: {counted(tied, "row")} of '
                 f'"{keys.layer}".')  # fmt: skip
    if len(found.candidates) and not len(found.left):
        run.warn("KEY_MISMATCH", f'no row of "{keys.layer}" has the address of any in "{keys.join_layer}"'
                 f"{keys.examples()}")  # fmt: skip
    missing = int((place < 0).sum())
    if missing:
        run.note(f'without geometry and so left out: {counted(missing, "row")} of "{keys.join_layer}".')
