# SPDX-License-Identifier: GPL-2.0-or-later
"""What can be judged is listed by what a person knows it by, and asked for by what the service knows it by."""

from __future__ import annotations

from gisagentbench.plugin.judge.subjects import Subject, episode_subjects, trace_subjects


def test_an_episode_is_known_by_its_folder() -> None:
    (one,) = episode_subjects(
        {"episodes": [{"folder": "runs/a/attempt-1", "pack": "demo", "task": "soho_pump_rings", "agent": "naive",
                       "state": "ended", "strict": False, "at": "not a time"}]}
    )  # fmt: skip
    assert one.asked == {"folder": "runs/a/attempt-1"}
    assert one.label == "soho_pump_rings · naive · not a time"
    assert one.strict is False


def test_a_trace_without_a_task_has_no_reference_and_is_left_out() -> None:
    traces = [{"folder": "t/1", "task": None}, {"folder": "t/2", "task": "olinda_woods", "pack": "demo", "at": ""}]
    assert [one.folder for one in trace_subjects({"traces": traces})] == ["t/2"]


def test_a_file_is_known_by_the_output_it_stands_for() -> None:
    one = Subject("file", "demo", "olinda_woods", output="woods.tif", file="mine/other.tif")
    assert one.asked == {"pack": "demo", "task": "olinda_woods", "output": "woods.tif", "file": "mine/other.tif"}
    assert one.label == "olinda_woods · other.tif"


def test_a_folder_alone_is_listed_by_its_name() -> None:
    assert Subject("episode", "", "", "runs/x/attempt-2").label == "attempt-2"


def test_the_same_file_for_another_task_is_another_subject() -> None:
    """Two tasks may ask for an output of one name; scored for the wrong one, a file would be right or wrong by luck."""
    one = Subject("file", "demo", "olinda_woods", output="result.tif", file="mine.tif")
    others = [
        Subject("file", "demo", "other_woods", output="result.tif", file="mine.tif"),
        Subject("file", "another", "olinda_woods", output="result.tif", file="mine.tif"),
        Subject("file", "demo", "olinda_woods", output="result.tif", file="other.tif"),
    ]
    assert all(one.identity != other.identity for other in others)


def test_an_episode_is_the_same_once_its_task_is_known() -> None:
    assert Subject("episode", "", "", "/runs/1").identity == Subject("episode", "demo", "woods", "/runs/1").identity
