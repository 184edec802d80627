"""The two files of a unit: its pages and its nodes, whole or absent."""

import json
from collections import Counter
from contextlib import ExitStack, suppress
from hashlib import blake2b
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from extractors import Label, Reason
from extractors._core import FLAGS
from extractors.tags import TAGS
from transforms.batches import nodes_batch, pages_batch
from transforms.config import CleanConfig
from transforms.crawl.units import Unit
from transforms.output import REPORT_KEY, Output, unit_name
from transforms.output_rows import Row
from transforms.reports import UnitEnd, UnitReport
from transforms.schema import NODES, PAGES, SCHEMA_VERSION, with_metadata

GROUP_BYTES = 32 << 20
GROUP_ROWS = 20_000
ZSTD_LEVEL = 3

# What readers look files up by: statistics of texts would only fill the footer.
_STATISTICS = [
    "url_surtkey",
    "url_host_registered_domain",
    "fetch_time",
    "warc_record_offset",
    "status",
    "lang",
]


class RowsOutOfOrderError(Exception):
    """The rows of a unit did not come in order and in one piece."""


class _Abandoned(Exception):
    """Ends the writing of files that nobody wants any more."""


class UnitFiles:
    """The files of one unit while they are written."""

    def __init__(self, config: CleanConfig, unit: Unit) -> None:
        metadata = _metadata(config)
        self._unit = unit
        self._schemas = {"pages": with_metadata(PAGES, metadata)}
        if config.nodes != "none":
            self._schemas["nodes"] = with_metadata(NODES, metadata)
        self._names = {folder: f"{folder}/{unit_name(unit)}.parquet" for folder in self._schemas}
        self._rows: list[Row] = []
        self._weight = 0
        self._written = 0
        self._statuses: Counter[str] = Counter()
        self._languages: Counter[str] = Counter()
        self._payload_bytes = self._text_bytes = 0
        self._doc_ids = blake2b(digest_size=16)
        output = Output(config.output)
        self._publishing = ExitStack()  # in reverse: once there are pages, all is there
        self._writers = {}
        for folder, schema in self._schemas.items():
            stream = self._publishing.enter_context(output.publish(self._names[folder]))
            self._writers[folder] = _writer(stream, schema)

    def add(self, row: Row) -> None:
        """Adds a row; the rows of a unit come in order."""
        self._rows.append(row)
        self._weight += row.weight
        self._statuses[row.status] += 1
        self._payload_bytes += row.payload_bytes
        self._text_bytes += len(row.text or b"")
        self._doc_ids.update(row.doc_id)
        if self._weight >= GROUP_BYTES or len(self._rows) >= GROUP_ROWS:
            self._flush()

    def publish(self, end: UnitEnd) -> UnitReport:
        """Closes the files and lets them appear; the books of the unit are in their footer.

        Raises:
            RowsOutOfOrderError: these are not the rows that were read.
        """
        self._flush()
        if end.unit != self._unit or end.tally.rows != self._written:
            self.abandon()
            raise RowsOutOfOrderError(f"{self._written} rows of {end.tally.rows} in {end.unit}")
        report = UnitReport.of(end)
        report.statuses = dict(sorted(self._statuses.items()))
        report.languages = dict(sorted(self._languages.items()))
        report.payload_bytes = self._payload_bytes
        report.text_bytes = self._text_bytes
        report.doc_ids = self._doc_ids.hexdigest()
        report.pages = self._names["pages"]
        report.nodes = self._names.get("nodes", "")
        with self._publishing:
            for writer in self._writers.values():
                writer.add_key_value_metadata({REPORT_KEY: report.to_json().encode()})
                writer.close()
        return report

    def abandon(self) -> None:
        """Leaves nothing of the files."""
        for writer in self._writers.values():
            with suppress(OSError):  # on a full disk; or else its end would be written to nowhere
                writer.close()
        with suppress(_Abandoned), self._publishing:
            raise _Abandoned

    def _flush(self) -> None:
        if not self._rows:
            return
        pages = pages_batch(self._rows, self._schemas["pages"])
        self._writers["pages"].write_batch(pages, GROUP_ROWS)
        if "nodes" in self._writers:
            nodes = nodes_batch(self._rows, self._schemas["nodes"])
            self._writers["nodes"].write_batch(nodes, GROUP_ROWS)
        self._languages.update(filter(None, pages["lang"].to_pylist()))
        self._written += len(self._rows)
        self._rows.clear()
        self._weight = 0


def _writer(stream: BinaryIO, schema: pa.Schema) -> pq.ParquetWriter:
    return pq.ParquetWriter(
        stream,
        schema,
        compression="zstd",
        compression_level=ZSTD_LEVEL,
        use_dictionary=_dictionary_columns(schema),
        write_statistics=_STATISTICS,
        write_page_checksum=True,
    )


def _dictionary_columns(schema: pa.Schema) -> list[str]:
    """The columns of few values; for texts, a dictionary is work for nothing."""
    return [field.name for field in schema if pa.types.is_dictionary(field.type)]


def _metadata(config: CleanConfig) -> dict[str, str]:
    return {
        "schema_version": SCHEMA_VERSION,
        "settings_digest": config.digest,
        "settings": json.dumps(config.describe(), sort_keys=True),
        "extractors": json.dumps([extractor.name for extractor in config.extractors]),
        "tags": json.dumps(list(TAGS)),
        "flags": json.dumps(FLAGS, sort_keys=True),
        "labels": json.dumps({label.name: label.value for label in Label}),
        "reasons": json.dumps({reason.name: reason.value for reason in Reason}),
        "offsets": "bytes of UTF-8",
    }
