# SPDX-License-Identifier: GPL-2.0-or-later
"""A page stays openable, whatever a run holds."""

from pathlib import Path

from gisagentbench.headless.map_drawing.map_job import DrawnMap
from gisagentbench.headless.report import size_limits
from gisagentbench.headless.report.picture import picture_of
from gisagentbench.headless.report.run_reading import Step
from gisagentbench.headless.report.size_limits import told_in_full
from gisagentbench.headless.report.step_words import step_views
from gisagentbench.tests.headless.report.made_episodes import made_episode
from gisagentbench.tests.headless.report.made_run import step_record


def test_wrong_episodes_are_told_in_full_before_right_ones():
    episodes = [made_episode("a", "right"), made_episode("b", "values"), made_episode("c", "right")]
    each = 2 * (size_limits.STEP_MARKUP + len("{}"))
    assert told_in_full(episodes, 3 * each) == {0, 1, 2}
    assert told_in_full(episodes, 3 * each - 1) == {0, 1}
    assert told_in_full(episodes, each) == {1}
    assert told_in_full(episodes, each - 1) == set()


def test_texts_of_any_length_are_cut_and_say_how_long_they_were():
    long = "x" * 1_000_000
    record = step_record("clip", {}, ok=False, error={"code": "BAD_VALUE", "message": long, "hint": long})
    record |= {"observation": {"text": long}, "warnings": [long] * 1000}
    (view,) = step_views([Step(1, long, {long: long, **{f"n{number}": 1 for number in range(1000)}}, long, record)], {})
    texts = [view.api, view.said, view.observation, *view.warnings, *view.error.values()]
    texts += [part for pair in view.arguments for part in pair]
    assert max(map(len, texts)) < size_limits.MOST_TEXT + 40
    assert view.observation.endswith("… (1000000 characters)")
    assert len(view.warnings) == size_limits.MOST_ARGUMENTS
    assert len(view.arguments) == size_limits.MOST_ARGUMENTS + 1
    assert view.arguments[-1] == ("…", "941 more")


def test_of_very_many_steps_the_first_are_told():
    steps = [Step(number, "clip", {}) for number in range(1, 1001)]
    assert [view.number for view in step_views(steps, {})] == list(range(1, size_limits.MOST_STEPS + 1))


def test_a_picture_that_is_too_large_is_left_out(tmp_path):
    path = Path(tmp_path, "map.png")
    path.write_bytes(b"x" * (size_limits.MOST_PICTURE_BYTES + 1))
    picture = picture_of(DrawnMap(str(path), 10, 10), "Reference", "A map.")
    assert (picture.source, picture.notes) == ("", ["No map: its picture would be too large for this page."])
