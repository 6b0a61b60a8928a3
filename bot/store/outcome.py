"""What people are shown of a tool's output."""

LIMIT = 300


def outcome(output: str) -> str:
    """On one line, `LIMIT` characters at most."""
    line = " ".join(output[: LIMIT * 4].split())
    return line if len(line) <= LIMIT else line[: LIMIT - 1].rstrip() + "…"
