# SPDX-License-Identifier: GPL-2.0-or-later
"""One trajectory, four ways: replay, agent loop, client of the protocol, algorithm. The step records are the same.

The trajectory is the reference of a task with calls between its own that fail for three reasons, so that errors and
hints are compared, too.
"""

import json
import subprocess

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.run_store import open_run
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tests.headless.made_hosts import eventually
from gisagentbench.tests.headless.mcp_server.clients import with_official_client
from gisagentbench.tests.headless.program import run_program

pytestmark = pytest.mark.qgis
TASK = "soho_pump_rings"
MEASURED = ("seconds", "engine_seconds", "peak_memory_bytes")
FAILING = [
    ({"api": "bufer", "arguments": {"layer": "pumps"}}, "UNKNOWN_TOOL"),
    ({"api": "describe_layer", "arguments": {"layer": "pmups"}}, "UNKNOWN_LAYER"),
    ({"api": "load_layer", "arguments": {"file": "pumps.shp", "name": "pumps"}}, "OUTPUT_EXISTS"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("four_ways")


@pytest.fixture(scope="module")
def calls(place):
    """The calls of the trajectory, which lies in plan.json."""
    pack = find_pack("demo")
    steps = [{"api": step.api, "arguments": step.arguments} for step in pack.trajectory(TASK).steps]
    steps[2:2] = [call for call, _ in FAILING]
    (place / "plan.json").write_text(json.dumps({"schema_version": 1, "task": TASK, "steps": steps}))
    return steps


@pytest.fixture(scope="module")
def inputs():
    """Name and path of every input of the task."""
    pack = find_pack("demo")
    return [f"{name}={found[0]}" for name, found in pack.input_files(pack.task(TASK)).items()]


def replayed(place, inputs):
    words = ("--trajectory", "plan.json", "--workspace", "replayed", "--keep-going")
    ended = run_program("replay", *words, "--input", *inputs, "--json", folder=place)
    assert (ended.status, ended.record["ok"]) == (1, False)
    return ended.record["steps"]


def run_by_an_agent(place):
    ended = run_program("run", "--task", TASK, "--agent", "script:plan.json", "--out", "run", "--json", folder=place)
    assert ended.record["episodes"][0]["strict"] is True
    return recorded(place / "run")


def called_by_a_client(place, calls):
    async def call_all(session):
        return [await session.call_tool(call["api"], call["arguments"]) for call in calls]

    results = with_official_client(("--task", TASK, "--out", "session"), place, call_all)
    assert [result.is_error for result in results] == [
        result.structured_content["error"] is not None for result in results
    ]
    told = [result.structured_content for result in results]
    assert told == recorded(place / "session")
    return told


def run_as_an_algorithm(place, inputs):
    wanted = {"TRAJECTORY": "plan.json", "INPUTS": inputs, "WORKSPACE": "algorithm", "STEPS": "steps.json"}
    given = {"inputs": {name: value if name == "INPUTS" else str(place / value) for name, value in wanted.items()}}
    given["inputs"]["KEEP_GOING"] = True
    done = subprocess.run(
        [*machine.qgis_process_command(), "--json", "run", "gisagentbench:replaytrajectory", "-"],
        input=json.dumps(given), capture_output=True, text=True, env=machine.child_environment(), check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-1000:]
    results = json.loads(done.stdout)["results"]
    assert (results["OK"], results["CALLS"]) == (
        False,
        json.loads((place / "replayed/workspace.json").read_text())["steps"],
    )
    return json.loads((place / "steps.json").read_text())


def recorded(run):
    (episode,) = open_run(run).episodes()
    return [event.step for event in episode.events() if event.event == "call_finished"]


def without_measures(steps):
    return [{key: value for key, value in step.items() if key not in MEASURED} for step in steps]


@pytest.fixture(scope="module")
def ways(place, calls, inputs):
    """The step records of each way."""
    return {
        "replay": replayed(place, inputs),
        "agent": run_by_an_agent(place),
        "client": called_by_a_client(place, calls),
        "algorithm": run_as_an_algorithm(place, inputs),
    }


@pytest.mark.parametrize("way", ["agent", "client", "algorithm"])
def test_the_step_records_are_those_of_replay(ways, way):
    assert without_measures(ways[way]) == without_measures(ways["replay"])


def test_the_calls_were_made_as_they_stand_and_failed_where_they_should(ways, calls):
    steps = ways["replay"]
    assert [(step["api"], step["arguments"]) for step in steps] == [(call["api"], call["arguments"]) for call in calls]
    assert [step["error"]["code"] for step in steps if not step["ok"]] == [code for _, code in FAILING]


def test_the_session_of_the_client_is_a_strict_pass(ways, place):
    (episode,) = open_run(place / "session").episodes()
    assert eventually(lambda: episode.is_done, 60)
    score = episode.score()
    assert (score.agent, score.strict, score.calls, score.failed_calls) == ("mcp", True, len(ways["client"]), 3)


@pytest.mark.parametrize("left", ["replayed", "run", "session", "algorithm"])
def test_every_way_leaves_the_same_output(ways, place, left):
    (wanted,) = (place / "replayed/output").iterdir()
    (found,) = [path for path in (place / left).rglob(wanted.name) if path.parent.name == "output"]
    assert found.read_bytes() == wanted.read_bytes()
