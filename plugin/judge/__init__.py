# SPDX-License-Identifier: GPL-2.0-or-later
"""Shows why a result is right or wrong.

judge_view        the tab of the panel
answers           what the service answers, as typed values
answer_reading    reads them
subjects          what can be judged: an episode, a trace, a file
result_list       reads what there is
subject_bar       chooses it, and goes to the next one
file_form         chooses a file for an output of a task
marks             done and ignored, kept beside the episode
mark_keeping      reads and stores them, and says what cannot be kept
inks              colours of words on light and dark ground
kinds             kinds of difference: words, signs, order
verdict_box       the verdict in words, with its figures
check_list        checks in words, those that failed first
findings          rows and cells that differ, one by one
finding_reading   reads them from difference layers
findings_model    them as a table
difference_pane   legend above, that table below
findings_table    that table with previous, next, done, ignored
layer_opening     opens what is shown, outside the window's thread
difference_group  shows it on the map, in a group of its own
legend_list       what the signs mean; each can be hidden
map_views         what the tab does with the map
place_flash       zooms to a place and makes it flash
swipe_curtain     what it paints
swipe             agent against reference on the map, parted by a line
side_by_side      a second map that goes along with the first
step_list         steps of agent and reference beside each other
"""
