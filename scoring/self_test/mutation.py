# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mutation is: a named change of a right answer, with the check that must be the first to see it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

Arguments = dict[str, Any]


class NotApplicable(Exception):
    """A mutation changes nothing here, or what it does to the verdict cannot be told beforehand.

    Args:
        reason: Why, as part of a sentence.
    """

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


class Made(NamedTuple):
    """A mutated output that can be written.

    Args:
        write: Writes it at a path.
        check: The check that must be the first to fail, by a rule that knows contract and reference alone; None
            where the output is as right as the reference.
    """

    write: Callable[[Path], object]
    check: str | None


def once(case: Any) -> list[Arguments]:
    """Tries a mutation once, with its defaults."""
    return [{}]


class Mutation(NamedTuple):
    """A mutation of the list.

    Args:
        make: Takes a case and arguments, returns what it made; raises NotApplicable.
        choices: The arguments to try on a case, one after another.
    """

    make: Callable[..., Made]
    choices: Callable[[Any], list[Arguments]] = once

    @property
    def name(self) -> str:
        """Its name, that of its function."""
        return self.make.__name__

    @property
    def arguments(self) -> tuple[str, ...]:
        """Names of the arguments it takes."""
        return tuple(inspect.signature(self.make).parameters)[1:]

    def apply(self, case: Any, arguments: Arguments) -> Made:
        """Makes the mutated output.

        Raises: NotApplicable; also where it needs an argument, none is given, and the case offers no choice.
        """
        if arguments:
            return self.make(case, **arguments)
        choices = self.choices(case)
        if not choices:
            raise NotApplicable("there is no column of that kind")
        return self.make(case, **choices[0])
