"""The elements of HTML: the table of tag codes, and the sets of tags that the methods name.

A node's tag is a small number, its place in `TAGS`. The numbers are ours and never change
their meaning; what the parser calls a tag is learned from the parser at import.
"""

TEXT = 0  # the code of a text node
OTHER = 1  # the code of an element that is not in the table, such as a custom element

TAGS: tuple[str, ...] = (
    "",
    "?",
    *"""a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big
    blink blockquote body br button canvas caption center cite code col colgroup data datalist dd
    del desc details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer
    foreignobject form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img
    input ins isindex kbd keygen label legend li link listing main map mark marquee math menu meta
    meter multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p
    param path picture plaintext pre progress q rb rp rt rtc ruby s samp script search section
    select selectedcontent slot small source spacer span strike strong style sub summary sup svg
    table tbody td template textarea tfoot th thead time title tr track tt u ul use var video wbr
    xmp""".split(),
)
CODE: dict[str, int] = {name: code for code, name in enumerate(TAGS) if code > OTHER}

# What a page does not show as text: scripts, styles, embedded and fallback content.
NO_TEXT = frozenset(
    """head title script style noscript template iframe noframes noembed object audio video canvas
    svg""".split()
)
# Of these the content is no markup at all, so their text does not even enter the arena.
RAW_TEXT = frozenset("script style iframe noembed noframes".split())

ANCHOR = frozenset(["a"])
LINK = frozenset(["a", "button", "select"])  # CETD: a button and a list of choices lead away too

# Tags that cut the text into lines, and those of them that have no end.
STRUCTURAL = frozenset(
    """address article aside blockquote br caption center col colgroup dd details dialog dir div dl
    dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr
    isindex legend li main menu nav ol optgroup option p pre search section select summary table
    tbody td tfoot th thead tr ul""".split()
)
ENDLESS = frozenset("br hr col frame isindex".split())

# Tags that the Euclidean method does not rate.
UNRATED = frozenset(
    "a nav undefined hr span em body script header h1 h2 h3 h4 h5 br iframe".split()
)

MEDIA = frozenset("img video audio embed object iframe".split())

HEADING = frozenset("h1 h2 h3 h4 h5 h6".split())
ITEM = frozenset("li dt dd".split())
TABLE = frozenset(["table"])
ROW = frozenset(["tr"])
CELL = frozenset(["td", "th"])
QUOTE = frozenset(["blockquote"])
CAPTION = frozenset(["caption", "figcaption"])
PREFORMATTED = frozenset("pre listing xmp plaintext textarea".split())
