"""How long a thread remembers what it was told once: longer than anybody tells anything again."""

ONCE_MS = 7 * 86_400_000
