# SPDX-License-Identifier: GPL-2.0-or-later
"""join_by_field"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ...declaration.effects import adds_fields, copied_fields, like
from ...declaration.errors import ToolError
from ...declaration.facts import Field
from ...declaration.layers import Rows
from ...declaration.markers import FieldOf, LeftOut, MappingOf, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.key_matching import Matches
    from ...execution.layers.rows import RowSet
    from ...execution.run import Run

GROUP = "Attributes and selection"
MatchRule = Literal["exact", "normalized", "fuzzy"]
Multiplicity = Literal["first", "every"]


class Joined(NamedTuple):
    """Result of join_by_field."""

    output: Rows
    matched_count: int
    unmatched_count: int
    ambiguous_count: int


def _copied(call: Call) -> tuple[Field, ...] | None:
    source = call.facts("join_layer")
    names = copied_names(source.field_names or [], call.arguments["keys"], call.arguments.get("copy_fields"))
    return copied_fields(source, names, call.arguments.get("prefix"))


def copied_names(names: list[str], keys: dict[str, str], copy_fields: list[str] | None) -> list[str]:
    """Names the fields that are copied: those asked, else all but the keys."""
    return [name for name in names if name not in keys.values()] if copy_fields is None else copy_fields


@tool(
    group=GROUP,
    kind="table",
    engine="numpy; rapidfuzz",
    effect=like("layer", fields=adds_fields("layer", _copied)),
    tags=("attribute join", "lookup", "merge tables", "vlookup", "relate", "record linkage", "fuzzy"),
)
def join_by_field(
    run: Run,
    layer: Rows,
    join_layer: Rows,
    keys: Annotated[dict[str, str], MappingOf(FieldOf("layer"), FieldOf("join_layer"))],
    copy_fields: Annotated[list[str] | None, FieldOf("join_layer"), LeftOut("all")] = None,
    match: MatchRule = "exact",
    min_similarity: Annotated[float, Number(0, 100)] = 90,
    matches: Multiplicity | None = None,
    keep_unmatched: bool = True,
    prefix: str | None = None,
) -> Joined:
    """Joins the fields of another layer or table to rows with the same key.

    Args:
        layer: Rows that get more fields; their geometry and order are kept.
        join_layer: Rows whose fields are copied; their geometry is not.
        keys: Field of `layer` to field of `join_layer`; all pairs must be equal, so a code that is only unique within a
            state needs the state as well.
        copy_fields: Fields of `join_layer` to copy; left out, all but its keys.
        match: exact; normalized takes texts as equal that differ only in case, accents, blanks at the ends or repeated
            blanks; fuzzy normalizes and takes the most similar text of at least `min_similarity`. Numbers and dates are
            always compared exactly.
        min_similarity: For fuzzy: 200 times the length of the longest common subsequence of two texts, divided by the
            sum of their lengths; 100 is equal, 75 is abcd and abce. Of several text keys the least similar counts.
        matches: What to do where a row has several matches: first takes the first row of `join_layer` (for fuzzy: of
            the most similar), every repeats the row for each. Left out, several matches are refused (for fuzzy: several
            that are equally similar).
        keep_unmatched: Whether rows without a match are kept, with NULL in the copied fields.
        prefix: Put before the names of the copied fields; needed where a name is taken.
    Returns:
        output: The rows of `layer` with the copied fields after their own.
        matched_count: Rows of `layer` with at least one match.
        unmatched_count: Rows of `layer` without a match.
        ambiguous_count: Rows of `layer` with more than one match.
    Edges: A NULL key matches nothing, not even NULL. Whole and real numbers are compared by value.
    Raises: KEY_MISMATCH (types differ, keys repeat), BAD_VALUE (no keys, a taken name), DEPENDENCY_MISSING (fuzzy needs
        rapidfuzz), UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Fuzzy similarity: normalized indel similarity (rapidfuzz, ratio).
    """
    from ...execution.layers.key_matching import Keys, find_matches
    from ...execution.layers.rows import read_rows

    if not keys:
        raise ToolError("BAD_VALUE", "keys names no fields", "give one pair at least", argument="keys")
    names = copied_names(join_layer.facts.field_names or [], keys, copy_fields)
    added = [f"{prefix or ''}{name}" for name in names]
    run.require.names_free("prefix", layer.facts.field_names or [], added, "give a prefix for the copied fields")
    rows = read_rows(run, layer)
    others = read_rows(run, join_layer, [*keys.values(), *names], geometry=False)
    run.count_before = rows.count
    pairs = Keys(layer.name, join_layer.name, [(rows.column(a), others.column(b)) for a, b in keys.items()])
    with run.timed():
        found = find_matches(run, pairs, match, min_similarity)
    ambiguous = int((found.candidates > 1).sum())
    chosen = _chosen(found, matches, pairs)
    matched = int((found.candidates > 0).sum())
    _tell(run, pairs, found, chosen, matched)
    left, right = _row_numbers(chosen, rows.count, keep_unmatched)
    output = _written(run, layer, rows, left, others.copied(right, names, prefix))
    return Joined(output, matched, rows.count - matched, ambiguous)


def _chosen(found: Matches, matches: str | None, pairs: Any) -> Matches:
    """Keeps the matches that are asked for, or refuses several of equal standing."""
    if matches == "every":
        return found
    best = found.best()
    tied = best.candidates
    if matches is None and (tied > 1).any():
        rows, most = int((tied > 1).sum()), int(tied.argmax())
        raise ToolError("KEY_MISMATCH", f'{counted(rows, "row")} of "{pairs.layer}" with several matches in '
                        f'"{pairs.join_layer}", most for {pairs.shown(most)} with {tied[most]:,}; nothing was joined',
                        'matches "first" keeps one of them, "every" repeats the row for each; summarize_by_group makes '
                        "keys unique", argument="matches")  # fmt: skip
    return best.first()


def _tell(run: Run, pairs: Any, found: Matches, chosen: Matches, matched: int) -> None:
    total = len(found.candidates)
    if total and not matched:
        run.warn("KEY_MISMATCH", f'no row of "{pairs.layer}" has a match in "{pairs.join_layer}"{pairs.examples()}')
    several = int((chosen.candidates > 1).sum())
    if several:
        run.note(f"{counted(several, 'row')} repeated, up to {int(chosen.candidates.max()):,} times: sums of lengths, "
                 "areas or amounts of the result count such rows again.")  # fmt: skip
    dropped = len(found.left) - len(chosen.left)
    if dropped:
        run.note(f"matches left out because only one per row is kept: {dropped:,}.")


def _row_numbers(chosen: Matches, count: int, keep_unmatched: bool) -> tuple[np.ndarray, np.ndarray]:
    """Gives, per row of the result, the row of the layer and of the join layer (-1 for none)."""
    import numpy as np

    if not keep_unmatched:
        return chosen.left, chosen.right
    alone = np.setdiff1d(np.arange(count), chosen.left)
    left = np.concatenate([chosen.left, alone])
    right = np.concatenate([chosen.right, np.full(len(alone), -1)])
    order = np.argsort(left, kind="stable")
    return left[order], right[order]


def _written(run: Run, layer: Rows, rows: RowSet, left: np.ndarray, copied: list[Any]) -> Any:
    from ...execution.layers.rows import ogr_geometry_name, write_rows

    result = rows.take(left)
    result.columns.extend(copied)
    return write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts))
