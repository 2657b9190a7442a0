# SPDX-License-Identifier: GPL-2.0-or-later
"""The page on scoring names every check and every cause, and its contract is right."""

from __future__ import annotations

import re
from typing import get_args

import yaml

from gisagentbench.scoring.record import DiagnosisCode
from gisagentbench.scoring.schema_files import SCHEMA_FOLDER
from gisagentbench.tasks.task_evidence import RasterCheck, VectorCheck

from .layer_files import contract_of

PAGE = (SCHEMA_FOLDER.parent / "score-a-file.md").read_text("utf-8")
FIRST_CELLS = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
NAMES = re.findall(r"`([a-z_]+)`", " ".join(FIRST_CELLS))


def test_every_check_stands_on_the_page_in_its_order() -> None:
    start = NAMES.index("readable")
    assert tuple(NAMES[start : start + 15]) == get_args(VectorCheck)
    assert tuple(NAMES[start + 15 : start + 24]) == get_args(RasterCheck)


def test_every_cause_stands_on_the_page() -> None:
    assert set(NAMES[NAMES.index("unit") :]) == set(get_args(DiagnosisCode))


def test_the_contract_of_the_page_is_right() -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert contract_of(**yaml.safe_load(text)).file == "result.gpkg"
