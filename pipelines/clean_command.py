"""The command line of `winnow clean`."""

from collections.abc import Sequence

from pipelines.clean_options import (
    INPUTS_HELP,
    add_input,
    add_output,
    add_settings,
    add_workers,
    config_of,
)
from pipelines.parser import Parser

_EXAMPLES = f"""\
examples:
  winnow clean --input 'crawl/*.warc.gz' --output out/
  winnow clean --input crawl/ --output out/ --extractor cectd-ds,density,euclidean --nodes all
  winnow clean --input @shards.txt --output out/ --workers 8
  winnow clean --input pages.parquet --html-column body --output out/
  winnow clean --input https://example.org/crawl/part-0.warc.gz --output out/

{INPUTS_HELP} The same command again goes on where it was interrupted, takes what is new or has
changed, and does nothing if nothing is.
"""


def clean(argv: Sequence[str]) -> int:
    """Runs `winnow clean`."""
    options = _parser().parse(argv)
    from pipelines.run_clean import run_clean

    return run_clean(
        config_of(options), options.input, options.workers, overwrite=options.overwrite
    )


def _parser() -> Parser:
    parser = Parser(
        "winnow clean",
        "Cleans the shards of a crawl: a row for every record, with the main content of its page,\n"
        "or a status that says why there is none; and the nodes behind each text.",
        _EXAMPLES,
    )
    add_input(parser)
    add_output(parser, required=True, description="where to write, a path or fsspec URL")
    add_workers(parser)
    parser.add_argument(
        "--overwrite", action="store_true", help="forget what an earlier run wrote to the output"
    )
    add_settings(parser)
    return parser
