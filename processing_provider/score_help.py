# SPDX-License-Identifier: GPL-2.0-or-later
"""The help of the algorithm `scoreoutput`."""

from __future__ import annotations

from .help_blocks import AlgorithmHelp

SUMMARY = "Scores an output file against its reference under a contract, and maps where they differ."
TAGS = (
    *("score", "judge", "compare", "difference", "diff", "reference", "contract", "check", "validate", "accuracy"),
    *("benchmark", "gisagentbench", "missing", "extra", "closeness", "tolerance"),
)
RESULTS = {
    "All checks passed": "Strict: every check passes, every row has its partner, everything is within tolerance.",
    "Quantitative closeness": "How near the output came, from 0 to 1, times the share of reference rows it has.",
    "First failing check": "Its name, such as crs, rows or values; empty where all passed.",
    "Vector layers": "Missing, extra, wrong values (both values as columns), moved or reshaped, where they should be, "
    "the same. A row is in one of them; where everything is right, there is one layer alone. Of more than 100,000 rows "
    "of a kind that many are written, and the log says so.",
    "Raster layers": "The kind of every cell (too high, too low, wrong class, value missing, value where none should "
    "be), and output minus reference.",
}
RULES = (
    "A bad output is no error: it gets its record. Contracts, references and inputs that cannot be used are errors.",
    "Outputs in another CRS, or on another grid, cannot be laid over the reference; the log says so.",
    "Reading and comparing runs in a process with limits on memory and time. Cancel ends it at once.",
)
EXAMPLE = (
    "qgis_process run gisagentbench:scoreoutput -- CONTRACT=contract.yaml REFERENCE=reference.gpkg OUTPUT=result.gpkg "
    "RECORD=score.json DIFFERENCES=differences"
)
HELP = AlgorithmHelp(SUMMARY, TAGS, RESULTS, RULES, EXAMPLE)
