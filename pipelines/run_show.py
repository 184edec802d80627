"""`winnow show`: one page of an output, for a person or a program to read."""

import json

from pipelines.dataset import Dataset
from pipelines.errors import CommandError
from pipelines.finding import Found, Search
from pipelines.page_view import PageView
from pipelines.stdout import write_stdout
from transforms.urls import url_keys


def run_show(root: str, url: str, offset: int | None, *, with_nodes: bool, as_json: bool) -> int:
    """Shows the captures of a URL.

    Args:
        root: the folder of the run.
        url: the address, or another that an index takes for the same.
        offset: where in its shard the capture is; None for all captures.
        with_nodes: whether to show the nodes.
        as_json: whether to write JSON lines.

    Returns:
        The exit code.

    Raises:
        CommandError: there is no such output, or no such page in it.
    """
    dataset = Dataset(root)
    search = Search(url_keys(url).surtkey)
    search.run(dataset, with_nodes=with_nodes)
    if not search.found:
        raise CommandError(f"{url}: not in {root}{_near(search.neighbours(dataset))}")
    captures = _at(search.found, offset, url)
    for number, found in enumerate(captures):
        view = PageView(found)
        if as_json:
            text = json.dumps(view.as_dict(), ensure_ascii=False)
        else:
            lines = view.lines(f"capture {number + 1} of {len(captures)}")
            text = "\n".join(["", *lines] if number else lines)
        write_stdout(f"{text}\n".encode())
    return 0


def _near(urls: list[str]) -> str:
    return f"; nearest there: {' and '.join(urls)}" if urls else ""


def _at(found: list[Found], offset: int | None, url: str) -> list[Found]:
    if offset is None:
        return found
    captures = [one for one in found if one.page["warc_record_offset"] == offset]
    if not captures:
        there = ", ".join(str(one.page["warc_record_offset"]) for one in found)
        raise CommandError(f"{url}: no capture at offset {offset}; there are {there}")
    return captures
