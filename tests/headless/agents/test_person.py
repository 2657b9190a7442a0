# SPDX-License-Identifier: GPL-2.0-or-later
"""A person at the terminal sees the task, writes a call a line, and is never thrown out by what was typed."""

import json
import os
import subprocess
import sys

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.agents.person import Person
from gisagentbench.headless.episode import Episode
from gisagentbench.headless.manifest import Limits
from gisagentbench.headless.run_store import open_run
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tests.headless.made_hosts import RecordingHost
from gisagentbench.tests.headless.made_pack import TASKS, steps, write_pack
from gisagentbench.tests.headless.program import fake_qgis_process
from gisagentbench.tools.declaration.registry import all_tools

LOAD = 'load_layer {"file": "pumps.shp", "name": "pumps"}'


class Written:
    """A terminal whose lines are given."""

    def __init__(self, *lines):
        self.lines = list(lines)
        self.said = []

    def say(self, text):
        self.said.append(text)

    def ask(self):
        return self.lines.pop(0) if self.lines else None


class TellingHost(RecordingHost):
    """A host whose records are whole."""

    def call(self, api, arguments, seconds):
        step = super().call(api, arguments, seconds)
        handle = arguments.get("name") if step["ok"] else None
        more = {"output": handle, "outputs": {"layer": handle}, "observation": {"text": "vector, 13 rows"}}
        return step | more | {"seconds": 0.1, "step": len(self.asked)}


def played(*lines, answers=None, tools=None):
    pack = find_pack("demo")
    terminal, host, events = Written(*lines), TellingHost(answers), []
    agent = Person(pack.agent_view(pack.task("soho_pump_rings")), tools, terminal)
    end = Episode(agent, host, Limits(), events.append).run()
    return end, terminal, [(api, arguments) for api, arguments, _ in host.asked], events


def test_the_task_is_shown_and_nothing_that_the_scorer_judges_by():
    _, terminal, _, _ = played("done")
    shown = " ".join(terminal.said[0].split())
    for part in (
        "How many addresses and how many deaths lie in each ring",
        "pumps.shp (vector)",
        "Count_sum (integer)",
    ):
        assert part in shown
    contract = find_pack("demo").task("soho_pump_rings").outputs[0]
    assert " ".join(contract.rationale.split())[:40] not in shown and "tolerance" not in shown.lower()


def test_calls_are_made_as_they_are_written_and_their_answers_are_shown():
    end, terminal, asked, events = played("# pumps first", LOAD, "list_layers", "done")
    assert asked == [("load_layer", {"file": "pumps.shp", "name": "pumps"}), ("list_layers", {})]
    assert (end.outcome, end.calls, end.message) == ("finished", 2, "")
    assert "done  load_layer -> pumps" in terminal.said[1] and "vector, 13 rows" in terminal.said[1]
    assert [event.text for event in events if event.event == "model_turn"] == ["pumps first", "", ""]


def test_layers_lists_what_calls_have_made():
    _, terminal, _, _ = played("layers", LOAD, "layers", "done")
    assert terminal.said[1].startswith("There is no layer yet")
    assert terminal.said[-1] == "  pumps: vector, 13 rows"


def test_a_failed_call_shows_its_code_and_makes_no_layer():
    _, terminal, _, _ = played(LOAD, "layers", "done", answers={"load_layer": "FILE_NOT_FOUND"})
    assert "FILE_NOT_FOUND: made up" in terminal.said[1] and terminal.said[-1].startswith("There is no layer yet")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bufer {}", 'There is no command or tool "bufer"; nothing was called. Did you mean buffer'),
        ("help bufer", 'There is no tool "bufer"; nothing was called. Did you mean buffer'),
        ("buffer {", "The arguments cannot be read"),
        ("buffer 5", "The arguments are one JSON object"),
        ('buffer {"layer": "a", "layer": "b"}', '"layer" is given twice'),
        ("buffer " + '{"a":' * 100_000, "nothing was called"),
        ("dnoe", "Did you mean done"),
        ("done {}", "There is no command or tool"),
        ("\ufffd\x1b[2J", "There is no command or tool"),
        ("help", "API {json}"),
        ("tools kriging_of_nothing", "No tool has"),
        ("tools voronoi", "voronoi"),
        ("task", "soho_pump_rings: Cholera deaths"),
    ],
)
def test_what_is_no_call_is_answered_and_nothing_is_called(line, said):
    end, terminal, asked, _ = played(line, "", "done")
    assert (asked, end.outcome) == ([], "finished")
    assert said in terminal.said[-1]


def test_help_of_every_tool_names_its_arguments_and_an_example():
    _, terminal, _, _ = played(*(f"help {name}" for name in all_tools()), "done")
    for spec, text in zip(all_tools().values(), terminal.said[1:], strict=True):
        assert text.startswith(f"{spec.name}: ") and f"Example: {spec.name} " in text
        assert [argument.name for argument in spec.arguments if f"  {argument.name} (" not in text] == []


def test_tools_that_the_run_does_not_have_are_not_offered():
    _, terminal, asked, _ = played("tools", 'buffer {"layer": "a"}', "done", tools=["clip"])
    assert terminal.said[1].split()[0] == "clip" and asked == []


def test_the_end_of_input_is_done_for_a_task_that_was_begun_and_else_leaves_the_run():
    end, *_ = played(LOAD)
    assert (end.outcome, end.message) == ("finished", "the input ended")
    for lines in ([], ["quit"], [LOAD, "quit"]):
        with pytest.raises(KeyboardInterrupt):
            played(*lines)


@pytest.fixture
def typed(tmp_path):
    """Runs the program on a made pack, with bytes on standard input."""
    write_pack(tmp_path / "made")

    def typed(text, *more):
        words = ["run", "--pack", "./made", "--out", "out", "--agent", "person", "--json", *more]
        command = [sys.executable, "-P", "-m", "gisagentbench.headless", *words]
        environment = os.environ | {"PYTHONPATH": str(machine.plugins_folder())} | fake_qgis_process(tmp_path)
        return subprocess.run(command, input=text, cwd=tmp_path, env=environment, capture_output=True, timeout=60)

    return typed


def test_a_pipe_plays_a_task_and_what_is_no_text_does_no_harm(typed, tmp_path):
    calls = "\n".join(f"{step['api']} {json.dumps(step['arguments'])}" for step in steps())
    done = typed(b"\xff\xfe\x00\nload_layer \xff\n" + calls.encode(), "--task", TASKS[0])
    assert (done.returncode, json.loads(done.stdout)["strict_rate"]) == (0, 1.0), done.stderr
    assert b"How many people live in each half?" in done.stderr and b"\x1b" not in done.stderr
    assert open_run(tmp_path / "out").scores()[0].calls == 2


def test_tasks_that_a_pipe_has_no_line_for_have_no_record(typed, tmp_path):
    done = typed(b"done\n")
    assert done.returncode == 130
    first, second = open_run(tmp_path / "out").episodes()
    assert (first.is_done, second.is_done, second.end().outcome) == (True, False, "cancelled")


def test_several_workers_have_no_one_terminal(typed):
    done = typed(b"", "--workers", "2")
    assert done.returncode == 2 and b"asked at one terminal" in done.stdout
