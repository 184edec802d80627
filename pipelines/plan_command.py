"""The command line of `winnow plan`."""

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
  winnow plan --input 'crawl/*.warc.gz'
  winnow plan --input crawl/ --output out/ --workers 8
  winnow plan --input @shards.txt --extractor cectd-ds,density --nodes all

{INPUTS_HELP} Give it the settings of the run to come: they decide its time and its size. Nothing is
written. The exit code is 1 if a shard cannot be read.
"""


def plan(argv: Sequence[str]) -> int:
    """Runs `winnow plan`."""
    options = _parser().parse(argv)
    from pipelines.run_plan import run_plan

    return run_plan(config_of(options), options.input, options.workers, overwrite=options.overwrite)


def _parser() -> Parser:
    parser = Parser(
        "winnow plan",
        "Says what winnow clean would have to do, and what it would take: from the heads of the\n"
        "shards, and from a sample of their pages that is cleaned here and now.",
        _EXAMPLES,
    )
    add_input(parser)
    add_output(parser, required=False, description="of the run: what is done there is left out")
    add_workers(parser)
    parser.add_argument(
        "--overwrite", action="store_true", help="plan as if nothing were done in the output"
    )
    add_settings(parser)
    return parser
