# SPDX-License-Identifier: GPL-2.0-or-later
"""Answers the requests of a client: tools, resources, and the task as a prompt."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourcesListChanged
from mcp.shared.exceptions import MCPError

from ...tools.declaration.errors import ToolError, nearest
from .. import machine
from ..agents.task_text import task_text
from .client_calls import ClientCall, ClientCalls
from .resources import LAYER_TEMPLATE, TASK_ADDRESS, Resources
from .tool_list import call_result, refused_result, tool_list

NAME = "gisagentbench"
TITLE = "GISAgentBench"
TASK_PROMPT = "task"
MOST_STREAMS = 8  # of changes, a client at a time
TOOLS_USE = """\
The tools work on the layers of one workspace. load_layer gives a file of inputs/ a handle; every other tool takes
handles and writes new layers under new handles, which are named by `output` and never replaced; export tools write
files under output/. Calls run one at a time, in the order in which they come. An error says what is the case and which
call helps; nothing is kept of a call that failed."""
ENDING = "The task is done when its files lie under output/. There is no call that ends it: close the connection."
Context = ServerRequestContext[Any, Any]


class ProtocolServer:
    """One client's view of a session.

    Args:
        calls: Takes its calls.
        resources: What it may read.
        tools: Names it may call; None for all.
    """

    def __init__(self, calls: ClientCalls, resources: Resources, tools: Sequence[str] | None = None) -> None:
        self.calls, self.resources = calls, resources
        self._tools = tool_list(tools)
        self._changes = InMemorySubscriptionBus()
        has_task = resources.view is not None
        self.server: Server[Any] = Server(
            NAME,
            version=machine.plugin_version() or "",
            title=TITLE,
            instructions=self.instructions(),
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_list_resource_templates=self.list_templates,
            on_read_resource=self.read_resource,
            on_subscriptions_listen=ListenHandler(self._changes, max_subscriptions=MOST_STREAMS),
            on_list_prompts=self.list_prompts if has_task else None,
            on_get_prompt=self.get_prompt if has_task else None,
        )
        self.server.middleware.clear()  # no spans for collectors of traces

    def options(self) -> InitializationOptions:
        """Returns what a client is told when it comes: that its list of resources changes, too."""
        return self.server.create_initialization_options(NotificationOptions(resources_changed=True))

    def instructions(self) -> str:
        """Returns what a client gives its model beside the tools: how they work together, and the task."""
        view = self.resources.view
        return TOOLS_USE if view is None else f"{task_text(view)}\n\n{TOOLS_USE}\n\n{ENDING}"

    async def list_tools(self, context: Context, asked: Any) -> types.ListToolsResult:
        """Answers with all tools at once."""
        return types.ListToolsResult(tools=self._tools)

    async def call_tool(self, context: Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
        """Has a call made, and takes it back where the client does."""
        loop = asyncio.get_running_loop()

        def told(share: float) -> None:
            asyncio.run_coroutine_threadsafe(context.session.report_progress(share, 1.0), loop)

        call = ClientCall(asked.name, asked.arguments or {}, told)
        try:
            self.calls.submit(call)
            step = await asyncio.wrap_future(call.answer)
        except ToolError as fault:
            return refused_result(fault)
        except asyncio.CancelledError:
            self.calls.withdraw(call)
            raise
        if step["ok"] and step["output"] is not None:
            await context.session.send_resource_list_changed()
            await self._changes.publish(ResourcesListChanged())
        return call_result(step)

    async def list_resources(self, context: Context, asked: Any) -> types.ListResourcesResult:
        """Answers with what can be read now."""
        listed = [
            types.Resource(uri=one.uri, name=one.uri.partition("://")[2], title=one.title, mime_type=one.mime_type)
            for one in self.resources.all()
        ]
        return types.ListResourcesResult(resources=listed)

    async def list_templates(self, context: Context, asked: Any) -> types.ListResourceTemplatesResult:
        """Answers with the address of layers."""
        layers = types.ResourceTemplate(
            uri_template=LAYER_TEMPLATE, name="layer", title="Facts of a layer", mime_type="application/json"
        )
        return types.ListResourceTemplatesResult(resource_templates=[layers])

    async def read_resource(self, context: Context, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        """Answers with the text of a resource."""
        found = self.resources.find(asked.uri)
        if found is None:
            uris = nearest(asked.uri, (one.uri for one in self.resources.all()))
            hint = f" Hint: nearest are {', '.join(uris)}." if uris else ""
            raise MCPError(types.INVALID_PARAMS, f"FILE_NOT_FOUND: there is no such resource.{hint}")
        if found.uri.startswith(TASK_ADDRESS):
            self.calls.take_up()
        text = types.TextResourceContents(uri=found.uri, mime_type=found.mime_type, text=found.text)
        return types.ReadResourceResult(contents=[text])

    async def list_prompts(self, context: Context, asked: Any) -> types.ListPromptsResult:
        """Answers with the one prompt of a task."""
        title = str((self.resources.view or {})["title"])
        return types.ListPromptsResult(prompts=[types.Prompt(name=TASK_PROMPT, title=title)])

    async def get_prompt(self, context: Context, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
        """Answers with the task as a person would ask for it."""
        if asked.name != TASK_PROMPT:
            raise MCPError(types.INVALID_PARAMS, f'FILE_NOT_FOUND: there is one prompt, "{TASK_PROMPT}".')
        self.calls.take_up()
        view = self.resources.view or {}
        content = types.TextContent(type="text", text=f"{task_text(view)}\n\n{ENDING}")
        message = types.PromptMessage(role="user", content=content)
        return types.GetPromptResult(description=str(view["title"]), messages=[message])
