# SPDX-License-Identifier: GPL-2.0-or-later
"""The page of all commands is the one that the program derives."""

from gisagentbench.headless.command_line import grammar, reference_page


def test_the_page_is_not_stale():
    written = reference_page.PAGE.read_text(encoding="utf-8")
    assert written == reference_page.page(), (
        "write it anew: python -m gisagentbench.headless.command_line.reference_page"
    )


def test_the_page_has_every_command_and_option():
    text = reference_page.page()
    for word in grammar.WORDS:
        assert word.name in text
        if word.module:
            options = {*grammar.options_of(grammar.parser_of(word)), *word.not_yet} - {"--json", "--help"}
            assert [option for option in options if f"`{option}" not in text] == []
