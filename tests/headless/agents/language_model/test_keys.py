# SPDX-License-Identifier: GPL-2.0-or-later
"""A key goes to the host that it is of, and stands in nothing that is written."""

import io

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.agents.language_model.keys import key_of, read_key, without_key
from gisagentbench.headless.refusal import CommandRefused

SEVERAL = {"OPENAI_API_KEY": "of-openai", "OPENROUTER_API_KEY": "of-openrouter"}


@pytest.mark.parametrize(
    ("base_url", "key"),
    [
        ("https://api.openai.com/v1", "of-openai"),
        ("https://openrouter.ai/api/v1", "of-openrouter"),
        ("http://127.0.0.1:11434/v1", None),
        ("https://api.openai.com.evil.example/v1", None),
    ],
)
def test_a_key_goes_only_to_its_own_host(base_url, key):
    assert key_of(base_url, SEVERAL) == key


def test_a_key_that_was_given_for_this_run_goes_to_its_endpoint():
    assert key_of("http://127.0.0.1:1/v1", SEVERAL | {"GISAGENTBENCH_API_KEY": "given"}) == "given"


def test_a_key_is_read_from_one_line():
    environment = {}
    read_key(io.StringIO("the-key\nnot this\n"), environment)
    assert environment == {"GISAGENTBENCH_API_KEY": "the-key"}


@pytest.mark.parametrize("line", ["", "\n", "two words\n", "k\u00e4y\n", "x" * 5000])
def test_what_is_no_key_is_refused_without_being_repeated(line):
    with pytest.raises(CommandRefused) as refused:
        read_key(io.StringIO(line), {})
    assert not line.strip() or line.strip() not in str(refused.value)


def test_no_process_of_qgis_inherits_a_key(monkeypatch):
    for name in ("OPENAI_API_KEY", "GISAGENTBENCH_API_KEY", "OPENROUTER_API_KEY", "OTHER_API_KEY", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "hush-hush")
    assert "hush-hush" not in machine.child_environment().values()


@pytest.mark.parametrize(
    ("value", "hidden"),
    [
        ("Bearer hush-hush!", "Bearer [key]!"),
        ({"hush-hush": [1, "hush-hush"]}, {"[key]": [1, "[key]"]}),
        ("wrong key sk-proj-ab12****************9fGh.", "wrong key [key]."),
        ("a risk-free task-force", "a risk-free task-force"),
        (None, None),
    ],
)
def test_a_key_and_what_looks_like_one_are_hidden(value, hidden):
    assert without_key(value, "hush-hush") == hidden


def test_a_dummy_key_does_not_garble_texts():
    assert without_key("a box of x", "x") == "a box of x"
