"""How long a call to Slack is under way: no time at all, or a random while."""

import asyncio
import random


class Latency:
    """A while before a call takes effect, and another before its answer arrives."""

    def __init__(self, up_to: float = 0.0) -> None:
        """`up_to` is in seconds, for each way."""
        self._up_to = up_to

    async def pass_by(self) -> None:
        """One way; every other one takes no time, so that calls overtake each other."""
        if self._up_to and random.random() < 0.5:
            await asyncio.sleep(random.uniform(0.0, self._up_to))
