# SPDX-License-Identifier: GPL-2.0-or-later
"""CSV, GeoJSON, KML, workbooks and FlatGeobuf that are not what they seem."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .away import address, canary
from .cases import ANY, FREE, PASSES, Case, changed, honest, written

CSV = "nta,parks,area\nBK01,3,100.0\nBK02,0,100.0\nBK03,7,250.5\n"
Rows = Iterator[tuple[str, Callable[[Path], None], str, str]]


def cases() -> Iterator[Case]:
    """Yields the cases."""
    for file, rows in (
        ("result.csv", _csv()),
        ("result.geojson", _geojson()),
        ("result.geojson", _geojson_values()),
        ("result.kml", _kml()),
        ("result.xlsx", _workbooks()),
        ("result.fgb", _flatgeobuf()),
    ):
        for name, make, check, reason in rows:
            yield Case(f"{file[7:]}: {name}", file, make, reason, check)


def _csv() -> Rows:
    yield "a byte order mark", written("\ufeff" + CSV), PASSES, ""
    yield "UTF-16", written(CSV.encode("utf-16")), "readable", "is not UTF-8"
    yield "UTF-32", written(CSV.encode("utf-32")), "readable", "is not UTF-8"
    yield "Latin-1", written(CSV.encode() + "é,1,1\n".encode("latin-1")), "readable", "is not UTF-8"
    yield "lone carriage returns", written(CSV.replace("\n", "\r")), PASSES, ""
    yield "no end of the last line", written(CSV.strip()), PASSES, ""
    yield "a zero byte in a name", written(CSV.replace("parks", "par\0ks")), "columns", r"par\x00ks"
    yield "a zero byte in a value", written(CSV.replace("BK03", "BK\0" + "03")), "rows", ""
    yield "a quote that never closes", written(CSV + '"' + "x,1,2\n" * 1000), "readable", "is not CSV"
    yield "a stray quote", written(CSV + 'a"b"",1,2\n""x,3,4\n'), "readable", ""
    yield "quoted empties and a stray quote", written(CSV + '"",1,2\n"a"b,1,2\n'), "readable", "is not CSV"
    yield "semicolons", written(CSV.replace(",", ";")), "columns", "Missing"
    yield "a row too short", written(CSV + "a,1\n"), "readable", "has 2 fields in row 5, but 3 in its header"
    yield "a row too long", written(CSV + "a,1,2,3\n"), "readable", "has 4 fields in row 5"
    yield "a column twice", written("nta,nta\na,b\n"), "readable", 'has the column "nta" twice'
    yield "a header alone", written("nta,parks,area\n"), "rows", "3 of 3 expected rows are missing"
    yield "blank lines alone", written("\n\n\r\n"), "readable", "has no header row"
    yield "a byte order mark alone", written("\ufeff"), "readable", "has no header row"
    yield "100,000 columns", written(",".join(f"c{n}" for n in range(100_000)) + "\n"), "readable", "100000 columns"
    yield "a million columns of one name", written(b"a," * 1_000_000 + b"a\n"), "readable", "columns"
    yield "a formula", written(CSV.replace("BK03", "=cmd|' /C calc'!A0")), "rows", "=cmd"
    yield "a number of 10,000 digits", written(CSV.replace("250.5", "9" * 10_000)), "values", ""
    yield "an integer of 10,000 digits", written(CSV.replace("7,", "9" * 10_000 + ",")), ANY, ""
    yield "1e400", written(CSV.replace("250.5", "1e400")), "values", "inf"
    yield "not a number", written(CSV.replace("250.5", "nan")), "values", "NULL"
    yield "digits of another script", written(CSV.replace("7", "\u0667")), "types", ""
    yield "a hidden direction mark", written(CSV.replace("BK03", "BK03\u202e")), "rows", r"\u202e"
    yield "types in a file beside", _beside(".csvt", '"String","String","String"'), PASSES, ""
    yield "a VRT beside", _beside(".vrt", "<OGRVRTDataSource/>"), PASSES, ""
    yield "a CRS beside", _beside(".prj", str(canary())), PASSES, ""


def _beside(ending: str, text: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path)
        path.with_suffix(ending).write_text(text)

    return make


def _edited(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        document = json.loads(honest(path).read_text())
        change(document)
        path.write_text(json.dumps(document))

    return make


def _crs(value: Any) -> Callable[[Path], None]:
    return _edited(lambda document: document.update(crs=value))


def _third(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    return _edited(lambda document: change(document["features"][2]))


def _replaced(old: str, new: str) -> Callable[[Path], None]:
    return changed(lambda data: re.sub(old.encode(), lambda _: new.encode(), data))


def _geojson() -> Rows:
    for kind in ("link", "url", "URL"):
        for where, target in (
            ("an address", f"http://{address()}/crs.wkt"),
            ("a file address", f"file://{canary()}"),
            ("a file", str(canary())),
        ):
            crs = {"type": kind, "properties": {"href": target, "url": target, "type": "esriwkt"}}
            yield f"a CRS by {kind} to {where}", _crs(crs), FREE, ""
    for word, name in (
        ("a file", str(canary())),
        ("an address", f"http://{address()}/x"),
        ("a file of the network", f"/vsicurl/http://{address()}/x"),
        ("a number of nothing", "EPSG:99999999"),
        ("a million letters", "A" * 10**6),
    ):
        yield f"a CRS called {word}", _crs({"type": "name", "properties": {"name": name}}), FREE, ""
    yield "a CRS that is a list", _crs([1, [2]]), FREE, ""
    for depth in (30, 1_000, 100_000):
        deep = "[" * depth + "]" * depth
        yield f"{depth} brackets as a value", _replaced(r'"BK03"', deep), FREE, ""
        yield f"{depth} brackets as coordinates", _replaced(r"\[ \[ \[ 8.*?\] \] \]", deep), FREE, ""
        yield f"{depth} brackets alone", written(deep), "readable", ""
        yield f"{depth} objects one in another", written('{"a":' * depth + "1" + "}" * depth), "readable", ""
    yield "an open bracket 10^6 times", written("[" * 10**6), "readable", ""


def _geojson_values() -> Rows:
    for value in ("1e400", "-1e400", "NaN", "Infinity", "123456789012345678901234567890", "0." + "1" * 10**5):
        yield f"{value[:20]} for a number", _replaced("250.5", value), ANY, ""
        yield f"{value[:20]} for a coordinate", _replaced(r"8.0, 53.0", f"8.0, {value}"), ANY, ""
    yield "a key twice", _replaced(r'"area": 250.5', '"area": 1, "area": 250.5'), FREE, ""
    yield "a half surrogate", _replaced("BK03", "\\\\ud800"), ANY, ""
    yield "an escaped zero", _replaced("BK03", "BK03\\\\u0000x"), ANY, ""
    yield "UTF-16", changed(lambda data: data.decode().encode("utf-16")), "readable", ""
    yield "a byte order mark", changed(lambda data: b"\xef\xbb\xbf" + data), PASSES, ""
    yield "no UTF-8 in a value", changed(lambda data: data.replace(b"BK03", b"BK\xff\xfe")), ANY, ""
    yield "text behind its end", changed(lambda data: data + b"{}"), FREE, ""
    yield "mixed types in a column", _third(lambda row: row["properties"].update(area="wide")), "types", ""
    yield "an object in a column", _third(lambda row: row["properties"].update(area={"a": {"b": 1}})), ANY, ""
    yield "features of no geometry", _edited(lambda doc: [row.pop("geometry") for row in doc["features"]]), ANY, ""
    yield "a geometry type nobody knows", _third(lambda row: row["geometry"].update(type="Blob")), ANY, ""
    yield "coordinates of texts", _third(lambda row: row["geometry"].update(coordinates=[[["8", "52"]]])), ANY, ""
    yield "coordinates of objects", _third(lambda row: row["geometry"].update(coordinates={"x": 1})), ANY, ""
    yield "features that are no list", _edited(lambda doc: doc.update(features={"a": 1})), ANY, ""
    yield "no features", _edited(lambda doc: doc.update(features=[])), ANY, ""
    esri = {"geometryType": "esriGeometryPolygon", "fields": [], "features": [], "spatialReference": {"wkid": 28992}}
    yield "ESRI JSON", written(json.dumps(esri)), "readable", ""
    topology = {"type": "Topology", "objects": {"result": {"type": "GeometryCollection", "geometries": []}}, "arcs": []}
    yield "TopoJSON", written(json.dumps(topology)), "readable", ""
    yield (
        "a STAC list",
        written('{"type": "FeatureCollection", "stac_version": "1.0.0", "features": [{"assets": 1}]}'),
        ANY,
        "",
    )
    yield "an address", written(f"http://{address()}/result.geojson"), "readable", ""
    yield "a line per feature", written('{"type":"Feature","geometry":null,"properties":{}}\n' * 3), ANY, ""


LAUGHS = "".join(
    f'<!ENTITY l{n} "{"&l" + str(n - 1) + ";" if n else "ha"}' + (f"&l{n - 1};" * 9 if n else "") + '">'
    for n in range(12)
)
KML_HEAD = "<?xml version='1.0'?>"


def _kml() -> Rows:
    yield "a billion laughs", _replaced(r"<\?xml.*?\?>", f"<?xml version='1.0'?><!DOCTYPE kml [{LAUGHS}]>"), FREE, ""
    laughing = f"<!DOCTYPE kml [{LAUGHS}]><kml xmlns='http://www.opengis.net/kml/2.2'><Document><name>&l11;</name></Document></kml>"
    yield "a billion laughs that are used", written(KML_HEAD + laughing), ANY, ""
    outside = f"<!DOCTYPE kml [<!ENTITY e SYSTEM 'file://{canary()}'>]>"
    yield (
        "an entity of a file",
        changed(lambda data: data.replace(b"?>", b"?>" + outside.encode(), 1).replace(b"BK03", b"&e;")),
        ANY,
        "",
    )
    link = f"<NetworkLink><Link><href>http://{address()}/x.kml</href></Link></NetworkLink>"
    yield "a network link", _replaced("<Folder>", f"{link}<Folder>"), FREE, ""
    near = link.replace(f"http://{address()}/x.kml", "secret.kml")
    yield "a link to a neighbour", _replaced("<Folder>", f"{near}<Folder>"), FREE, ""
    for depth in (100, 10_000, 100_000):
        yield (
            f"{depth} folders one in another",
            _replaced("<Folder>.*</Folder>", "<Folder>" * depth + "</Folder>" * depth),
            ANY,
            "",
        )
    yield "a style of a neighbour", _replaced("<Placemark>", "<Placemark><styleUrl>secret.kml#s</styleUrl>"), FREE, ""
    yield "a zip of it", _zipped, "readable", ""
    yield "coordinates that are words", _replaced("8,52", "east,north"), ANY, ""
    yield "coordinates of 1e400", _replaced("8,52", "1e400,52"), ANY, ""
    yield "no end tag", changed(lambda data: data.replace(b"</kml>", b"")), "readable", ""
    yield "another root", changed(lambda data: data.replace(b"kml", b"xml2")), "readable", ""
    yield "UTF-16", changed(lambda data: data.decode().replace("UTF-8", "UTF-16").encode("utf-16")), FREE, ""
    yield "an encoding nobody knows", changed(lambda data: data.replace(b"UTF-8", b"EBCDIC-X")), "readable", ""


def _zipped(path: Path) -> None:
    honest(path)
    data = path.read_bytes()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("doc.kml", data)


def _workbook(change: Callable[[dict[str, bytes]], object]) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path)
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        change(parts)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in parts.items():
                archive.writestr(name, data)

    return make


SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"


def _sheet(old: bytes, new: bytes, part: str = SHEET) -> Callable[[Path], None]:
    return _workbook(lambda parts: parts.update({part: re.sub(old, lambda _: new, parts[part])}))


def _workbooks() -> Rows:
    for part in (SHEET, STRINGS, "xl/workbook.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels"):
        yield f"without {part}", _workbook(lambda parts, part=part: parts.pop(part, None)), FREE, ""
        yield f"an empty {part}", _workbook(lambda parts, part=part: parts.update({part: b""})), FREE, ""
    laughs = f"<?xml version='1.0'?><!DOCTYPE sst [{LAUGHS}]><sst><si><t>&l11;</t></si></sst>".encode()
    yield "a billion laughs", _workbook(lambda parts: parts.update({STRINGS: laughs})), ANY, ""
    yield "a cell in column ZZZZZZ", _sheet(b'r="C4"', b'r="ZZZZZZ4"'), ANY, ""
    yield "a cell in row 10^9", _sheet(b'<row r="4"', b'<row r="1000000000"'), ANY, ""
    yield "a cell in row -1", _sheet(b'<row r="4"', b'<row r="-1"'), FREE, ""
    yield "a text that is not there", _sheet(b'(?s)t="s"([^>]*)><v>\\d+</v>', b't="s"><v>99999999</v>'), FREE, ""
    yield "a formula without a value", _sheet(b"<v>250.5</v>", b"<f>1/0</f>"), ANY, ""
    yield "an error for a value", _sheet(b"<v>250.5</v>", b"<v>#DIV/0!</v>"), ANY, ""
    relation = f'Target="../../../../../../../..{canary()}"'.encode()
    yield (
        "a sheet outside the file",
        _sheet(b'Target="worksheets/sheet1.xml"', relation, "xl/_rels/workbook.xml.rels"),
        ANY,
        "",
    )
    far = f'Target="/vsicurl/http://{address()}/x"'.encode()
    yield (
        "a sheet on the network",
        _sheet(b'Target="worksheets/sheet1.xml"', far, "xl/_rels/workbook.xml.rels"),
        ANY,
        "",
    )
    yield (
        "a name that leaves the folder",
        _workbook(lambda parts: parts.update({"../../outside.txt": b"x"})),
        PASSES,
        "",
    )
    yield "3,000 more parts", _workbook(lambda parts: parts.update({f"x{n}": b"" for n in range(3_000)})), FREE, ""
    yield "a directory that lies about sizes", _lying_directory, ANY, ""


def _lying_directory(path: Path) -> None:
    _workbook(lambda parts: None)(path)
    data = path.read_bytes()
    path.write_bytes(re.sub(rb"(?s)(PK\x01\x02.{20})....", lambda match: match[1] + b"\xff\xff\xff\x7f", data))


def _flatgeobuf() -> Rows:
    for name, at, value in (
        ("a header of 2 GB", 8, b"\xff\xff\xff\x7f"),
        ("a header of 4 GB", 8, b"\xff\xff\xff\xff"),
        ("no header", 8, b"\0\0\0\0"),
        ("another version", 3, b"\x09"),
        ("a root beyond the header", 12, b"\xff\xff\xff\x7f"),
    ):
        yield name, changed(lambda data, at=at, value=value: data[:at] + value + data[at + len(value) :]), FREE, ""
    yield "a feature of 2 GB", changed(_first_feature_of(b"\xff\xff\xff\x7f")), ANY, ""
    yield "a feature of no byte", changed(_first_feature_of(b"\0\0\0\0")), ANY, ""
    yield "the magic alone", changed(lambda data: data[:8]), ANY, ""


def _first_feature_of(size: bytes) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        first = 12 + int.from_bytes(data[8:12], "little")
        return data[:first] + size + data[first + 4 :]

    return change
