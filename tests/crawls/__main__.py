"""`python -m tests.crawls OUT`: writes a crawl to try things on."""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.crawls.shards import write_bench_crawl, write_crawl


def main(argv: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(prog="tests.crawls", description=__doc__)
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write to")
    parser.add_argument("--pages", type=int, default=1000, help="how many fetches (%(default)s)")
    parser.add_argument("--shards", type=int, default=8, help="how many files (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same crawl")
    parser.add_argument(
        "--plain", action="store_true", help="undamaged .warc.gz with pages of 70 KB, to measure on"
    )
    options = parser.parse_args(argv)
    write = write_bench_crawl if options.plain else write_crawl
    if (options.out / "shards").exists():
        parser.error(f"{options.out / 'shards'} is there already")
    gold = write(options.out, options.pages, options.shards, options.seed)
    for status, count in sorted(Counter(row.status for row in gold).items()):
        sys.stdout.write(f"{count:>8,} {status}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
