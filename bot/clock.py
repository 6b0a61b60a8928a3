"""The time of day, for whoever is not tested with a clock of its own."""

import time


class WallClock:
    """The `Clock` port on the machine's clock."""

    def now(self) -> float:
        return time.time()
