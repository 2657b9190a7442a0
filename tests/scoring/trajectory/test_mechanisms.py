# SPDX-License-Identifier: GPL-2.0-or-later
"""Each label by its rule, and the near miss beside the hit."""

import pytest

from gisagentbench.scoring.trajectory.closeness import score_trajectory
from gisagentbench.scoring.trajectory.mechanisms import failure_note
from gisagentbench.tests.scoring.trajectory.made_calls import (
    BUFFER,
    CLIP,
    EXPORT,
    LOAD_RIVERS,
    LOAD_TOWNS,
    REFERENCE,
    RESAMPLED_SLOPE,
    RIVERS_M,
    RULES,
    TOWNS_M,
    calls,
    changed,
    failed,
    step,
)
from gisagentbench.tests.scoring.trajectory.made_calls import SLOPE_OF_RESAMPLED as RESAMPLED

START = (LOAD_RIVERS, LOAD_TOWNS, RIVERS_M, TOWNS_M)
SELECT = step("select_by_location", "found", layer="towns_m", other_layer="near")
BAD_BUFFER = failed("buffer", "CRS_UNSUITABLE", layer="rivers", distance=100)
WARNING = "SCALE: lengths are off by 0.4 %."
COMPLETE = "Every required step was done and none turned round; the calls do not show why the answer is wrong."


def told(*agent, reference=REFERENCE, absent=()):
    ours, theirs = calls(*reference), calls(*agent)
    note = failure_note(score_trajectory(ours, theirs, RULES, False), ours, theirs, RULES, absent)
    return [(one.label, one.sentence) for one in note.mechanisms]


ROWS = [
    (
        "a step that nothing did",
        (*START, step("clip", "found", layer="towns_m", mask_layer="rivers_m"), EXPORT),
        [("missing_operation", "Nothing did what the reference does: buffer.")],
    ),
    (
        "another tool on the layers of the missing step",
        (*START, BUFFER, SELECT, EXPORT),
        [
            (
                "wrong_tool",
                "select_by_location (call 6) took the layers that the reference gives to clip, and does "
                "something else.",
            )
        ],
    ),
    (
        "one call that is given something else",
        changed(BUFFER, distance=10),
        [("single_call_error", "All agrees with the reference but buffer (call 5), which differs in distance.")],
    ),
    (
        "two such calls are not one",
        (*changed(BUFFER, distance=10)[:5], step("clip", "found", layer="towns", mask_layer="near"), EXPORT),
        [("complete_but_unexplained", COMPLETE)],
    ),
    (
        "the reference itself, and yet wrong",
        REFERENCE,
        [("complete_but_unexplained", COMPLETE)],
    ),
    (
        "a call that only ever failed",
        (*START, BAD_BUFFER, BAD_BUFFER._replace(error="TIMEOUT")),
        [
            ("missing_operation", "Nothing did what the reference does: buffer, clip, export data."),
            ("single_call_error", "buffer failed with CRS_UNSUITABLE, TIMEOUT (calls 5, 6) and was never done."),
        ],
    ),
    (
        "calls of two APIs that failed are not a single call's error",
        (*START, BAD_BUFFER, failed("clip", layer="towns_m", mask_layer="near")),
        [("missing_operation", "Nothing did what the reference does: buffer, clip, export data.")],
    ),
    (
        "the same failing call three times",
        (*START, *[BAD_BUFFER] * 3, BUFFER, CLIP, EXPORT),
        [
            (
                "non_converging_repeat",
                "buffer was called 3 times with the same arguments and failed with CRS_UNSUITABLE each time "
                "(calls 5, 6, 7).",
            )
        ],
    ),
    (
        "twice is not yet a repeat",
        (*START, *[BAD_BUFFER] * 2, BUFFER, CLIP, EXPORT),
        [("complete_but_unexplained", COMPLETE)],
    ),
    (
        "the same layer made three times under other names",
        (*START, *(BUFFER._replace(makes=name) for name in ("near", "again", "once_more")), CLIP, EXPORT),
        [
            (
                "non_converging_repeat",
                "buffer was called 3 times with the same arguments and gave the same each time (calls 5, 6, 7).",
            )
        ],
    ),
    (
        "a warning whose layer went into the file",
        (*START, BUFFER._replace(warnings=(WARNING,)), CLIP, EXPORT),
        [
            ("complete_but_unexplained", COMPLETE),
            (
                "warnings_not_acted_on",
                f"buffer (call 5) warned, and what it made went into call 7: {WARNING}",
            ),
        ],
    ),
    (
        "a warning that was acted on: the layer was made anew",
        (*START, BUFFER._replace(warnings=(WARNING,), makes="first"), BUFFER, CLIP, EXPORT),
        [("complete_but_unexplained", COMPLETE)],
    ),
]


@pytest.mark.parametrize(("agent", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_labels_with_their_sentences(agent, expected):
    assert told(*agent) == expected


def test_what_the_reference_repeats_may_be_repeated():
    thrice = (*START, *(BUFFER._replace(makes=name) for name in ("a", "b", "near")), CLIP, EXPORT)
    assert told(*thrice, reference=thrice) == [("complete_but_unexplained", COMPLETE)]


def test_a_wrong_order_is_told_with_its_calls():
    assert told(*RESAMPLED_SLOPE, reference=RESAMPLED) == [
        (
            "wrong_order",
            "The reference does resample raster before slope; here slope (call 2) went into resample raster (call 3).",
        )
    ]


def test_a_file_that_is_not_there_is_told_beside_what_else_is():
    assert told(*REFERENCE[:-1], absent=["found.gpkg"]) == [
        ("missing_operation", "Nothing did what the reference does: export data."),
        ("never_wrote_the_file", "found.gpkg was never written."),
    ]


def test_a_sentence_can_be_written_whatever_an_agent_sent():
    (hostile, *_) = told(*[failed("\ud800" + "x" * 9999)] * 3)[1:]
    assert hostile[1].encode() and len(hostile[1]) == 501


def test_what_is_ungradeable_and_shows_nothing_is_unassigned():
    assert told(*REFERENCE, reference=START[:2]) == [("unassigned", "No rule tells from the calls what went wrong.")]
