"""Redis' protocol, as it is sent and as its log keeps it: arrays of strings, lengths in front."""

from collections.abc import Iterator, Sequence


def commands(data: bytes) -> Iterator[list[bytes]]:
    at = 0

    def number() -> int:
        nonlocal at
        end = data.index(b"\r\n", at)
        value, at = int(data[at + 1 : end]), end + 2
        return value

    while at < len(data):
        words = []
        for _ in range(number()):
            size = number()
            words.append(data[at : at + size])
            at += size + 2
        yield words


def size(command: Sequence[bytes]) -> int:
    """Bytes it takes."""
    words = sum(_with_length(len(word)) + len(word) + 2 for word in command)
    return _with_length(len(command)) + words


def _with_length(number: int) -> int:
    return len(b"*%d\r\n" % number)
