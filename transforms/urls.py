"""Keys of a URL, as Common Crawl's index has them: url_surtkey, host, registered domain.

The SURT key is the sort-friendly form of web archives: host backwards, then path and query, without
what does not tell pages apart. Its rules follow from the keys in public indexes; the one library
that has them is unmaintained, and its licence is not for a library to depend on.
"""

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote_from_bytes, unquote, unquote_to_bytes

from publicsuffixlist import PublicSuffixList


class UrlKeys(NamedTuple):
    """What an index looks a page up by."""

    surtkey: str
    host: str | None  # lower case, in ASCII; None if the URL names none
    registered_domain: str | None  # below a public suffix; None for an address or such a suffix


class _Host(NamedTuple):
    name: str
    surt: str
    registered_domain: str | None


# The rules that registries follow, not those of companies who let out names below their own.
_SUFFIXES = PublicSuffixList(accept_unknown=False, only_icann=True)

_URL = re.compile(
    r"""
    (?P<scheme> [a-z][a-z0-9+.-]*) :// (?P<authority> [^/?\#\\]*)
    (?P<path> [^?\#]*) (?: \? (?P<query> [^\#]*) )?
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_AUTHORITY = re.compile(r"(?:.*@)?(?P<host>\[[^\]]*\]|[^:]*)(?::(?P<port>\d*))?.*", re.DOTALL)
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}", re.ASCII)
_WWW = re.compile(r"^www\d*\.(?=.)", re.ASCII)
_PORTS = {"http": "80", "https": "443"}
_LINE_ENDS = str.maketrans("", "", "\t\n\r")  # not part of a URL, say the standard's parsers
_LONGEST_HOST = 1024  # characters; of a longer one, which no server has, no domain is looked for
_MOST_UNQUOTED = 8  # how often something was escaped that had been escaped already
_TIDY = re.compile(r"(?:/[a-z0-9_~!$&'*+,=:@-][a-z0-9_.~!$&'*+,=:@-]*)*/?", re.ASCII)
_PLAIN = "!\"$&'()*+,/:;<=>?@[\\]^`{|}~"

# The identifiers that servers give their visitors.
_SESSION_PATH = re.compile(
    r";jsessionid=[0-9a-z]{32}$ | (?<=/) \( (?:[a-z]\([0-9a-z]{24}\))+ \) / (?=[^/]+\.aspx)",
    re.VERBOSE,
)
_SESSION_QUERY = re.compile(
    r"""
    (?:^|(?<=&)) (?: jsessionid=[0-9a-z]{32} | phpsessid=[0-9a-z]{32} | sid=[0-9a-z]{32}
    | aspsessionid[a-z]{8}=[a-z]{24} | cfid=[^&]+&cftoken=[^&]+ ) (?:&|$)
    """,
    re.VERBOSE,
)


def url_keys(url: str) -> UrlKeys:
    """Returns the keys of a URL. Never raises; what names no host is its own key."""
    url = url.strip()
    if not (url.isascii() and url.isprintable()):
        # Half a surrogate pair is no character.
        url = url.translate(_LINE_ENDS).encode("utf-8", "replace").decode()
    parts = _URL.match(url)
    authority = _AUTHORITY.fullmatch(parts["authority"]) if parts else None
    if not parts or not authority or not authority["host"]:
        return UrlKeys(url, None, None)
    host = _host(authority["host"])
    port = authority["port"]
    if port and port != _PORTS.get(parts["scheme"].lower()):
        surt = f"{host.surt}:{port}){_path(parts['path'])}"
    else:
        surt = f"{host.surt}){_path(parts['path'])}"
    if query := _query(parts["query"] or ""):
        surt = f"{surt}?{query}"
    return UrlKeys(surt, host.name, host.registered_domain)


@lru_cache(maxsize=1 << 14)
def _host(host: str) -> _Host:
    name = _ascii(unquote(host).lower()).strip(".") or host
    if name.startswith("["):
        return _Host(name, name, None)
    backwards = ",".join(reversed(_WWW.sub("", name, count=1).split(".")))
    has_domain = len(name) <= _LONGEST_HOST and not _ADDRESS.fullmatch(name)
    return _Host(name, backwards, _SUFFIXES.privatesuffix(name) if has_domain else None)


def _ascii(host: str) -> str:
    if host.isascii():
        return host
    return ".".join(map(_label, re.split("[.\u3002\uff0e\uff61]", host)))


def _label(label: str) -> str:
    try:
        return label.encode("idna").decode()
    except UnicodeError:  # an emoji, say: such names do exist
        return "xn--" + label.encode("punycode", "replace").decode()


def _path(path: str) -> str:
    path = path.lower()
    if not _TIDY.fullmatch(path):
        path = _SESSION_PATH.sub("", _without_dots(_escaped(path)).lower())
    return path.rstrip("/") or "/"


def _query(query: str) -> str:
    if not query:
        return ""
    query = _SESSION_QUERY.sub("", _escaped(query).lower())
    return "&".join(sorted(query.split("&"), key=lambda pair: pair.split("=", 1)))


def _without_dots(path: str) -> str:
    kept: list[str] = []
    for step in path.replace("\\", "/").split("/"):
        if step == "..":
            del kept[-1:]
        elif step and step != ".":
            kept.append(step)
    return "/" + "/".join(kept)


def _escaped(text: str) -> str:
    """Returns a text with what must be escaped in a URL escaped, once."""
    if "%" not in text and text.isascii() and text.isprintable() and " " not in text:
        return text
    raw = text.encode("utf-8", "replace")
    for _ in range(_MOST_UNQUOTED):
        before, raw = raw, unquote_to_bytes(raw)
        if raw == before:
            break
    return quote_from_bytes(raw, safe=_PLAIN)
