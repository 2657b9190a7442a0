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


@pytest.fixture(scope="module", params=MODES)
def mode(request):
    """With a handshake, or as the client likes best."""
    return request.param


@pytest.fixture(scope="module")
def seen(tmp_path_factory, mode):
    """What the client saw in one session on a made task."""
    place = tmp_path_factory.mktemp(mode)
    write_pack(place / "made")
    command, *more = server_command("--task", "count_people", "--pack", "made", "--out", "run")
    variables = environment(**fake_qgis_process(place))
    server = StdioServerParameters(command=command, args=more, env=variables, cwd=place)
    seen = {}

    async def run():
        async with Client(server, mode=mode, read_timeout_seconds=LONG) as client:
            await look(client, seen)
            await call(client, seen)
            if mode != "legacy":
                await listen(client, seen)

    anyio.run(run)
    return seen


async def look(client, seen):
    seen["server"] = client.protocol_version, client.server_info.name, "Count the people." in client.instructions
    seen["schemas"] = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
    seen["prompt"] = (await client.get_prompt("task")).messages[0].content.text
    seen["templates"] = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]


async def call(client, seen):
    seen["shares"], seen["faults"] = [], []

    async def told(progress, total, message):
        seen["shares"].append((progress, total))

    seen["results"] = [
        await client.call_tool(step["api"], step["arguments"], progress_callback=told) for step in steps()
    ]
    seen["uris"] = [one.uri for one in (await client.list_resources()).resources]
    seen["output"] = json.loads((await client.read_resource("workspace://output/out.csv")).contents[0].text)
    for ask in (client.read_resource("workspace://output/gone.csv"), client.get_prompt("tsak")):
        with pytest.raises(MCPError) as error:
            await ask
        seen["faults"].append((error.value.error.code, error.value.error.message.split(":")[0]))
    with anyio.move_on_after(0.5) as scope:
        await client.call_tool("load_layer", {"file": "sleep.gpkg", "name": "rows"})
    seen["was_cancelled"] = scope.cancelled_caught
    seen["behind"] = (await client.call_tool("load_layer", {"file": "good.gpkg", "name": "rows"})).is_error


async def listen(client, seen):
    async with client.listen(resources_list_changed=True) as changes:
        await client.call_tool("load_layer", {"file": "good.gpkg", "name": "more"})
        async for change in changes:
            seen["change"] = change
            return


def test_the_version_is_the_newest_of_its_era(seen, mode):
    assert seen["server"] == (MODES[mode], "gisagentbench", True)


def test_schemas_arrive_as_the_catalogue_has_them(seen):
    assert seen["schemas"] == {one["name"]: one["schema"] for one in catalogue()}


def test_the_task_is_a_prompt(seen):
    assert "Count the people." in seen["prompt"]


def test_calls_are_made_and_their_progress_told(seen):
    found = [(result.is_error, result.structured_content["api"]) for result in seen["results"]]
    assert found == [(False, "load_layer"), (False, "export_layer")]
    assert seen["shares"] == [(0.5, 1.0)] * 2


def test_what_was_written_can_be_read_of(seen):
    assert seen["uris"][-1] == "workspace://output/out.csv"
    assert seen["output"]["file"] == "out.csv"
    assert seen["templates"] == ["workspace://layers/{handle}"]


def test_what_is_not_there_is_an_error_of_the_protocol(seen):
    assert seen["faults"] == [(-32602, "FILE_NOT_FOUND")] * 2


def test_a_cancelled_call_leaves_the_session_as_it_was(seen):
    assert (seen["was_cancelled"], seen["behind"]) == (True, False)


def test_a_new_layer_is_told_to_who_listens(seen, mode):
    # listening came with the envelope; test_sessions.py has the notification of the other era
    assert seen.get("change") == (None if mode == "legacy" else ResourcesListChanged())
