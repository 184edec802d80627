"""Fingerprints of a text: one that tells equal texts, one that tells texts that are alike."""

import hashlib

from extractors import _simhash

HASH_BYTES = 16  # that any two of a billion texts share a hash has a chance below 1 in 10**20


def text_hash(text: bytes) -> bytes:
    """Returns 16 bytes that only this text has, to the byte.

    A cryptographic hash, because whoever writes pages could aim at a collision in any other.
    """
    return hashlib.blake2b(text, digest_size=HASH_BYTES, usedforsecurity=False).digest()


def simhash(text: bytes) -> int:
    """Returns a number of 64 bits that differs in few of them for texts that differ little.

    Every three words in a row vote on every bit; texts that have nothing in common differ in about
    32 bits. Case, white space and punctuation do not count. In scripts without spaces between
    words each character is a word. 0 if there is no word.

    Args:
        text: the text, UTF-8.
    """
    return _simhash.simhash(text)
