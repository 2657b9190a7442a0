# SPDX-License-Identifier: GPL-2.0-or-later
"""The client configuration and the session of docs/mcp.md work as written, and print what the page shows."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from gisagentbench.headless import machine
from gisagentbench.headless.command_line import grammar
from gisagentbench.headless.line_pipes import LONGEST_LINE_BYTES
from gisagentbench.headless.mcp_server import client_calls
from gisagentbench.headless.run_store import open_run
from gisagentbench.tests.headless.made_hosts import eventually
from gisagentbench.tests.headless.program import run_program

PAGE = (machine.ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")


def block(language: str) -> tuple[str, str]:
    """A block of the page, and the one behind it that shows what it prints."""
    found = re.search(rf"```{language}\n(.*?)```(?:\n```\n(.*?)```)?", PAGE, re.DOTALL)
    return found[1], found[2] or ""


def agrees(line: str, pattern: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), line) is not None


def test_the_page_names_every_option_of_the_command() -> None:
    (word,) = [word for word in grammar.WORDS if word.name == "mcp"]
    options = {option for option in grammar.options_of(grammar.parser_of(word)) if option not in ("--json", "--help")}
    assert options == set(re.findall(r"`(--[a-z-]+)[ `=]", PAGE))


def test_the_limits_are_those_of_the_program() -> None:
    assert f"Where {client_calls.MOST_WAITING} wait," in PAGE
    assert f"at most {LONGEST_LINE_BYTES // 2**20} MiB" in PAGE


def test_a_client_with_this_configuration_finds_the_tools(tmp_path: Path) -> None:
    servers = json.loads(block("json")[0])["mcpServers"]
    assert set(servers) == {"gisagentbench"}
    given = servers["gisagentbench"]
    assert given["command"] == "/path/to/gisagentbench/gisagentbench"
    launcher = StdioServerParameters(command=str(machine.ROOT / "gisagentbench"), args=given["args"], cwd=tmp_path)

    async def listed() -> list[str]:
        async with stdio_client(launcher) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            return [tool.name for tool in (await session.list_tools()).tools]

    assert len(anyio.run(listed)) == 128


@pytest.mark.qgis
def test_the_session_prints_what_the_page_shows_and_is_scored(tmp_path: Path) -> None:
    for name in ("tasks", "gisagentbench"):
        (tmp_path / name).symlink_to(machine.ROOT / name)
    code, shown = block("python")
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout == shown, done.stderr
    run = tmp_path / "runs" / "session"
    assert eventually((run / "report.html").is_file, 60)
    assert open_run(run).scores()[0].strict is True
    command, lines = block("sh")
    ended = run_program(*shlex.split(command)[1:], folder=tmp_path)
    printed = ended.output.splitlines()
    assert ended.status == 0
    assert [line for line, pattern in zip(printed, lines.splitlines(), strict=False) if not agrees(line, pattern)] == []
