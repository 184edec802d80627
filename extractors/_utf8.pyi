def valid_prefix(html: bytes) -> int:
    """How many bytes from the start are UTF-8, whole characters only."""
