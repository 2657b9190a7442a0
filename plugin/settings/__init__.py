# SPDX-License-Identifier: GPL-2.0-or-later
"""What a person has chosen: endpoints with their models, limits, folders; and the page for it in the options of QGIS.

Keys lie in QGIS's store of authentication configurations, settings hold the id of one. The master password is asked for
only when a person stores or uses a key.

settings        what was chosen, for the rest of the window
endpoint        an endpoint and how it is stored
limits          the limits of an episode and how they are stored
auth_keys       reads and writes keys, and tells why there is none
proxy           QGIS's proxy as variables of the service
options_page    the page, and what QGIS makes it with
endpoints_form  its list of endpoints
endpoint_form   the fields of one endpoint
endpoint_draft  an endpoint while it is edited
connection_form  its test of a connection
limits_form     its limits
folders_form    its folders
"""
