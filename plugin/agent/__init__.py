# SPDX-License-Identifier: GPL-2.0-or-later
"""Watches and steers an agent at a task.

agent_view      the tab of the panel
task_form       which task, which agent, which model
steering        run, pause, step, stop and what else can be done, as actions
session         one episode in the service: started, steered, told of
episode_steps   the steps of an episode, made of its events
step_pane       the steps above, the chosen one below
step_table      them as the rows of a table
step_page       one of them as a page
step_copying    copies one for use elsewhere
episode_map     their layers on the map
state_words     what an episode does and took, in one line
approval_bar    asks whether a call may be made
totals_words    time, tokens and money in words
stored_list     episodes on disk as a list
stored_episodes  reads them, and offers the latest unfinished one
model_key       the key of an endpoint
launch          what an episode is begun with
agent_offer     which agents there are for a task
ending_news     tells how an episode ended
"""
