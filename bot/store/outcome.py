"""What people are shown of a tool's output."""

LIMIT = 300
_NOTE = "Note: before this ran, a person changed its arguments to "
"""How the engine begins what it tells the model then (`core.edit_note`, which no store knows)."""


def outcome(output: str) -> str:
    """On one line, `LIMIT` characters at most; that somebody changed the arguments stands on the
    card anyway."""
    said = output.partition("\n\n")[2] if output.startswith(_NOTE) else output
    line = " ".join(said[: LIMIT * 4].split())
    return line if len(line) <= LIMIT else line[: LIMIT - 1].rstrip() + "…"
