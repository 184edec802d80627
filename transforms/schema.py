"""The schemas of the output. `OUTPUT.md` beside this file says what every column means."""

from collections.abc import Mapping

import pyarrow as pa

SCHEMA_VERSION = "1"

_WORD = pa.dictionary(pa.int32(), pa.string())  # few values, many rows

PAGES = pa.schema(
    [
        # which record, and where it is
        ("doc_id", pa.binary(16)),
        ("url", pa.string()),
        ("url_surtkey", pa.string()),
        ("url_host_name", pa.string()),
        ("url_host_registered_domain", pa.string()),
        ("record_id", pa.string()),
        ("warc_filename", _WORD),
        ("warc_record_offset", pa.int64()),
        ("warc_record_length", pa.int64()),
        # what became of it
        ("status", _WORD),
        ("error", pa.string()),
        # how it was fetched
        ("fetch_time", pa.timestamp("us", tz="UTC")),
        ("fetch_status", pa.int16()),
        ("content_mime_type", _WORD),
        ("content_digest", pa.string()),
        ("digest_ok", pa.bool_()),
        ("content_truncated", _WORD),
        ("payload_bytes", pa.int64()),
        ("charset", _WORD),
        ("charset_source", _WORD),
        ("replacement_chars", pa.int32()),
        # what its owner wants
        (
            "policy",
            pa.struct(
                [
                    ("noindex", pa.bool_()),
                    ("nofollow", pa.bool_()),
                    ("noarchive", pa.bool_()),
                    ("nosnippet", pa.bool_()),
                    ("noai", pa.bool_()),
                    ("noimageai", pa.bool_()),
                    ("tdm_reservation", pa.bool_()),
                    ("source", _WORD),
                ]
            ),
        ),
        # what it says
        ("canonical_url", pa.string()),
        ("published", pa.timestamp("ms", tz="UTC")),
        ("author", pa.string()),
        ("title", pa.string()),
        ("text", pa.string()),
        (
            "blocks",
            pa.list_(
                pa.struct(
                    [
                        ("text_start", pa.int32()),
                        ("text_end", pa.int32()),
                        ("node", pa.int32()),
                        ("labels", pa.int32()),
                        ("level", pa.int32()),
                    ]
                )
            ),
        ),
        ("lang", _WORD),
        ("lang_score", pa.float32()),
        ("lang_declared", _WORD),
        ("n_words", pa.int32()),
        ("text_hash", pa.binary(16)),
        ("simhash64", pa.uint64()),
        # how it was extracted
        ("main_ratio", pa.float32()),
        ("agreement", pa.float32()),
        ("extractor_chars", pa.list_(pa.int32())),
        ("dom_nodes", pa.int32()),
    ]
)

NODES = pa.schema(
    [
        ("doc_id", pa.binary(16)),
        ("node", pa.list_(pa.int32())),
        ("parent", pa.list_(pa.int32())),
        ("tag", pa.list_(pa.uint16())),
        ("flags", pa.list_(pa.uint32())),
        ("chars", pa.list_(pa.int32())),
        ("text_start", pa.list_(pa.int32())),
        ("text_end", pa.list_(pa.int32())),
        ("score", pa.list_(pa.float32())),
        ("votes", pa.list_(pa.uint16())),
        ("reason", pa.list_(pa.uint8())),
    ]
)


def with_metadata(schema: pa.Schema, metadata: Mapping[str, str]) -> pa.Schema:
    """The schema with what a reader needs to understand the file on its own."""
    return schema.with_metadata({f"winnow.{key}": value for key, value in metadata.items()})
