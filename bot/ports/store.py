"""What every store can raise."""


class NotRecorded(Exception):
    """The store did not confirm a write or answer a read; nothing may be reported as recorded."""

    def __init__(self, why: str = "", *, maybe: bool = False) -> None:
        """`maybe`: a write may have been recorded all the same, only the answer is missing."""
        super().__init__(why)
        self.maybe = maybe
