"""Rows as record batches: what is made of the text alone, and how numbers are written."""

from pathlib import Path

import pyarrow.parquet as pq

from extractors.fingerprint import simhash, text_hash
from extractors.language import identify
from transforms.batches import nodes_batch, pages_batch
from transforms.config import CleanConfig
from transforms.crawl.captures import Capture, Tally
from transforms.crawl.units import Compression, Form, Unit
from transforms.output_rows import Row, extracted_row, plain_row
from transforms.reports import UnitEnd
from transforms.schema import NODES, PAGES
from transforms.unit_files import UnitFiles

TEXT = "Die Fähre verlässt jeden Morgen die Insel, und niemand weiß, wann sie zurückkommt."
UNIT = Unit("shard", 0, 9, 9, Form.WARC, Compression.GZIP, 9)


def rows(config: CleanConfig) -> list[Row]:
    page = Capture("shard", 0, 5, url="https://example.org/", payload=f"<p>{TEXT}".encode())
    bare = Capture("shard", 5, 4, payload=b"<p> ")
    return [
        extracted_row(page, config.extractors, config.limits, config.nodes),
        plain_row(bare, "not_html"),
        extracted_row(bare, config.extractors, config.limits, config.nodes),
    ]


def test_what_follows_from_the_text_stands_beside_it(tmp_path: Path) -> None:
    batch = pages_batch(rows(CleanConfig(str(tmp_path))), PAGES)
    text = TEXT.encode()
    code, score = identify(text)
    assert code == "de"
    assert batch["text"].to_pylist() == [TEXT, None, ""]
    assert batch["lang"].to_pylist() == [code, None, "und"]
    assert [value and round(value, 3) for value in batch["lang_score"].to_pylist()] == [
        score,
        None,
        0,
    ]
    assert batch["text_hash"].to_pylist() == [text_hash(text), None, text_hash(b"")]
    assert batch["simhash64"].to_pylist() == [simhash(text), None, 0]


def test_a_row_without_a_page_has_no_nodes(tmp_path: Path) -> None:
    batch = nodes_batch(rows(CleanConfig(str(tmp_path))), NODES)
    assert [len(tags) for tags in batch["tag"].to_pylist()] == [4, 0, 0]


def test_a_unit_knows_its_languages(tmp_path: Path) -> None:
    config = CleanConfig(str(tmp_path))
    files = UnitFiles(config, UNIT)
    for row in rows(config):
        files.add(row)
    report = files.publish(UnitEnd(UNIT, Tally(rows=3)))
    assert report.languages == {"de": 1, "und": 1}
    assert pq.read_table(tmp_path / report.pages)["lang"].to_pylist() == ["de", None, "und"]
