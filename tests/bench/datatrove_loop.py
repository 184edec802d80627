"""datatrove's own parts on the same shards: `python -m tests.bench.datatrove_loop SHARDS OUT`.

Its reader, its trafilatura in the sandbox that it puts around it, its Parquet writer, one after the
other as its executor calls them.
"""

import sys

from datatrove.pipeline.extractors import Trafilatura
from datatrove.pipeline.readers import WarcReader
from datatrove.pipeline.writers import ParquetWriter

if __name__ == "__main__":
    shards, out = sys.argv[1:]
    pages = WarcReader(shards).run(None, 0, 1)
    texts = Trafilatura(favour_precision=True, timeout=10).run(pages, 0, 1)
    for _ in ParquetWriter(out, compression="zstd").run(texts, 0, 1):
        pass
