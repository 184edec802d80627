"""How a row ended: what the extractors say of a page, and what befell it before and meanwhile."""

from enum import StrEnum

from extractors import Status
from transforms.crawl.captures import Flaw


class Accident(StrEnum):
    """What a page did to the process that extracted it. Written to outputs: never renamed."""

    CRASH = "crash"  # the process died, or the extractor raised
    MEMORY = "memory"  # it took more memory than a page may
    TIMEOUT = "timeout"  # it took more time than a page may


STATUSES: tuple[str, ...] = tuple(dict.fromkeys(map(str, [*Status, *Flaw, *Accident])))
