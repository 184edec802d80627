"""Header fields, as WARC and HTTP both have them, out of bytes that keep no rules."""

import re

_FOLDED = re.compile(rb"\r?\n[ \t]+")


class Fields:
    r"""The fields of one head, looked up in place: most heads are asked for very few.

    Names are asked for in lower case between a line feed and the colon: `b"\nhost:"`.
    """

    __slots__ = ("_lower", "_raw")

    def __init__(self, raw: bytes) -> None:
        """Takes a head with its first line, which is no field."""
        if b"\n " in raw or b"\n\t" in raw:
            raw = _FOLDED.sub(b" ", raw)
        self._raw = raw
        self._lower = raw.lower()

    def first(self, name: bytes) -> str | None:
        """Returns the first value of that name that is not empty."""
        at = self._lower.find(name)
        if at < 0:
            return None
        begin = at + len(name)
        end = self._raw.find(b"\n", begin)
        value = (self._raw[begin:end] if end >= 0 else self._raw[begin:]).strip()
        return text_of(value) if value else next(iter(self.every(name)), None)

    def every(self, name: bytes) -> tuple[str, ...]:
        """Returns all values of that name that are not empty."""
        values = []
        at = self._lower.find(name)
        while at >= 0:
            begin = at + len(name)
            end = self._raw.find(b"\n", begin)
            values.append((self._raw[begin:end] if end >= 0 else self._raw[begin:]).strip())
            at = self._lower.find(name, begin)
        return tuple(text_of(value) for value in values if value)


def text_of(value: bytes) -> str:
    """Returns a header value as text: UTF-8 if it is, else what every byte is a character of."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")
