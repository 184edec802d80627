"""Every way a page says, hides or lies about its charset, and what becomes of its bytes."""

import codecs

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from webencodings import lookup
from webencodings.labels import LABELS

from extractors.decode import Charset, CharsetRule, decode

RUSSIAN = (
    "Утром библиотекарь открыл старый шкаф и нашёл в нём письма, которые никто не читал сорок лет. "
    "Он сел у окна, разложил листы по порядку и до самого вечера переписывал их в тетрадь."
)
UKRAINIAN = "Її брат щодня їздив до річки й ловив рибу, а ввечері ґаздиня варила юшку."
JAPANESE = (
    "昨日の夕方、駅前の古い喫茶店で友人と待ち合わせをしました。窓の外では雨が静かに降っていて、"
    "私たちはコーヒーを飲みながら、子供のころに読んだ本のことを長い時間話していました。"
)
CHINESE = (
    "昨天傍晚，我和朋友在车站前的旧茶馆见面。窗外下着小雨，我们一边喝茶，"
    "一边谈起小时候读过的书，不知不觉就过了两个小时。"
)
TAIWANESE = (
    "昨天傍晚，我和朋友在車站前的舊茶館見面。窗外下著小雨，我們一邊喝茶，"
    "一邊談起小時候讀過的書，不知不覺就過了兩個小時。"
)
KOREAN = (
    "어제 저녁에 역 앞에 있는 오래된 찻집에서 친구를 만났습니다. 창밖에는 비가 조용히 내리고 "
    "있었고, 우리는 차를 마시며 어릴 때 읽은 책에 대해 오랫동안 이야기했습니다."
)
GREEK = (
    "Το πρωί ο βιβλιοθηκάριος άνοιξε το παλιό ντουλάπι και βρήκε γράμματα που κανείς δεν διάβασε."
)
FRENCH = "L'été dernier, près du café fermé, la forêt brûlait déjà ; personne n'a rien remarqué."
THAI = "เมื่อเช้านี้บรรณารักษ์เปิดตู้เก่าและพบจดหมายที่ไม่มีใครอ่านมาสี่สิบปี"


def page(charset: str, text: str) -> bytes:
    """A page that declares `charset` in a <meta>, up to where its text begins."""
    return f'<!DOCTYPE html><html><head><meta charset="{charset}">{text}'.encode("ascii")


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("utf-8", "utf-8", f"{RUSSIAN} 😀"),
        ("windows-1251", "windows-1251", RUSSIAN),
        ("koi8-r", "koi8-r", RUSSIAN),
        ("koi8-u", "koi8-u", UKRAINIAN),
        ("iso-8859-5", "iso8859-5", RUSSIAN),
        ("ibm866", "cp866", RUSSIAN),
        ("x-mac-cyrillic", "mac-cyrillic", RUSSIAN),
        ("windows-1252", "windows-1252", f"{FRENCH} “€”"),
        ("windows-1253", "windows-1253", GREEK),
        ("iso-8859-7", "iso8859-7", GREEK),
        ("iso-8859-8-i", "iso8859-8", "שלום"),
        ("windows-874", "cp874", THAI),
        ("shift_jis", "cp932", f"{JAPANESE} ①ｱ～"),
        ("euc-jp", "euc-jp", JAPANESE),
        ("iso-2022-jp", "iso2022-jp", JAPANESE),
        ("euc-kr", "cp949", f"{KOREAN} 똠"),
        ("gbk", "gbk", CHINESE),
        ("gb18030", "gb18030", f"{CHINESE} 😀"),
        ("big5", "big5", TAIWANESE),
        ("utf-16le", "utf-16-le", f"{RUSSIAN} 😀"),
        ("utf-16be", "utf-16-be", f"{RUSSIAN} 😀"),
    ],
)
def test_declared_by_the_server(label: str, codec: str, text: str) -> None:
    html = f"<title>{text}</title>"
    assert decode(html.encode(codec), label) == (html.encode(), Charset(label, CharsetRule.HTTP, 0))


@pytest.mark.parametrize(
    ("label", "raw", "text", "replaced"),
    [
        # single bytes: where Python has no character, the web has a control
        ("windows-1252", b"\x80\x81\x8d\x8f\x90\x9d\x9f", "€\x81\x8d\x8f\x90\x9dŸ", 0),
        ("windows-1250", b"\x81\x9c", "\x81ś", 0),
        ("windows-1251", b"\x98\xff", "\x98я", 0),
        ("windows-1253", b"\x81\xaa\xff", "\x81\ufffd\ufffd", 2),
        ("windows-1255", b"\x81\xd9\xe0", "\x81\ufffdא", 1),
        ("windows-1257", b"\x81\xa1\xe0", "\x81\ufffdą", 1),
        ("windows-1258", b"\x8a\xd2\xec", "\x8a\u0309\u0301", 0),
        ("windows-874", b"\x80\x81\xa1\xdb", "€\x81ก\ufffd", 1),
        ("iso-8859-6", b"\x80\xc7\xff", "\x80ا\ufffd", 1),
        ("iso-8859-11", b"\x80\xa1", "€ก", 0),
        ("koi8-u", b"\xae\xbe", "ўЎ", 0),
        ("macintosh", b"\xdb\xf0", "€\uf8ff", 0),
        ("x-mac-cyrillic", b"\xa2\xff", "Ґ€", 0),
        ("x-user-defined", b"\x80\xffa", "\uf780\uf7ffa", 0),
        # several bytes: the wide tables, and what comes from vendors
        ("gb2312", b"\x80\xa2\xe3\xfe\x50", "€€⺁", 0),
        ("gb18030", b"\x81\x30\x81\x30\x94\x39\xfc\x36", "\x80😀", 0),
        ("big5", b"\x87\x40\x88\x62\xa4\xa4", "䏰Ê̄中", 0),
        ("shift_jis", b"\x5c\x7e\x80\x81\x60\x87\x40\xb1\xf0\x40", "\\~\x80～①ｱ\ue000", 0),
        ("euc-jp", b"\x8e\xb1\xad\xa1\x8f\xb0\xa1", "ｱ①丂", 0),
        ("ks_c_5601-1987", b"\x81\x41\xb0\xa1", "갂가", 0),
        ("iso-2022-jp", b"\x1b$B-!\x1b(I1\x1b(J\\~\x1b(B\\~", "①ｱ¥‾\\~", 0),
        ("iso-2022-jp", b"a\x0e\xb1", "a\ufffd\ufffd", 2),
        # a lead byte never swallows the markup behind it
        ("gbk", b"\x81<b>", "\ufffd<b>", 1),
        ("gb18030", b"\x81\x30\x81<b>", "\ufffd0\ufffd<b>", 2),
        ("big5", b"\xa4<b>", "\ufffd<b>", 1),
        ("shift_jis", b"\x81<b>", "\ufffd<b>", 1),
        ("euc-jp", b"\xa4<b>", "\ufffd<b>", 1),
        ("euc-kr", b"\xb0<b>", "\ufffd<b>", 1),
        ("utf-8", b"\xe2\x82<b>", "\ufffd<b>", 1),
        # the longest start of a character is one, any other byte is one
        ("utf-8", b"\xf0\x9f\x98", "\ufffd", 1),
        ("utf-8", b"\xed\xa0\x80", "\ufffd\ufffd\ufffd", 3),
        ("utf-8", b"\xc0\x80\xff", "\ufffd\ufffd\ufffd", 3),
        ("utf-16le", b"a\0\0\xd8b\0", "a\ufffdb", 1),
        ("utf-16le", b"a\0b", "a\ufffd", 1),
        ("utf-16be", b"\xd8\x3d\xde\0\xdc\0", "😀\ufffd", 1),
        # U+FFFD in the page itself is none of ours
        ("utf-8", b"\xef\xbf\xbd", "\ufffd", 0),
        ("utf-8", b"\xef\xbf\xbd\xff\xef\xbf\xbd\xef\xbf", "\ufffd\ufffd\ufffd\ufffd", 2),
        ("utf-16le", b"\xfd\xff\0\xdc", "\ufffd\ufffd", 1),
        ("utf-16be", b"\xff\xfd\xff\xfd\xdc\0", "\ufffd\ufffd\ufffd", 1),
        ("gb18030", b"\x84\x31\xa4\x37\xff", "\ufffd\ufffd", 1),
        ("gbk", b"\x84\x31\xa4\x37", "\ufffd", 0),
        ("gbk", b"\x81\x84\x31\xa4\x37", "亜1\ufffd", 1),
    ],
)
def test_bytes(label: str, raw: bytes, text: str, replaced: int) -> None:
    html, charset = decode(raw, label)
    assert (html.decode(), charset.replaced) == (text, replaced)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("utf8", "utf-8"),
        ("unicode-1-1-utf-8", "utf-8"),
        ("iso-8859-1", "windows-1252"),
        ("ISO-8859-1", "windows-1252"),
        ("latin1", "windows-1252"),
        ("us-ascii", "windows-1252"),
        ("iso-8859-9", "windows-1254"),
        ("iso-8859-11", "windows-874"),
        ("tis-620", "windows-874"),
        ("gb2312", "gbk"),
        ("gb_2312-80", "gbk"),
        ("x-gbk", "gbk"),
        ("big5-hkscs", "big5"),
        ("ks_c_5601-1987", "euc-kr"),
        ("windows-949", "euc-kr"),
        ("x-sjis", "shift_jis"),
        ("windows-31j", "shift_jis"),
        ("x-euc-jp", "euc-jp"),
        ("csiso2022jp", "iso-2022-jp"),
        ("koi8-ru", "koi8-u"),
        ("koi", "koi8-r"),
        ("cp866", "ibm866"),
        ("logical", "iso-8859-8-i"),
        ("visual", "iso-8859-8"),
        ("mac", "macintosh"),
        ("utf-16", "utf-16le"),
        ("unicodefffe", "utf-16be"),
        (" \t\n\f\rUTF-8\r\n ", "utf-8"),
        ('"utf-8"', "utf-8"),
        ("'gb2312'", "gbk"),
        ("text/html; charset=gb2312", "gbk"),
        ('text/html;Charset="Shift_JIS"; x=y', "shift_jis"),
    ],
)
def test_labels(label: str, name: str) -> None:
    assert decode(b"", label)[1] == Charset(name, CharsetRule.HTTP, 0)


@pytest.mark.parametrize("label", sorted(LABELS))
def test_every_label_of_the_standard_decodes(label: str) -> None:
    html, charset = decode(b"<p>\xa4\xa4", label)
    assert html.decode()
    assert charset.rule is (
        CharsetRule.DETECTED if LABELS[label] == "replacement" else CharsetRule.HTTP
    )


@pytest.mark.parametrize(
    "label",
    [
        *("", " ", "none", "utf-7", "utf-32", "utf-8\0", "utf 8", "é", "\ud800", "ＵＴＦ-8"),
        *("text/html", "charset=", "charset=;", 'charset="utf-8', "x" * 99_999),
        *("hz-gb-2312", "iso-2022-kr"),
    ],
)
def test_a_label_that_says_nothing_is_ignored(label: str) -> None:
    html = RUSSIAN.encode("windows-1251")
    russian = RUSSIAN.encode()
    assert decode(html, label) == (russian, Charset("windows-1251", CharsetRule.DETECTED, 0))
    declaring = page("koi8-r", "") + RUSSIAN.encode("koi8-r")
    assert decode(declaring, label)[1] == Charset("koi8-r", CharsetRule.META, 0)


@pytest.mark.parametrize("label", ["hz-gb-2312", "iso-2022-kr", "iso-2022-cn", "replacement"])
def test_labels_that_blank_a_page_in_browsers_lose_nothing(label: str) -> None:
    html = page(label, "<p>~{VPND~}")
    assert decode(html) == (html, Charset("utf-8", CharsetRule.DETECTED, 0))


UTF8 = "é".encode()
KOI8 = RUSSIAN.encode("koi8-r")
BOM, HTTP, META = CharsetRule.BOM, CharsetRule.HTTP, CharsetRule.META
CONTRADICTED, DETECTED = CharsetRule.CONTRADICTED, CharsetRule.DETECTED


@pytest.mark.parametrize(
    ("raw", "declared", "name", "rule"),
    [
        pytest.param(b"\xef\xbb\xbf<p>", None, "utf-8", BOM, id="mark"),
        pytest.param(b"\xff\xfe<\0p\0", None, "utf-16le", BOM, id="little-endian mark"),
        pytest.param(b"\xfe\xff\0<\0p", None, "utf-16be", BOM, id="big-endian mark"),
        pytest.param(b"\xff\xfe<\0p\0", "utf-8", "utf-16le", BOM, id="mark over header"),
        pytest.param(b"\xef\xbb\xbf" + page("gbk", ""), "big5", "utf-8", BOM, id="mark over all"),
        pytest.param(page("gbk", ""), "big5", "big5", HTTP, id="header over meta"),
        pytest.param(page("gbk", "") + UTF8, "koi8-r", "koi8-r", HTTP, id="header over bytes"),
        pytest.param(page("gbk", ""), "x-none", "gbk", META, id="unknown header"),
        pytest.param(page("koi8-r", "") + KOI8, None, "koi8-r", META, id="meta over guess"),
        pytest.param(page("x-none", "") + KOI8, None, "koi8-u", DETECTED, id="unknown meta"),
        pytest.param(page("latin1", "") + UTF8, None, "utf-8", CONTRADICTED, id="bytes over meta"),
        pytest.param(page("utf-8", "") + UTF8, None, "utf-8", META, id="meta and bytes agree"),
        pytest.param(page("utf-8", "") + KOI8, None, "utf-8", META, id="wrong meta is believed"),
        pytest.param(b"<p>", None, "utf-8", DETECTED, id="only ASCII"),
        pytest.param(b"", None, "utf-8", DETECTED, id="nothing at all"),
    ],
)
def test_precedence(raw: bytes, declared: str | None, name: str, rule: CharsetRule) -> None:
    charset = decode(raw, declared)[1]
    assert (charset.name, charset.rule) == (name, rule)


@pytest.mark.parametrize(
    ("raw", "text", "replaced"),
    [
        (b"\xef\xbb\xbf<p>\xd1\x8f", "<p>я", 0),
        (b"\xef\xbb\xbf", "", 0),
        (b"\xef\xbb\xbf\xef\xbb\xbf<p>", "\ufeff<p>", 0),
        (b"\xef\xbb\xbf<p>\xff", "<p>\ufffd", 1),
        (b"\xff\xfe<\0p\0>\0O\x04", "<p>я", 0),
        (b"\xfe\xff\0<\0p\0>\x04O", "<p>я", 0),
        (b"\xff\xfe", "", 0),
        (b"\xff\xfe<", "\ufffd", 1),
        (b"\xff\xfe\0\0<\0\0\0", "\0<\0", 0),  # UTF-32 is not of the web
    ],
)
def test_byte_order_marks_go(raw: bytes, text: str, replaced: int) -> None:
    html, charset = decode(raw)
    assert (html.decode(), charset.rule, charset.replaced) == (text, BOM, replaced)


AFTER = b"<p>"  # a declaration that nothing follows is cut off, and counts for nothing


@pytest.mark.parametrize(
    ("head", "name"),
    [
        # how a value is written
        (b'<meta charset="gbk">', "gbk"),
        (b"<meta charset='gbk'>", "gbk"),
        (b"<meta charset=gbk>", "gbk"),
        (b"<meta charset=gbk />", "gbk"),
        (b"<meta charset=gbk/>", None),  # the slash is part of it
        (b'<meta charset="gbk"/>', "gbk"),
        (b"<META CHARSET=GB2312>", "gbk"),
        (b"<meta/charset=gbk>", "gbk"),
        (b"<meta\n\tcharset\f=\r gbk >", "gbk"),
        (b'<meta charset=" gbk ">', "gbk"),
        (b'<meta charset="">', None),
        (b"<meta charset>", None),
        (b"<meta charset=>", None),
        (b"<meta charset='gbk\">", None),
        (b'<meta charset="gbk>', None),
        (b"<metacharset=gbk>", None),
        (b"<meta-charset=gbk>", None),
        (b"<meta name=x charset=gbk>", "gbk"),
        (b"<meta x=a'b charset=gbk>", "gbk"),
        (b"<meta x='a>b' charset=gbk>", "gbk"),
        (b'<meta name="x"charset="gbk">', "gbk"),
        (b"<meta =charset=big5 charset=gbk>", "gbk"),
        (b"<meta == charset=gbk>", None),
        (b"<meta charset=gbk charset=big5>", "gbk"),
        (b"<meta charset=none charset=gbk>", None),
        (b"<meta \xe9 charset=gbk>", "gbk"),
        # the pragma
        (b'<meta http-equiv="Content-Type" content="text/html; charset=gbk">', "gbk"),
        (b'<meta content="text/html; charset=gbk" http-equiv="Content-Type">', "gbk"),
        (b'<meta content="text/html; charset=gbk">', None),
        (b'<meta http-equiv="refresh" content="text/html; charset=gbk">', None),
        (b'<meta http-equiv=" content-type" content="charset=gbk">', None),
        (b"<meta http-equiv=content-type content=charset=gbk>", "gbk"),
        (b'<meta http-equiv=content-type content="x; charset = gbk ; y">', "gbk"),
        (b"<meta http-equiv=content-type content='x; charset=\"gbk\"'>", "gbk"),
        (b"<meta http-equiv=content-type content=\"x; charset='gbk'\">", "gbk"),
        (b'<meta http-equiv=content-type content="charset=\'gbk">', None),
        (b'<meta http-equiv=content-type content="charset charset=gbk">', "gbk"),
        (b'<meta http-equiv=content-type content="charsets=big5;charset=gbk">', "gbk"),
        (b'<meta http-equiv=content-type content="charset=none;charset=gbk">', None),
        (b'<meta http-equiv=content-type content="charset=">', None),
        (b"<meta http-equiv=content-type>charset=gbk", None),
        (b"<meta http-equiv=content-type content=charset=big5 charset=gbk>", "gbk"),
        (b"<meta charset=gbk http-equiv=content-type content=charset=big5>", "gbk"),
        (b"<meta charset=none http-equiv=content-type content=charset=gbk>", None),
        # a <meta> is read as ASCII, so it cannot be in UTF-16
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<meta charset=utf-16be>", "utf-8"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<meta charset=iso-2022-kr><meta charset=gbk>", "gbk"),
        (b"<meta charset=none><meta charset=gbk><meta charset=big5>", "gbk"),
        # where a <meta> is one
        (b"<!-- <meta charset=big5> --><meta charset=gbk>", "gbk"),
        (b"<!-- > <meta charset=big5> -- > --><meta charset=gbk>", "gbk"),
        (b"<!--><meta charset=gbk>-->", "gbk"),
        (b"<!---><meta charset=gbk>-->", "gbk"),
        (b"<!-- <meta charset=gbk>", None),
        (b"<! <meta charset=big5><meta charset=gbk>", "gbk"),
        (b"<? <meta charset=big5><meta charset=gbk>", "gbk"),
        (b"</ <meta charset=big5><meta charset=gbk>", "gbk"),
        (b"</meta charset=big5><meta charset=gbk>", "gbk"),
        (b"<a title='<meta charset=big5>'><meta charset=gbk>", "gbk"),
        (b'<a title="\'><meta charset=big5>"><meta charset=gbk>', "gbk"),
        (b"<a<meta charset=big5><meta charset=gbk>", "gbk"),
        (b"<1<meta charset=gbk>", "gbk"),
        (b"< meta charset=big5><meta charset=gbk>", "gbk"),
        (b"<<<meta charset=gbk>", "gbk"),
        (b"<script>var charset = '<meta charset=gbk>'</script>", "gbk"),
        (b"<title>charset=gbk</title>", None),
        # XHTML
        (b'<?xml version="1.0" encoding="gb2312"?>', "gbk"),
        (b"<?xml version='1.0' encoding = 'gb2312' standalone='yes'?>", "gbk"),
        (b'<?xml encoding="utf-16"?>', "utf-8"),
        (b'<?xml encoding="big5"?><meta charset=gbk>', "gbk"),
        (b'<?xml encoding="gbk"?><meta charset=none>', "gbk"),
        (b'<?xml encoding=" gbk"?>', None),
        (b"<?xml encoding=gbk?>", None),
        (b'<?xml encoding="gbk>"?>', None),
        (b'<?xml encoding?><p encoding="gbk">', None),
        (b'<?XML encoding="gbk"?>', None),
        (b' <?xml encoding="gbk"?>', None),
    ],
)
def test_prescan(head: bytes, name: str | None) -> None:
    charset = decode(head + AFTER)[1]
    found = charset.name if charset.rule is META else None
    assert found == name


@pytest.mark.parametrize(
    ("length", "rule"),
    [
        pytest.param(1024, META, id="closed by the last byte that counts"),
        pytest.param(1025, DETECTED, id="one byte too late"),
        pytest.param(5_000, DETECTED, id="far behind"),
    ],
)
def test_a_meta_counts_in_the_first_1024_bytes(length: int, rule: CharsetRule) -> None:
    html = b"<meta charset=big5>".rjust(length) + AFTER
    assert decode(html)[1].rule is rule


def test_a_late_meta_beats_a_guess_but_not_utf8() -> None:
    late = b"<meta charset=iso-8859-15>".rjust(2_000)
    assert decode(late + b"\xa4")[1] == Charset("iso-8859-15", DETECTED, 0)
    assert decode(late + b"\xe2\x82\xac")[1] == Charset("utf-8", DETECTED, 0)
    broken = b"<meta charset=utf-8>".rjust(2_000) + RUSSIAN.encode() + b"\xff"
    assert decode(broken)[1] == Charset("utf-8", DETECTED, 1)


@pytest.mark.parametrize(
    ("label", "text", "rule"),
    [
        pytest.param("iso-8859-1", "", META, id="no evidence"),
        pytest.param("iso-8859-1", "é", CONTRADICTED, id="one character, single-byte"),
        pytest.param("windows-1251", "я", CONTRADICTED, id="one character, Cyrillic"),
        pytest.param("utf-16", "я", META, id="utf-16 is utf-8 here"),
        pytest.param("gb2312", "新" * 7, META, id="seven characters, multi-byte"),
        pytest.param("gb2312", "新" * 8, CONTRADICTED, id="eight characters, multi-byte"),
        pytest.param("big5", TAIWANESE, CONTRADICTED, id="big5"),
        pytest.param("shift_jis", JAPANESE, CONTRADICTED, id="shift_jis"),
        pytest.param("euc-jp", JAPANESE, CONTRADICTED, id="euc-jp"),
        pytest.param("euc-kr", KOREAN, CONTRADICTED, id="euc-kr"),
        pytest.param("gb18030", CHINESE, CONTRADICTED, id="gb18030"),
        pytest.param("iso-2022-jp", JAPANESE, CONTRADICTED, id="iso-2022-jp"),
    ],
)
def test_a_page_transcoded_after_it_was_written(label: str, text: str, rule: CharsetRule) -> None:
    html = page(label, "") + text.encode()
    decoded, charset = decode(html)
    assert charset.rule is rule
    if rule is CONTRADICTED:
        assert (decoded, charset) == (html, Charset("utf-8", CONTRADICTED, 0))


def test_a_page_in_its_own_charset_is_not_contradicted() -> None:
    html = page("gb2312", "") + CHINESE.encode("gbk")
    assert decode(html) == (page("gb2312", "") + CHINESE.encode(), Charset("gbk", META, 0))


@pytest.mark.parametrize(
    ("codec", "name", "text"),
    [
        ("utf-8", "utf-8", FRENCH),
        ("windows-1251", "windows-1251", RUSSIAN),
        ("iso8859-5", "iso-8859-5", RUSSIAN),
        ("koi8-u", "koi8-u", UKRAINIAN),
        ("cp866", "ibm866", RUSSIAN),
        ("windows-1252", "windows-1252", FRENCH),
        ("windows-1253", "windows-1253", GREEK),
        ("cp874", "windows-874", THAI),
        ("cp932", "shift_jis", JAPANESE),
        ("euc-jp", "euc-jp", JAPANESE),
        ("iso2022-jp", "iso-2022-jp", JAPANESE),
        ("gbk", "gbk", CHINESE),
        ("cp949", "euc-kr", KOREAN),
        ("big5", "big5", TAIWANESE),
        ("utf-16-le", "utf-16le", CHINESE),
        ("utf-16-be", "utf-16be", CHINESE),
    ],
)
def test_detection(codec: str, name: str, text: str) -> None:
    html = f"\r\n<html><body><p>{text}</p></body></html>"
    assert decode(html.encode(codec)) == (html.encode(), Charset(name, DETECTED, 0))


@pytest.mark.parametrize(
    ("raw", "name", "replaced"),
    [
        pytest.param(RUSSIAN.encode()[:-1], "utf-8", 0, id="UTF-8 that ends in ASCII"),
        pytest.param(b"<p>\xe4\xb8\xad\xe6\x96", "utf-8", 1, id="UTF-8 cut in a character"),
        pytest.param(b"<p>caf\xe9", "windows-1252", 0, id="one letter at the end is Latin"),
        pytest.param(CHINESE.encode("gbk")[:-1], "gbk", 1, id="GBK cut in a character"),
        pytest.param(b"\x1b[1mbold\x1b[0m", "utf-8", 0, id="escapes of a terminal"),
        pytest.param("\x1b[1mя".encode(), "utf-8", 0, id="escapes in UTF-8"),
    ],
)
def test_detection_of_ends_and_escapes(raw: bytes, name: str, replaced: int) -> None:
    assert decode(raw)[1] == Charset(name, DETECTED, replaced)


def test_a_guess_finds_the_text_far_behind_the_markup() -> None:
    html = b"<i>menu</i>" * 30_000 + RUSSIAN.encode("windows-1251")
    assert decode(html)[1] == Charset("windows-1251", DETECTED, 0)


TWO_LETTERS = "Эй".encode("windows-1251")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        (None, "windows-1254"),  # two letters could be in many an encoding
        ("https://news.example.com/", "windows-1254"),
        ("https://news.example.ru/a.cn?b.cn#c", "windows-1251"),
        ("HTTPS://NEWS.EXAMPLE.RU:8080/", "windows-1251"),
        ("https://user@example.ru./", "windows-1251"),
        ("https://пример.рф/", "windows-1251"),
        ("https://example.xn--p1ai/", "windows-1251"),
    ],
)
def test_a_guess_considers_the_domain(url: str | None, name: str) -> None:
    assert decode(TWO_LETTERS, None, url)[1].name == name


@pytest.mark.parametrize(
    "url",
    [
        *("", "x", "/a", "//", "https://", "https://./", "https://a..b/", "a.cn"),
        *("https://1.2.3.4/", "https://[::1]/", "https://[", "https://a.\0/", "https://a._/"),
        *("https://a.\ud800/", "https://a.ÉÉ/", "https://a.℀/"),
        *("https://a." + "é" * 70, "https://a." + "b" * 70),
    ],
)
def test_no_url_upsets_a_guess(url: str) -> None:
    html, charset = decode(TWO_LETTERS, None, url)
    assert html.decode()
    assert charset.rule is DETECTED


@pytest.mark.parametrize(
    ("text", "utf8", "replaced"),
    [
        ("", b"", 0),
        ("<p>я😀", "<p>я😀".encode(), 0),
        ("\ufeff<p>", b"<p>", 0),
        ('<meta charset="gbk">é', b'<meta charset="gbk">\xc3\xa9', 0),
        ("a\ud800b", b"a\xef\xbf\xbdb", 1),
        ("\udc00\ud800", b"\xef\xbf\xbd\xef\xbf\xbd", 2),
        ("\ufffd\ud800", b"\xef\xbf\xbd\xef\xbf\xbd", 1),
        ("\ud83d\ude00", "😀".encode(), 0),
        ("\0", b"\0", 0),
    ],
)
def test_text(text: str, utf8: bytes, replaced: int) -> None:
    expected = Charset("utf-8", CharsetRule.TEXT, replaced)
    assert decode(text, "koi8-r") == (utf8, expected)


@pytest.mark.parametrize(
    ("raw", "declared"),
    [
        pytest.param(FRENCH.encode(), "utf-8", id="by header"),
        pytest.param(page("utf-8", "") + FRENCH.encode(), None, id="by meta"),
        pytest.param(page("latin1", "") + FRENCH.encode(), None, id="against meta"),
        pytest.param(FRENCH.encode(), None, id="by its bytes"),
        pytest.param(page("gbk", ""), None, id="ASCII in gbk"),
        pytest.param(b"a\0b", "windows-1252", id="ASCII with NUL"),
    ],
)
def test_utf8_is_not_copied(raw: bytes, declared: str | None) -> None:
    assert decode(raw, declared)[0] is raw


def test_long_utf8() -> None:
    for shift in range(4):
        html = b"." * shift + "😀".encode() * 10_000
        assert decode(html)[0] is html
        assert decode(html[:-1])[1] == Charset("utf-8", DETECTED, 1)
        assert decode(html + b"\xff")[1].name != "utf-8"


# What follows searches on its own.

labels = st.none() | st.sampled_from(sorted(LABELS)) | st.text(max_size=12)
urls = st.none() | st.text(max_size=20) | st.text(max_size=12).map("https://a.{}/".format)
FRAGMENTS = [
    *(b"<", b">", b"=", b'"', b"'", b"/", b" ", b"!", b"--", b";", b"<!--", b"-->", b"\0", b"\xe9"),
    *(b"<meta ", b"charset", b"content", b"http-equiv=content-type ", b"<a ", b"<?xml encoding="),
    *(b"gbk", b"utf-8", b"utf-16", b"latin1", b"iso-2022-jp", b"\x1b$B", b"\x1b(B"),
    *(b"\xff\xfe", b"\xef\xbb\xbf", b"\xef\xbf\xbd", b"\x84\x31\xa4\x37"),
    *(CHINESE.encode("gbk"), JAPANESE.encode("cp932"), RUSSIAN.encode()),
]
pages = st.lists(st.sampled_from(FRAGMENTS) | st.binary(max_size=6), max_size=30).map(b"".join)


@given(pages | st.binary(), labels, urls)
def test_any_page_becomes_utf8(html: bytes, declared: str | None, url: str | None) -> None:
    decoded, charset = decode(html, declared, url)
    text = decoded.decode()
    assert 0 <= charset.replaced <= text.count("\ufffd")
    assert charset.name in LABELS.values()


@given(st.text(alphabet=st.characters(codec=None)), labels)
def test_any_text_becomes_utf8(html: str, declared: str | None) -> None:
    decoded, charset = decode(html, declared)
    surrogates = sum("\ud800" <= character <= "\udfff" for character in html)
    assert charset.replaced <= surrogates
    if not surrogates:
        assert decoded.decode() == html.removeprefix("\ufeff")


@given(st.text())
def test_valid_utf8_is_returned_as_it_is(text: str) -> None:
    html = text.removeprefix("\ufeff").encode()
    assert decode(html, "utf-8") == (html, Charset("utf-8", HTTP, 0))
    assert decode(html, "utf-8")[0] is html


almost_utf8 = st.lists(
    st.text(max_size=8).map(str.encode) | st.binary(max_size=3) | st.just(b"." * 33)
).map(b"".join)


@given(almost_utf8)
def test_every_error_in_utf8_is_counted(html: bytes) -> None:
    html = b"." + html  # no byte order mark
    errors = []

    def replace(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeDecodeError)
        errors.append(error)
        return "\ufffd", error.end

    codecs.register_error("counted", replace)
    expected = html.decode(errors="counted").encode()
    decoded, charset = decode(html, "utf-8")
    assert (decoded, charset) == (expected, Charset("utf-8", HTTP, len(errors)))
    assert (decoded is html) == (not errors)


class _EndOfBytes(Exception):
    """The prescan ran out of bytes."""


class _Prescan:
    """The standard's "prescan a byte stream", step by step, as the specification of ours."""

    SPACE = b"\t\n\f\r "

    def __init__(self, stream: bytes) -> None:
        self.stream = stream[:1024]
        self.position = 0

    def byte(self) -> int:
        if self.position >= len(self.stream):
            raise _EndOfBytes
        return self.stream[self.position]

    def skip_to(self, stop: bytes) -> None:
        while self.byte() not in stop:
            self.position += 1

    def skip(self, skipped: bytes) -> None:
        while self.byte() in skipped:
            self.position += 1

    def run(self) -> str | None:
        try:
            while True:
                if found := self.step():
                    return found
                self.position += 1
        except _EndOfBytes:
            return None

    def step(self) -> str | None:
        self.byte()
        rest = self.stream[self.position :].lower()
        if rest.startswith(b"<!--"):
            end = self.stream.find(b"-->", self.position + 2)
            if end < 0:
                raise _EndOfBytes
            self.position = end + 2
        elif rest.startswith(b"<meta") and rest[5:6] and rest[5] in self.SPACE + b"/":
            self.position += 5
            return self.meta()
        elif rest[:1] == b"<" and rest[1:].removeprefix(b"/")[:1].isalpha():
            self.skip_to(self.SPACE + b">")
            while self.attribute():
                pass
        elif rest[:2] in {b"<!", b"</", b"<?"}:
            self.skip_to(b">")
        return None

    def meta(self) -> str | None:
        seen: set[bytes] = set()
        got_pragma, need_pragma = False, None
        charset: str | None = None
        while attribute := self.attribute():
            name, value = attribute
            if name in seen:
                continue
            seen.add(name)
            if name == b"http-equiv":
                got_pragma = got_pragma or value == b"content-type"
            elif name == b"content" and charset is None:
                if extracted := self.extract(value):
                    charset, need_pragma = extracted, True
            elif name == b"charset":
                charset, need_pragma = self.encoding(value) or "failure", False
        if need_pragma is None or (need_pragma and not got_pragma) or charset == "failure":
            return None
        return {"utf-16le": "utf-8", "utf-16be": "utf-8", "x-user-defined": "windows-1252"}.get(
            str(charset), charset
        )

    def attribute(self) -> tuple[bytes, bytes] | None:
        self.skip(self.SPACE + b"/")
        if self.byte() in b">":
            return None
        start = self.position
        while self.byte() not in self.SPACE + b"/>" and (
            self.byte() not in b"=" or self.position == start
        ):
            self.position += 1
        name = self.stream[start : self.position].lower()
        self.skip(self.SPACE)
        if self.byte() not in b"=":
            return name, b""
        self.position += 1
        self.skip(self.SPACE)
        if (quote := bytes([self.byte()])) in {b'"', b"'"}:
            self.position += 1
            start = self.position
            self.skip_to(quote)
            self.position += 1
            return name, self.stream[start : self.position - 1].lower()
        start = self.position
        self.skip_to(self.SPACE + b">")
        return name, self.stream[start : self.position].lower()

    def extract(self, value: bytes) -> str | None:
        while True:
            _, found, value = value.partition(b"charset")
            if not found:
                return None
            value = value.lstrip(self.SPACE)
            if value.startswith(b"="):
                break
        value = value[1:].lstrip(self.SPACE)
        if value[:1] in {b'"', b"'"}:
            label, closed, _ = value[1:].partition(value[:1])
            return self.encoding(label) if closed else None
        for end, byte in enumerate(value):
            if byte in self.SPACE + b";":
                return self.encoding(value[:end])
        return self.encoding(value)

    def encoding(self, label: bytes) -> str | None:
        encoding = lookup(label.decode("latin-1"))
        return encoding.name if encoding else None


MARKUP = [
    *(b"<", b"<meta", b"<meta ", b"</", b"<!", b"<?", b"<!--", b"-->", b"--", b">", b"/", b"<a "),
    *(b"charset", b"charset=", b"content=", b"http-equiv=content-type ", b"http-equiv", b"x", b"-"),
    *(b"=", b'"', b"'", b" ", b"\n", b";", b"gbk", b"utf-16", b"big5", b"none", b"META", b"\x0b"),
]


@given(st.lists(st.sampled_from(MARKUP), max_size=40).map(b"".join), st.sampled_from([0, 1000]))
@example(b"<a<meta charset=gbk>", 0)
@example(b"<meta charset=gbk", 0)
@example(b"<meta charset=gbk >", 1005)
def test_prescan_is_the_one_of_the_standard(markup: bytes, before: int) -> None:
    html = b" " * before + markup
    charset = decode(html)[1]
    assert (charset.name if charset.rule is META else None) == _Prescan(html).run()
