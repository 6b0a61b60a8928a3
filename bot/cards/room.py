"""How much of what stands beside the arguments a card shows; the arguments take what they need."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Room:
    text: int
    """Bytes in each box."""
    words: int
    """Characters of the description."""
    remarks: int
    remark: int
    """Characters of each."""


AMPLE = Room(text=1_200, words=300, remarks=4, remark=600)
SCANT = Room(text=300, words=100, remarks=1, remark=150)
"""Where the other makes more than one message holds."""
