# SPDX-License-Identifier: GPL-2.0-or-later
"""The random agent draws valid calls alone, the same ones from the same seed, and writes the contract's files."""

import subprocess
import sys
from pathlib import Path

import pytest

from gisagentbench.headless.agents.random_calls import CALLS, RandomCalls, seed_of
from gisagentbench.headless.drawn_calls.valid_calls import facts_of_step
from gisagentbench.headless.episode import Episode
from gisagentbench.headless.episode_score import EpisodeKey
from gisagentbench.headless.manifest import Limits
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tests.headless.made_hosts import RecordingHost
from gisagentbench.tests.headless.program import run_program
from gisagentbench.tools.declaration.facts import Extent, Field, LayerFacts
from gisagentbench.tools.declaration.registry import all_tools
from gisagentbench.tools.declaration.validator import check_call

TASKS = find_pack("demo").task_ids()
KINDS = {"vector": "LineString", "table": "None", "raster": None}


class MakingHost(RecordingHost):
    """A host whose inputs are layers of their kind with two fields, and whose calls make what their effects tell."""

    def __init__(self, view, answers=None):
        super().__init__(answers)
        self.kinds = {given["file"]: given["kind"] for given in view["inputs"].values()}
        self.handles = {}
        self.faults = []

    def call(self, api, arguments, seconds):
        self.faults += check_call(api, arguments, self.handles).faults
        step = super().call(api, arguments, seconds)
        step |= {"output": arguments.get("name"), "observation": {}}
        if api == "load_layer":
            kind = self.kinds[arguments["file"]]
            step["observation"] = {"kind": kind, "crs": "EPSG:28992", "extent": [0, 0, 9, 9]}
            step["observation"] |= {} if kind == "raster" else {"fields": {"id": "integer", "size": "real"}, "count": 5}
            step["observation"] |= {"geometry_type": KINDS[kind]} if KINDS[kind] else {}
        self.handles |= facts_of_step(step, self.handles)
        return step


def played(task, name="random", repeat=1, answers=None, tools=None):
    pack = find_pack("demo")
    view = pack.agent_view(pack.task(task))
    agent = RandomCalls(view, seed_of(EpisodeKey(task=task, agent=name, repeat=repeat)), tools)
    host, events = MakingHost(view, answers), []
    end = Episode(agent, host, Limits(), events.append).run()
    return end, host, view, events


def apis(host):
    return [api for api, _, _ in host.asked]


@pytest.mark.parametrize("task", TASKS)
def test_every_call_is_valid_on_the_layers_there_are(task):
    end, host, view, _ = played(task)
    assert (host.faults, end.outcome, end.message) == ([], "finished", "")
    loads, exports = len(view["inputs"]), len(view["outputs"])
    assert apis(host)[:loads] == ["load_layer"] * loads
    assert CALLS[0] <= len(host.asked) - loads <= CALLS[1] + exports


def test_the_contract_s_file_is_written_where_a_layer_is_of_its_kind():
    written = {}
    for task in TASKS:
        _, host, view, _ = played(task)
        files = {given["file"] for api, given, _ in host.asked if api.startswith("export_")}
        assert files <= {output["file"] for output in view["outputs"]}
        written[task] = bool(files)
    assert sum(written.values()) >= len(TASKS) / 2


def test_a_seed_is_of_task_agent_and_repeat_and_draws_the_same_calls_again():
    key = ("soho_pump_rings", "random", 1)
    assert played(*key)[1].asked == played(*key)[1].asked
    others = (("soho_pump_rings", "random:7", 1), ("soho_pump_rings", "random", 2), ("nyc_land_squares", "random", 1))
    assert len({seed_of(EpisodeKey(task=t, agent=a, repeat=r)) for t, a, r in (key, *others)}) == 4
    assert all(played(*other)[1].asked != played(*key)[1].asked for other in others)
    assert played(*key)[3][0].text.startswith("drawn with seed ")


def test_the_order_of_sets_in_a_process_changes_nothing():
    """Law: calls depend on the seed alone, not on the hash seed of the Python process."""
    code = (
        "from gisagentbench.tests.headless.agents.test_random_calls import played;"
        "print([call[:2] for call in played('olinda_woods')[1].asked])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-P", "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(told) == 1 and "load_layer" in told.pop()


def test_failed_calls_make_no_layer_and_end_nothing():
    every = dict.fromkeys(set(all_tools()) - {"load_layer"}, "BAD_VALUE")
    end, host, view, _ = played("soho_pump_rings", answers=every)
    assert end.outcome == "finished" and set(host.handles) == set(view["inputs"]) and host.faults == []
    end, host, view, _ = played("soho_pump_rings", answers={"load_layer": "BAD_FORMAT"})
    assert (end.outcome, set(apis(host))) == ("finished", {"load_layer"})


def test_tools_that_the_run_does_not_have_are_not_drawn():
    _, host, _, _ = played("soho_pump_rings", tools=["load_layer", "clip", "dissolve"])
    assert set(apis(host)) <= {"load_layer", "clip", "dissolve"} and len(host.asked) > 2


def test_no_number_is_so_large_or_small_that_a_call_takes_minutes():
    """By rule: distances stay under 100 of a unit that is no kilometre or mile."""
    given = [arguments for task in TASKS for _, arguments, _ in played(task)[1].asked]
    units = {arguments["unit"] for arguments in given if "unit" in arguments}
    assert units and not {"km", "mi", "nmi"} & units
    named = (item for arguments in given for item in arguments.items())
    numbers = [value for name, value in named if name in ("distance", "tolerance") and isinstance(value, float | int)]
    assert numbers and all(value == 0 or 0.5 <= abs(value) <= 100 for value in numbers)


def test_facts_of_a_step_are_what_its_effect_and_its_observation_tell():
    observation = {"kind": "vector", "crs": "EPSG:28992", "geometry_type": "Point", "fields": {"a": "text"}, "count": 3}
    step = {"api": "load_layer", "arguments": {"file": "a.gpkg", "name": "a"}, "ok": True, "output": "a"}
    told = facts_of_step(step | {"observation": observation | {"extent": [0, 1, 2, 3]}}, {})
    fields = (Field("a", "text"),)
    assert told == {"a": LayerFacts("vector", "EPSG:28992", fields, "Point", count=3, extent=Extent(0, 1, 2, 3))}
    assert facts_of_step(step | {"ok": False, "observation": None}, {}) == {}
    assert facts_of_step(step | {"observation": observation | {"crs": "custom CRS"}}, {})["a"].crs is None


@pytest.mark.qgis
def test_a_run_of_it_has_a_record_and_is_the_same_again(tmp_path: Path) -> None:
    words = ("run", "--agent", "random", "--task", "soho_pump_rings", "--repeats", "2", "--json", "--out")
    one, two = (run_program(*words, name, folder=tmp_path, seconds=300) for name in ("one", "two"))
    assert one.status == two.status == 0, one.story
    told = [[(episode["calls"], episode["strict"]) for episode in run.record["episodes"]] for run in (one, two)]
    assert told[0] == told[1] and len(told[0]) == 2
