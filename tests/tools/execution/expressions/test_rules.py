# SPDX-License-Identifier: GPL-2.0-or-later
"""An expression that agents write sees the row it is evaluated on, and nothing else."""

import re

import pytest

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.expression_list import FUNCTIONS, REFUSED
from gisagentbench.tools.declaration.facts import Field, LayerFacts
from gisagentbench.tools.declaration.layers import Layer

pytestmark = pytest.mark.qgis

PARKS = Layer(
    "parks",
    LayerFacts("vector", "EPSG:28992", (Field("name", "text"), Field("pop", "integer")), geometry_type="Polygon"),
)
OWNERS = Layer("owners", LayerFacts("table", fields=(Field("name", "text"),), geometry_type="None"))
DOUBLED = "'x'"
for name in "abcdefghij":
    DOUBLED = f"with_variable('{name}', {DOUBLED}, @{name} || @{name} || @{name} || @{name})"


def refusal(text, layer=PARKS):
    from gisagentbench.tools.execution.expressions.rules import checked

    with pytest.raises(ToolError) as fault:
        checked(text, layer, "where")
    return fault.value


def test_every_function_of_qgis_is_allowed_or_refused_for_a_reason(qgis_application):
    """A QGIS with new functions fails here by their names."""
    from qgis.core import QgsExpression

    names = {function.name() for function in QgsExpression.Functions()}
    assert names - FUNCTIONS - set(REFUSED) == set()
    assert FUNCTIONS & set(REFUSED) == set()
    assert FUNCTIONS - names == set()


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_a_refused_function_is_named_with_its_reason(qgis_application, name):
    from qgis.core import QgsExpression

    function = next((each for each in QgsExpression.Functions() if each.name() == name), None)
    if function is None:
        pytest.skip(f"this QGIS has no {name}")
    least = max(function.minParams(), 0)
    call = name if name.startswith("$") and least == 0 else f"{name}({', '.join(['1'] * least)})"
    fault = refusal(f'"pop" + {call}')
    assert fault.code == "EXPRESSION_NOT_ALLOWED"
    assert name in fault.sentence
    assert fault.hint == REFUSED[name].hint.rstrip(".")


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("aggregate('other', 'sum', \"pop\")", "EXPRESSION_NOT_ALLOWED", "reads other rows or layers"),
        ("eval('\"pop\"')", "EXPRESSION_NOT_ALLOWED", "runs text as an expression"),
        ("if(true, 1, env('HOME'))", "EXPRESSION_NOT_ALLOWED", "reads files or settings"),
        ("CASE WHEN \"pop\" > 1 THEN 1 ELSE now() END", "EXPRESSION_NOT_ALLOWED", "another one in every call"),
        ("\"pop\" IN (1, rand(1, 2))", "EXPRESSION_NOT_ALLOWED", "rand()"),
        ("\"pop\" BETWEEN 1 AND rand(1, 2)", "EXPRESSION_NOT_ALLOWED", "rand()"),
        ("NOT is_file('x')", "EXPRESSION_NOT_ALLOWED", "is_file()"),
        ("array_foreach(array(1), file_size('/etc/passwd'))", "EXPRESSION_NOT_ALLOWED", "file_size()"),
        ("$area / 10000", "EXPRESSION_NOT_ALLOWED", "$area is not allowed"),
        ("@project_folder", "EXPRESSION_NOT_ALLOWED", "@project_folder"),
        ("@layer", "EXPRESSION_NOT_ALLOWED", "@layer"),
        ("@element", "EXPRESSION_NOT_ALLOWED", "@element"),
        ("with_variable('a', 1, 2) + @a", "EXPRESSION_NOT_ALLOWED", "@a"),
        ("with_variable('a', @a, 2)", "EXPRESSION_NOT_ALLOWED", "@a"),
        ("var(\"name\")", "EXPRESSION_NOT_ALLOWED", "as text"),
        ("with_variable(\"name\", 1, 2)", "EXPRESSION_INVALID", "a new name as text"),
        ("with_variable('geometry', 1, 2)", "EXPRESSION_INVALID", "a new name as text"),
        ("array(1, 2)[0]", "EXPRESSION_NOT_ALLOWED", "takes an element by brackets"),
        ("format_number(\"pop\", 2)", "EXPRESSION_NOT_ALLOWED", "language of a session"),
        ("format_date(make_date(2024, 1, 1), 'd MMM')", "EXPRESSION_NOT_ALLOWED", "language of a session"),
        ('"Pop" > 1', "UNKNOWN_FIELD", '"parks" has no field "Pop"'),
        ('"name" = "a"', "UNKNOWN_FIELD", '"parks" has no field "a"'),
        ('"fid" = 1', "UNKNOWN_FIELD", '"fid"'),
        ("\"pop\" >", "EXPRESSION_INVALID", "ends where a value should follow (character 7)"),
        ("\"pop\" == 1", "EXPRESSION_INVALID", "(character 8)"),
        ("\"pop\"\n  == 1", "EXPRESSION_INVALID", "(line 2, character 4)"),
        ("'abc", "EXPRESSION_INVALID", "(character 1)"),
        ("sqr(4)", "EXPRESSION_INVALID", "there is no function sqr() (character 1)"),
        ("sqrt(1, 2)", "EXPRESSION_INVALID", "Expected 1 but got 2"),
        ("  ", "EXPRESSION_INVALID", "is empty"),
        ("1" + " + 1" * 1200, "LIMIT_EXCEEDED", "2,000 parts"),
        ("1" + " + 1" * 1300, "LIMIT_EXCEEDED", "5,201 characters"),
        ("(" * 61 + "1" + ")" * 61, "LIMIT_EXCEEDED", "60 brackets"),
        ("abs(" * 13 + "1" + ")" * 13, "LIMIT_EXCEEDED", "nests functions 13 deep"),
        (DOUBLED, "LIMIT_EXCEEDED", "with its variables written out"),
    ],
)  # fmt: skip
def test_what_is_not_allowed_is_refused_in_words(qgis_application, text, code, words):
    fault = refusal(text)
    assert (fault.code, fault.argument) == (code, "where")
    assert words in fault.sentence


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('"Pop" > 1', 'nearest of its 2 fields is "pop"'),
        ('"name" = "Riverside"', 'text stands in single quotes; fields: "name", "pop"'),
        ('"fid" = 1', "@id is the id of a row"),
        ("sqr(4)", "nearest of the allowed functions: sqrt()"),
        ('"pop" == 1', "= compares"),
        ("'abc", "a quote is opened and not closed; text stands in single quotes, a field in double quotes"),
        ("@geom", "there is @geometry"),
    ],
)
def test_a_refusal_says_what_helps(qgis_application, text, hint):
    assert refusal(text).hint == hint


def test_a_table_has_no_geometry_to_speak_of(qgis_application):
    assert refusal("area(@geometry)", OWNERS).code == "WRONG_GEOMETRY_TYPE"
    assert refusal("area($geometry)", OWNERS).code == "WRONG_GEOMETRY_TYPE"


@pytest.mark.parametrize(
    "text",
    [
        '"name" IS NOT NULL AND NOT "pop" IN (1, 2)',
        "with_variable('a', 1, with_variable('b', @a, @a + @b))",
        "array_filter(array(1, 2), @element > 1 OR @counter = 0)",
        "regexp_replace(\"name\", '(a)+', '\\\\1')",
        "'aggregate(1) and rand(2) are words in a text'",
        "format_number(\"pop\", 2, 'en') || format_date(make_date(2024, 1, 1), 'yyyy-MM')",
        "x(centroid(@geometry)) + xmin($geometry)",
        "abs(" * 12 + '"pop"' + ")" * 12,
    ],
)
def test_what_is_allowed_passes(qgis_application, text):
    from gisagentbench.tools.execution.expressions.rules import checked

    assert checked(text, PARKS, "where").hasParserError() is False


def test_a_function_that_a_plugin_has_added_is_refused(qgis_application):
    from qgis.core import QgsExpression, QgsExpressionFunction

    class Own(QgsExpressionFunction):
        def func(self, values, context, parent, node):
            return 1

    own = Own("own_function", 0, "Custom")
    QgsExpression.registerFunction(own)
    try:
        assert refusal("own_function()").sentence == "where: own_function() is not on the list of allowed functions"
    finally:
        QgsExpression.unregisterFunction("own_function")


def test_every_function_that_takes_a_length_is_known_to_take_one(qgis_application):
    """QGIS names what functions take; make_regular_polygon takes a point, texts have widths in characters."""
    from qgis.core import QgsExpression

    from gisagentbench.tools.declaration.expression_list import FUNCTIONS
    from gisagentbench.tools.execution.expressions.planar_measures import TAKES_LENGTHS

    lengths = re.compile(r"(.*_)?(distance|radius|tolerance|width|wavelength|amplitude|axis|pattern)$")
    listed = QgsExpression.Functions()
    taking = {
        name
        for name in FUNCTIONS - {"make_regular_polygon", "lpad", "rpad", "to_dm", "to_dms"}
        for parameter in listed[QgsExpression.functionIndex(name)].parameters()
        if lengths.match(parameter.name()) and not parameter.name().startswith("use_")
    }
    assert "buffer" in taking and taking <= TAKES_LENGTHS
