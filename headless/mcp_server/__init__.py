# SPDX-License-Identifier: GPL-2.0-or-later
"""The tools for any client of the Model Context Protocol, over standard input and output.

Two threads: one speaks the protocol, the main one makes the calls, since a tool host lives as long as the thread that
has started it. A mailbox of calls lies between them.

client_calls     the mailbox: calls wait, run one at a time, are answered or withdrawn
client_host      the tool host as an episode needs it, whose calls a client can withdraw
client_agent     the client as an agent of an episode
wire             messages over two descriptors, a JSON line each, with limits
tool_list        the tools and the answers of calls as the protocol has them
resources        what a client may read: task, inputs, layers, outputs
protocol_server  answers the requests of a client
server_thread    speaks the protocol beside the thread that makes the calls
task_session     a session on a task: an episode of a run
workspace_session  a session in a workspace
"""
