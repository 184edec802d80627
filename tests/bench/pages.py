"""Pages to measure on: the project's own, generated, and the shared development pages if there."""

import random
from pathlib import Path

import pyarrow.parquet as pq

SHARED = Path(__file__).resolve().parents[3] / "shared" / "datasets" / "scrapinghub_aeb.parquet"
_WORDS = (
    "harbour storm pier quay ferry council morning report inspect timber crane sailor budget vote "
    "repair winter tide engineer market village bridge river signal night weather cargo"
).split()


def generated(count: int = 60, seed: int = 7) -> list[bytes]:
    """Article pages with menus, teasers, comments, scripts and styles, about 100 KB each."""
    rng = random.Random(seed)
    return [_article(rng) for _ in range(count)]


def shared() -> list[bytes]:
    """The pages of the shared set, none where it is absent."""
    if not SHARED.exists():
        return []
    pages: list[bytes] = pq.read_table(SHARED, columns=["html"])["html"].to_pylist()
    return pages


def grown(nodes: int) -> bytes:
    """One page of about so many nodes: ever more sections of the same form, none deeper."""
    section = (
        '<div class="s"><h2>The harbour</h2><p>Divers of the <a href="/port">port authority</a> '
        "will inspect the foundations on Tuesday.</p><ul><li><a href='/a'>Piers</a></li>"
        "<li>Quays</li></ul><p>Nobody was <b>hurt</b>.<br>Ferries sail again.</p></div>\n"
    )
    in_section = 22
    return b"<body>" + section.encode() * (nodes // in_section) + b"</body>"


def _sentence(rng: random.Random) -> str:
    words = rng.choices(_WORDS, k=rng.randint(6, 22))
    return " ".join(words).capitalize() + "."


def _paragraph(rng: random.Random) -> str:
    text = " ".join(_sentence(rng) for _ in range(rng.randint(1, 6)))
    return f'<p class="text">{text.replace("harbour", "<a href=/h>harbour</a>", 1)}</p>\n'


def _teaser(rng: random.Random, number: int) -> str:
    return (
        f'<div class="teaser t{number}" data-id="{number}"><a href="/{number}"><img src="/{number}'
        f'.jpg" alt=""><span class="kicker">News</span><h3>{_sentence(rng)}</h3></a></div>\n'
    )


def _article(rng: random.Random) -> bytes:
    menu = "".join(f'<li class="item"><a href="/{w}">{w.title()}</a></li>\n' for w in _WORDS)
    script = "<script>" + 'window.q=window.q||[];q.push({"a":1,"b":[2,3]});' * 300 + "</script>\n"
    style = (
        "<style>" + ".teaser > a:hover { color: #123456; margin: 0 auto }\n" * 300 + "</style>\n"
    )
    body = "".join(_paragraph(rng) for _ in range(rng.randint(8, 60)))
    teasers = "".join(_teaser(rng, i) for i in range(rng.randint(20, 90)))
    comments = "".join(
        f'<div class="comment"><b>{rng.choice(_WORDS)}</b> <time>12:0{i % 10}</time>'
        f"<p>{_sentence(rng)}</p></div>\n"
        for i in range(rng.randint(0, 40))
    )
    title = _sentence(rng)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title} – Post</title>'
        f'{style}{script}</head>\n<body class="page">\n<header><nav><ul class="menu">\n{menu}</ul>'
        f"</nav></header>\n<main><article><h1>{title}</h1>\n{body}</article>\n<aside>{teasers}"
        f"</aside>\n<section>{comments}</section></main>\n{script * 3}"
        f"<footer><ul>{menu}</ul><p>Copyright the Harbour Post</p></footer></body></html>"
    ).encode()
