# SPDX-License-Identifier: GPL-2.0-or-later
"""The official client is served in both eras of the protocol: with a handshake, and with an envelope per request."""

import json

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.subscriptions import ResourcesListChanged

from gisagentbench.tests.headless.made_pack import steps, write_pack
from gisagentbench.tests.headless.mcp_server.clients import LONG, environment, server_command
from gisagentbench.tests.headless.program import fake_qgis_process
from gisagentbench.tools.declaration.catalogue import catalogue

MODES = {"legacy": "2025-11-25", "auto": "2026-07-28"}
pytestmark = pytest.mark.parametrize("mode", MODES)


@pytest.fixture
def served(tmp_path, mode):
    """Runs what a client does in a session on a made task, and gives what it returns."""
    write_pack(tmp_path / "made")
    words = ("--task", "count_people", "--pack", "made", "--out", "run")

    def serve(use):
        command, *more = server_command(*words)
        server = StdioServerParameters(
            command=command, args=more, env=environment(**fake_qgis_process(tmp_path)), cwd=tmp_path
        )

        async def run():
            async with Client(server, mode=mode, read_timeout_seconds=LONG) as client:
                return await use(client)

        return anyio.run(run)

    return serve


def test_the_version_is_the_newest_of_its_era(served, mode):
    async def version(client):
        return client.protocol_version, client.server_info.name, "Count the people." in client.instructions

    assert served(version) == (MODES[mode], "gisagentbench", True)


def test_schemas_arrive_as_the_catalogue_has_them(served):
    async def listed(client):
        return {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}

    assert served(listed) == {one["name"]: one["schema"] for one in catalogue()}


def test_calls_progress_resources_and_prompt(served):
    shares = []

    async def told(progress, total, message):
        shares.append((progress, total))

    async def use(client):
        for step in steps():
            result = await client.call_tool(step["api"], step["arguments"], progress_callback=told)
            assert (result.is_error, result.structured_content["api"]) == (False, step["api"])
        uris = [one.uri for one in (await client.list_resources()).resources]
        output = (await client.read_resource("workspace://output/out.csv")).contents[0].text
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        prompt = (await client.get_prompt("task")).messages[0].content.text
        return uris, json.loads(output)["file"], templates, "Count the people." in prompt

    uris, file, templates, has_task = served(use)
    assert uris[-1] == "workspace://output/out.csv"
    assert (file, templates, has_task) == ("out.csv", ["workspace://layers/{handle}"], True)
    assert shares == [(0.5, 1.0)] * 2


def test_what_is_not_there_is_an_error_of_the_protocol(served):
    async def use(client):
        said = []
        for ask in (client.read_resource("workspace://output/gone.csv"), client.get_prompt("tsak")):
            with pytest.raises(MCPError) as error:
                await ask
            said.append((error.value.error.code, error.value.error.message.split(":")[0]))
        return said

    assert served(use) == [(-32602, "FILE_NOT_FOUND")] * 2


def test_a_cancelled_call_leaves_the_session_as_it_was(served):
    async def use(client):
        with anyio.move_on_after(1.0) as scope:
            await client.call_tool("load_layer", {"file": "sleep.gpkg", "name": "rows"})
        assert scope.cancelled_caught
        return (await client.call_tool("load_layer", {"file": "good.gpkg", "name": "rows"})).is_error

    assert served(use) is False


def test_a_new_layer_is_told_to_who_listens(served, mode):
    if mode == "legacy":
        pytest.skip("listening came with the envelope; test_sessions.py has the notification of this era")

    async def use(client):
        async with client.listen(resources_list_changed=True) as changes:
            await client.call_tool("load_layer", {"file": "good.gpkg", "name": "rows"})
            async for change in changes:
                return change

    assert served(use) == ResourcesListChanged()
