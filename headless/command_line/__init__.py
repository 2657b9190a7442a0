# SPDX-License-Identifier: GPL-2.0-or-later
"""The words of `./gisagentbench`: one module a word, with HELP, add_arguments(parser) and run(arguments) -> status.

grammar       the table of words and options; the parser of each word
option_types  values of options: whole numbers, rates, NAME=PATH
model_options  options of run for language models, and limits of episodes
dispatch      runs a command line and turns what stops it into one record and an exit status
failures      what stopped a command: code, message, hint, status
answer        writes the one answer of a command
reference_page  docs/commands.md, derived from the grammar
progress      the one line that tells what is being done
step_text     a step record in words
run_text      a run in words
report_making  makes the report of a run, and says it where it fails

bench         measures speed by the scripts in bench/
doctor        versions and what is wrong with this machine
mcp           serves the tools to a client of the Model Context Protocol
packs_add     adds packs of others for later use by name
packs_build   makes the reference outputs of a pack, writes checksums, zips it
packs_diff    tells what changed between two packs
packs_list    lists the embedded and added packs
packs_verify  derives the references of a pack twice and compares
plugin_zip    makes the zip that QGIS installs, and the demo pack beside it
qgis          desktop QGIS with the plugin
replay        replays a trajectory in a workspace
report        makes the report of stored runs, side by side
run           runs agents over the tasks of a pack
score         scores a file, or a stored run again
self_test     breaks right answers and looks whether the scorer sees it
tasks         lists the tasks of a pack
test          checkers and tests
tools         lists the tools
tools_call    makes one call in a workspace
validate      checks documents, tasks and packs
"""
