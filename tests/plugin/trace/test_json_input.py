# SPDX-License-Identifier: GPL-2.0-or-later
"""JSON is read strictly and written for people."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.qgis


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('{"a": 1', "Line 1, column 8"),
        ('{"a": 1,\n "a": 2}', '"a" stands twice.'),
        ("[1]", "Arguments are an object"),
        ('{"a": NaN}', "NaN is no number"),
        ('{"a":' * 100_000, "nested too deep"),
        ("{" + " " * (1 << 20), "too long"),
    ],
)
def test_what_is_no_object(qgis_application: object, text: str, part: str) -> None:
    from gisagentbench.plugin.trace.json_input import NoJson, read_object

    with pytest.raises(NoJson) as fault:
        read_object(text)
    assert part in str(fault.value)


def test_one_value_alone(qgis_application: object) -> None:
    from gisagentbench.plugin.trace.json_input import NoJson, read_value

    assert read_value('["a", 1.5, null]') == ["a", 1.5, None]
    with pytest.raises(NoJson):
        read_value('1, "more": 2')
    with pytest.raises(NoJson):
        read_value("1 // 2")


def test_text_for_people_comes_back(qgis_application: object) -> None:
    from gisagentbench.plugin.trace.json_input import json_text, read_object

    value = {"layer": "größe", "ranges": [{"min": None, "max": 1.0}]}
    assert json_text(value) == '{\n  "layer": "größe",\n  "ranges": [{"min": null, "max": 1.0}]\n}'
    assert read_object(json_text(value)) == value
    assert json_text({}) == "{}"
