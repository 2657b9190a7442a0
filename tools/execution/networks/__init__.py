# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines as a network: one definition of edges, nodes, costs and places for all tools that route.

edges      lines as edges, and their ends as nodes
travel     what edges cost and which way they are open
ties       points tied to the edges they are nearest to
graph      edges cut at the points on them, as arcs between nodes
shortest   cheapest ways through a graph
missed_nodes  places where lines meet without a common end
pairs      which origins and destinations go together, and their columns
routing    routes from origins to destinations, from the call to the layer
routes     the shapes of ways
reach      the parts of a network within a cost
prepared   a network read, checked and made ready, with the layers of points on it
constraints  what a call demands of routes: allowed edges, barriers, points to pass, a largest cost
areas      service areas as lines, and hulls around them
"""
