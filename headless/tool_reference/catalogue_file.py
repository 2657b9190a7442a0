# SPDX-License-Identifier: GPL-2.0-or-later
"""The catalogue of the tools as one table, docs/api-catalogue.csv: a row a tool, in the order of the groups."""

from __future__ import annotations

import csv
import io

from ...tools.declaration.registry import all_tools
from ...tools.declaration.roles import possible_roles, substitutes_of
from ...tools.declaration.spec import ToolSpec
from .. import machine
from .argument_words import notation, output_notation

CATALOGUE = machine.ROOT / "docs" / "api-catalogue.csv"


def catalogue_text() -> str:
    """Writes the table."""
    rows = [row_of(spec) for spec in all_tools().values()]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def row_of(spec: ToolSpec) -> dict[str, str]:
    """Gives the row of one tool; arguments and outputs in the notation of `argument_words`."""
    substitutes = substitutes_of(spec.name, set(all_tools()))
    return {
        "name": spec.name,
        "algorithm_id": spec.algorithm_id,
        "title": spec.title,
        "group": spec.group,
        "kind": spec.kind,
        "read_only": str(int(spec.read_only)),
        "engine": spec.engine,
        "arguments": ";".join(map(notation, spec.arguments)),
        "outputs": ";".join(map(output_notation, spec.outputs)),
        "roles": ";".join(possible_roles(spec.name)),
        "substitutes": ";".join(f"{role}={'|'.join(names)}" for role, names in substitutes.items() if names),
        "summary": spec.help.summary,
        "crs": spec.help.crs,
        "edges": spec.help.edges,
        "errors": ";".join(spec.help.codes),
        "source": spec.help.source,
    }
