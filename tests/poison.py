"""An extractor that does to its process what the page says: the worst that native code can do."""

import os
import signal
from dataclasses import dataclass
from typing import ClassVar

from extractors import EXTRACTORS, Page, Selection

ABORT = "poison: abort"
LOOP = "poison: loop"
EAT = "poison: eat"
RAISE = "poison: raise"
KILL = "poison: kill"
KILL_ONCE = "poison: kill once "  # and the path of a file that remembers it


@dataclass(frozen=True)
class Poison:
    """Keeps all text, unless the title of the page is one of the words above."""

    name: ClassVar[str] = "poison"
    paper: ClassVar[str] = "none"

    def select(self, page: Page) -> Selection:
        match page.title:
            case "poison: abort":
                os.abort()
            case "poison: loop":
                sum(range(10**13))  # in C, and without a pause in which another thread could run
            case "poison: eat":
                _eat()
            case "poison: raise":
                raise ZeroDivisionError("a bug")
            case "poison: kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case title if title.startswith(KILL_ONCE):
                _kill_once(title.removeprefix(KILL_ONCE))
        return EXTRACTORS["full"]().select(page)


def _eat() -> None:
    eaten = []
    while True:
        eaten.append(b"x" * (16 << 20))


def _kill_once(path: str) -> None:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)
