# SPDX-License-Identifier: GPL-2.0-or-later
"""Manifests and events that were stored before there were models are read, and resumed, as they were."""

import json

from gisagentbench.headless.events import read_events
from gisagentbench.headless.manifest import Limits, Manifest

OLD_MANIFEST = {
    "schema_version": 1,
    "created": "2026-01-01T00:00:00Z",
    "workers": 1,
    "git_revision": "a commit",
    "versions": {"qgis": "3.40.6"},
    "grids": [],
    "pack": {"name": "made", "version": "0.1", "checksum": "00"},
    "tasks": ["count_people"],
    "agents": [{"name": "reference", "folder": "reference", "sha256": None}],
    "repeats": 1,
    "guard": "refuse",
    "tools": None,
    "limits": {"calls": 200, "turns": None, "seconds": None, "call_seconds": 600.0},
}
AT = {"schema_version": 1, "at": "2026-01-01T00:00:00+00:00"}
OLD_EVENTS = [
    AT | {"event": "model_turn", "turn": 1, "text": "", "calls": [{"api": "clip", "arguments": {}}], "seconds": 0.1},
    AT | {"event": "finished", "outcome": "finished", "message": "", "calls": 1, "failed_calls": 0, "turns": 1,
          "seconds": 2.0, "changed_inputs": []},
]  # fmt: skip


def test_an_old_manifest_is_that_of_a_new_run_without_models():
    old = Manifest.model_validate(OLD_MANIFEST)
    new = old.model_copy(update={"limits": Limits(calls=200), "deviations": []})
    assert old.differences(new) == []
    assert (old.agents[0].model, old.limits.tokens, old.limits.money) == (None, None, None)


def test_old_events_tell_of_no_usage(tmp_path):
    (tmp_path / "events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in OLD_EVENTS))
    turn, end = read_events(tmp_path / "events.jsonl")
    assert (turn.usage, turn.answered, end.usage, end.harness_seconds) == (None, None, None, None)


def test_another_model_parameter_or_prompt_is_another_run():
    model = {"model": "m", "base_url": "http://h/v1", "parameters": {"temperature": 0}, "prompts": {"system.md": "00"}}
    agents = [{"name": "openai:m", "folder": "openai-m", "model": model}]
    run = Manifest.model_validate(OLD_MANIFEST | {"agents": agents})
    for change in ({"parameters": {"temperature": 1}}, {"prompts": {"system.md": "01"}}, {"base_url": "http://i/v1"}):
        other = Manifest.model_validate(OLD_MANIFEST | {"agents": [agents[0] | {"model": model | change}]})
        assert run.differences(other) == ["agents"]
