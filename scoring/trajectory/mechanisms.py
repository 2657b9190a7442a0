# SPDX-License-Identifier: GPL-2.0-or-later
"""The note on a failed run: labels of a closed list, each by a rule that one trajectory can tell, with a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .calls import Call, Rules
from .data_flow import MOST_CALLS, flow_of
from .record import FailureNote, LabelledSentence, Mechanism, TrajectoryScore
from .repeats import repeats

SHOWN = 3
LONGEST = 500  # characters of a sentence
UNASSIGNED = LabelledSentence(label="unassigned", sentence="No rule tells from the calls what went wrong.")


def failure_note(
    score: TrajectoryScore, reference: Sequence[Call], agent: Sequence[Call], rules: Rules, absent_files: Sequence[str]
) -> FailureNote:
    """Labels a run that is not strictly right.

    missing_operation         a required role is missing, and no wrong tool stands in its place
    wrong_order               data flows from one required role into another against the reference
    wrong_tool                a call of a role that the reference does not have stands in the place of a missing one:
                              it takes its layers, and if that is one alone, its result is used alike
    non_converging_repeat     one call made three times or more, done or failing
    single_call_error         the calls of one API alone failed and its role is missing; or nothing is missing, nothing
                              turned round, and exactly one call is given something else
    never_wrote_the_file      a declared file is not there
    complete_but_unexplained  every required role done, in order, and no other rule applies
    warnings_not_acted_on     what a call made that warned went into a file
    unassigned                no rule applies

    Args:
        score: Of the trajectory.
        absent_files: Declared output files that are not there.
    Edges: Of more than 10,000 calls only files are looked at.
    """
    if len(agent) > MOST_CALLS:
        return FailureNote(mechanisms=[*_files(absent_files), UNASSIGNED])
    found = [
        *_plan_faults(score),
        *_repeated(reference, agent, rules),
        *_single_call(score, agent),
        *_files(absent_files),
    ]
    if not found and score.status == "graded" and not score.missing:
        sentence = "Every required step was done and none turned round; the calls do not show why the answer is wrong."
        found.append(LabelledSentence(label="complete_but_unexplained", sentence=sentence))
    found += _warnings(agent, rules)
    return FailureNote(mechanisms=found or [UNASSIGNED])


def role_words(roles: Sequence[str]) -> str:
    """Writes roles as words.

    >>> role_words(["zonal_statistics", "slope"])
    'zonal statistics, slope'
    """
    return ", ".join(role.replace("_", " ") for role in roles)


def call_words(numbers: Sequence[int]) -> str:
    """Writes which calls.

    >>> call_words([4]), call_words([4, 5, 9]), call_words([1, 2, 3, 4, 5])
    ('call 4', 'calls 4, 5, 9', 'calls 1, 2, 3 and 2 more')
    """
    shown = ", ".join(str(number) for number in numbers[:SHOWN])
    more = f" and {len(numbers) - SHOWN} more" if len(numbers) > SHOWN else ""
    return f"call{'' if len(numbers) == 1 else 's'} {shown}{more}"


def _plan_faults(score: TrajectoryScore) -> Iterator[LabelledSentence]:
    replaced = {wrong.role for wrong in score.wrong_tools}
    missing = [role for role in score.missing if role not in replaced]
    if missing:
        yield _told("missing_operation", f"Nothing did what the reference does: {role_words(missing)}.")
    for one in score.order_violations[:SHOWN]:
        first, then = role_words([one.first]), role_words([one.then])
        yield _told(
            "wrong_order",
            f"The reference does {first} before {then}; here {then} (call {one.then_call}) went into {first} "
            f"(call {one.first_call}).",
        )
    for wrong in score.wrong_tools[:SHOWN]:
        yield _told(
            "wrong_tool",
            f"{wrong.call_api} (call {wrong.call}) took the layers that the reference gives to {wrong.api}, "
            f"and does something else.",
        )


def _repeated(reference: Sequence[Call], agent: Sequence[Call], rules: Rules) -> Iterator[LabelledSentence]:
    for repeat in repeats(reference, agent, rules)[:SHOWN]:
        how = f"failed with {repeat.error} each time" if repeat.error else "gave the same each time"
        times = f"{len(repeat.numbers)} times"
        sentence = f"{repeat.api} was called {times} with the same arguments and {how} ({call_words(repeat.numbers)})."
        yield _told("non_converging_repeat", sentence)


def _single_call(score: TrajectoryScore, agent: Sequence[Call]) -> Iterator[LabelledSentence]:
    missing = set(score.missing)
    failed = [call for call in agent if not call.ok and call.roles & missing]
    if len({call.api for call in failed}) == 1:
        codes = ", ".join(dict.fromkeys(call.error for call in failed if call.error)) or "an error"
        numbers = call_words([call.number for call in failed])
        yield _told("single_call_error", f"{failed[0].api} failed with {codes} ({numbers}) and was never done.")
    if score.status != "graded" or score.missing or score.order_violations:
        return
    off = [call for call in score.calls if call.agreement < 1]
    if len(off) == 1 and off[0].call is not None:
        one, names = off[0], ", ".join(off[0].differing)
        sentence = f"All agrees with the reference but {one.call_api} (call {one.call}), which differs in {names}."
        yield _told("single_call_error", sentence)


def _files(absent: Sequence[str]) -> Iterator[LabelledSentence]:
    if absent:
        yield _told("never_wrote_the_file", f"{', '.join(absent)} was never written.")


def _warnings(agent: Sequence[Call], rules: Rules) -> Iterator[LabelledSentence]:
    """Tells of calls that warned and whose layer, or file, was delivered all the same."""
    flow = flow_of(agent)
    exports = [place for place, call in enumerate(flow.calls) if call.roles & rules.exports]
    files = flow.first_fed(exports) | {place: place for place in exports}
    warned = [place for place, call in enumerate(flow.calls) if call.warnings and place in files]
    for place in warned[:SHOWN]:
        call, file = flow.calls[place], flow.calls[files[place]]
        into = "" if file is call else f", and what it made went into call {file.number}"
        yield _told("warnings_not_acted_on", f"{call.api} (call {call.number}) warned{into}: {call.warnings[0]}")


def _told(label: Mechanism, sentence: str) -> LabelledSentence:
    """Returns a sentence that any file can hold, whatever an agent sent."""
    text = sentence.encode(errors="replace").decode()
    return LabelledSentence(label=label, sentence=text if len(text) <= LONGEST else f"{text[:LONGEST]}…")
