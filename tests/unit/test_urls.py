"""Keys of URLs, as public indexes have them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from transforms.urls import UrlKeys, url_keys

SESSION = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(
    ("url", "surtkey"),
    [
        ("http://example.com", "com,example)/"),
        ("http://example.com/?", "com,example)/"),
        ("https://www.Example.com:443/A/b/?B=2&a=1#f", "com,example)/a/b?a=1&b=2"),
        ("http://www2.example.co.uk:8443//a//b/../c/./", "uk,co,example:8443)/a/c"),
        ("http://user:pass@example.com/", "com,example)/"),
        ("http://example.com./a%20b c", "com,example)/a%20b%20c"),
        ("http://example.com/%7Ea%2525b%zz", "com,example)/~a%25b%25zz"),
        ("http://example.com/ü?q=é", "com,example)/%c3%bc?q=%c3%a9"),
        ("http://example.com/?b&a=&a", "com,example)/?a&a=&b"),
        (f"http://example.com/?x=1&PHPSESSID={SESSION}", "com,example)/?&x=1"),
        (f"http://example.com/a;jsessionid={SESSION.upper()}", "com,example)/a"),
        ("http://example.com/(S(0123456789abcdef01234567))/f.aspx", "com,example)/f.aspx"),
        ("http://bücher.example.com/", "com,example,xn--bcher-kva)/"),
        ("http://10.0.0.1:8080/x", "1,0,0,10:8080)/x"),
        ("http://[::1]:80/x", "[::1])/x"),
        (" http://example.com/a\n/b\t", "com,example)/a/b"),
        ("dns:www.example.com", "dns:www.example.com"),
        ("urn:uuid:1", "urn:uuid:1"),
        ("http:///path", "http:///path"),
        ("", ""),
    ],
)
def test_the_key_sorts_by_site(url: str, surtkey: str) -> None:
    assert url_keys(url).surtkey == surtkey


@pytest.mark.parametrize(
    ("host", "name", "domain"),
    [
        ("WWW.Example.COM", "www.example.com", "example.com"),
        ("a.b.example.co.uk", "a.b.example.co.uk", "example.co.uk"),
        ("name.blogspot.com", "name.blogspot.com", "blogspot.com"),
        ("name.github.io", "name.github.io", "github.io"),
        ("bücher.de", "xn--bcher-kva.de", "xn--bcher-kva.de"),
        ("🧠.s.country", "xn--qv9h.s.country", "s.country"),
        ("%65xample.com", "example.com", "example.com"),
        ("example.com.", "example.com", "example.com"),
        ("co.uk", "co.uk", None),
        ("localhost", "localhost", None),
        ("intranet.nosuchsuffix", "intranet.nosuchsuffix", None),
        ("192.168.1.1", "192.168.1.1", None),
        ("[2001:DB8::1]", "[2001:db8::1]", None),
    ],
)
def test_a_host_and_its_domain(host: str, name: str, domain: str | None) -> None:
    assert url_keys(f"https://user@{host}:8080/path")[1:] == (name, domain)


def test_what_names_no_host_is_its_own_key() -> None:
    for url in ("dns:example.com", "mailto:a@example.com", "/a", "http://", "no url"):
        assert url_keys(url) == UrlKeys(url, None, None)


PARTS = st.sampled_from(
    ["http://", "[", "]", "@", ":", "..", "//", "%", "%25", "?", "&", "=", "#", "\\", "a.com", "é"]
)


@given(st.text(st.characters(), max_size=60) | st.lists(PARTS | st.text(max_size=4)).map("".join))
@example("http://\ud800.com/\udfff?\ud800")
@example("http://" + "a." * 5000)
@example("http://" + "ü" * 5000)
@example("http://example.com/" + "%25" * 5000)
def test_never_raises(url: str) -> None:
    for value in url_keys(url):
        assert value is None or value.encode().decode() == value
