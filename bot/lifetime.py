"""How long the process is wanted."""

import asyncio
import signal
from contextlib import ExitStack

SIGNALS = (signal.SIGINT, signal.SIGTERM)


async def until_stopped() -> None:
    """Returns when somebody asks the process to stop; asking a second time ends it at once."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    with ExitStack() as handlers:
        for number in SIGNALS:
            try:
                loop.add_signal_handler(number, stop.set)
            except NotImplementedError:  # Windows has no handlers on its loop
                continue
            handlers.callback(loop.remove_signal_handler, number)
        await stop.wait()
