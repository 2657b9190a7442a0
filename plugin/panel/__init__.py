# SPDX-License-Identifier: GPL-2.0-or-later
"""The dock panel and what all its views share.

dock             the panel: task browser, agent, trace and judge as tabs
service_client   asks the service, a process of its own, a JSON line at a time
answer_handing   hands answers to whoever asked
service_process  that process, and how it ends
line_reading     cuts what it writes into lines
missing_note     what is missing on this machine
messages         message bar and log panel
help_opening     opens the help at the page of what is in front
shortcuts        keys of the panel's actions, which people may change
fault_text       an error of the service in words
panel_view       what every tab is
question_round   questions whose answers are of no use once something else is chosen
tight_room       tool bars and tabs that fit into a narrow panel
plain_text       words of strangers for places that would take them for HTML
"""
