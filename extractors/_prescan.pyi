def declarations(html: bytes, limit: int) -> list[tuple[str | None, str | None]]:
    """What `<meta>` tags in the first `limit` bytes declare, in order and in lower case.

    A pair each: the value of `charset`, or None; and the value of `content` where `http-equiv`
    says that it is a content type, or None.
    """
