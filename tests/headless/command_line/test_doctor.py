# SPDX-License-Identifier: GPL-2.0-or-later
"""`doctor` says the verdict first, in words and as JSON."""

import argparse
import json
import subprocess

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.command_line import doctor
from gisagentbench.headless.machine_check import Diagnosis, Problem

WRONG = Problem("qgis", "QGIS is absent.", "Install it.")


def test_text_begins_with_the_verdict_and_names_what_mends():
    lines = doctor.text(Diagnosis({"qgis": None, "python": "3.11.2"}, [WRONG]), {}).splitlines()
    assert lines == [
        "1 thing is wrong",
        "  error  qgis: QGIS is absent.",
        "         Install it.",
        "  qgis    absent",
        "  python  3.11.2",
    ]


def test_a_started_qgis_is_told():
    text = doctor.text(Diagnosis({"qgis": "3.44"}, []), {"algorithms": ["a", "b"], "seconds": 1.5})
    assert text.splitlines()[:2] == [
        "all is well",
        "  QGIS started in 1.5 s and lists 2 algorithms of gisagentbench",
    ]


@pytest.mark.parametrize(("problems", "status"), [([], 0), ([WRONG], 3)])
def test_a_broken_machine_is_status_3(monkeypatch, problems, status):
    answers = []
    monkeypatch.setattr(doctor.machine_check, "diagnose", lambda: Diagnosis({"qgis": "3.44"}, problems))
    monkeypatch.setattr(doctor.answer, "write", lambda record, text, as_json: answers.append(record))
    assert doctor.run(argparse.Namespace(full=False, json=True)) == status
    assert answers[0]["ok"] is (status == 0)
    error = {"code": "DEPENDENCY_MISSING", "message": "QGIS is absent.", "hint": "Install it."}
    assert answers[0].get("error") == (error if problems else None)


@pytest.mark.qgis
def test_the_launcher_answers_with_one_json_object():
    done = subprocess.run([machine.ROOT / "gisagentbench", "doctor", "--json"], capture_output=True, text=True, cwd="/")
    (line,) = done.stdout.splitlines()
    assert {"ok", "versions", "problems"} <= set(json.loads(line))
    assert done.returncode == (0 if json.loads(line)["ok"] else 3)
