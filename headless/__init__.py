# SPDX-License-Identifier: GPL-2.0-or-later
"""Everything of an episode that needs no window.

machine            where things lie on this machine, the environment of QGIS processes, versions
installed_plugin   the plugin as QGIS installed it from a zip: its folders, its Python
library_probe      imports what QGIS and the tools stand on, in a process of its own
machine_check      what is wrong with this machine
check_tiers        runs checkers and tests, without QGIS and with it
refusal            what ends a command before it has done anything
manifest           what a run is made of
events             what happens in an episode, a JSON line each
usage_in_all       what the answers of an episode took in all
contamination_audit  looks for what an agent said without having been shown it
episode_score      the record of one episode
run_pack           the pack of a stored run, wherever it lies now
run_store          where a run lies on disk
agents             who chooses the calls
workspace_inputs   byte copies of the input files, with their side files
workspace_lock     keeps one workspace to one process at a time
host_process       the process of a tool host
host_connection    its socket, a JSON line at a time
tool_host          the client: makes calls with a real time limit, and outlives the host
steady_host        makes a call again where its host was killed from outside
episode            the loop: agent, tool host, events, limits
trajectory_calls   calls of references and episodes as the scorer of trajectories takes them
warnings_used      calls that warned, and whether what they made was used all the same
workflow_scoring   scores the calls of an episode, and notes why it failed
episode_scoring    scores an episode from what is stored
naive_counts       how the naive ways of a run ended, per caveat
file_scoring       scores one file under the contract of a file
run_plan           checks a run before QGIS starts
past_episode       an episode that stopped, as its events tell of it
workspace_rollback  takes out of a workspace what no event tells of
attempt            one attempt at an episode: folder, inputs, events, tool host, loop
batch              runs the episodes of a run
own_temporary      a temporary folder of one command and all it starts
interrupts         ends work in good order whichever signal asks for it
worker_pool        processes that each run one episode after another
episode_worker     what runs in each of them
release_check      checks the tables of a release against the references
plan_check         says what is wrong with a plan before any of its calls is made
trajectory_check   checks trajectories in documents and packs without running them
sealed_script      runs a script that can import neither QGIS nor this project
pack_verification  derives the references of a pack twice
pack_evidence_check  licence texts, reviews, content of what a pack does not ship
register_check     holds the datasets of a pack against its register
stored_content     the content hash of a stored file
pack_building      makes the reference outputs of a pack
pack_difference    what changed between two packs
trajectory_difference  what changed between two reference trajectories
json_schema        JSON Schemas of everything that is stored or sent
difference_layers  layers that show where an output differs from its reference
panel_help         the help of the panel, made of pages of docs/
plugin_zip         the zip that QGIS installs, held against the rules of its plugin repository
pack_self_test     tests the scorer on the references of a pack
drawn_calls        calls drawn at random, valid by specifications and facts
map_drawing        draws layers and their differences, in a QGIS process
tool_reference     catalogue, pages and pictures of the tools, derived from their declarations
report             one page of a run, and its figures
line_pipes         lines over descriptors, bounded and in order
window_service     the child process of the window inside QGIS
mcp_server         the tools for any client of the Model Context Protocol
command_line       the words of ./gisagentbench
__main__           the program behind ./gisagentbench
"""
