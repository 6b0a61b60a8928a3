"""What every store can raise."""


class NotRecorded(Exception):
    """The store did not confirm a write or answer a read; nothing may be reported as recorded."""
