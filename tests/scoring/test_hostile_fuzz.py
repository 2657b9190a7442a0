# SPDX-License-Identifier: GPL-2.0-or-later
"""Small right files with some bytes changed by chance: whatever becomes of them, each has a record.

GISAGENTBENCH_FLIPS says how many files of every format are made; the same seed makes the same files.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml

from gisagentbench.scoring import limited_child
from gisagentbench.scoring.limited_child import Job, Limits, run_jobs
from gisagentbench.tasks.contract import OutputContract
from gisagentbench.tasks.document import read_model
from gisagentbench.tasks.document_problem import DocumentError

from .hostile.cases import CONTRACTS, EXTENSIONS, honest, scrambled
from .layer_files import contract_of

FILES_PER_FORMAT = int(os.environ.get("GISAGENTBENCH_FLIPS", "50"))
# Headers decide more than values, so every other file is hurt in its first bytes alone.
HEADER_BYTES = 600
LIMITS = Limits(seconds=60.0)
PARTS = {".shp": (".shp", ".shx", ".dbf"), ".asc": (".asc", ".prj")}


def hurt(ending: str, seed: int, folder: Path) -> Path:
    """Writes the right answer of a format and changes one to sixteen bytes of it or of one of its parts."""
    folder.mkdir(parents=True)
    path = honest(folder / f"result{ending}")
    parts = PARTS.get(ending, (ending,))
    part = path.with_suffix(parts[seed % len(parts)])
    data, flips = part.read_bytes(), 1 << (seed % 5)
    head = data[:HEADER_BYTES] if seed % 2 else data
    part.write_bytes(scrambled(head, seed, flips) + data[len(head) :])
    return path


@pytest.mark.parametrize("ending", EXTENSIONS)
def test_a_file_hurt_by_chance_is_a_record(ending: str, tmp_path: Path) -> None:
    reference = honest(tmp_path / f"result{ending}")
    contract = contract_of(**CONTRACTS[ending] | {"file": reference.name})
    made = [hurt(ending, seed, tmp_path / str(seed)) for seed in range(FILES_PER_FORMAT)]
    records = run_jobs([Job(contract, reference, path) for path in made], LIMITS)
    assert len(records) == FILES_PER_FORMAT
    for record in records:
        failing = [check for check in record.checks if check.passed is False]
        assert record.strict == (not failing)
        assert all(len(check.detail) > 20 for check in failing)
        assert not any("could not be compared" in check.detail for check in failing)


@pytest.mark.parametrize("ending", EXTENSIONS)
def test_a_reference_hurt_by_chance_is_used_or_refused_with_a_code(ending: str, tmp_path: Path) -> None:
    output = honest(tmp_path / f"result{ending}")
    contract = contract_of(**CONTRACTS[ending] | {"file": output.name})
    references = [hurt(ending, seed, tmp_path / str(seed)) for seed in range(FILES_PER_FORMAT // 5)]
    jobs = [Job(contract, reference, output) for reference in references]
    (tmp_path / "copies").mkdir()
    request = limited_child._request(jobs, [LIMITS] * len(jobs), str(tmp_path / "copies"))
    end = limited_child.run_child("scoring.child", request, LIMITS.seconds, None, limited_child.START_SECONDS)
    assert len(end.answers) == 1 + len(jobs)
    refused = [answer["cannot_score"] for answer in end.answers if "cannot_score" in answer]
    assert {answer["code"] for answer in refused} == {"BAD_FORMAT"}
    assert all(answer["message"].startswith("The reference ") for answer in refused)
    details = [check["detail"] for answer in end.answers if "record" in answer for check in answer["record"]["checks"]]
    assert not any("could not be compared" in detail for detail in details)


def test_a_contract_hurt_by_chance_is_used_or_refused_with_its_problems(tmp_path: Path) -> None:
    whole = yaml.safe_dump({"rationale": "a test"} | CONTRACTS[".gpkg"]).encode()
    refused = 0
    for seed in range(4 * FILES_PER_FORMAT):
        path = tmp_path / "contract.yaml"
        path.write_bytes(scrambled(whole, seed, 1 + seed % 3))
        try:
            read_model(path, OutputContract)
        except DocumentError as error:
            refused += 1
            assert error.problems
    assert refused > 0


def test_a_right_file_behind_one_that_kills_its_reader_is_right(tmp_path: Path) -> None:
    from .hostile.blobs import blob, head, polygon, stored

    reference = honest(tmp_path / "result.gpkg")
    contract = contract_of(**CONTRACTS[".gpkg"])
    made = []
    for name in ("first", "deadly", "last"):
        (tmp_path / name).mkdir()
        made.append(honest(tmp_path / name / "result.gpkg"))
    stored(blob(head(7, 1) * 100_000 + polygon()))(made[1])  # collections one in another, deeper than any stack
    records = run_jobs([Job(contract, reference, path) for path in made])
    assert [record.strict for record in records] == [True, False, True]
    assert records[1].checks[0].detail.startswith('"result.gpkg" ')
