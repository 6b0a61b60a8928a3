"""Where an address leads, as far as trust depends on it."""

from urllib.parse import SplitResult

Origin = tuple[str, str, int | None]


def origin(parts: SplitResult) -> Origin:
    """Scheme, host and port. Raises `ValueError` for a port that is none."""
    port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, parts.hostname or "", port
