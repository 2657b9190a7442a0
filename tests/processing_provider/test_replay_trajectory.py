# SPDX-License-Identifier: GPL-2.0-or-later
"""`replaytrajectory` gives what `replay` gives, and says what cannot be replayed. The tool host is no QGIS here."""

import json
import threading
from html import escape

import pytest

from gisagentbench.tests.headless.made_hosts import eventually, is_gone
from gisagentbench.tests.headless.made_pack import ROWS, steps, trajectory
from gisagentbench.tests.headless.program import fake_qgis_process, run_here

pytestmark = pytest.mark.qgis
FAILING = {"api": "clip", "arguments": {"file": "die.gpkg"}}


@pytest.fixture
def place(tmp_path, monkeypatch, qgis_application):
    """A folder with a table, trajectories and a host, in which the algorithm runs."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data/rows.csv").write_text(ROWS)
    (tmp_path / "plan.json").write_text(trajectory(steps()))
    (tmp_path / "bad.json").write_text(trajectory([steps()[0], FAILING, steps()[1]]))
    for name, value in fake_qgis_process(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Feedback:
    """Makes the feedback of a run that remembers what it is told, and may be cancelled from the start."""

    def __new__(cls, cancelled=False):
        from qgis.core import QgsProcessingFeedback

        class Remembering(QgsProcessingFeedback):
            said = ""

            def pushInfo(self, info):  # noqa: N802 (name of QGIS)
                self.said += info + "\n"

        made = Remembering(False)
        if cancelled:
            made.cancel()
        return made


def replay(place, feedback=None, **given):
    """Runs the algorithm. Returns: Its results, or the text of its error."""
    from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingException

    values = {"TRAJECTORY": str(place / "plan.json"), "WORKSPACE": str(place / "w"), "STEPS": str(place / "steps.json")}
    algorithm = QgsApplication.processingRegistry().createAlgorithmById("gisagentbench:replaytrajectory")
    context = QgsProcessingContext()
    is_right, message = algorithm.checkParameterValues(values | given, context)
    if not is_right:
        return message
    try:
        results, _ = algorithm.run(values | given, context, feedback or Feedback(), {}, False)
    except QgsProcessingException as fault:
        return str(fault)
    return results


def test_the_records_are_those_of_the_command(place, capfd):
    results = replay(place, INPUTS=["rows=data/rows.csv"])
    told = run_here(capfd, *("replay", "--trajectory", "plan.json", "--input", "rows=data/rows.csv"),
                    *("--workspace", "by_command", "--json"))  # fmt: skip
    assert json.loads((place / "steps.json").read_text()) == told.record["steps"]
    assert (results["OK"], results["CALLS"], results["WORKSPACE"]) == (True, 2, str(place / "w"))
    assert (place / "w/output/out.csv").read_text() == ROWS


def test_a_folder_of_inputs_is_copied_with_side_files_under_their_own_names(place):
    (place / "data/rows.csvt").write_text('"String","Integer"\n')
    assert replay(place, INPUT_FOLDER=str(place / "data"))["OK"] is True
    assert sorted(path.name for path in (place / "w/inputs").iterdir()) == ["rows.csv", "rows.csvt"]


@pytest.mark.parametrize(("keep_going", "made"), [(False, 2), (True, 3)])
def test_a_failed_call_is_a_record_and_no_error(place, keep_going, made):
    feedback = Feedback()
    bad = str(place / "bad.json")
    results = replay(place, feedback, TRAJECTORY=bad, INPUTS=["rows=data/rows.csv"], KEEP_GOING=keep_going)
    assert (results["OK"], results["CALLS"]) == (False, made)
    assert "ENGINE_FAILED: the process that ran clip ended in mid-call" in feedback.said


def test_the_story_tells_every_call(place):
    feedback = Feedback()
    replay(place, feedback, INPUTS=["rows=data/rows.csv"])
    assert "1 of 2 calls done" in feedback.said
    assert "  2  done  export_layer" in feedback.said
    assert feedback.progress() == 100


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"TRAJECTORY": "data/rows.csv"}, "INVALID_DOCUMENT: "),
        ({"INPUTS": ["rows=gone.csv"]}, 'FILE_NOT_FOUND: There is no file "gone.csv".'),
        ({"INPUTS": ["Rows=data/rows.csv"]}, "BAD_VALUE: "),
        ({"INPUTS": ["rows=data/rows.csv"], "INPUT_FOLDER": "data"}, 'BAD_VALUE: The input "rows" is given twice.'),
        ({"WORKSPACE": "data"}, "OUTPUT_EXISTS: "),
        ({"GUARD": "loud"}, "GUARD"),
        ({"TRAJECTOY": "plan.json"}, "UNKNOWN_ARGUMENT: "),
    ],
)
def test_what_cannot_be_replayed_is_an_error_that_says_why(place, given, says):
    assert says in replay(place, **given)


def test_a_cancel_ends_the_replay_and_its_host(place):
    (place / "slow.json").write_text(
        trajectory([{"api": "load_layer", "arguments": {"file": "children.gpkg", "name": "a"}}])
    )
    feedback = Feedback()
    pid = place / "w/child.pid"

    def cancel_once_it_runs():
        if eventually(pid.exists, 60):
            feedback.cancel()

    thread = threading.Thread(target=cancel_once_it_runs)
    thread.start()
    text = replay(place, feedback, TRAJECTORY=str(place / "slow.json"))
    thread.join()
    assert text == "CANCELLED: The command was interrupted. Hint: What was made lies in the workspace."
    assert [is_gone(int((place / "w" / name).read_text())) for name in ("host.pid", "child.pid")] == [True, True]


def test_the_algorithm_is_found_and_explained(qgis_application):
    from qgis.core import QgsApplication

    algorithm = QgsApplication.processingRegistry().algorithmById("gisagentbench:replaytrajectory")
    assert (algorithm.group(), algorithm.displayName()) == ("Runs", "Replay trajectory")
    assert {"replay", "trajectory"} <= set(algorithm.tags())
    assert not algorithm.icon().isNull()
    shown = algorithm.shortHelpString()
    helps = {one.name(): escape(one.help().split("`")[0]) for one in algorithm.parameterDefinitions()}
    assert [name for name, text in helps.items() if not text or text not in shown] == []
    assert "qgis_process run gisagentbench:replaytrajectory -" in shown
