# SPDX-License-Identifier: GPL-2.0-or-later
"""What `tools call` reads as the arguments of a call."""

import pytest

from gisagentbench.headless.command_line.tools_call import read_arguments
from gisagentbench.headless.refusal import CommandRefused


@pytest.mark.parametrize("text", ['{"layer": "a", "layer": "b"}', '{"x": {"k": 1, "k": 1}}', '[{"": 1, "": 2}]'])
def test_a_name_that_stands_twice_is_refused_and_none_is_dropped(text):
    with pytest.raises(CommandRefused, match="stands twice") as refused:
        read_arguments(text)
    assert (refused.value.code, refused.value.status) == ("INVALID_DOCUMENT", 2)


def test_equal_names_in_different_objects_are_read():
    assert read_arguments('{"a": {"k": 1}, "b": {"k": 2}}') == {"a": {"k": 1}, "b": {"k": 2}}
