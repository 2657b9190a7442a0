# SPDX-License-Identifier: GPL-2.0-or-later
"""What is pinned in a process that runs tools."""

import socket
import threading

import pytest

pytestmark = pytest.mark.qgis


def test_no_file_leads_gdal_to_an_address(qgis_application):
    """Whoever is called would be heard: a server of our own listens where the address leads."""
    from osgeo import gdal

    heard = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(10)
        port = listener.getsockname()[1]
        thread = threading.Thread(target=listen, args=(listener, heard))
        thread.start()
        assert gdal.VSIStatL(f"/vsicurl/http://127.0.0.1:{port}/dem.tif") is None
        socket.create_connection(("127.0.0.1", port)).close()
        thread.join()
    assert heard == [b""]


def listen(listener, heard):
    """Takes one connection and keeps what it says first; that of the test says nothing."""
    connection, _ = listener.accept()
    with connection:
        heard.append(connection.recv(100))
